"""Sets of characters, and the kind of every character. Python and C use only these definitions.

`tools/kernel_tables.py` writes the C versions; `tests/text/test_definitions.py` checks that no other file
defines such a set of its own.
"""

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

Ranges = tuple[tuple[int, int], ...]
"""A set of characters: first and last code point of each range, in order, none touching the next."""


def union(*sets: Ranges) -> Ranges:
    """All characters of some sets.

    >>> union(((5, 9),), ((1, 2), (3, 6)))
    ((1, 9),)
    """
    merged: list[tuple[int, int]] = []
    for first, last in sorted(span for ranges in sets for span in ranges):
        if merged and first <= merged[-1][1] + 1:
            merged[-1] = merged[-1][0], max(last, merged[-1][1])
        else:
            merged.append((first, last))
    return tuple(merged)


def codes_in(ranges: Ranges) -> list[int]:
    """Every code point of a set."""
    return [code for first, last in ranges for code in range(first, last + 1)]


def regex_class(*sets: Ranges) -> str:
    """Sets of characters for use between `[` and `]` in a regular expression."""
    return "".join(f"{re.escape(chr(first))}-{re.escape(chr(last))}" for first, last in union(*sets))


# -- scripts ----------------------------------------------------------------------------------------------

KANA: Ranges = ((0x3040, 0x30FF),)
KANA_LETTERS: Ranges = ((0x3041, 0x30FA),)
"""Kana without the middle dot, which Chinese also uses: distinguishes Japanese from Chinese."""
HAN: Ranges = ((0x3400, 0x4DBF), (0x4E00, 0x9FFF), (0xF900, 0xFAFF), (0x20000, 0x3FFFF))
"""Chinese characters, with the compatibility ideographs and all of planes 2 and 3."""
HANGUL: Ranges = ((0xAC00, 0xD7AF),)
CJK = union(KANA, HAN, HANGUL)
"""The definition of CJK: characters that count as a word each."""

GREEK: Ranges = ((0x0370, 0x03FF),)
CYRILLIC: Ranges = ((0x0400, 0x04FF),)
HEBREW: Ranges = ((0x0590, 0x05FF),)
ARABIC: Ranges = ((0x0600, 0x06FF),)
DEVANAGARI: Ranges = ((0x0900, 0x097F),)
THAI: Ranges = ((0x0E00, 0x0E7F),)

_CJK_SYMBOLS: Ranges = ((0x3000, 0x303F),)
_WIDE_FORMS: Ranges = ((0xFF00, 0xFFEF),)
CJK_TEXT = union(CJK, _CJK_SYMBOLS, _WIDE_FORMS)
"""CJK with punctuation and full-width forms: next to these, a dash or underscore divides a title."""
JOINED_LINES = union(KANA, HAN, _CJK_SYMBOLS, _WIDE_FORMS)
"""A line break between two of these is not a space. Without hangul: Korean has spaces between words."""
EAST_ASIAN = union(CJK_TEXT, ((0x2E80, 0x4DFF), (0xFE30, 0xFE4F)))
"""CJK text with radicals, phonetic and enclosed letters, vertical forms: a line may end after any of them."""
SPACELESS = union(EAST_ASIAN, ((0x0E00, 0x109F), (0x1780, 0x17FF)))
"""No space is added next to these: scripts without spaces (Thai to Burmese, Khmer, East Asian). With hangul,
since an element often holds a part of a Korean word."""

# -- white space ------------------------------------------------------------------------------------------

WHITE_SPACE: Ranges = (
    (0x09, 0x0D),
    (0x1C, 0x20),
    (0x85, 0x85),
    (0xA0, 0xA0),
    (0x1680, 0x1680),
    (0x2000, 0x200A),
    (0x2028, 0x2029),
    (0x202F, 0x202F),
    (0x205F, 0x205F),
    (0x3000, 0x3000),
)
"""White space in text: that of `str.split`, `str.isspace` and `\\s`. In markup it is the five characters of
the HTML standard, which only the parser needs (`is_space` in parser.h)."""
INVISIBLE: Ranges = ((0xAD, 0xAD), (0x200B, 0x200F), (0x2060, 0x2060), (0xFEFF, 0xFEFF))
"""Soft hyphen, zero-width characters, marks of direction: a text of these and white space alone is blank."""

# -- kinds ------------------------------------------------------------------------------------------------


class Kind(IntEnum):
    """The kind of a character. Every character has one."""

    OTHER = 0
    SPACE = 1
    CJK = 2
    """Han, kana and hangul."""
    CJK_COMMA = 3
    CJK_STOP = 4
    COMMA = 5
    """Punctuation inside a sentence, of scripts other than CJK."""
    STOP = 6
    """Punctuation at the end of a sentence, of scripts other than CJK."""
    DIGIT = 7
    UPPER = 8
    LETTER = 9
    """Every other letter: lower case, and scripts without case."""
    SYMBOL = 10
    """Symbols that are common between links and in tables, rare in sentences."""
    CURRENCY = 11
    QUOTE = 12
    """Closing quotes and brackets, which may follow the end of a sentence."""


_SPACE = int(Kind.SPACE)  # NumPy compares enum members as wide integers, which is slow

CJK_PUNCTUATION = "。，？、；：！"
"""The seven punctuation characters of paper 2, which all methods count."""
LATIN_PUNCTUATION = ".,?;:!" + "؟،؛" + "।॥" + "።፣" + "．｡､"
"""The same in other scripts."""

