"""Checks of arguments: a wrong type is one clear line."""

from collections.abc import Sequence
from typing import Any

from maintext.errors import quoted


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


def check_choice(name: str, value: object, choices: Sequence[str]) -> None:
    """Raise `TypeError` unless a value is a text, and `ValueError` unless it is one of those.

    >>> check_choice("title", "no", ("auto", "never"))
    Traceback (most recent call last):
    ValueError: title must be 'auto' or 'never', not 'no'
    """
    if isinstance(value, str) and value in choices:
        return
    check_type(name, value, str, _any_of(choices))
    raise ValueError(wrong_choice(name, value, choices))


def wrong_choice(name: str, value: object, choices: Sequence[str]) -> str:
    """The message about a value that is not one of the choices: in library, command, service and tools.

    >>> wrong_choice("site", "all", ["auto"])
    "site must be 'auto', not 'all'"
    """
    return f"{name} must be {_any_of(choices)}, not {quoted(value)}"


def _any_of(choices: Sequence[str]) -> str:
    *others, last = map(repr, choices)
    return f"{', '.join(others)} or {last}" if others else last
