"""CEDS: blocks of sibling leaves, ranked by unlinked text relative to links and depth.

Paper: Yu, Jin, "Web Content Information Extraction Based on DOM Tree and Statistical Information".

Idea: a leaf inside elements with no other child is represented by the outermost of them, its *real node*.
If the real nodes of two neighbouring leaves are siblings, their parent is a block. With i running over the
leaves of a block,

    ContentImportance = sum_i (textLength_i - linkTextLength_i) / textLength_i
                        / ((textLinkCount + imgLinkCount) * typicalLevel)

where typicalLevel is the most frequent level of the block's nodes, the larger at a tie. Blocks above
tau = eps * mean are main text, with the eps of 1, 1.1, ... 3 that separates the two classes best.

Units: blocks, and leaves outside every block. Needs: the page alone. See docs/papers/ceds.md.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np

from maintext.arrays import BoolArray, FloatArray, IntArray
from maintext.methods.base import Method, Paper, Scores
from maintext.methods.selection import above
from maintext.page.page import Page
from maintext.page.tags import Flag, in_tags, tag_mask

_ROOTS = tag_mask("html body")  # not a block: it would be the whole page (see docs/papers/ceds.md)
_EPSILONS = np.linspace(1, 3, 21)
_ROUNDING = 1e-9
"""Variances that differ by less are equal; the smallest eps wins."""
_FAR = 4
"""If neighbouring leaves are more levels apart, one of them may be noise inside a block."""


@dataclass(frozen=True)
class Ceds(Method):
    """Paper 5's method. `docs/papers/ceds.md` has figures for each departure and reading."""

    name: ClassVar[str] = "ceds"
    paper: ClassVar[Paper] = Paper(
        "Yu, Jin", "Web Content Information Extraction Based on DOM Tree and Statistical Information", None
    )
    printed: ClassVar[Mapping[str, object]] = {
        "numerator": "ratio",
        "variance": "classes",
        "leaves": "childless",
        "one_class": "dropped",
    }

    numerator: Literal["ratio", "length"] = "length"
    """What is summed over a block's leaves: the unlinked share of each ("ratio", as published), which is 1
    for a leaf of any length outside links, or the number of its unlinked characters."""
    variance: Literal["classes", "blocks"] = "blocks"
    """How the distance of two classes is measured: the variance of their two means ("classes", as published),
    or the usual between-class variance."""
    leaves: Literal["text", "childless"] = "text"
    """The leaf nodes: those with text, or every displayed node without children ("childless", as published),
    such as images, line breaks, inputs and empty elements. Those have no text to add to a block, but they
    make blocks, count for the most frequent level, and are units without importance."""
    nested: Literal["outermost", "innermost"] = "outermost"
    """Which block a leaf belongs to if a block is inside another. The paper does not say."""
    one_class: Literal["kept", "dropped"] = "kept"
    """What happens where all blocks are equally important, as on a page that is one block. No block is above
    the mean then, and nothing is main text ("dropped", as published); or all blocks with any importance."""

    def score(self, page: Page, noise: BoolArray | None = None) -> Scores:
        scored = np.ones(len(page.leaves), dtype=np.bool_) if noise is None else ~noise
        has_text = np.zeros(len(page), dtype=np.bool_)
        has_text[page.leaves[scored]] = True
        leaves = (
            np.flatnonzero(has_text | _empty(page)) if self.leaves == "childless" else page.leaves[scored]
        )
        real = _real_nodes(page)[leaves]
        unit_of_row, element = _fuse(page, real, self.nested)
        unit = unit_of_row[leaves]

        unlinked = (page.chars - page.link_chars)[leaves]
        shares = unlinked if self.numerator == "length" else unlinked / np.maximum(page.chars[leaves], 1)
        plain = np.bincount(unit, shares, minlength=len(element))
        is_counted = (page.is_link & (page.subtree(has_text) > 0)) | page.is_image_link
        links = np.bincount(unit_of_row[is_counted & (unit_of_row >= 0)], minlength=len(element))
        typical = _most_frequent(unit, page.depth[real] + 1, len(element))
        # 1 is added: as published, the best blocks, those without a link, would divide by zero.
        values = plain / ((links + 1) * typical)

        row_unit = np.full(len(page), -1)
        row_unit[leaves] = np.where(_stray(page, leaves, unit, element), -1, unit)
        leaf_unit = np.where(scored, row_unit[page.leaves], -1)
        evidence = {"plain": plain, "links": links, "level": typical}
        return Scores(page, values, leaf_unit, evidence=evidence)

    def select(self, scores: Scores) -> BoolArray:
        lowest = 0.0 if self.one_class == "kept" else np.inf
        return above(scores.values, _threshold(scores.values, self.variance, lowest))

    def describe(self, scores: Scores, unit: int) -> str:
        plain, links, level = (scores.evidence[name][unit] for name in ("plain", "links", "level"))
        amount = f"{plain:.0f} unlinked characters" if self.numerator == "length" else f"{plain:.4g}"
        return f"importance {scores.values[unit]:.3g} = {amount} / ({links} + 1 links · level {level})"


