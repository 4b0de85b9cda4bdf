"""What kinds of characters a page's text nodes hold: one lookup per character, one sum per kind."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from maintext.arrays import BoolArray, IntArray, frozen

CJK_MARKS = "。，？、；：！"
"""The seven dots of paper 2, which all methods count."""
LATIN_MARKS = ".,?;:!" + "؟،؛" + "।॥" + "።፣" + "．｡､"
"""Their counterparts in other scripts."""

_OTHER, _SPACE, _CJK, _CJK_MARK, _LATIN_MARK, _DIGIT, _UPPER = range(7)

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
    kind = np.full(_PLANE + 1, _OTHER, dtype=np.uint8)
    kind[[*_SPACES, *_INVISIBLE]] = _SPACE
    kind[[zero + value for zero in _ZEROS for value in range(10)]] = _DIGIT
    kind[[code for code in range(_LAST_CASED) if chr(code).isupper()]] = _UPPER
    for first, last in _CJK_RANGES:
        kind[first : last + 1] = _CJK
    kind[[ord(mark) for mark in CJK_MARKS]] = _CJK_MARK
    kind[[ord(mark) for mark in LATIN_MARKS]] = _LATIN_MARK
    return kind


_KIND = frozen(kind_by_code())


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


def count_characters(text: str, start: IntArray) -> Counts:
    """Count the characters of the texts that lie end to end in `text`, none empty, from `start` on.

    >>> count_characters(" one  two.三。", np.array([0, 10])).chars.tolist()
    [8, 2]
    """
    codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
    kind = _KIND.take(codes, mode="clip")

    def count(marked: BoolArray) -> IntArray:
        return np.add.reduceat(marked, start, dtype=np.int64) if len(start) else np.zeros(0, dtype=np.int64)

    solid = kind != _SPACE
    word_start = solid.copy()
    word_start[1:] &= ~solid[:-1]
    word_start[start] = solid[start]
    words = count(word_start)
    return Counts(
        chars=count(solid) + np.maximum(words - 1, 0),
        words=words,
        cjk=count(kind == _CJK),
        cjk_punctuation=count(kind == _CJK_MARK),
        latin_punctuation=count(kind == _LATIN_MARK),
        digits=count(kind == _DIGIT),
        upper=count(kind == _UPPER),
    )
