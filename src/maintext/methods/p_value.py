"""P value: the element whose text is most of its markup and most of the page.

Paper: Lv, Cao, Wang, Yin, Zheng, "An Algorithm to Extract and Judge the Main Text Based on the Law
of Total Probability", EMIM 2017.

Idea: call A "the text of this element says what the element is about" and B "this element is the
main text". With P(A) = l_t / l_s, P(B | A) = l_vt / L_VT and P(B | not A) = 0,

    P = (l_t / l_s) · (l_vt / L_VT)

where l_s is the length of the element's markup, l_t of its text, l_vt of its text outside links,
and L_VT that of the whole page. The element with the largest P is the main text, and the page has
an article when its P is at least 0.5.

Units: elements. Needs: the page alone.
"""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from maintext.arrays import BoolArray, FloatArray
from maintext.methods.base import Method, Paper, Scores
from maintext.page import Page
from maintext.selection import only_best
from maintext.tags import in_tags, tag_mask

_REMOVED = tag_mask("script noscript style embed label form input iframe head meta link object aside channel")


@dataclass(frozen=True)
class PValue(Method):
    """Paper 3's method. It has no parameters to set, and its paper is proud of that."""

    name: ClassVar[str] = "p_value"
    paper: ClassVar[Paper] = Paper(
        "Lv, Cao, Wang, Yin, Zheng",
        "An Algorithm to Extract and Judge the Main Text Based on the Law of Total Probability",
        2017,
        "EMIM",
    )

    def score(self, page: Page, noise: BoolArray | None = None) -> Scores:
        removed = page.inside(in_tags(page.tag, _REMOVED))
        chars = page.subtree(np.where(removed, 0, page.chars))
        unlinked = page.subtree(np.where(removed, 0, page.chars - page.link_chars))
        markup = page.subtree(np.where(removed, 0, page.markup + page.chars))
        elements = np.flatnonzero(page.is_element & ~removed)
        values: FloatArray = np.zeros(len(elements))
        if len(elements) and unlinked[0]:
            values = chars[elements] / markup[elements] * unlinked[elements] / unlinked[0]
        unit_of_row = np.full(len(page), -1)
        unit_of_row[elements] = np.arange(len(elements))
        leaf_unit = np.where(removed[page.leaves], -1, unit_of_row[page.parent[page.leaves]])
        return Scores(page, values, leaf_unit, lambda unit: f"P = {values[unit]:.3f}", element=elements)

    def select(self, scores: Scores) -> BoolArray:
        return only_best(scores.values)
