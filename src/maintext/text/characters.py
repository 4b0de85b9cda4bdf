"""What kinds of characters a page's text nodes hold: one lookup per character, one count for all kinds."""

import re
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from maintext.arrays import BoolArray, IntArray, frozen, lengths

Codes = NDArray[np.uint32]
"""Characters as code points."""


class Kind(IntEnum):
    """The kind of a character. Every character has one."""

    OTHER = 0
    SPACE = 1
    CJK = 2
    """Han, kana and hangul."""
    CJK_COMMA = 3
    CJK_STOP = 4
    COMMA = 5
    """Marks inside a sentence, of scripts other than CJK."""
    STOP = 6
    """Marks at the end of a sentence, likewise."""
    DIGIT = 7
    UPPER = 8
    LETTER = 9
    """Letters of any other script, and small ones."""
    SYMBOL = 10
    """Signs that stand between links and in tables more than in sentences."""
    CURRENCY = 11
    QUOTE = 12
    """Closing quotation marks and brackets, which may follow the stop of a sentence."""


_SPACE = int(Kind.SPACE)  # NumPy would compare a member of an enum as a wide integer

CJK_MARKS = "。，？、；：！"
"""The seven dots of paper 2, which all methods count."""
LATIN_MARKS = ".,?;:!" + "؟،؛" + "।॥" + "።፣" + "．｡､"
"""Their counterparts in other scripts."""

_STOPS = frozenset("。？！" + ".?!" + "؟" + "।॥" + "።" + "．｡")
_SYMBOLS = "|»›>/•·©®™→←\\#@_=[]{}*+~^<▸▶●■□◆★☆│┃"
_CURRENCIES = "$€£¥₹₩₽฿￥"
_QUOTES = "\"'”’»)）】」』》]…"

_PLANE = 0x10000
_SPACES = [*range(0x09, 0x0E), *range(0x1C, 0x21), 0x85, 0xA0, 0x1680, *range(0x2000, 0x200B)]
_SPACES += [0x2028, 0x2029, 0x202F, 0x205F, 0x3000]
_INVISIBLE = [0xAD, *range(0x200B, 0x2010), 0x2060, 0xFEFF]  # a text of nothing else is blank
# fmt: off
_ZEROS = (
    0x0030, 0x0660, 0x06F0, 0x07C0, 0x0966, 0x09E6, 0x0A66, 0x0AE6, 0x0B66, 0x0BE6, 0x0C66, 0x0CE6,
    0x0D66, 0x0DE6, 0x0E50, 0x0ED0, 0x0F20, 0x1040, 0x1090, 0x17E0, 0x1810, 0x1946, 0x19D0, 0x1A80,
    0x1A90, 0x1B50, 0x1BB0, 0x1C40, 0x1C50, 0xA620, 0xA8D0, 0xA900, 0xA9D0, 0xA9F0, 0xAA50, 0xABF0,
    0xFF10,
)
# fmt: on
_LAST_CASED = 0x2000  # Latin, Greek, Cyrillic, Armenian, Georgian: beyond, capitals are symbols
_CJK_RANGES = ((0x3040, 0x30FF), (0x3400, 0x4DBF), (0x4E00, 0x9FFF), (0xAC00, 0xD7AF), (0xF900, 0xFAFF))


def kind_by_code() -> NDArray[np.uint8]:
    """Kind of every character of the basic plane; one last entry stands for all planes above."""
    kind = np.full(_PLANE + 1, Kind.OTHER, dtype=np.uint8)
    for found in re.finditer(r"\w+", "".join(map(chr, range(_PLANE)))):
        kind[found.start() : found.end()] = Kind.LETTER
    kind[[ord(sign) for sign in _QUOTES]] = Kind.QUOTE
    kind[[ord(sign) for sign in _SYMBOLS]] = Kind.SYMBOL
    kind[[ord(sign) for sign in _CURRENCIES]] = Kind.CURRENCY
    kind[[*_SPACES, *_INVISIBLE]] = Kind.SPACE
    kind[[zero + value for zero in _ZEROS for value in range(10)]] = Kind.DIGIT
    kind[[code for code in range(_LAST_CASED) if chr(code).isupper()]] = Kind.UPPER
    for first, last in _CJK_RANGES:
        kind[first : last + 1] = Kind.CJK
    for mark in CJK_MARKS:
        kind[ord(mark)] = Kind.CJK_STOP if mark in _STOPS else Kind.CJK_COMMA
    for mark in LATIN_MARKS:
        kind[ord(mark)] = Kind.STOP if mark in _STOPS else Kind.COMMA
    return kind


