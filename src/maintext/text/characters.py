"""Sets of characters, and the kind of every character. Python and C use only these definitions.

`tools/kernel_tables.py` writes the C versions; `tests/text/test_definitions.py` checks that no other file
defines its own set.
"""

import re
from dataclasses import dataclass
from enum import IntEnum
from functools import cache
from typing import NamedTuple
from unicodedata import category

import numpy as np
from numpy.typing import NDArray

from maintext._kernel import native
from maintext.arrays import BoolArray, IntArray, frozen

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


CJK_PUNCTUATION = "。，？、；：！"
"""The seven punctuation characters of paper 2, which all methods count."""
LATIN_PUNCTUATION = ".,?;:!" + "؟،؛" + "।॥" + "።፣" + "．｡､"
"""The same in other scripts."""

CODES = 0x40000
"""Characters whose kind is looked up: planes 0 to 3. All above are `Kind.OTHER`."""
KIND_BY_CODE: NDArray[np.uint8] = np.frombuffer(native.character_kinds(), dtype=np.uint8)
"""`Kind` of every character of planes 0 to 3; the last entry is for all above.

From the kernel, so that the letters do not depend on the Unicode version of the running Python.
`tools/tables/characters.py` defines them.
"""


@cache
def punctuation_by_code() -> BoolArray:
    """Whether each character is punctuation: Unicode's category P, with quotes, brackets and dashes.

    Planes 0 to 3; the last entry is for all above. A few of the rarest depend on Python's version of Unicode.
    """
    is_punctuation = [category(chr(code))[0] == "P" for code in range(CODES)]
    return frozen(np.array([*is_punctuation, False]))


@cache
def letter_by_code() -> BoolArray:
    """Whether each character is a letter, as `str.isalpha` says. Planes 0 to 3; there are none above."""
    return frozen(np.strings.isalpha(np.arange(CODES, dtype=np.uint32).view("U1")))


@dataclass(frozen=True, eq=False)
class Characters:
    """The characters of several texts, end to end, with their kinds."""

    codes: Codes
    kind: NDArray[np.uint8]
    start: IntArray
    """Where each text starts; none is empty."""


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
