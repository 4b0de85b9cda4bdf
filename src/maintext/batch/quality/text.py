"""A text split into words, lines and paragraphs, each once."""

from functools import cache, cached_property
from itertools import accumulate
from typing import NamedTuple

import numpy as np

from maintext.arrays import IntArray, frozen
from maintext.batch.quality.characters import (
    CJK,
    CLASS,
    CLOSING,
    JOINER,
    ODD_CJK,
    PUNCTUATION,
    SENTENCE_END,
    SPACE,
    WORD,
    Flags,
    flags_by_code,
)
from maintext.text.characters import Codes
from maintext.text.words import Hashes, code_points, mix


class WordArrays(NamedTuple):
    """The words of a text, with the apostrophes and hyphens inside them.

    CJK characters are words, one by one, and so are runs of punctuation.
    """

    hash: Hashes
    """The same for equal words, as they are written."""
    length: IntArray
    """Characters of each word."""
    flags: Flags
    """The bits that hold for any character of each word."""

    def __len__(self) -> int:
        return len(self.hash)


class TextParts:
    """A text, and its parts on first use."""

    def __init__(self, text: str) -> None:
        self.text = text

    @cached_property
    def codes(self) -> Codes:
        """The characters, between two spaces."""
        return code_points(f" {self.text} ")

    @cached_property
    def flags(self) -> Flags:
        """The flags of the characters, between two spaces."""
        if not self.text:  # no table is made for nothing
            return np.full(2, SPACE, dtype=np.uint8)
        return flags_by_code().take(self.codes, mode="clip")

    @cached_property
    def words(self) -> WordArrays:
        """The words."""
        first, end = find_words(self.flags)
        if not len(first):
            return WordArrays(np.zeros(0, dtype=np.uint64), first, self.flags[:0])
        up, down = _powers(len(self.codes))
        sums = self.codes.astype(np.uint64)
        sums += np.uint64(1)
        sums *= up[: len(sums)]
        np.cumsum(sums, out=sums)
        hashes = mix((sums.take(end - 1) - sums.take(first - 1)) * down.take(first))
        # White space follows a word, if anything does; it has no bits.
        return WordArrays(hashes, end - first, np.bitwise_or.reduceat(self.flags, first))

    @cached_property
    def lines(self) -> list[str]:
        """Lines, with empty ones."""
        return self.text.split("\n")

    @cached_property
    def full_lines(self) -> list[str]:
        """Lines with more than white space."""
        return [line for line in self.lines if line.strip()]

    @cached_property
    def stripped_lines(self) -> list[str]:
        """Lines, split at every kind of line end, without white space around them."""
        return [line.strip() for line in self.text.splitlines()]

    @cached_property
    def sentences_by_line(self) -> list[int]:
        """How many sentences end in each of these lines.

        A sentence ends with a full stop or the like, closing quotes and brackets, and white space.
        """
        places = np.flatnonzero(self.flags & CLOSING == 0)
        flags = self.flags.take(places)
        ends = (flags[:-1] & SENTENCE_END != 0) & (flags[1:] & CLASS == SPACE)
        starts = list(accumulate(map(len, self.text.splitlines(keepends=True)), initial=1))
        return np.diff(np.searchsorted(places[:-1][ends], starts)).tolist()


def find_words(flags: Flags) -> tuple[IntArray, IntArray]:
    """Where words begin and end, in a text between two spaces."""
    kinds = flags & CLASS
    joiners = np.flatnonzero(kinds == JOINER)
    inside = joiners[(kinds[joiners - 1] == WORD) & (kinds[joiners + 1] == WORD)]
    kinds[joiners] = PUNCTUATION
    kinds[inside] = WORD
    for place in np.flatnonzero(kinds == ODD_CJK).tolist():  # punctuation, if it follows some
        kinds[place] = PUNCTUATION if kinds[place - 1] == PUNCTUATION else CJK
    changes = kinds[1:] != kinds[:-1]
    changes |= kinds[1:] == CJK
    edges = np.flatnonzero(changes) + 1
    begins = kinds.take(edges) != SPACE
    return edges[begins], edges[1:][begins[:-1]]


_FACTOR, _INVERSE = 0x9E3779B97F4A7C15, pow(0x9E3779B97F4A7C15, -1, 1 << 64)
_USUAL = 1 << 16
"""Characters of all but a few texts."""


def _powers(count: int) -> tuple[Hashes, Hashes]:
    """Powers of a factor and of its inverse, `count` or more.

    With them, the hash of a word is a difference of two sums, and does not depend on where the word is.
    """
    return _usual_powers() if count <= _USUAL else _make_powers(count)


@cache
def _usual_powers() -> tuple[Hashes, Hashes]:
    return _make_powers(_USUAL)


def _make_powers(count: int) -> tuple[Hashes, Hashes]:
    up, down = np.full((2, count), [[_FACTOR], [_INVERSE]], dtype=np.uint64)
    return frozen(np.multiply.accumulate(up)), frozen(np.multiply.accumulate(down))


def paragraphs_of(text: str) -> list[str]:
    r"""A text, split at empty lines.

    >>> paragraphs_of("a\nb\n\n\nc\n")
    ['a\nb', 'c']
    """
    text = text.strip()
    if "\n\n" not in text:
        return [text]
    return [part for piece in text.split("\n\n") if (part := piece.lstrip("\n"))]


def lines_of(text: str) -> list[str]:
    r"""A text, split at line ends; at the beginning and at the end of a text, these make an empty line.

    >>> lines_of("\na\n\nb")
    ['', 'a', 'b']
    """
    lines = [line for line in text.split("\n") if line]
    return [""] * text.startswith("\n") + lines + [""] * (text.endswith("\n") or not text)


def share(part: float, whole: float) -> float:
    """A share; 0 of nothing."""
    return part / whole if whole else 0.0


def broken_rule(
    signals: object, above: dict[str, float | None], below: dict[str, float | None] | None = None
) -> str | None:
    """The first signal above its highest, or below its lowest value, in words; None switches a rule off."""
    assert hasattr(signals, "__getitem__")
    for limits, sign, word in ((below or {}, -1, "below"), (above, 1, "above")):
        for name, limit in limits.items():
            if limit is not None and sign * (value := signals[name]) > sign * limit:
                return f"{name} is {value:.4g}, {word} {limit:g}"
    return None


def duplicates(parts: list[str]) -> tuple[int, int]:
    """How many parts repeat an earlier one, and their characters."""
    if len(set(parts)) == len(parts):
        return 0, 0
    seen: set[str] = set()
    count = characters = 0
    for part in parts:
        if part in seen:
            count += 1
            characters += len(part)
        else:
            seen.add(part)
    return count, characters
