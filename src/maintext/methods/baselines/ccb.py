"""CCB, content code blurring: text that has text around it.

Paper: Gottron, "Content Code Blurring: A New Approach to Content Extraction", TIR 2008.

Idea: write the page as a sequence of characters, 1 for content and 0 for code. Blur it with a Gaussian, so
that each place has the share of content around it:

    ratio(x) = sum over |d| <= range of   weight(d) * content(x + d)

Main text is where this content code ratio is above a threshold. A leaf's score is the mean ratio of its
places. TCCB counts words and tags instead of characters; ACCB ignores the tags of links, which also occur in
main text.

Units: leaves. Needs: the page alone.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np

from maintext.arrays import BoolArray, FloatArray
from maintext.methods.base import Method, Paper, Scores
from maintext.methods.baselines.sequence import Sequence, leaf_units
from maintext.methods.selection import above
from maintext.page.page import Page

_CELLS = 6
"""The range is divided into cells; blurring works on cells, so its cost does not grow with the range."""
_PASSES = 3
"""Running means, one after another, that approximate the Gaussian; together they cover the range."""


@dataclass(frozen=True)
class Ccb(Method):
    """Gottron's method, in its three variants."""

    ranges: ClassVar[Mapping[str, tuple[float, float]]] = {"range": (1, 100_000), "threshold": (0, 1)}
    name: ClassVar[str] = "ccb"
    paper: ClassVar[Paper] = Paper(
        "Gottron", "Content Code Blurring: A New Approach to Content Extraction", 2008, "TIR"
    )

    row: Literal["characters", "tokens"] = "characters"
    """Unit of the sequence: characters (CCB), or words and tags (TCCB)."""
    anchors: bool = True
    """Whether the tags of links count as code. They do in CCB, but not in ACCB, the adapted variant."""
    range: int = 40
    """How far blurring reaches on each side. Our choice, like the threshold."""
    threshold: float = 0.75
    """Minimum content code ratio of main text; 0.5 is usual for tokens."""

    def score(self, page: Page, noise: BoolArray | None = None) -> Scores:
        make = Sequence.of_tokens if self.row == "tokens" else Sequence.of_characters
        sequence = make(page, noise, None if self.anchors else page.is_link)
        values = _blurred_means(sequence, self.range)

        return Scores(page, values, leaf_units(len(values), noise))

    def select(self, scores: Scores) -> BoolArray:
        return above(scores.values, self.threshold)

    def describe(self, scores: Scores, unit: int) -> str:
        return f"{scores.values[unit]:.0%} of the surroundings is text, the rest is code"


def _blurred_means(sequence: Sequence, reach: int) -> FloatArray:
    """For each leaf, the mean of the blurred sequence over its places."""
    cell = max(reach / _CELLS, 1.0)
    border = np.append(np.arange(0, sequence.length, cell), sequence.length)
    content = np.diff(sequence.text_before(border)) / np.maximum(np.diff(border), np.finfo(float).tiny)
    width = max(round(reach / cell / _PASSES), 1)
    for _ in range(_PASSES):
        content = _running_mean(content, width)
    sums = np.concatenate(([0.0], np.cumsum(content * np.diff(border))))
    covered = np.interp(sequence.end, border, sums) - np.interp(sequence.start, border, sums)
    return covered / np.maximum(sequence.text, 1)


def _running_mean(values: FloatArray, width: int) -> FloatArray:
    """The mean of each value and up to `width` neighbours on each side."""
    sums = np.concatenate(([0.0], np.cumsum(values)))
    at = np.arange(len(values))
    first, after = np.maximum(at - width, 0), np.minimum(at + width + 1, len(values))
    return (sums[after] - sums[first]) / (after - first)
