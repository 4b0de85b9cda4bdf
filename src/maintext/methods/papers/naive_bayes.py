"""Naive Bayes: a block is main text or not by four counts, each divided into a few levels.

Paper: Wang, Wang, Gao, Yu, Cui, "Chinese Web Content Extraction Based on Naïve Bayes Model", CCTA 2013.

Idea: main text has many characters outside links, few links, much punctuation and many paragraphs.
Cut the page into blocks, find the level of each of the four features, and compare

    p(main) = Π p(level of feature | main)   with   p(other) = Π p(level of feature | other)

as counted on labelled pages. A block is main text if p(main) >= p(other). The score is
log p(main) - log p(other), so the rule is: at least 0.

The print takes two of the four factors from the block alone, the same for both classes: (6), (7), (10), (11).
They cannot tell the classes apart, and where one is 0 both products are 0, so the block is kept.
docs/papers/naive_bayes.md goes through the paper step by step.

Units: the paper's blocks. Needs: a fitted model; one is included.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import ClassVar, Literal

import numpy as np

from maintext.arrays import BoolArray, FloatArray, sigmoid
from maintext.methods.base import Method, Need, Paper, Scores
from maintext.methods.papers.bayes_blocks import (
    BayesUnits,
    BlockTags,
    Extent,
    Punctuation,
    Segmentation,
    bayes_units,
    find_levels,
)
from maintext.methods.selection import at_least
from maintext.model.naive_bayes import BlockCounts, NaiveBayesModel, shipped_counts
from maintext.page.page import Page

Likelihood = Literal["cumulative", "level"]
OwnValues = Literal["level", "value"]

_CUMULATIVE = frozenset({"unlinked_chars", "marks_per_link_char"})


@dataclass(frozen=True)
class NaiveBayes(Method):
    """Paper 1's method; `printed` has the paper's parameters.

    The effect of each parameter on the development data is in docs/papers/naive_bayes.md.
    """

    likelihood: Likelihood = "cumulative"
    """`cumulative`, as published in (4), (5), (8), (9): for characters and punctuation, the probability of
    the block's level *or a lower one*. `level`, the textbook version: that of the level alone."""
    priors: bool = False
    """Whether the share of main blocks among all counts, too. (14) and (15) leave it out."""
    block_tags: BlockTags = "paper"
    """The elements that make blocks. `paper`: table, tr, td, div. `html5`: every block element of HTML.
    `table`: `<table>` alone, which the paper compares with in Table 3."""
    merge_siblings: bool = True
    """Whether a block joins the one before it if their elements are siblings: step (3)."""
    model: NaiveBayesModel | None = None
    """Your own model; None for the bundled one."""
    links_and_paragraphs: OwnValues = "level"
    """`level`: link share and `<p>` count have the probability of their level, as the text says. `value`: as
    printed in (6), (7), (10), (11), link share and `<p>` count are themselves the probability, in both
    classes; where one is 0, both products are 0, and the block is kept."""
    blocks: Extent = "disjoint"
    """`subtree`, as printed: a block is its element "and its affiliated tags", all that is below it; blocks
    are nested, and text is kept if one block around it is. `disjoint`: a block has only the text that is
    in no smaller block."""
    empty_leaves: bool = False
    """Whether every childless node is scanned, as printed, and not only text: empty elements and white space
    climb to the nearest block element with text. They make more blocks, and keep siblings apart."""
    loose_text: bool = True
    """Whether text outside every block element makes a block, that of the root. The paper has none for it."""
    punctuation: Punctuation = "sentence"
    """`sentence`: that of sentences: full stop, comma, and so on. `all`: every character that Unicode calls
    punctuation; the paper counts "the total number of punctuation"."""
    empty_paragraphs: bool = False
    """Whether a `<p>` without text counts, too. The paper counts tags."""
    smoothing: int = 1
    """Number that is added to each count, so that no level has the probability 0. The paper adds none."""

    name: ClassVar[str] = "naive_bayes"
    paper: ClassVar[Paper] = Paper(
        "Wang, Wang, Gao, Yu, Cui",
        "Chinese Web Content Extraction Based on Naïve Bayes Model",
        2013,
        "CCTA",
    )
    needs: ClassVar[Need] = "model"
    ranges: ClassVar[Mapping[str, tuple[float, float]]] = {"smoothing": (0, 1e6)}
    printed: ClassVar[Mapping[str, object]] = MappingProxyType(
        {
            "links_and_paragraphs": "value",
            "blocks": "subtree",
            "empty_leaves": True,
            "loose_text": False,
            "punctuation": "all",
            "empty_paragraphs": True,
            "smoothing": 0,
        }
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.model is not None:
            self.model.of(self.segmentation.name)  # ModelError if it was fitted with other parameters

    @property
    def segmentation(self) -> Segmentation:
        """The way to cut a page into blocks."""
        return Segmentation(
            self.block_tags,
            self.merge_siblings,
            self.blocks,
            self.empty_leaves,
            self.loose_text,
            self.punctuation,
            self.empty_paragraphs,
        )

    def score(self, page: Page, noise: BoolArray | None = None) -> Scores:
        segmentation = self.segmentation
        name = segmentation.name
        counts = self.model.of(name) if self.model else shipped_counts(name)
        units = bayes_units(page, segmentation)
        log_odds = self._log_odds(units, counts)
        probability, evidence = self._probability(log_odds), {"units": units}
        leaf_unit = units.members.leaf_units(log_odds)
        return Scores(page, log_odds, leaf_unit, probability=probability, evidence=evidence)

    def select(self, scores: Scores) -> BoolArray:
        return at_least(scores.values, 0.0)

    def describe(self, scores: Scores, unit: int) -> str:
        units: BayesUnits = scores.evidence["units"]
        return f"{units.describe(unit)}: log odds {scores.values[unit]:+.1f}"

    def _log_odds(self, units: BayesUnits, counts: BlockCounts) -> FloatArray:
        """The score of each block: log p(main) - log p(other), and 0 where both are 0."""
        with np.errstate(divide="ignore", invalid="ignore"):  # without smoothing, a share may be 0
            log_odds = np.full(len(units), self._prior_log_odds(counts))
            for feature, values in units.features().items():
                if self.links_and_paragraphs == "value" and feature not in _CUMULATIVE:
                    log_odds += np.where(values == 0, np.nan, 0.0)  # 0 / 0, else p / p
                else:
                    log_odds += self._level_log_odds(counts, feature)[find_levels(feature, values)]
        log_odds[np.isnan(log_odds)] = 0.0
        return log_odds

    def _prior_log_odds(self, counts: BlockCounts) -> float:
        if not self.priors:
            return 0.0
        main, other = counts.main.blocks + self.smoothing, counts.other.blocks + self.smoothing
        return float(np.log(np.divide(main, other)))

    def _level_log_odds(self, counts: BlockCounts, feature: str) -> FloatArray:
        main, other = (each.likelihoods(feature, self.smoothing) for each in (counts.main, counts.other))
        if self.likelihood == "cumulative" and feature in _CUMULATIVE:
            main, other = _cumulated(main), _cumulated(other)
        return np.log(main) - np.log(other)

    def _probability(self, log_odds: FloatArray) -> FloatArray | None:
        """Bayes' rule; None where the factors are no probabilities."""
        if not self.priors or self.likelihood == "cumulative" or self.links_and_paragraphs == "value":
            return None
        return sigmoid(log_odds)


def _cumulated(shares: FloatArray) -> FloatArray:
    """The sums up to each level; all shares together are 1, whatever the rounding: ties depend on it."""
    sums = np.cumsum(shares)
    sums[-1] = 1.0
    return sums
