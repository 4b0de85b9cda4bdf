"""Gopher's rules on quality: Rae et al. 2021, "Scaling Language Models", appendix A.1.1."""

import string
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from maintext.batch.quality.text import TextParts, broken_rule, share

STOP_WORDS: Final = frozenset(("the", "be", "to", "of", "and", "that", "have", "with"))
_ELLIPSES = ("...", "…")
_BULLETS = ("•", "-")
_PUNCTUATION = frozenset(string.punctuation + "—–”“„‘’«»…、。，；：？！（）《》〈〉「」【】％～．►━´∶")


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
        words, lines = len(text.words), text.text.splitlines()
        real = {
            word: uses
            for word, uses in text.vocabulary.items()
            if word[0].isalnum() or not _PUNCTUATION.issuperset(word)
        }
        count = sum(real.values())
        starts = sum(line.lstrip().startswith(_BULLETS) for line in lines)
        ends = sum(line.rstrip().endswith(_ELLIPSES) for line in lines)
        letters = sum(uses for word, uses in real.items() if word.isalpha() or any(map(str.isalpha, word)))
        ellipses = text.text.count("...") + text.text.count("…")
        return {
            "gopher_words": float(count),
            "gopher_mean_word_length": share(sum(len(word) * uses for word, uses in real.items()), count),
            "gopher_hashes_per_word": share(text.text.count("#"), words),
            "gopher_ellipses_per_word": share(ellipses, words),
            "gopher_bullet_lines": share(starts, len(lines)),
            "gopher_ellipsis_lines": share(ends, len(lines)),
            "gopher_alphabetic_words": share(letters, words),
            "gopher_stop_words": float(sum(word in text.vocabulary for word in STOP_WORDS)),
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
