"""BTE, body text extraction: the run of the page with most words and fewest tags.

Paper: Finn, Kushmerick, Smyth, "Fact or Fiction: Content Classification for Digital Libraries",
DELOS workshop, 2001.

Idea: write the page as a sequence of words and tags. Main text is one run i..j of it, chosen so that as many
words as possible are inside and as many tags as possible outside:

    max over i <= j of   tags before i  +  words in i..j  +  tags after j

A leaf's score is that maximum over the runs that contain the leaf, as a share of all words and tags.

Units: leaves. Needs: the page alone.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from maintext.arrays import BoolArray
from maintext.methods.base import Method, Paper, Scores
from maintext.methods.baselines.sequence import Sequence, leaf_units
from maintext.methods.selection import at_least
from maintext.page.page import Page


@dataclass(frozen=True)
class Bte(Method):
    """Finn's method, as published. It has no parameters."""

    name: ClassVar[str] = "bte"
    paper: ClassVar[Paper] = Paper(
        "Finn, Kushmerick, Smyth",
        "Fact or Fiction: Content Classification for Digital Libraries",
        2001,
        "DELOS",
    )
    printed: ClassVar[Mapping[str, object]] = {}

    def score(self, page: Page, noise: BoolArray | None = None) -> Scores:
        sequence = Sequence.of_tokens(page, noise)
        values = (sequence.code + sequence.best_run_through(tag_weight=1)) / max(sequence.length, 1)

        return Scores(page, values, leaf_units(len(values), noise))

    def select(self, scores: Scores) -> BoolArray:
        return at_least(scores.values, scores.values.max(initial=0))

    def describe(self, scores: Scores, unit: int) -> str:
        value, best = scores.values[unit], scores.values.max()
        run = "the best run" if value == best else "the best run through it"
        return f"{run} puts {value:.1%} of words inside and tags outside; at most {best:.1%}"