KIND_BY_CODE = frozen(kind_by_code())
"""What `kind_by_code` says."""


@dataclass(frozen=True, eq=False)
class Characters:
    """The characters of texts that lie end to end, and what kind each is of."""

    codes: Codes
    kind: NDArray[np.uint8]
    start: IntArray
    """Where each text begins; none is empty."""

    @cached_property
    def visible(self) -> IntArray:
        """Positions of the characters that are not white space, of which most pages have more."""
        return np.flatnonzero(self.kind != _SPACE)

    @cached_property
    def first_visible(self) -> IntArray:
        """Where those of each text begin among them."""
        return np.searchsorted(self.visible, self.start)

    def count(self, what: str) -> IntArray:
        """How many of what `Counts` names each text has."""
        if what == "chars":
            return lengths(self.first_visible, len(self.visible)) + np.maximum(self.words - 1, 0)
        return self.words if what == "words" else self._sum(_is_one_of(self.kind, *_COUNTED[what]))

    @cached_property
    def words(self) -> IntArray:
        """How many runs of characters other than white space each text has."""
        solid = self.kind != _SPACE
        begins = solid.copy()
        begins[1:] &= ~solid[:-1]
        begins[self.start] = solid[self.start]
        return self._sum(begins)

    def _sum(self, marked: BoolArray) -> IntArray:
        """How many marked characters each text has."""
        if not marked.any():
            return np.zeros_like(self.start)
        return np.add.reduceat(marked, self.start, dtype=np.int64)

    def lengths(self) -> IntArray:
        """Characters of each text, white space too."""
        return lengths(self.start, len(self.codes))


def characters(text: str, start: IntArray, end: IntArray) -> Characters:
    """The characters of `text[start:end]` for every start and end, in that order; none is empty."""
    gap = np.flatnonzero(start[1:] != end[:-1])  # texts after which something is left out
    starts, ends = start[:1].tolist() + start[gap + 1].tolist(), end[gap].tolist() + end[-1:].tolist()
    read = "".join([text[first:after] for first, after in zip(starts, ends, strict=True)])
    codes = np.frombuffer(read.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
    length = end - start
    return Characters(codes, KIND_BY_CODE.take(codes, mode="clip"), np.cumsum(length) - length)


class Counts(NamedTuple):
    """Counts of characters by kind, one entry per text."""

    chars: IntArray
    """All characters, runs of white space counted as one, ends trimmed."""
    words: IntArray
    """Runs of characters that are not white space."""
    cjk: IntArray
    cjk_punctuation: IntArray
    latin_punctuation: IntArray
    digits: IntArray
    upper: IntArray


_COUNTED = {
    "cjk": (Kind.CJK,),
    "cjk_punctuation": (Kind.CJK_COMMA, Kind.CJK_STOP),
    "latin_punctuation": (Kind.COMMA, Kind.STOP),
    "digits": (Kind.DIGIT,),
    "upper": (Kind.UPPER,),
}


def count_characters(found: Characters) -> Counts:
    """The counts that methods share.

    >>> count_characters(characters(" one  two.三。", np.array([0, 10]), np.array([10, 12]))).chars.tolist()
    [8, 2]
    """
    return Counts(*map(found.count, Counts._fields))


def _is_one_of(kind: NDArray[np.uint8], *kinds: Kind) -> BoolArray:
    is_one = np.zeros(len(kind), dtype=np.bool_)
    for wanted in kinds:
        is_one |= kind == int(wanted)
    return is_one
