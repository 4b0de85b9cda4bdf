"""Gopher's rules on repetition: Rae et al. 2021, "Scaling Language Models", table A1.

Shares of lines and paragraphs that repeat an earlier one, by count and by characters; characters of the most
frequent run of 2, 3 and 4 words; characters of runs of 5 to 10 words that repeat an earlier one, where runs
do not overlap.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from maintext._kernel import native
from maintext.batch.quality.text import TextParts, broken_rule, duplicates, lines_of, paragraphs_of, share

_TOP = (2, 3, 4)
_REPEATED = (5, 6, 7, 8, 9, 10)
_SIZES = range(2, 11)
"""Sizes of runs that the kernel measures."""


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
        top, repeated_runs = np.zeros((2, len(_SIZES)), dtype=np.int64)
        native.measure_runs(text.words.hash, text.words.length, top, repeated_runs)
        for size, most, repeats in zip(_SIZES, top.tolist(), repeated_runs.tolist(), strict=True):
            if size in _TOP:
                found[f"gopher_top_{size}_words"] = share(most, length)
            if size in _REPEATED:
                found[f"gopher_repeated_{size}_words"] = share(repeats, length)
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
