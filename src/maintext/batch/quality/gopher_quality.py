"""Gopher's rules on quality: Rae et al. 2021, "Scaling Language Models", appendix A.1.1."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

import numpy as np

from maintext.arrays import frozen
from maintext.batch.quality.characters import ALPHABETIC, UNMARKED
from maintext.batch.quality.text import TextParts, broken_rule, share
from maintext.text.words import Hashes

STOP_WORDS: Final = ("the", "be", "to", "of", "and", "that", "have", "with")
_ELLIPSES = ("...", "…")
_BULLETS = ("•", "-")


@cache
def _stop_words() -> Hashes:
    return frozen(TextParts(" ".join(STOP_WORDS)).words.hash)


@dataclass(frozen=True)
class GopherQuality:
    """The lowest and highest values that a text may have."""

    min_words: float | None = 50
    max_words: float | None = 100_000
    min_word_length: float | None = 3
    max_word_length: float | None = 10
    max_symbols: float | None = 0.1
    max_bullet_lines: float | None = 0.9
    max_ellipsis_lines: float | None = 0.3
    min_alphabetic_words: float | None = 0.8
    min_stop_words: float | None = 2

    def signals(self, text: TextParts) -> dict[str, float]:
        """The numbers of a text."""
        words, lines = text.words, text.stripped_lines
        real = words.flags & UNMARKED != 0
        count = int(np.count_nonzero(real))
        letters = np.count_nonzero(words.flags[real] & ALPHABETIC)
        starts = sum(line.startswith(_BULLETS) for line in lines)
        ends = sum(line.endswith(_ELLIPSES) for line in lines)
        ellipses = text.text.count("...") + text.text.count("…")
        stop_words = sum((words.hash == word).any() for word in _stop_words()) if count else 0
        return {
            "gopher_words": float(count),
            "gopher_mean_word_length": share(int(words.length[real].sum()), count),
            "gopher_hashes_per_word": share(text.text.count("#"), len(words)),
            "gopher_ellipses_per_word": share(ellipses, len(words)),
            "gopher_bullet_lines": share(starts, len(lines)),
            "gopher_ellipsis_lines": share(ends, len(lines)),
            "gopher_alphabetic_words": share(int(letters), len(words)),
            "gopher_stop_words": float(stop_words),
        }

    def broken(self, signals: Mapping[str, float]) -> str | None:
        """The first rule that is broken."""
        return broken_rule(
            signals,
            above={
                "gopher_words": self.max_words,
                "gopher_mean_word_length": self.max_word_length,
                "gopher_hashes_per_word": self.max_symbols,
                "gopher_ellipses_per_word": self.max_symbols,
                "gopher_bullet_lines": self.max_bullet_lines,
                "gopher_ellipsis_lines": self.max_ellipsis_lines,
            },
            below={
                "gopher_words": self.min_words,
                "gopher_mean_word_length": self.min_word_length,
                "gopher_alphabetic_words": self.min_alphabetic_words,
                "gopher_stop_words": self.min_stop_words,
            },
        )
