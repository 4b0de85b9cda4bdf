"""Specs: a method with its form and parameters, as one writes it on a command line.

    punctuation                          the defaults
    punctuation:printed                  the form printed in the paper
    punctuation(epsilon=0.9, marks=cjk)  other parameters
    punctuation:printed(epsilon=0.9)     the printed form, with another parameter

A value is a literal of Python, or a bare word: `marks=cjk`, `strict=true`, `threshold=none`.
"""

import ast
import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from maintext.errors import MethodError, quoted, shortened

if TYPE_CHECKING:
    from maintext.methods.base import Method

PRINTED = "printed"
_LONGEST = 5_000
_SHAPE = re.compile(r"(?P<name>[^:()]*)(?::(?P<form>[^()]*))?(?:\((?P<parameters>.*)\))?", re.DOTALL)
_WORD = re.compile(r"[\w.+-]+")
_QUOTES = ("'", '"')
_CLOSING = {"(": ")", "[": "]", "{": "}"} | dict(zip(_QUOTES, _QUOTES, strict=True))
_NEVER = "\0"
"""What a closing bracket without an opening one waits for."""
_FULL_WIDTH = dict(zip("（）：＝，", "():=,", strict=True))
"""What a Chinese keyboard writes instead of the characters of a spec."""
_LITERALS = (str, int, float, tuple, frozenset, type(None))
_NOT_LITERAL = (ValueError, TypeError, SyntaxError, MemoryError, RecursionError)


class MethodSpec(NamedTuple):
    """A spec, read: nothing is known yet about the method."""

    name: str
    printed: bool
    values: dict[str, object]
    """Values by parameter: literals, and bare words as text."""


def read_spec(text: str) -> MethodSpec:
    """Read a spec; `MethodError` says what is wrong with it.

    >>> read_spec("punctuation:printed(epsilon=0.9, marks=all)")
    MethodSpec(name='punctuation', printed=True, values={'epsilon': 0.9, 'marks': 'all'})
    """
    if text.isidentifier():  # nearly always a plain name
        return MethodSpec(text, False, {})
    if len(text) > _LONGEST:
        raise MethodError(f"a method's spec has at most {_LONGEST:,} characters, not {len(text):,}")
    shape = _SHAPE.fullmatch(text.strip())
    _check_brackets(text)
    if shape is None:
        raise MethodError(f"{quoted(text)} is not name, name:{PRINTED} or name(parameter=value, ...)")
    name, form = shape["name"].strip(), shape["form"]
    if form is not None and form.strip() != PRINTED:
        shown = shortened(name)
        raise MethodError(
            f"no form {quoted(form.strip())} of {shown}; there is {PRINTED}, as in {shown}:{PRINTED}"
        )
    values: dict[str, object] = {}
    for part in _parameters(shape["parameters"] or "", text):
        key, _, value = (piece.strip() for piece in part.partition("="))
        if not key or not value:
            raise MethodError(f"parameters are name=value, not {quoted(part)}, in {quoted(text)}")
        if key in values:
            raise MethodError(f"{shortened(key)} is given twice in {quoted(text)}")
        values[key] = _read_value(value, text)
    return MethodSpec(name, form is not None, values)


def split_specs(text: str) -> list[str]:
    """Specs separated by commas or white space; those inside brackets and quotes do not separate.

    Nor does white space inside a spec, beside its colon and before its bracket.

    >>> split_specs("auto, punctuation (base=2, marks=cjk) bte : printed")
    ['auto', 'punctuation (base=2, marks=cjk)', 'bte : printed']
    """
    found: list[str] = []
    for part in filter(None, _split(text, ",")):
        words = filter(None, _split(part, " \t\r\n"))
        found.append(next(words))
        for word in words:
            if word.startswith((":", "(")) or found[-1].endswith(":"):
                found[-1] += f" {word}"
            else:
                found.append(word)
    return found


def write_spec(method: "Method") -> str:
    """The shortest spec of a method; only literals are in it, a model is not."""
    base, differing = _defaults(type(method)), method.printed or {}
    printed = bool(differing) and all(getattr(method, name) == value for name, value in differing.items())
    if printed:
        base = {**base, **differing}
    changed = ", ".join(
        f"{name}={_written(value)}"
        for name, default in base.items()
        if isinstance(value := getattr(method, name), _LITERALS) and value != default
    )
    return method.name + (f":{PRINTED}" if printed else "") + (f"({changed})" if changed else "")


@cache
def _defaults(method: "type[Method]") -> dict[str, object]:
    """The parameters of a method and their defaults; a required one is equal to nothing."""
    if not is_dataclass(method):
        return {}
    return {
        one.name: one.default_factory() if callable(one.default_factory) else one.default
        for one in fields(method)
    }


def _written(value: object) -> str:
    return repr(tuple(sorted(value)) if isinstance(value, frozenset) else value)


def _read_value(value: str, text: str) -> object:
    try:
        return ast.literal_eval(value)
    except _NOT_LITERAL:
        if not _WORD.fullmatch(value):
            problem = f"a value is a number, text or word, not {quoted(value)}, in {quoted(text)}"
            raise MethodError(problem) from None
        return value


def _parameters(inside: str, text: str) -> list[str]:
    """What is between the commas of the brackets of a spec; the last comma may end them."""
    parts = list(_split(inside, ","))
    if not parts[-1]:
        parts.pop()
    if not all(parts):
        raise MethodError(f"there is no parameter before a comma in {quoted(text)}")
    return parts


def _split(text: str, separators: str) -> Iterator[str]:
    """The parts between separators outside brackets and quotes, without white space around them."""
    start = 0
    for end, (character, waiting) in enumerate(_scan(text + separators[0])):
        if end == len(text) or (not waiting and character in separators):
            yield text[start:end].strip()
            start = end + 1


def _check_brackets(text: str) -> None:
    """`MethodError` if a bracket or quote has no partner or is full-width, or if there are two lists."""
    pairs, before = 0, ""
    for character, waiting in _scan(text):
        if character in _FULL_WIDTH and waiting[-1:] not in _QUOTES:
            wanted = _FULL_WIDTH[character]
            raise MethodError(f"{quoted(text)} has a full-width {character}; write {wanted} instead")
        pairs += waiting == ")" and not before
        before = waiting
    if before:
        raise MethodError(f"a bracket or quote of {quoted(text)} has no partner")
    if pairs > 1:
        raise MethodError(f"{quoted(text)} has brackets twice; all parameters stand in one pair")


def _scan(text: str) -> Iterator[tuple[str, str]]:
    """Each character, and the closing brackets and quotes that are still missing after it."""
    waiting, escaped = "", False
    for character in text:
        if escaped:
            escaped = False
        elif character == waiting[-1:]:
            waiting = waiting[:-1]
        elif waiting[-1:] in _QUOTES:
            escaped = character == "\\"
        elif character in _CLOSING:
            waiting += _CLOSING[character]
        elif character in _CLOSING.values():
            waiting += _NEVER
        yield character, waiting
