"""Naive Bayes: a block is main text or not by four counts, each divided into a few levels.

Paper: Wang, Wang, Gao, Yu, Cui, "Chinese Web Content Extraction Based on Naïve Bayes Model", CCTA 2013.

Idea: main text has many characters outside links, few links, much punctuation and many paragraphs.
Cut the page into blocks, find the level of each of the four features, and compare

    p(main) = Π p(level of feature | main)   with   p(other) = Π p(level of feature | other)

as counted on labelled pages. A block is main text if p(main) >= p(other). The score is
log p(main) - log p(other), so the rule is: at least 0.

Units: the paper's blocks, sets of leaves. Needs: a fitted model; one is included.
"""

from dataclasses import dataclass
from typing import ClassVar, Literal, get_args

import numpy as np

from maintext.arrays import BoolArray, FloatArray, IntArray
from maintext.methods.base import Method, Need, Paper, Scores
from maintext.methods.selection import at_least
from maintext.model.naive_bayes import BLOCK_TAGS, LEVELS, BlockCounts, NaiveBayesModel, shipped_model
from maintext.page.page import Page
from maintext.page.tags import in_tags, tag_mask

BlockTags = Literal["paper", "html5", "table"]
Likelihood = Literal["cumulative", "level"]

_TAG_MASKS = {name: tag_mask(tags) for name, tags in BLOCK_TAGS.items()}
_CUMULATIVE = frozenset({"unlinked_chars", "marks_per_link_char"})


@dataclass(frozen=True, slots=True)
class Segmentation:
    """A way to cut a page into the paper's blocks."""

    block_tags: BlockTags = "paper"
    merge_siblings: bool = True

    @property
    def name(self) -> str:
        """Its name in a model file."""
        return self.block_tags if self.merge_siblings else f"{self.block_tags} unmerged"


SEGMENTATIONS = tuple(Segmentation(tags, merge) for tags in get_args(BlockTags) for merge in (True, False))


@dataclass(frozen=True)
class NaiveBayes(Method):
    """Paper 1's method."""

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

    name: ClassVar[str] = "naive_bayes"
    paper: ClassVar[Paper] = Paper(
        "Wang, Wang, Gao, Yu, Cui",
        "Chinese Web Content Extraction Based on Naïve Bayes Model",
        2013,
        "CCTA",
    )
    needs: ClassVar[Need] = "model"

    def score(self, page: Page, noise: BoolArray | None = None) -> Scores:
        segmentation = Segmentation(self.block_tags, self.merge_siblings)
        counts = (self.model or shipped_model()).of(segmentation.name)
        units = bayes_units(page, segmentation)
        log_odds = np.full(len(units), self._prior_log_odds(counts))
        for feature, level in units.levels().items():
            log_odds += self._level_log_odds(counts, feature)[level]

        probability, evidence = self._probability(log_odds), {"units": units}
        return Scores(page, log_odds, units.of_leaf, probability=probability, evidence=evidence)

    def select(self, scores: Scores) -> BoolArray:
        return at_least(scores.values, 0.0)

    def describe(self, scores: Scores, unit: int) -> str:
        units: BayesUnits = scores.evidence["units"]
        return f"{units.describe(unit)}: log odds {scores.values[unit]:+.1f}"

    def _prior_log_odds(self, counts: BlockCounts) -> float:
        return float(np.log((counts.main.blocks + 1) / (counts.other.blocks + 1))) if self.priors else 0.0

    def _level_log_odds(self, counts: BlockCounts, feature: str) -> FloatArray:
        main, other = counts.main.likelihoods(feature), counts.other.likelihoods(feature)
        if self.likelihood == "cumulative" and feature in _CUMULATIVE:
            main, other = np.cumsum(main), np.cumsum(other)
        return np.log(main) - np.log(other)

    def _probability(self, log_odds: FloatArray) -> FloatArray | None:
        """Bayes' rule; None without priors or with cumulative shares, which are not probabilities."""
        if not self.priors or self.likelihood == "cumulative":
            return None
        return 1 / (1 + np.exp(-log_odds))


