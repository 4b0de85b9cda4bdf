"""Path similarity: the leaves whose path is like that of the longest leaf.

Paper: Pan, Chen, Liu, Wang, "Content extraction based on the similarity of the Web pages' DOM tree
nodes path", Microcomputer & Its Applications 35(19), 2016 (in Chinese).

Idea: the path of a leaf is the tags from `<html>` down, then the text. Two paths that are equal at level d,
counted from 1, gain 1/2^d, so paths that share their first k levels have

    sim = 1 - 1/2^k

Let L be the leaf with most characters and n the length of its path. A leaf is main text if its
similarity to L is greater than Th = 1 - 1/2^(n - 2), "for main text nodes mostly have a common
parent or grandparent". Text that the page shares with two other pages of its site is removed first
(`maintext.site.lockstep`); without other pages, the document says that this step was skipped.

Units: leaves. Needs: the page alone; pages of the same site make it better.
`docs/papers/path_similarity.md` has the paper's steps and tables, and the effect of each reading.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from math import log2
from types import MappingProxyType
from typing import ClassVar, Literal

import numpy as np

from maintext.arrays import BoolArray, FloatArray, IntArray
from maintext.methods.base import Method, Need, Paper, Scores
from maintext.methods.selection import above, at_least
from maintext.page.attributes import NO_ATTRIBUTES
from maintext.page.blocks import fold
from maintext.page.page import Page
from maintext.page.parse import with_hidden_text
from maintext.page.tags import TAG_ID, Flag, in_tags, tag_mask

_REMOVED = tag_mask("head script noscript style")
_SHORTEST_TITLE = 3  # shorter headings occur in any title
_LONGEST_TITLE = 300


@dataclass(frozen=True)
class PathSimilarity(Method):
    """Paper 4's method. `docs/papers/path_similarity.md` has figures for each reading of it."""

    name: ClassVar[str] = "path_similarity"
    paper: ClassVar[Paper] = Paper(
        "Pan, Chen, Liu, Wang",
        "Content extraction based on the similarity of the Web pages' DOM tree nodes path",
        2016,
        "Microcomputer & Its Applications 35(19)",
    )
    ranges: ClassVar[Mapping[str, tuple[float, float]]] = {"title_distance": (0, 10_000)}
    printed: ClassVar[Mapping[str, object]] = MappingProxyType({"strict": True, "hidden": True})
    needs: ClassVar[Need] = "site"
    compares_pages: ClassVar[bool] = True

    equality: Literal["tag", "markup", "node"] = "tag"
    """When two paths are equal at a level: if the tags are equal, as in the paper's example; if their
    attributes are, too, as the parser that it names writes a tag; or if the nodes are the same, as its remark
    on common parents says."""
    strict: bool = False
    """Whether the similarity must be greater than Th, as published, or may equal it. By node, greater means
    the same parent and equal the same grandparent."""
    hidden: bool = False
    """Whether hidden text takes part, as in the paper, which deletes only `<head>`, scripts, styles and
    comments: then L may be hidden. Hidden text is never part of the result."""
    title_distance: int | None = None
    """Maximum steps in the tree between a leaf and the page's title (future work in the paper); a leaf
    further away is left out. None, as in the paper, sets no limit."""

    def view(self, page: Page) -> Page:
        return with_hidden_text(page) if self.hidden else page

    def score(self, page: Page, noise: BoolArray | None = None) -> Scores:
        scored = ~page.inside(in_tags(page.tag, _REMOVED))[page.leaves]
        if noise is not None:
            scored &= ~noise
        if self.title_distance is not None:
            scored = _near_title(page, scored, self.title_distance)
        leaves = page.leaves[scored]
        levels = np.zeros(0)
        if len(leaves):
            longest = int(leaves[np.argmax(page.chars[leaves])])
            levels = _shared_levels(page, longest, self.equality)[leaves].astype(np.float64)
            if self.strict and self.equality != "node":
                levels = _with_equal_texts(page, longest, leaves, levels)

        leaf_unit = np.full(len(scored), -1)
        leaf_unit[scored] = np.arange(len(leaves))
        return Scores(page, levels, leaf_unit)

    def select(self, scores: Scores) -> BoolArray:
        length = scores.values.max(initial=0)  # the longest leaf shares all of its own path
        return (above if self.strict else at_least)(scores.values, length - 2)

    def describe(self, scores: Scores, unit: int) -> str:
        levels, length = scores.values[unit].item(), int(scores.values.max())
        if levels == length:
            return "the longest text"
        similarity = f"1 - 1/2^{levels:.0f}" if levels.is_integer() else f"1 - 3/2^{length}"
        return f"path similarity {similarity} to the longest text's, threshold 1 - 1/2^{length - 2}"


