"""The blocks of paper 1, and what is counted in them; see `maintext.methods.papers.naive_bayes`.

The paper scans the leaf nodes in turn. Each climbs until it meets "a block node whose text is not empty";
that node and "its affiliated tags" are a block. If the node is a sibling of the one before, the two blocks
merge.

`Segmentation` has a field for each place where that can be read in two ways. The defaults are ours.
"""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from itertools import product
from typing import Literal, get_args

import numpy as np

from maintext.arrays import BoolArray, FloatArray, IntArray
from maintext.model.naive_bayes import BLOCK_TAGS, LEVELS
from maintext.page.page import Page
from maintext.page.tags import in_tags, tag_mask

BlockTags = Literal["paper", "html5", "table"]
Extent = Literal["disjoint", "subtree"]
Punctuation = Literal["sentence", "all"]

_TAG_MASKS = {name: tag_mask(tags) for name, tags in BLOCK_TAGS.items()}
_DENOISED = tag_mask("script style")


@dataclass(frozen=True, slots=True)
class Segmentation:
    """A way to cut a page into the paper's blocks, and to count in them."""

    block_tags: BlockTags = "paper"
    merge_siblings: bool = True
    blocks: Extent = "disjoint"
    empty_leaves: bool = False
    loose_text: bool = True
    punctuation: Punctuation = "sentence"
    empty_paragraphs: bool = False

    @property
    def name(self) -> str:
        """Its name in a model file: the block tags, and what is not as by default.

        >>> Segmentation("table", merge_siblings=False, punctuation="all").name
        'table unmerged all-punctuation'
        """
        changed = {
            "unmerged": not self.merge_siblings,
            "subtree": self.blocks == "subtree",
            "empty-leaves": self.empty_leaves,
            "no-loose-text": not self.loose_text,
            "all-punctuation": self.punctuation == "all",
            "empty-paragraphs": self.empty_paragraphs,
        }
        return " ".join([self.block_tags, *(word for word, applies in changed.items() if applies)])

    @property
    def family(self) -> tuple["Segmentation", ...]:
        """The same with any block tags, merged and unmerged: what one model is fitted to."""
        rest = self.blocks, self.empty_leaves, self.loose_text, self.punctuation, self.empty_paragraphs
        return tuple(
            Segmentation(tags, merge, *rest) for tags in get_args(BlockTags) for merge in (True, False)
        )


SEGMENTATIONS = Segmentation().family
"""Those of the bundled model."""

READINGS: tuple[Segmentation, ...] = tuple(
    each
    for reading in product(
        get_args(Extent), (False, True), (True, False), get_args(Punctuation), (False, True)
    )
    for each in Segmentation("paper", True, *reading).family
    if each not in SEGMENTATIONS
)
"""All others; their counts are bundled in a separate file."""


class Members(ABC):
    """Which leaves are in which block."""

    def __init__(self, page: Page, count: int) -> None:
        self.page = page
        self.count = count

    @abstractmethod
    def sum(self, column: IntArray) -> IntArray:
        """The sum over each block of a column that has a value for each row."""

    @abstractmethod
    def paragraphs(self, counted: BoolArray) -> IntArray:
        """The number of counted `<p>` rows of each block."""

    @abstractmethod
    def leaf_units(self, values: FloatArray) -> IntArray:
        """The block of each leaf; of nested ones the one with the largest value; -1 if it has none."""


class LeafSets(Members):
    """Disjoint blocks: a leaf belongs to its own block only."""

    def __init__(self, page: Page, element: IntArray, scanned: IntArray, unit: IntArray) -> None:
        unit_of_row = np.full(len(page), -1)
        unit_of_row[scanned] = unit
        self.of_leaf = unit_of_row[page.leaves]
        self._element = element
        self._unit_of_element = np.full(len(page) + 1, -1)  # the last one stands for "none"
        self._unit_of_element[element[scanned]] = unit
        super().__init__(page, int(unit.max(initial=-1)) + 1)

    def sum(self, column: IntArray) -> IntArray:
        sums: IntArray = np.zeros(
            self.count + 1, dtype=np.int64
        )  # the last one is for leaves without a block
        np.add.at(sums, self.of_leaf, column[self.page.leaves])
        return sums[:-1]

    def paragraphs(self, counted: BoolArray) -> IntArray:
        unit = self._unit_of_element[self._element[counted]]
        return np.bincount(unit[unit >= 0], minlength=self.count)

    def leaf_units(self, values: FloatArray) -> IntArray:
        return self.of_leaf


