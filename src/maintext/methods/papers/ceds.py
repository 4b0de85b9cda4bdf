"""CEDS: blocks of sibling leaves, ranked by unlinked text relative to links and depth.

Paper: Yu, Jin, "Web Content Information Extraction Based on DOM Tree and Statistical Information".

Idea: a leaf inside elements with no other child is represented by the outermost of them, its *real node*.
If the real nodes of two neighbouring leaves are siblings, their parent is a block. With i running over the
leaves of a block,

    ContentImportance = sum_i (textLength_i - linkTextLength_i) / textLength_i
                        / ((textLinkCount + imgLinkCount) * typicalLevel)

where typicalLevel is the most frequent level of the block's nodes, the larger at a tie. Blocks above
tau = eps * mean are main text, with the eps of 1, 1.1, ... 3 that separates the two classes best.

Units: blocks, and leaves outside every block. Needs: the page alone.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np

from maintext.arrays import BoolArray, FloatArray, IntArray
from maintext.methods.base import Method, Paper, Scores
from maintext.methods.selection import above
from maintext.page.page import Page
from maintext.page.tags import in_tags, tag_mask

_ROOTS = tag_mask("html body")  # not a block: it would be the whole page (see docs/methods/ceds.md)
_EPSILONS = np.linspace(1, 3, 21)
_FAR = 4
"""If neighbouring leaves are more levels apart, one of them may be noise inside a block."""


@dataclass(frozen=True)
class Ceds(Method):
    """Paper 5's method. `docs/methods/ceds.md` has figures for each reading of it."""

    name: ClassVar[str] = "ceds"
    paper: ClassVar[Paper] = Paper(
        "Yu, Jin", "Web Content Information Extraction Based on DOM Tree and Statistical Information", None
    )
    printed: ClassVar[Mapping[str, object]] = {"numerator": "ratio", "variance": "classes"}

    numerator: Literal["ratio", "length"] = "length"
    """What is summed over a block's leaves: the unlinked share of each ("ratio", as published), which is 1
    for a leaf of any length outside links, or the number of its unlinked characters."""
    variance: Literal["classes", "blocks"] = "blocks"
    """How the distance of two classes is measured: the variance of their two means ("classes", as published),
    or the usual between-class variance."""

    def score(self, page: Page, noise: BoolArray | None = None) -> Scores:
        scored = np.ones(len(page.leaves), dtype=np.bool_) if noise is None else ~noise
        leaves = page.leaves[scored]
        real = _real_nodes(page)[leaves]
        element = _fuse(page, real)
        unit = np.searchsorted(element, leaves, side="right") - 1  # every leaf is in exactly one unit

        unlinked = (page.chars - page.link_chars)[leaves]
        shares = unlinked if self.numerator == "length" else unlinked / page.chars[leaves]
        plain = np.bincount(unit, shares, minlength=len(element))
        has_text = page.subtree(np.bincount(leaves, minlength=len(page))) > 0
        links = page.subtree((page.is_link & has_text) | page.is_image_link)[element]
        typical = _most_frequent(unit, page.depth[real] + 1, len(element))
        # 1 is added: as published, the best blocks, those without a link, would divide by zero.
        values = plain / ((links + 1) * typical)

        leaf_unit = np.full(len(scored), -1)
        leaf_unit[scored] = np.where(_stray(page, leaves, unit, element), -1, unit)
        evidence = {"plain": plain, "links": links, "level": typical}
        return Scores(page, values, leaf_unit, evidence=evidence)

    def select(self, scores: Scores) -> BoolArray:
        return above(scores.values, _threshold(scores.values, self.variance))

    def describe(self, scores: Scores, unit: int) -> str:
        plain, links, level = (scores.evidence[name][unit] for name in ("plain", "links", "level"))
        amount = f"{plain:.0f} unlinked characters" if self.numerator == "length" else f"{plain:.4g}"
        return f"importance {scores.values[unit]:.3g} = {amount} / ({links} + 1 links · level {level})"


def _real_nodes(page: Page) -> IntArray:
    """For each leaf, the outermost element that contains nothing else, or the leaf; undefined for other rows.

    An only child follows its parent directly, apart from blank text. So the nearest row above the leaf with
    siblings is the nearest such row before it.
    """
    counted = page.is_element | page.is_leaf
    alone = (page.parent >= 0) & (page.child_count[page.parent] == 1)
    return np.maximum.accumulate(np.where(counted & ~alone, np.arange(len(page)), 0))


def _fuse(page: Page, real: IntArray) -> IntArray:
    """Rows of the units, in order: the outermost blocks, and the real nodes outside of them."""
    parent = page.parent[real]
    fused = parent[1:][parent[1:] == parent[:-1]]
    is_unit = np.zeros(len(page), dtype=np.bool_)
    is_unit[fused[~in_tags(page.tag[fused], _ROOTS)]] = True
    is_unit[real] = True
    nested = page.inside(is_unit)[page.parent] & (page.parent >= 0)
    return np.flatnonzero(is_unit & ~nested)


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
    # The common ancestor of two leaves is right above the highest row after the first, up to the second.
    spans = np.stack([leaves[:-1] + 1, leaves[1:] + 1], axis=1).ravel()
    meeting = np.minimum.reduceat(np.append(page.depth, 0), spans)[::2] - 1
    apart = (unit[1:] == unit[:-1]) & (abs(np.diff(level)) > _FAR) & (meeting > page.depth[element[unit[1:]]])
    stray[1:] |= apart
    stray[:-1] |= apart
    return stray & (level != _most_frequent(unit, level, len(element))[unit])


def _threshold(values: FloatArray, variance: str) -> float:
    """The multiple of the mean that best separates the blocks above it from the rest.

    If all blocks are equal, there is one class; it is main text if it has any importance.
    """
    taus = _EPSILONS * values.sum() / max(len(values), 1)
    ascending = np.sort(values)
    sums = np.concatenate(([0.0], np.cumsum(ascending)))
    below = np.searchsorted(ascending, taus, side="right")
    over = len(values) - below
    divided = (below > 0) & (over > 0)
    if not divided.any():
        return 0.0
    taus, below, over = taus[divided], below[divided], over[divided]
    between = ((sums[-1] - sums[below]) / over - sums[below] / below) ** 2
    return float(taus[np.argmax(between if variance == "classes" else between * below * over)])