def _shared_levels(page: Page, leaf: int, equality: str) -> IntArray:
    """How many of its first levels each row's path shares with a leaf's; this is k of the similarity.

    k has the same order as the similarity, and stays exact where 1 - 1/2^k does not: a float cannot tell k =
    53 from 54. Tags that are equal again below a difference add less than the difference took away, so they
    never raise a leaf above the threshold.
    """
    path = np.array([leaf, *page.ancestors(leaf)][::-1])
    matches = np.zeros(len(page), dtype=np.bool_)
    if equality != "node":
        tag_at = np.full(int(page.depth.max()) + 1, -1)
        tag_at[: len(path) - 1] = page.tag[path[:-1]]
        differs = page.tag != tag_at[page.depth]
        if equality == "markup":
            differs[_other_attributes(page, path, np.flatnonzero(~differs))] = True
        matches = ~page.inside(differs)
    matches[path] = True
    # Matching rows are connected from the root: a row shares as many levels as rows above it match.
    change = np.append(matches, False).astype(np.int64)
    np.subtract.at(change, page.end[matches], 1)
    return np.cumsum(change)[:-1]


def _other_attributes(page: Page, path: IntArray, rows: IntArray) -> list[int]:
    """The rows whose attributes differ from those of the path's element at the same depth."""
    wanted = [dict(page.attributes.get(row, NO_ATTRIBUTES)) for row in path.tolist()]
    depth = page.depth[rows].tolist()
    return [
        row
        for row, level in zip(rows.tolist(), depth, strict=True)
        if dict(page.attributes.get(row, NO_ATTRIBUTES)) != wanted[level]
    ]


def _with_equal_texts(page: Page, longest: int, leaves: IntArray, levels: FloatArray) -> FloatArray:
    """The levels, with the last one of a leaf that repeats the longest text below another parent.

    The texts are the last level of two paths of n. If all but the parents are equal, the similarity is
    1 - 1/2^(n - 2) + 1/2^n = 1 - 3/2^n, which is greater than Th. Elsewhere the last level decides nothing.
    """
    length = int(page.depth[longest]) + 1
    near = np.flatnonzero((levels == length - 2) & (page.depth[leaves] == page.depth[longest]))
    text = fold(page.row_text(longest)) if len(near) else ""
    equal = [unit for unit in near.tolist() if fold(page.row_text(int(leaves[unit]))) == text]
    levels[equal] = length - log2(3)
    return levels


def _near_title(page: Page, scored: BoolArray, most: int) -> BoolArray:
    """The scored leaves within some steps of the title; all of them if there is no title."""
    title = _title_leaf(page)
    if title is None:
        return scored
    up_and_down = page.depth + page.depth[title] - 2 * (_shared_levels(page, title, "node") - 1)
    near = scored & (up_and_down[page.leaves] <= most)
    return near if near.any() else scored


def _title_leaf(page: Page) -> int | None:
    """The first leaf in a heading that repeats `<title>`; else the first in an `<h1>`."""
    wanted = page.title[:_LONGEST_TITLE].casefold()
    headings = page.leaves[page.has(Flag.HEADING)[page.leaves]]
    for row in headings.tolist() if wanted else ():
        text = fold(page.row_text(row)[:_LONGEST_TITLE]).casefold()
        if len(text) > _SHORTEST_TITLE and (text in wanted or wanted in text):
            return int(row)
    first = headings[page.inside(page.tag == TAG_ID["h1"])[headings]]
    return int(first[0]) if len(first) else None