def _empty(page: Page) -> BoolArray:
    """Elements without children, apart from hidden ones and those that are never shown, such as scripts."""
    return page.is_element & (page.child_count == 0) & ~page.has(Flag.UNSHOWN | Flag.HIDDEN)


def _real_nodes(page: Page) -> IntArray:
    """For each leaf, the outermost element that contains nothing else, or the leaf; undefined for other rows.

    An only child follows its parent directly, apart from blank text. So the nearest row above the leaf with
    siblings is the nearest such row before it.
    """
    counted = page.is_element | page.is_leaf
    alone = (page.parent >= 0) & (page.child_count[page.parent] == 1)
    return np.maximum.accumulate(np.where(counted & ~alone, np.arange(len(page)), 0))


def _fuse(page: Page, real: IntArray, nested: str) -> tuple[IntArray, IntArray]:
    """The unit of every row, -1 for rows above the units; and the units' own rows, in order.

    Units are blocks, and the real nodes outside of them. Every leaf is in exactly one.
    """
    parent = page.parent[real]
    fused = parent[1:][parent[1:] == parent[:-1]]
    is_unit = np.zeros(len(page), dtype=np.bool_)
    is_unit[fused[~in_tags(page.tag[fused], _ROOTS)]] = True
    in_block = page.inside(is_unit)
    if nested == "outermost":
        is_unit &= ~(in_block[page.parent] & (page.parent >= 0))
    is_unit[real[~in_block[real]]] = True
    number = np.cumsum(is_unit) - 1  # the unit of each row inside one, unless units are nested
    if nested == "innermost":
        number = number[page.nearest(is_unit)]
    return np.where(page.inside(is_unit), number, -1), np.flatnonzero(is_unit)


def _most_frequent(unit: IntArray, level: IntArray, units: int) -> IntArray:
    """The most frequent level of each unit, the larger at a tie."""
    width = int(level.max(initial=0)) + 1
    pairs, counts = np.unique(unit * width + level, return_counts=True)
    pairs = pairs[np.lexsort((pairs, counts))]
    typical = np.zeros(units, dtype=np.int64)
    typical[pairs // width] = pairs % width  # of several values for one unit, the last one counts
    return typical


def _stray(page: Page, leaves: IntArray, unit: IntArray, element: IntArray) -> BoolArray:
    """Leaves that are noise inside their block.

    If two neighbours in a block are more than four levels apart, and their common ancestor is below the
    block's own element, those that are not on the block's most frequent level.
    """
    stray = np.zeros(len(leaves), dtype=np.bool_)
    if len(leaves) < 2:
        return stray
    level = page.depth[leaves]
    order = np.argsort(unit, kind="stable")  # neighbours in a block may have another block between them
    first, second = order[:-1], order[1:]
    # The common ancestor of two leaves is right above the highest row after the first, up to the second.
    spans = np.stack([leaves[first] + 1, leaves[second] + 1], axis=1).ravel()
    meeting = np.minimum.reduceat(np.append(page.depth, 0), spans)[::2] - 1
    apart = (unit[first] == unit[second]) & (abs(level[first] - level[second]) > _FAR)
    apart &= meeting > page.depth[element[unit[second]]]
    stray[first] |= apart
    stray[second] |= apart
    return stray & (level != _most_frequent(unit, level, len(element))[unit])


def _threshold(values: FloatArray, variance: str, one_class: float) -> float:
    """The multiple of the mean that best separates the blocks above it from the rest.

    If all blocks are equal, there is one class, with its own threshold.
    """
    taus = _EPSILONS * values.sum() / max(len(values), 1)
    ascending = np.sort(values)
    sums = np.concatenate(([0.0], np.cumsum(ascending)))
    below = np.searchsorted(ascending, taus, side="right")
    over = len(values) - below
    divided = (below > 0) & (over > 0)
    if not divided.any():
        return one_class
    taus, below, over = taus[divided], below[divided], over[divided]
    between = ((sums[-1] - sums[below]) / over - sums[below] / below) ** 2
    if variance == "blocks":
        between *= below * over
    return float(taus[np.argmax(between >= between.max() * (1 - _ROUNDING))])
