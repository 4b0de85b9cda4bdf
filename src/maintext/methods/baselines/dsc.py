"""DSC, document slope curve: the parts of the page where tags are rare.

Paper: Pinto, Branstein, Coleman, Croft, King, Li, Wei, "QuASM: A System for Question Answering Using
Semi-Structured Data", JCDL 2002.

Idea: plot the number of tags so far over the number of tokens so far. In main text, this document slope
curve is flat. Cut the page into windows with the same number of tokens; with

    slope = tags in the window / tokens in the window

a window whose slope is below half of the whole page's is flat, and enough flat ones in a row are main
text. BTE keeps one run of the page; this keeps several.

A window belongs to several runs of neighbouring windows. Its score is the slope of the run whose steepest
window is the flattest, so one number says both how flat it is and whether its neighbours are.

Units: windows, with the leaves whose middle word they hold. Needs: the page alone.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from maintext.arrays import BoolArray, FloatArray
from maintext.methods.base import Method, Paper, Scores
from maintext.methods.baselines.sequence import Sequence
from maintext.methods.selection import above
from maintext.page.page import Page


@dataclass(frozen=True)
class Dsc(Method):
    """Pinto's method."""

    ranges: ClassVar[Mapping[str, tuple[float, float]]] = {"window": (1, 100_000), "row": (1, 100_000)}
    name: ClassVar[str] = "dsc"
    paper: ClassVar[Paper] = Paper(
        "Pinto, Branstein, Coleman, Croft, King, Li, Wei",
        "QuASM: A System for Question Answering Using Semi-Structured Data",
        2002,
        "JCDL",
    )

    window: int = 15
    """Tokens in a window. Our choice: of 10, 15, 25 and 50, the first two were best."""
    slope: float = 0.5
    """A window is flat if its slope is less than this share of the page's."""
    row: int = 1
    """Minimum number of flat windows in a row. Our choice, too: more than one loses short texts."""

    def score(self, page: Page, noise: BoolArray | None = None) -> Scores:
        sequence = Sequence.of_tokens(page, noise)
        border = np.append(np.arange(0, sequence.length, self.window), sequence.length)
        words = np.diff(sequence.text_before(border))
        slope = _flattest_row(1 - words / np.diff(border), self.row)
        mean = sequence.code / max(sequence.length, 1)
        values = 1 - slope / mean if mean else np.ones(len(slope))

        unit = (sequence.start + sequence.text // 2) // self.window
        leaf_unit = unit if noise is None else np.where(noise, -1, unit)
        return Scores(page, values, leaf_unit, evidence={"slope": slope, "mean_slope": mean})

    def select(self, scores: Scores) -> BoolArray:
        return above(scores.values, 1 - self.slope)

    def describe(self, scores: Scores, unit: int) -> str:
        slope, mean = scores.evidence["slope"][unit], scores.evidence["mean_slope"]
        return f"tags are {slope:.0%} of tokens here and around; {mean:.0%} in the whole page"


def _flattest_row(slope: FloatArray, row: int) -> FloatArray:
    """For each window, the steepest slope in its flattest run of neighbours."""
    row = min(row, len(slope))
    if row < 2:
        return slope
    steepest = sliding_window_view(slope, row).max(axis=1)
    return sliding_window_view(np.pad(steepest, row - 1, constant_values=np.inf), row).min(axis=1)
