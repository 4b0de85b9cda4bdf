"""Frozen dataclasses that are made for every page."""

from dataclasses import MISSING, fields
from functools import wraps
from typing import Any, TypeVar

_Class = TypeVar("_Class", bound=type[Any])


def quickly_made(record: _Class) -> _Class:
    """Fill a frozen dataclass at once; its own constructor calls a slow function for each field.

    No field may begin with an underscore.

    >>> from dataclasses import dataclass
    >>> @quickly_made
    ... @dataclass(frozen=True)
    ... class Point:
    ...     x: int
    ...     y: int = 0
    >>> Point(1)
    Point(x=1, y=0)
    """
    given = [field for field in fields(record) if field.init]
    known: dict[str, Any] = {"_missing": MISSING}
    parameters, lines = ["self"], ["_filled = self.__dict__"]
    for field in sorted(given, key=lambda field: bool(field.kw_only)):
        name = field.name
        if field.kw_only and "*" not in parameters:
            parameters.append("*")
        if field.default_factory is not MISSING:
            known[f"_make_{name}"] = field.default_factory
            parameters.append(f"{name}=_missing")
            lines.append(f"_filled[{name!r}] = _make_{name}() if {name} is _missing else {name}")
            continue
        if field.default is not MISSING:
            known[f"_default_{name}"] = field.default
        parameters.append(name if field.default is MISSING else f"{name}=_default_{name}")
        lines.append(f"_filled[{name!r}] = {name}")
    if hasattr(record, "__post_init__"):
        lines.append("self.__post_init__()")
    exec(f"def _make({', '.join(parameters)}):\n    " + "\n    ".join(lines), known)
    record.__init__ = wraps(record.__init__)(known["_make"])
    return record
