"""ECON: from the paragraph with most punctuation up to the element that holds the whole article.

Paper: Guo, Tang, Song, Wang, Ding, "ECON: An Approach to Extract Content from Web News Page", APWeb 2010.

Idea: only sentences have much punctuation, such as commas and full stops. Find the paragraph with most of
it, the snippet node. Climb from it: the count of punctuation grows while the parent adds paragraphs of the
article, and stays the same where the article ends. That ancestor is the summary node, and its content,
without lists of links, is the main text.

A leaf is scored by the first node of that path that contains it:

    score = punctuation of the snippet node / punctuation of that node

Units: the nodes of the path, each without the one before. Needs: the page alone.
"""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from maintext.arrays import BoolArray, IntArray
from maintext.methods.base import Method, Paper, Scores
from maintext.methods.baselines.ascent import first_holder
from maintext.page.page import Page
from maintext.page.tags import Flag


@dataclass(frozen=True)
class Econ(Method):
    """Guo's method."""

    name: ClassVar[str] = "econ"
    paper: ClassVar[Paper] = Paper(
        "Guo, Tang, Song, Wang, Ding",
        "ECON: An Approach to Extract Content from Web News Page",
        2010,
        "APWeb",
    )

    growth: float = 1.0
    """A parent belongs to the article if it has more punctuation than the node, by more than this share of
    the node's. 0 is the plain reading; it stops too early where an article is divided into sections, or where
    a caption adds punctuation outside of it. The default was the best of 0, 0.1, 0.5, 1 and 2."""
    links: bool = False
    """Whether blocks of links alone are kept in the summary node."""

    def score(self, page: Page, noise: BoolArray | None = None) -> Scores:
        marks = np.where(page.has(Flag.LINK), 0, page.punctuation)
        if noise is not None:
            marks[page.leaves[noise]] = 0
        path = _path(page, marks)
        held = page.subtree(marks)[path]
        values = held[:1] / np.maximum(held, 1)
        unit = first_holder(page, path)
        if not self.links:
            linked = page.blocks.sum(page.link_chars) == page.blocks.chars
            unit[linked[page.blocks.of_leaf]] = -1
        if noise is not None:
            unit[noise] = -1

        return Scores(page, values, unit, evidence={"path": path, "marks": held})

    def select(self, scores: Scores) -> BoolArray:
        """Keep nodes up to the first whose parent adds too little punctuation, after the snippet itself."""
        values = scores.values
        grows = values[:-1] > (1 + self.growth) * values[1:]
        stops = np.flatnonzero(~grows)
        has_grown = np.flatnonzero(grows)
        kept = np.zeros(len(values), dtype=np.bool_)
        if len(values) and values[0] > 0:
            later = stops[stops > has_grown[0]] if len(has_grown) else stops
            kept[: (int(later[0]) if len(later) else len(values) - 1) + 1] = True
        return kept

    def describe(self, scores: Scores, unit: int) -> str:
        path, held = scores.evidence["path"], scores.evidence["marks"]
        place = scores.page.xpath(int(path[unit]))
        return f"{held[0]} of {held[unit]} punctuation marks of {place} are in one paragraph"


def _path(page: Page, marks: IntArray) -> IntArray:
    """The snippet node and its ancestors; empty if there is no text."""
    if not len(page.blocks):
        return np.zeros(0, dtype=np.int64)
    snippet = int(page.blocks.element[np.argmax(page.blocks.sum(marks))])
    return np.array([snippet, *page.ancestors(snippet)])
