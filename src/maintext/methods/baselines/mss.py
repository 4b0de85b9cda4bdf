"""MSS, maximum subsequence segmentation: the run of the page with the largest sum.

Paper: Pasternack, Roth, "Extracting Article Text from the Web with Maximum Subsequence
Segmentation", WWW 2009.

Idea: write the page as a sequence of words and tags and give each a value. Main text is the run with the
largest sum of values. This is the paper's variant without training: a word has 1, a tag -3.25.

    max over i <= j of   words in i..j  -  3.25 * tags in i..j

A leaf's score is that maximum over the runs that contain the leaf. With a cost of 1 it is BTE. The
paper's other variants, which take the values from a trained classifier, are not implemented.

Units: leaves. Needs: the page alone.
"""

from dataclasses import dataclass
from typing import ClassVar

from maintext.arrays import BoolArray
from maintext.methods.base import Method, Paper, Scores
from maintext.methods.baselines.sequence import Sequence, leaf_units
from maintext.methods.selection import at_least
from maintext.page.page import Page


@dataclass(frozen=True)
class Mss(Method):
    """Pasternack and Roth's method, in its variant without training."""

    name: ClassVar[str] = "mss"
    paper: ClassVar[Paper] = Paper(
        "Pasternack, Roth",
        "Extracting Article Text from the Web with Maximum Subsequence Segmentation",
        2009,
        "WWW",
    )

    tag_cost: float = 3.25
    """Cost of a start or end tag in the run, in words."""

    def score(self, page: Page, noise: BoolArray | None = None) -> Scores:
        sequence = Sequence.of_tokens(page, noise)
        values = sequence.best_run_through(self.tag_cost)

        return Scores(page, values, leaf_units(len(values), noise))

    def select(self, scores: Scores) -> BoolArray:
        return at_least(scores.values, scores.values.max(initial=0))

    def describe(self, scores: Scores, unit: int) -> str:
        value, best = scores.values[unit], scores.values.max()
        run = "in the best run" if value == best else "the best run through it"
        return f"{run}: {value:.4g} words minus {self.tag_cost:g} per tag; at most {best:.4g}"
