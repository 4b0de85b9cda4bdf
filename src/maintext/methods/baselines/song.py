"""Song: the smallest element that has most of the page's punctuation.

Paper: Song, Zhang, Wu, Li, "A new approach to content extraction from web pages", Journal of Dalian
University of Technology 49(4), 2009. It is the opponent in Table III of paper 2, which calls it "the method
based on DOM".

Its text is not at hand. Known are its title, what paper 2 says of it, and the titles of two works of the same
first author: "Content Extraction from Web Pages Based on Chinese Punctuation Number" (WiCOM 2007) and a
patent on filtering pages by Chinese punctuation (CN101035128, 2007). So what follows is a reading: count the
punctuation outside links below each element of the tree, and keep the smallest element that has more than
half of it,

    marks(element) / marks(page) > share = 1/2

A leaf is scored by the first element around the chosen one, or that one itself, that contains it:

    score = marks of the chosen element / marks of that element

Units: the elements from the chosen one up to the root, each without the one before. Needs: the page alone.
"""

from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np

from maintext.arrays import BoolArray, IntArray
from maintext.methods.base import Method, Paper, Scores
from maintext.methods.baselines.ascent import first_holder
from maintext.page.page import Page
from maintext.page.tags import Flag


@dataclass(frozen=True)
class Song(Method):
    """A reading of the method of Song and others."""

    name: ClassVar[str] = "song"
    paper: ClassVar[Paper] = Paper(
        "Song, Zhang, Wu, Li",
        "A new approach to content extraction from web pages",
        2009,
        "Journal of Dalian University of Technology 49(4)",
    )

    share: float = 0.5
    """The chosen element has more than this share of the page's punctuation. From a half on, only one way
    leads down to it; below, the last of several is chosen. The best of 0.5, 0.6, 0.7, 0.8 and 0.9."""
    marks: Literal["cjk", "all"] = "all"
    """Which punctuation counts: Chinese, as in the titles of the authors, or that of all scripts."""

    def score(self, page: Page, noise: BoolArray | None = None) -> Scores:
        marks = page.punctuation if self.marks == "all" else page.cjk_punctuation
        marks = np.where(page.has(Flag.LINK), 0, marks)
        if noise is not None:
            marks[page.leaves[noise]] = 0
        held = page.subtree(marks)
        path = self._path(page, held)
        unit = first_holder(page, path) if len(path) else np.full(len(page.leaves), -1)
        if noise is not None:
            unit[noise] = -1
        values = held[path[:1]] / held[path]
        return Scores(page, values, unit, evidence={"marks": held[path], "path": path})

    def select(self, scores: Scores) -> BoolArray:
        kept = np.zeros(len(scores.values), dtype=np.bool_)
        kept[:1] = True
        return kept

    def describe(self, scores: Scores, unit: int) -> str:
        marks, place = scores.evidence["marks"], scores.page.xpath(int(scores.evidence["path"][unit]))
        return (
            f"{marks[0]} of {marks[-1]} punctuation marks are in the chosen element, {marks[unit]} in {place}"
        )

    def _path(self, page: Page, held: IntArray) -> IntArray:
        """The chosen element and its ancestors; empty if no element has enough punctuation."""
        enough = np.flatnonzero(page.is_element & (held > self.share * held[:1].sum()))
        if not len(enough):
            return enough
        # Elements with more than half of it lie in each other: the last one is the smallest.
        chosen = int(enough[-1])
        return np.array([chosen, *page.ancestors(chosen)])
