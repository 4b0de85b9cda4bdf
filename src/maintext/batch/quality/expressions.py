"""Filters of your own: an expression over the columns of a row, such as `words > 100 and language == "en"`.

Python's comparisons, `and`, `or`, `not`, `in`, arithmetic and parentheses; names of columns, numbers, texts
and lists of them. Nothing else is possible, so an expression from elsewhere does no harm. A comparison with a
value that is missing is false; only `== None` and `!= None` ask for it, like `is None` and `is not None`.
"""

import ast
import operator
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from maintext.errors import DataError


def _numbers(compute: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    """Only with numbers: a text times a number could be of any length."""

    def checked(left: Any, right: Any) -> Any:
        if isinstance(left, int | float) and isinstance(right, int | float):
            return compute(left, right)
        raise TypeError

    return checked


_COMPARE: dict[type[ast.cmpop], Callable[[Any, Any], bool]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.In: lambda value, among: value in among,
    ast.NotIn: lambda value, among: value not in among,
    ast.Is: operator.is_,
    ast.IsNot: operator.is_not,
}
_COMPUTE: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: _numbers(operator.add),
    ast.Sub: _numbers(operator.sub),
    ast.Mult: _numbers(operator.mul),
    ast.Div: _numbers(operator.truediv),
}
_LONGEST = 2000
NUMBER: Final = "a number"
TEXT: Final = "text"
"""Kinds of columns; with another one, a column can be compared with anything."""


class Expression:
    """An expression; call it with a row.

    >>> is_long = Expression("words > 100 and language in ['en', 'de']", ["words", "language"])
    >>> is_long({"words": 120, "language": "de"}), is_long({"words": 120, "language": None})
    (True, False)

    `columns` may also say what is in each of them, as `NUMBER` or `TEXT`: then a comparison that could never
    be true is an error.
    """

    def __init__(
        self, words: str, columns: Mapping[str, str] | Sequence[str], also: Sequence[str] = ()
    ) -> None:
        self.kinds = dict(columns) if isinstance(columns, Mapping) else dict.fromkeys(columns, "")
        self.words = " ".join(words.split())
        try:
            if len(words) > _LONGEST:
                raise ValueError
            self.tree = ast.parse(self.words, mode="eval").body
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            raise DataError(
                f"the filter {self.words[:80]!r} is neither an expression nor a list of {', '.join(also)}"
            ) from None
        for node in ast.walk(self.tree):
            self._check(node, also)

    @property
    def names(self) -> frozenset[str]:
        """The columns that it uses."""
        return frozenset(node.id for node in ast.walk(self.tree) if isinstance(node, ast.Name))

    def _check(self, node: ast.AST, also: Sequence[str]) -> None:
        if isinstance(node, ast.Name) and node.id not in self.kinds:
            raise DataError(_unknown(node.id, self.kinds, also))
        if isinstance(node, ast.Compare):
            for left, kind, right in zip(
                (node.left, *node.comparators), node.ops, node.comparators, strict=False
            ):
                self._check_kinds(left, right, isinstance(kind, ast.In | ast.NotIn))
        if isinstance(node, ast.Constant) and not isinstance(node.value, str | int | float | None):
            raise DataError(f"the filter {self.words!r} has a value that is neither a number nor text")
        if isinstance(node, ast.BinOp) and type(node.op) not in _COMPUTE:
            raise DataError(f"the filter {self.words!r} computes something else than + - * /")
        if not isinstance(node, _ALLOWED):
            raise DataError(
                f"the filter {self.words!r} may have comparisons, and, or, not, in, and arithmetic"
            )

    def _check_kinds(self, left: ast.expr, right: ast.expr, within: bool) -> None:
        """Raise an error if a number is compared with text."""
        others = right.elts if within and isinstance(right, ast.List | ast.Tuple) else [right]
        for other in others:
            found = self._kind(left), self._kind(other)
            if set(found) == {NUMBER, TEXT}:
                words = f"{ast.unparse(left)} is {found[0]}, {ast.unparse(other)} is {found[1]}"
                raise DataError(f"the filter {self.words[:80]!r} compares a number with text: {words}")

    def _kind(self, node: ast.expr) -> str:
        match node:
            case ast.Name():
                return self.kinds.get(node.id, "")
            case ast.Constant():
                return TEXT if isinstance(node.value, str) else "" if node.value is None else NUMBER
            case ast.BinOp() | ast.UnaryOp(op=ast.USub()):
                return NUMBER
        return ""

    def __call__(self, row: Mapping[str, Any]) -> bool:
        try:
            return bool(self._value(self.tree, row))
        except (TypeError, ZeroDivisionError):  # a missing value, or text beside a number
            return False

    def _value(self, node: ast.expr, row: Mapping[str, Any]) -> Any:
        match node:
            case ast.Constant():
                return node.value
            case ast.Name():
                return row.get(node.id)
            case ast.List() | ast.Tuple():
                return [self._value(one, row) for one in node.elts]
            case ast.BoolOp(op=ast.And()):
                return all(self._truth(one, row) for one in node.values)
            case ast.BoolOp():
                return any(self._truth(one, row) for one in node.values)
            case ast.UnaryOp(op=ast.Not()):
                return not self._truth(node.operand, row)
            case ast.UnaryOp():
                return -self._value(node.operand, row)
            case ast.BinOp():
                return _COMPUTE[type(node.op)](self._value(node.left, row), self._value(node.right, row))
            case ast.Compare():
                return self._compare(node, row)
        raise TypeError(node)

    def _truth(self, node: ast.expr, row: Mapping[str, Any]) -> bool:
        try:
            return bool(self._value(node, row))
        except (TypeError, ZeroDivisionError):
            return False

    def _compare(self, node: ast.Compare, row: Mapping[str, Any]) -> bool:
        before, left = node.left, self._value(node.left, row)
        for kind, other in zip(node.ops, node.comparators, strict=True):
            right = self._value(other, row)
            asks = isinstance(kind, ast.Is | ast.IsNot)
            asks |= isinstance(kind, ast.Eq | ast.NotEq) and (_is_none(before) or _is_none(other))
            if (left is None or right is None) and not asks:
                return False  # a missing value
            if not _COMPARE[type(kind)](left, right):
                return False
            before, left = other, right
        return True


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _unknown(name: str, columns: Sequence[str] | Mapping[str, str], also: Sequence[str]) -> str:
    from difflib import get_close_matches  # only for errors

    near = get_close_matches(name.lower(), (*also, *columns), 1, 0.7)
    hint = f"did you mean {near[0]}?" if near else "see docs/quality.md"
    families = ", ".join(also)
    return f"the filter names {name}, which is neither a column that it can use nor one of {families}; {hint}"


_ALLOWED = (
    *(ast.BoolOp, ast.And, ast.Or, ast.UnaryOp, ast.Not, ast.USub, ast.Compare, ast.BinOp, ast.operator),
    *(ast.cmpop, ast.Name, ast.Load, ast.Constant, ast.List, ast.Tuple),
)
