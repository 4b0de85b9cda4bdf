"""Checks of arguments: a wrong type is one clear line."""

from collections.abc import Sequence
from typing import Any

from maintext.errors import unknown


def check_type(name: str, value: object, kinds: Any, accepted: str) -> None:
    """Raise `TypeError` unless a value has one of these types.

    >>> check_type("url", 5, str | None, "a text or None")
    Traceback (most recent call last):
    TypeError: url must be a text or None, not int
    """
    if not isinstance(value, kinds):
        raise wrong_type(name, value, accepted)


def wrong_type(name: str, value: object, accepted: str) -> TypeError:
    """The error for an argument of the wrong type."""
    given = f"the class {value.__name__}" if isinstance(value, type) else type(value).__name__
    return TypeError(f"{name} must be {accepted}, not {given}")


def check_choice(name: str, value: object, choices: Sequence[str], what: str | None = None) -> None:
    """Raise `TypeError` unless a value is a text, and `ValueError` unless it is one of those.

    `what` is what the choices are called, if not by the name of the parameter.
    """
    *others, last = map(repr, choices)
    check_type(name, value, str, f"{', '.join(others)} or {last}")
    if value not in choices:
        raise ValueError(unknown(what or name, value, choices))
