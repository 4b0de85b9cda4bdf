"""Gopher's rules on repetition: Rae et al. 2021, "Scaling Language Models", table A1.

Shares of lines and paragraphs that repeat an earlier one, by count and by characters; characters of the most
frequent run of 2, 3 and 4 words; characters of runs of 5 to 10 words that repeat an earlier one, where runs
do not overlap.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from maintext.arrays import BoolArray, IntArray
from maintext.batch.quality.text import LINES, PARAGRAPH, TextParts, broken_rule, duplicates, share

_TOP = (2, 3, 4)
_REPEATED = (5, 6, 7, 8, 9, 10)
_FACTOR = np.uint64(0x9E3779B97F4A7C15)
_SHIFT = np.uint64(29)


@dataclass(frozen=True)
class GopherRepetition:
    """The highest shares that a text may have."""

    duplicate_lines: float | None = 0.3
    duplicate_paragraphs: float | None = 0.3
    duplicate_line_characters: float | None = 0.2
    duplicate_paragraph_characters: float | None = 0.2
    top: tuple[float | None, ...] = (0.2, 0.18, 0.16)
    repeated: tuple[float | None, ...] = (0.15, 0.14, 0.13, 0.12, 0.11, 0.10)

    def signals(self, text: TextParts) -> dict[str, float]:
        """The shares of a text."""
        length = len(text.text)
        paragraphs = PARAGRAPH.split(text.text.strip())
        repeated, characters = duplicates(paragraphs)
        found = {
            "gopher_duplicate_paragraphs": share(repeated, len(paragraphs)),
            "gopher_duplicate_paragraph_characters": share(characters, length),
        }
        lines = LINES.split(text.text)
        repeated, characters = duplicates(lines)
        found["gopher_duplicate_lines"] = share(repeated, len(lines))
        found["gopher_duplicate_line_characters"] = share(characters, length)
        ends = np.concatenate([[0], np.cumsum(text.word_lengths)])
        runs = _Runs(text.word_numbers)
        for size in _TOP:
            found[f"gopher_top_{size}_words"] = share(_top(runs.of(size), ends, size), length)
        any_repeated = True
        for size in _REPEATED:
            characters = 0
            if any_repeated:  # a repeated run of six words has one of five in it
                keys = runs.of(size)
                characters = _repeated(keys, ends, size)
                any_repeated = characters > 0
            found[f"gopher_repeated_{size}_words"] = share(characters, length)
        return found

    def broken(self, signals: Mapping[str, float]) -> str | None:
        """The first rule that is broken."""
        above = {
            "gopher_duplicate_paragraphs": self.duplicate_paragraphs,
            "gopher_duplicate_paragraph_characters": self.duplicate_paragraph_characters,
            "gopher_duplicate_lines": self.duplicate_lines,
            "gopher_duplicate_line_characters": self.duplicate_line_characters,
        }
        above |= {f"gopher_top_{size}_words": most for size, most in zip(_TOP, self.top, strict=True)}
        above |= {
            f"gopher_repeated_{size}_words": most for size, most in zip(_REPEATED, self.repeated, strict=True)
        }
        return broken_rule(signals, above)


class _Runs:
    """A key for each run of words, made from those of the runs that are a word shorter."""

    def __init__(self, numbers: NDArray[np.uint64]) -> None:
        self.numbers = (numbers + np.uint64(1)) * _FACTOR
        self.keys, self.size = self.numbers, 1

    def of(self, size: int) -> NDArray[np.uint64]:
        """The keys of all runs of so many words, in order; sizes must rise."""
        while self.size < size:
            longer = (self.keys[:-1] ^ (self.keys[:-1] >> _SHIFT)) * _FACTOR
            self.keys = longer + self.numbers[self.size :]
            self.size += 1
            if not len(self.keys):
                break
        return self.keys if len(self.numbers) >= size else self.numbers[:0]


def _top(keys: NDArray[np.uint64], ends: IntArray, size: int) -> int:
    """Characters of all occurrences of the most frequent run; of several, the first."""
    if not len(keys):
        return 0
    ordered = np.sort(keys)
    starts = np.concatenate([[0], np.flatnonzero(ordered[1:] != ordered[:-1]) + 1, [len(keys)]])
    counts = np.diff(starts)
    most = int(counts.max())
    at = 0 if most == 1 else int(np.argmax(_among(keys, ordered[starts[:-1][counts == most]])))
    return most * (int(ends[at + size] - ends[at]) + size - 1)


def _repeated(keys: NDArray[np.uint64], ends: IntArray, size: int) -> int:
    """Characters of runs that repeat an earlier one; what follows a repeated run begins after it."""
    ordered = np.sort(keys)
    twice = np.unique(ordered[1:][ordered[1:] == ordered[:-1]])
    if not len(twice):
        return 0
    candidates = np.flatnonzero(_among(keys, twice))
    lengths = (ends[candidates + size] - ends[candidates]).tolist()
    seen: set[int] = set()
    total = free = 0
    for at, key, length in zip(candidates.tolist(), keys[candidates].tolist(), lengths, strict=True):
        if at < free:
            continue
        if key in seen:
            total += length
            free = at + size
        else:
            seen.add(key)
    return total


def _among(keys: NDArray[np.uint64], some: NDArray[np.uint64]) -> BoolArray:
    """Which keys are among some, which are in order."""
    places = np.minimum(np.searchsorted(some, keys), len(some) - 1)
    return some[places] == keys
