"""The first characters of lines that may have a kind, as a table for the kernel (`model/openings.h`).

The kernel refuses nearly all lines by them. `kind_of_line` decides about the others.
"""

import operator
import re
from collections.abc import Iterable, Mapping
from functools import cache
from itertools import accumulate, product
from string import ascii_lowercase
from typing import TYPE_CHECKING

import numpy as np

from maintext.arrays import frozen
from maintext.methods.auto.opening_words import (
    COMMISSIONS,
    DATE_FIRST,
    DAYS,
    LABELS,
    LONGEST_DATE,
    MONTHS,
    OPENINGS,
    SIGNS,
    SMALL,
)
from maintext.text.characters import KIND_BY_CODE, WHITE_SPACE, Kind, codes_in

if TYPE_CHECKING:
    from maintext._kernel._native import Starts

END, DIGITS = "\0", "\1"
"""In a start: the end of the line, and a run of digits; the kernel has the same."""
_LONGEST_START = 8
_MOST_WAYS = 32
"""Ways to write a start in capitals and small letters, at most; a longer start is cut."""
_AFTER_LABEL = "".join(map(chr, codes_in(WHITE_SPACE))) + ":："
"""What a colon in an opening may begin with."""
_RUN_OF_DIGITS = re.compile(r"\\d(?:\+|\{[\d,]+\})?")


def starts_of(kind: str) -> set[str]:
    """The first characters of the lines of a kind."""
    return {_cut(start) for pattern in OPENINGS[kind] for start in _starts(pattern, _LONGEST_START)}


def _starts(pattern: str, most: int) -> set[str]:
    """The first characters of the texts that an expression of this module matches, `most` or fewer."""
    if not most:
        return {""}
    if "|" in pattern and len(whole := _split(pattern)) > 1:
        return {start for one in whole for start in _starts(one, most)}
    if digits := _RUN_OF_DIGITS.match(pattern):
        return {DIGITS + start for start in _starts(pattern[digits.end() :], most - 1)}
    if not pattern or pattern[0] in ".$" or pattern[:2] in (r"\b", r"\s", r"\w"):
        return {END if pattern[:1] == "$" else ""}
    if pattern[0] == "(":
        end = _end_of_group(pattern)
        inner, rest = pattern[3 : end - 1], pattern[end:]
        starts = {start for one in _split(inner) for start in _starts(one + rest.removeprefix("?"), most)}
        return starts | (_starts(rest[1:], most) if rest.startswith("?") else set())
    end = pattern.index("]") + 1 if pattern[0] == "[" else 2 if pattern[0] == "\\" else 1
    if "-" in pattern[2 : end - 1]:  # a range, as in [a-z]
        return {""}
    rest = pattern[end:]
    if pattern[0] == ":":
        starts = set(_AFTER_LABEL)
    else:
        first = pattern[1 : end - 1] if pattern[0] == "[" else pattern[end - 1]
        first += "：" * (":" in first)
        follows = _starts(rest.removeprefix("?"), most - 1)
        starts = {char + start for char in first for start in follows}
    return starts | (_starts(rest[1:], most) if rest.startswith("?") else set())


_SPECIAL = re.compile(r"\\.|\[(?:\\.|[^]])*\]|[(|)]")
"""An escaped character, a set of characters, or a sign of groups and alternatives."""


def _split(pattern: str) -> list[str]:
    """The alternatives of an expression."""
    parts, depth, start = [], 0, 0
    for found in _SPECIAL.finditer(pattern):
        sign = found[0]
        depth += (sign == "(") - (sign == ")")
        if sign == "|" and not depth:
            parts.append(pattern[start : found.start()])
            start = found.end()
    return [*parts, pattern[start:]]


def _end_of_group(pattern: str) -> int:
    """Where the group at the start of an expression ends."""
    depth = 0
    for found in _SPECIAL.finditer(pattern):
        depth += (found[0] == "(") - (found[0] == ")")
        if not depth:
            return found.end()
    return len(pattern)


_FACTOR = 0x9E3779B97F4A7C15
"""Of the number for a start; the kernel has the same."""
_PART, _WHOLE, _NOTE = 1, 2, 3
"""Kinds of entries in the table of starts: the beginning of one; one; one that needs a word further on."""
_FOLDED = re.compile("[A-ZÀ-ÖØ-Þ\u0391-\u03a9\u0410-\u042f]")
_ALSO_LOWER = {"i": "İ", "k": "\u212a"}
"""Characters that are letters of ASCII in lower case."""


