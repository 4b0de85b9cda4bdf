"""The types of parameters: in words, and whether a value has one."""

import types
from numbers import Integral, Real
from typing import Any, Literal, Union, get_args, get_origin

_UNIONS = (Union, types.UnionType)
_MANY = (tuple, frozenset)
_WORDS = {int: "a whole number", float: "a number", str: "a text", type(None): "none"}
_CLASSES = {int: Integral, float: Real}


def kind_of(hint: Any) -> str:
    """A short description of the values of a type.

    >>> kind_of(float | None), kind_of(Literal["cjk", "all"]), kind_of(tuple[str, ...])
    ('a number | none', 'cjk | all', 'a text, ...')
    """
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Literal:
        return " | ".join(map(str, arguments))
    if origin in _UNIONS:
        return " | ".join(kind_of(kind) for kind in arguments)
    if origin in _MANY:
        return f"{kind_of(arguments[0])}, ..."
    if hint is bool:
        return "true | false"
    return _WORDS[hint] if hint in _WORDS else str(getattr(hint, "__name__", hint))


def has_kind(value: object, hint: Any) -> bool:
    """Whether a value has a type; the values of a `Literal` are not checked.

    >>> has_kind(1, float), has_kind("1", float | None), has_kind(True, int), has_kind(("p",), tuple[str])
    (True, False, False, True)
    """
    origin, arguments = get_origin(hint), get_args(hint)
    if hint is Any or origin is Literal:
        return True
    if origin in _UNIONS:
        return any(has_kind(value, kind) for kind in arguments)
    if origin in _MANY:
        return isinstance(value, origin) and all(has_kind(each, arguments[0]) for each in value)
    if isinstance(value, bool) and hint in _CLASSES:
        return False
    return not isinstance(hint, type) or isinstance(value, _CLASSES.get(hint, hint))