_STOPS = frozenset("。？！" + ".?!" + "؟" + "।॥" + "።" + "．｡")
_SYMBOLS = "|»›>/•·©®™→←\\#@_=[]{}*+~^<▸▶●■□◆★☆│┃"
_CURRENCIES = "$€£¥₹₩₽฿￥"
_QUOTES = "\"'”’»)）】」』》]…"

CODES = 0x40000
"""Characters whose kind is looked up: planes 0 to 3. All above are `Kind.OTHER`."""
_PLANE = 0x10000
# fmt: off
_ZEROS = (
    0x0030, 0x0660, 0x06F0, 0x07C0, 0x0966, 0x09E6, 0x0A66, 0x0AE6, 0x0B66, 0x0BE6, 0x0C66, 0x0CE6,
    0x0D66, 0x0DE6, 0x0E50, 0x0ED0, 0x0F20, 0x1040, 0x1090, 0x17E0, 0x1810, 0x1946, 0x19D0, 0x1A80,
    0x1A90, 0x1B50, 0x1BB0, 0x1C40, 0x1C50, 0xA620, 0xA8D0, 0xA900, 0xA9D0, 0xA9F0, 0xAA50, 0xABF0,
    0xFF10,
)
# fmt: on
_LAST_CASED = 0x2000  # Latin, Greek, Cyrillic, Armenian, Georgian: beyond, capitals are symbols


def kind_by_code() -> NDArray[np.uint8]:
    """Kind of every character of planes 0 to 3; the last entry is for all above.

    In plane 1 all are `OTHER`: models were fitted so.
    """
    kind = np.full(CODES + 1, Kind.OTHER, dtype=np.uint8)
    for found in re.finditer(r"\w+", "".join(map(chr, range(_PLANE)))):
        kind[found.start() : found.end()] = Kind.LETTER
    kind[[ord(sign) for sign in _QUOTES]] = Kind.QUOTE
    kind[[ord(sign) for sign in _SYMBOLS]] = Kind.SYMBOL
    kind[[ord(sign) for sign in _CURRENCIES]] = Kind.CURRENCY
    kind[codes_in(WHITE_SPACE) + codes_in(INVISIBLE)] = Kind.SPACE
    kind[[zero + value for zero in _ZEROS for value in range(10)]] = Kind.DIGIT
    kind[[code for code in range(_LAST_CASED) if chr(code).isupper()]] = Kind.UPPER
    for first, last in CJK:
        kind[first : last + 1] = Kind.CJK
    for mark in CJK_PUNCTUATION:
        kind[ord(mark)] = Kind.CJK_STOP if mark in _STOPS else Kind.CJK_COMMA
    for mark in LATIN_PUNCTUATION:
        kind[ord(mark)] = Kind.STOP if mark in _STOPS else Kind.COMMA
    return kind


KIND_BY_CODE = frozen(kind_by_code())
"""Result of `kind_by_code`."""


@dataclass(frozen=True, eq=False)
class Characters:
    """The characters of several texts, end to end, with their kinds."""

    codes: Codes
    kind: NDArray[np.uint8]
    start: IntArray
    """Where each text starts; none is empty."""

    @cached_property
    def visible(self) -> IntArray:
        """Positions of the characters that are not white space."""
        return np.flatnonzero(self.kind != _SPACE)

    @cached_property
    def first_visible(self) -> IntArray:
        """Index in `visible` of the first one in or after the start of each text."""
        return np.searchsorted(self.visible, self.start)

    def count(self, what: str) -> IntArray:
        """One column of `Counts`, by its name."""
        if what == "chars":
            return lengths(self.first_visible, len(self.visible)) + np.maximum(self.words - 1, 0)
        return self.words if what == "words" else self._sum(_is_one_of(self.kind, *_COUNTED[what]))

    @cached_property
    def words(self) -> IntArray:
        """Runs of characters other than white space, per text."""
        solid = self.kind != _SPACE
        begins = solid.copy()
        begins[1:] &= ~solid[:-1]
        begins[self.start] = solid[self.start]
        return self._sum(begins)

    def _sum(self, marked: BoolArray) -> IntArray:
        """Marked characters per text."""
        if not marked.any():
            return np.zeros_like(self.start)
        return np.add.reduceat(marked, self.start, dtype=np.int64)

    def lengths(self) -> IntArray:
        """Characters per text, white space included."""
        return lengths(self.start, len(self.codes))


def characters(text: str, start: IntArray, end: IntArray) -> Characters:
    """The characters of `text[start:end]` for each start and end, in order; no such text may be empty."""
    gap = np.flatnonzero(start[1:] != end[:-1])  # texts that the next one does not follow at once
    starts, ends = start[:1].tolist() + start[gap + 1].tolist(), end[gap].tolist() + end[-1:].tolist()
    read = "".join([text[first:after] for first, after in zip(starts, ends, strict=True)])
    codes = np.frombuffer(read.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
    length = end - start
    return Characters(codes, KIND_BY_CODE.take(codes, mode="clip"), np.cumsum(length) - length)


class Counts(NamedTuple):
    """Numbers of characters, by kind and text."""

    chars: IntArray
    """All characters; a run of white space counts as one, and at the ends as none."""
    words: IntArray
    """Runs of characters other than white space."""
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


def _is_one_of(kind: NDArray[np.uint8], *kinds: Kind) -> BoolArray:
    is_one = np.zeros(len(kind), dtype=np.bool_)
    for wanted in kinds:
        is_one |= kind == int(wanted)
    return is_one