@cache
def line_starts() -> "Starts":
    """For `Table.lines`: what lines that may have a kind begin with (`Openings` in model/openings.h).

    A start is one number, a hash of its characters after `_fold`.
    """
    skipped = {*codes_in(WHITE_SPACE), *map(ord, SIGNS)}
    digits = np.flatnonzero(KIND_BY_CODE == Kind.DIGIT).tolist()
    starts = {start for kind in OPENINGS if kind != "commission" for start in starts_of(kind)}
    notes = starts_of("commission")
    words = _date_words()
    return (
        _sorted(skipped),
        _table(
            dict.fromkeys(_numbers(_parts(starts | notes)), _PART)
            | dict.fromkeys(_numbers(notes), _NOTE)
            | dict.fromkeys(_numbers(starts), _WHOLE)
        ),
        "\n".join(COMMISSIONS).encode(),
        _sorted({*digits, *(ord(case) for char in DATE_FIRST for case in _cases(char))}),
        _sorted(_numbers(filter(str.isascii, words))),
        LONGEST_DATE,
        _letter_pairs(starts | notes | words),
    )


def word_starts(words: Iterable[str], signs: str) -> "Starts":
    """For `Table.labels`: the beginnings of these words, in small letters, after white space and signs."""
    starts = {_cut(word[:_LONGEST_START]) for word in words}
    table = _table(dict.fromkeys(_numbers(_parts(starts)), _PART) | dict.fromkeys(_numbers(starts), _WHOLE))
    skipped, none = _sorted({*codes_in(WHITE_SPACE), *map(ord, signs)}), _sorted(())
    return skipped, table, b"", none, none, 0, _letter_pairs(starts)


def _letter_pairs(starts: Iterable[str]) -> bytes:
    """Of each two letters of ASCII, 1 if one of these texts begins with them, else 0.

    A text of one letter, such as the `h` of a time, is a word: no other letter follows.
    """
    begun = {start[:2] for start in starts}
    return bytes(one + other in begun for one in ascii_lowercase for other in ascii_lowercase)


def _parts(starts: Iterable[str]) -> set[str]:
    """What the starts begin with."""
    return {start[:length] for start in starts for length in range(1, len(start))}


def _date_words() -> set[str]:
    """The words that a date may have."""
    patterns = f"{MONTHS} {DAYS} {LABELS} {SMALL} st nd rd th".replace(r"\.", " ").split()
    return {word for pattern in patterns for word in (pattern.replace("?", ""), re.sub(r".\?", "", pattern))}


def _table(kinds: Mapping[int, int]) -> memoryview:
    """A hash table of starts, half empty or more. The last two bits, which are 0 in a start, are its kind."""
    size = 1 << len(kinds).bit_length() + 1
    slots = np.zeros(size, dtype=np.int64)
    for number, kind in kinds.items():
        at = number * _FACTOR >> 32 & size - 1
        while slots[at]:
            at = (at + 1) % size
        slots[at] = number | kind
    return frozen(slots).data


def _sorted(numbers: Iterable[int]) -> memoryview:
    return frozen(np.array(sorted(numbers), dtype=np.int64)).data


def _numbers(starts: Iterable[str]) -> set[int]:
    """Starts as numbers: one for each way to write them in capitals and small letters."""
    return {_number(way) for start in starts for way in product(*map(_cases, start))}


def _cut(start: str) -> str:
    """A start with few enough ways to write it."""
    ways = accumulate((len(_cases(char)) for char in start), operator.mul)
    return start[: sum(number <= _MOST_WAYS for number in ways)]


def _number(start: Iterable[str]) -> int:
    """The number for a start, of 64 bits. Two starts may have the same one: `kind_of_line` decides."""
    number = 0
    for char in start:
        number = number * _FACTOR + 4 * ord(char)
    return (number + (1 << 63)) % (1 << 64) - (1 << 63)


def _cases(char: str) -> set[str]:
    """The characters that are `char` in lower case, as the kernel reads them."""
    return {_fold(one) for one in (char, char.upper(), *_ALSO_LOWER.get(char, ""))}


def _fold(char: str) -> str:
    """A capital of ASCII, Latin-1, Greek or Cyrillic as its small letter; the kernel does the same."""
    return chr(ord(char) + 0x20) if _FOLDED.fullmatch(char) else char
