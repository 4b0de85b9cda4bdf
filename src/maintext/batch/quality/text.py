"""A text split into words, lines and paragraphs, each once."""

import re
from functools import cached_property

import numpy as np

from maintext.arrays import IntArray
from maintext.text.characters import CJK, regex_class

_CJK = regex_class(CJK)
_ANY_CJK = re.compile(f"[{_CJK}]")
_PLAIN_WORD = re.compile(r"\w+(?:['’-]\w+)*|[^\w\s]+")
_WORD = re.compile(rf"[{_CJK}]|[^\W{_CJK}]+(?:['’-][^\W{_CJK}]+)*|[^\w\s]+")
"""A word, with the apostrophes and hyphens inside it; a CJK character; a run of punctuation."""


class TextParts:
    """A text, and its parts on first use."""

    def __init__(self, text: str) -> None:
        self.text = text

    @cached_property
    def words(self) -> list[str]:
        """Words and runs of punctuation, as they are written."""
        plain = self.text.isascii() or not _ANY_CJK.search(self.text)
        return (_PLAIN_WORD if plain else _WORD).findall(self.text)

    @cached_property
    def _numbers(self) -> dict[str, int]:
        """A number for each of the different words, in the order of their first use."""
        return {word: number for number, word in enumerate(dict.fromkeys(self.words))}

    @cached_property
    def word_numbers(self) -> IntArray:
        """A number for each word, the same for equal words."""
        return np.fromiter(map(self._numbers.__getitem__, self.words), dtype=np.int64, count=len(self.words))

    @cached_property
    def vocabulary(self) -> dict[str, int]:
        """The different words, in the order of their first use, and how often each is used."""
        return dict(zip(self._numbers, np.bincount(self.word_numbers).tolist(), strict=True))

    @cached_property
    def word_lengths(self) -> IntArray:
        """Characters of each word."""
        lengths = np.fromiter(map(len, self._numbers), dtype=np.int64, count=len(self._numbers))
        return lengths[self.word_numbers]

    @cached_property
    def lines(self) -> list[str]:
        """Lines, with empty ones."""
        return self.text.split("\n")

    @cached_property
    def full_lines(self) -> list[str]:
        """Lines with more than white space."""
        return [line for line in self.lines if line.strip()]


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