class Subtrees(Members):
    """Blocks with all that is below their elements; a leaf may be in several."""

    def __init__(self, page: Page, element: IntArray, unit: IntArray) -> None:
        super().__init__(page, int(unit.max(initial=-1)) + 1)
        self.element, first = np.unique(element, return_index=True)
        self.unit = unit[first]

    def sum(self, column: IntArray) -> IntArray:
        sums: IntArray = np.zeros(self.count, dtype=np.int64)
        np.add.at(sums, self.unit, self.page.subtree(column)[self.element])
        return sums

    def paragraphs(self, counted: BoolArray) -> IntArray:
        return self.sum(counted.astype(np.int64))

    def leaf_units(self, values: FloatArray) -> IntArray:
        leaves = self.page.leaves
        found: IntArray = np.full(len(leaves), -1)
        first, end = leaves.searchsorted(self.element), leaves.searchsorted(self.page.end[self.element])
        for at in np.argsort(values[self.unit], kind="stable").tolist():  # inner elements follow outer ones
            found[first[at] : end[at]] = self.unit[at]
        return found


@dataclass(frozen=True, eq=False)
class BayesUnits:
    """The paper's blocks of a page, and their counts."""

    members: Members
    chars: IntArray
    """textsum"""
    link_chars: IntArray
    """linktextsum"""
    marks: IntArray
    """puncsum"""
    paragraphs: IntArray
    """psum"""

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
        """The level of each feature, from 0."""
        return {feature: find_levels(feature, values) for feature, values in self.features().items()}

    def describe(self, unit: int) -> str:
        """The counts in words."""
        chars, links = int(self.chars[unit]), int(self.link_chars[unit])
        return (
            f"{chars - links} unlinked characters, links {links / chars:.0%}, "
            f"punctuation {self.marks[unit]}, {self.paragraphs[unit]} <p>"
        )


def find_levels(feature: str, values: FloatArray) -> IntArray:
    """The levels of a feature's values, from 0: a value that equals a bound is above it."""
    return np.searchsorted(LEVELS[feature], values, side="right")


def bayes_units(page: Page, segmentation: Segmentation) -> BayesUnits:
    """Cut a page into the paper's blocks, and count in them."""
    members = _members(page, segmentation)
    counted = page.is_paragraph
    if not segmentation.empty_paragraphs:
        counted = counted & (page.subtree_chars > 0)
    return BayesUnits(
        members,
        members.sum(page.chars),
        members.sum(page.link_chars),
        members.sum(page.punctuation if segmentation.punctuation == "sentence" else page.all_punctuation),
        members.paragraphs(counted),
    )


def _members(page: Page, segmentation: Segmentation) -> Members:
    """The blocks: every scanned node climbs to the nearest block element with text, loose text to the root.

    Nodes of the same element form a block. With merging, two consecutive nodes whose elements are siblings
    belong to one block.
    """
    is_block = in_tags(page.tag, _TAG_MASKS[segmentation.block_tags]) & (page.subtree_chars > 0)
    element = page.nearest(is_block)
    scanned = _scanned(page) if segmentation.empty_leaves else page.leaves
    if segmentation.loose_text:
        scanned = scanned[(element[scanned] >= 0) | page.is_leaf[scanned]]
        element = np.maximum(element, 0)
    else:
        scanned = scanned[element[scanned] >= 0]
    unit = _group(page, element[scanned], segmentation.merge_siblings)
    if segmentation.blocks == "subtree":
        return Subtrees(page, element[scanned], unit)
    if segmentation.empty_leaves:
        scanned, unit = _with_text(page, scanned, unit)
    return LeafSets(page, element, scanned, unit)


def _with_text(page: Page, scanned: IntArray, unit: IntArray) -> tuple[IntArray, IntArray]:
    """Without the blocks of empty leaves alone, in which there is nothing to count; numbered again."""
    used = np.unique(unit[page.is_leaf[scanned]])
    kept = np.isin(unit, used)
    return scanned[kept], np.searchsorted(used, unit[kept])


def _scanned(page: Page) -> IntArray:
    """Every childless node after denoising: empty elements and blank text, too. Hidden text is empty here."""
    childless = page.end == np.arange(len(page)) + 1
    return np.flatnonzero(childless & ~page.inside(in_tags(page.tag, _DENOISED)))


def _group(page: Page, element: IntArray, merge_siblings: bool) -> IntArray:
    """Number the blocks of scanned nodes with these elements, in the order of their first nodes.

    Siblings' subtrees do not overlap. So among the nodes whose elements share a parent, in document order,
    each element's nodes are consecutive, and only the last node of one element and the first of the next can
    be neighbours on the page.
    """
    parent = page.parent[element]
    order = np.argsort(parent, kind="stable")
    starts = np.ones(len(order), dtype=np.bool_)
    joined = element[order[1:]] == element[order[:-1]]
    if merge_siblings:
        joined |= (parent[order[1:]] == parent[order[:-1]]) & (order[1:] == order[:-1] + 1)
    starts[1:] = ~joined
    group = np.empty_like(order)
    group[order] = np.cumsum(starts) - 1
    first = order[starts]
    rank = np.empty_like(first)
    rank[np.argsort(first)] = np.arange(len(first))
    return rank[group]
