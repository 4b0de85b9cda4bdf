"""The parameters of methods: types, defaults, documentation, and parsing of typed values."""

import ast
import dataclasses
import inspect
import textwrap
import types
from collections.abc import Mapping
from functools import cache
from itertools import pairwise
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from maintext.errors import MethodError, quoted
from maintext.methods.base import Method
from maintext.methods.kinds import kind_of

_BOOLEANS = dict.fromkeys(("true", "yes", "on", "1"), True) | dict.fromkeys(
    ("false", "no", "off", "0"), False
)


class Parameter:
    """A parameter of a method: its name, type, default and documentation."""

    def __init__(self, field: "dataclasses.Field[Any]", hint: Any, words: str) -> None:
        self.name = field.name
        self.hint = hint
        self.default = field.default_factory() if callable(field.default_factory) else field.default
        self.words = words

    @property
    def kind(self) -> str:
        """A short description of its possible values."""
        return kind_of(self.hint)

    def parse(self, value: object) -> Any:
        """A value of the parameter's type, from text or a literal; ValueError if it is not valid."""
        return _parse(value, self.hint)


@cache
def parameters_of(method: type[Method]) -> Mapping[str, Parameter]:
    """The parameters that can be set, by name."""
    if not dataclasses.is_dataclass(method):
        return {}
    hints, words = get_type_hints(method), _field_docs(method)
    return {
        field.name: Parameter(field, hints[field.name], words.get(field.name, ""))
        for field in dataclasses.fields(method)
        if field.init and field.name != "model"  # which --model sets
    }


def parse_values(method: type[Method], given: Mapping[str, object]) -> dict[str, Any]:
    """The values of a method's parameters, from text or literals; `MethodError` if one is not valid."""
    if not given:  # nearly always; the parameters are read from the method's source
        return {}
    known = parameters_of(method)
    values: dict[str, Any] = {}
    for key, value in given.items():
        name = key.strip().replace("-", "_")
        if name not in known:
            raise _no_parameter(method, key)
        if name in values:
            raise MethodError(f"{method.name}'s {name} is given twice")
        try:
            values[name] = known[name].parse(value)
        except (ValueError, OverflowError):
            takes = known[name].kind.replace(" | none", " or none")
            raise MethodError(f"{method.name}'s {name} takes {takes}, not {quoted(value)}") from None
    return values


def join_values(
    method: type[Method], in_spec: Mapping[str, object], given: Mapping[str, Any]
) -> dict[str, Any]:
    """The values of a spec, and those given apart from it; `MethodError` if one is given in both."""
    values = parse_values(method, in_spec)
    for name in given:
        check_name(method, name)
        if name in values:
            raise MethodError(f"{method.name}'s {name} is given twice: in the spec, and apart from it")
    return {**values, **given}


def check_name(method: type[Method], name: str) -> None:
    """Raise `MethodError` if a method has no such parameter; its model is one here."""
    if dataclasses.is_dataclass(method) and name not in {field.name for field in dataclasses.fields(method)}:
        raise _no_parameter(method, name)


def _no_parameter(method: type[Method], name: str) -> MethodError:
    listed = ", ".join(parameters_of(method)) or "none"
    return MethodError(f"{method.name} has no parameter {quoted(name)}; it has {listed}")


def _parse(value: object, hint: Any) -> Any:
    origin, arguments = get_origin(hint), get_args(hint)
    text = value if isinstance(value, str) else _shown(value)
    if origin is Literal:
        return {str(choice): choice for choice in arguments}[text] if text in map(str, arguments) else _no()
    if origin in (Union, types.UnionType):
        if text.lower() == "none" and type(None) in arguments:
            return None
        for kind in arguments:
            try:
                return _parse(value, kind)
            except ValueError:
                continue
        return _no()
    if origin in (tuple, frozenset):
        parts = value if isinstance(value, list | tuple | set) else text.replace(",", " ").split()
        return origin(_parse(part, arguments[0]) for part in parts)
    if hint is bool:
        return _BOOLEANS[text.lower()] if text.lower() in _BOOLEANS else _no()
    return hint(text) if hint in (int, float, str) else _no()


def _shown(literal: object) -> str:
    """A literal as it would be typed: `true`, `none`, `0.5`."""
    return str(literal).lower() if literal is None or isinstance(literal, bool) else str(literal)


def _no() -> Any:
    raise ValueError


def _field_docs(method: type[Method]) -> dict[str, str]:
    """The string below each field of a class; Python keeps it only in the source."""
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(method)))
    except (OSError, TypeError):
        return {}
    body = tree.body[0].body if isinstance(tree.body[0], ast.ClassDef) else []
    return {
        field.target.id: " ".join(str(words.value.value).split())
        for field, words in pairwise(body)
        if isinstance(field, ast.AnnAssign)
        and isinstance(field.target, ast.Name)
        and isinstance(words, ast.Expr)
        and isinstance(words.value, ast.Constant)
    }
