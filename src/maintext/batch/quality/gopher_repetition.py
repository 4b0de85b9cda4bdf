"""Gopher's rules on repetition: Rae et al. 2021, "Scaling Language Models", table A1.

Shares of lines and paragraphs that repeat an earlier one, by count and by characters; characters of the most
frequent run of 2, 3 and 4 words; characters of runs of 5 to 10 words that repeat an earlier one, where runs
do not overlap.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from maintext.arrays import IntArray
from maintext.batch.quality.text import TextParts, broken_rule, duplicates, lines_of, paragraphs_of, share

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
        paragraphs = paragraphs_of(text.text)
        repeated, characters = duplicates(paragraphs)
        found = {
            "gopher_duplicate_paragraphs": share(repeated, len(paragraphs)),
            "gopher_duplicate_paragraph_characters": share(characters, length),
        }
        lines = lines_of(text.text)
        repeated, characters = duplicates(lines)
        found["gopher_duplicate_lines"] = share(repeated, len(lines))
        found["gopher_duplicate_line_characters"] = share(characters, length)
        ends = np.concatenate([[0], np.cumsum(text.word_lengths)])
        runs = _Runs(text.word_numbers)
        for size in range(_TOP[0], _REPEATED[-1] + 1):
            runs.grow()
            if size in _TOP:
                found[f"gopher_top_{size}_words"] = share(runs.top(ends), length)
            if size in _REPEATED:
                found[f"gopher_repeated_{size}_words"] = share(runs.repeated(ends), length)
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
    """Runs of words that occur more than once, each run a word longer than the one before.

    A longer run can only be repeated where a shorter one is, so few places are left after the first steps.
    """

    def __init__(self, numbers: IntArray) -> None:
        self.words = (numbers + 1).astype(np.uint64) * _FACTOR
        self.size = 1
        self.places = np.arange(len(numbers))
        """Where the runs begin that may occur more than once, in order."""
        self.keys = self.words
        """A number for each of them, the same for equal runs."""

    def grow(self) -> None:
        """Go on to runs that are a word longer."""
        inside = self.places + self.size < len(self.words)
        self.places, keys = self.places[inside], self.keys[inside]
        self.keys = (keys ^ (keys >> _SHIFT)) * _FACTOR + self.words[self.places + self.size]
        self.size += 1
        ordered = np.sort(self.keys)
        several = ordered[1:][ordered[1:] == ordered[:-1]]  # a run that occurs three times is there twice
        if not len(several):
            self.places, self.keys = self.places[:0], self.keys[:0]
            return
        at = np.searchsorted(several, self.keys)
        at[at == len(several)] = 0
        again = several[at] == self.keys
        self.places, self.keys, self.which = self.places[again], self.keys[again], at[again]

    def top(self, ends: IntArray) -> int:
        """Characters of all occurrences of the most frequent run; of several, the first."""
        at, most = 0, int(len(self.words) >= self.size)
        if len(self.keys):
            counts = np.bincount(self.which)
            most = int(counts.max())
            at = int(self.places[np.argmax(counts[self.which] == most)])
        return most * (int(ends[at + self.size] - ends[at]) + self.size - 1) if most else 0

    def repeated(self, ends: IntArray) -> int:
        """Characters of runs that repeat an earlier one; what follows a repeated run begins after it."""
        if not len(self.keys):
            return 0
        lengths = (ends[self.places + self.size] - ends[self.places]).tolist()
        seen: set[int] = set()
        total = free = 0
        for at, key, length in zip(self.places.tolist(), self.which.tolist(), lengths, strict=True):
            if at < free:
                continue
            if key in seen:
                total += length
                free = at + self.size
            else:
                seen.add(key)
        return total