@dataclass(frozen=True, eq=False)
class BayesUnits:
    """The paper's blocks of a page, and their counts."""

    of_leaf: IntArray
    """The unit of each leaf."""
    chars: IntArray
    link_chars: IntArray
    marks: IntArray
    paragraphs: IntArray
    """`<p>` elements with text."""

    def __len__(self) -> int:
        return len(self.chars)

    def features(self) -> dict[str, FloatArray]:
        """The paper's four features of each unit.

        Punctuation per link character is undefined without link characters; then any punctuation gets the
        highest level, and none the lowest.
        """
        no_links = np.where(self.marks > 0, np.inf, 0.0)
        return {
            "unlinked_chars": (self.chars - self.link_chars).astype(np.float64),
            "link_share": self.link_chars / self.chars,
            "marks_per_link_char": np.divide(
                self.marks, self.link_chars, out=no_links, where=self.link_chars > 0
            ),
            "paragraphs": self.paragraphs.astype(np.float64),
        }

    def levels(self) -> dict[str, IntArray]:
        """The level of each feature, from 0: a value that equals a bound is above it."""
        return {
            feature: np.searchsorted(LEVELS[feature], values, side="right")
            for feature, values in self.features().items()
        }

    def describe(self, unit: int) -> str:
        """The counts in words."""
        chars, links = int(self.chars[unit]), int(self.link_chars[unit])
        return (
            f"{chars - links} unlinked characters, links {links / chars:.0%}, "
            f"marks {self.marks[unit]}, {self.paragraphs[unit]} <p>"
        )


def bayes_units(page: Page, segmentation: Segmentation) -> BayesUnits:
    """Cut a page into the paper's blocks.

    Every leaf belongs to the nearest block element above it, or to the root; leaves of the same element form
    a block. With merging, two consecutive leaves whose elements are siblings belong to one block.
    """
    element = np.maximum(page.nearest(in_tags(page.tag, _TAG_MASKS[segmentation.block_tags])), 0)
    leaf_element = element[page.leaves]
    of_leaf = _group(page, leaf_element, segmentation.merge_siblings)
    unit_of_element = np.full(len(page), -1)
    unit_of_element[leaf_element] = of_leaf
    paragraph_unit = unit_of_element[element[page.is_paragraph & (page.subtree_chars > 0)]]
    size = int(of_leaf.max(initial=-1)) + 1

    def count(column: IntArray) -> IntArray:
        sums: IntArray = np.zeros(size, dtype=np.int64)
        np.add.at(sums, of_leaf, column[page.leaves])
        return sums

    return BayesUnits(
        of_leaf,
        count(page.chars),
        count(page.link_chars),
        count(page.punctuation),
        np.bincount(paragraph_unit[paragraph_unit >= 0], minlength=size),
    )


def _group(page: Page, leaf_element: IntArray, merge_siblings: bool) -> IntArray:
    """Number the blocks of leaves with these elements, in the order of their first leaves.

    Siblings' subtrees do not overlap. So among the leaves whose elements share a parent, in document order,
    each element's leaves are consecutive, and only the last leaf of one element and the first of the next can
    be neighbours on the page.
    """
    parent = page.parent[leaf_element]
    order = np.argsort(parent, kind="stable")
    starts = np.ones(len(order), dtype=np.bool_)
    joined = leaf_element[order[1:]] == leaf_element[order[:-1]]
    if merge_siblings:
        joined |= (parent[order[1:]] == parent[order[:-1]]) & (order[1:] == order[:-1] + 1)
    starts[1:] = ~joined
    group = np.empty_like(order)
    group[order] = np.cumsum(starts) - 1
    first = order[starts]
    rank = np.empty_like(first)
    rank[np.argsort(first)] = np.arange(len(first))
    return rank[group]
