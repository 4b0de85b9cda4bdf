"""P value: the element whose text is most of its markup and most of the page.

Paper: Lv, Cao, Wang, Yin, Zheng, "An Algorithm to Extract and Judge the Main Text Based on the Law
of Total Probability", EMIM 2017.

Idea: call A "the text of this element says what the element is about" and B "this element is the
main text". With P(A) = l_t / l_s, P(B | A) = l_vt / L_VT and P(B | not A) = 0,

    P = (l_t / l_s) · (l_vt / L_VT)

where l_s is the length of the element's markup, l_t of its text, l_vt of its text outside links,
and L_VT that of the whole page. The element with the largest P is the main text.

Lengths are of text as it is shown: runs of white space count as one character, and what a reader
cannot see counts for nothing, neither its text nor its markup.

Units: elements. Needs: the page alone.
"""

from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np

from maintext._kernel import loops
from maintext.arrays import BoolArray, FloatArray, IntArray
from maintext.methods.base import Method, Paper, Scores
from maintext.methods.selection import only_best
from maintext.page.page import Page
from maintext.page.tags import Flag, in_tags, tag_mask

_PAPER_TAGS = "script noscript style embed label form input iframe head meta link object aside channel"
_REMOVED = {
    "paper": tag_mask(_PAPER_TAGS),
    "html5": tag_mask(_PAPER_TAGS + " nav footer button select textarea"),
}
_WRAPPERS = tag_mask("form noscript")


@dataclass(frozen=True)
class PValue(Method):
    """Paper 3's method; see `AS_PRINTED` for its parameters without any departure.

    Figures are mean token F1 on the development data; `docs/methods/p_value.md` has them all.
    """

    name: ClassVar[str] = "p_value"
    paper: ClassVar[Paper] = Paper(
        "Lv, Cao, Wang, Yin, Zheng",
        "An Algorithm to Extract and Judge the Main Text Based on the Law of Total Probability",
        2017,
        "EMIM",
    )

    removed: Literal["paper", "html5"] = "html5"
    """Which elements are no main text for certain. The paper lists 14 tags, from script to channel;
    `html5` adds nav, footer, button, select and textarea (mean F1 .802 → .808)."""
    wrapper_share: float = 0.5
    """A `<form>` or `<noscript>` with more than this share of the page's unlinked text is not
    removed: it wraps the page. The paper removes every one, which is 1.0 (.802 → .817; 0.3 and 0.7
    are as good)."""
    images: bool = False
    """Whether the markup of images counts. It does in the paper; in its authors' program it does not
    (.802 → .808)."""
    attributes: bool = True
    """Whether attributes other than id, class and style count as markup, as they do in the paper. Without
    them pages are judged better (`maintext.judge`) and texts found less well (.833 → .828)."""
    cjk_weight: int = 1
    """How many characters a Han, kana or hangul one counts for; in the paper one. With 3, too, pages
    are judged better and texts found less well (.833 → .832)."""

    def score(self, page: Page, noise: BoolArray | None = None) -> Scores:
        chars = page.chars
        if self.cjk_weight != 1:
            chars = chars + (self.cjk_weight - 1) * (page.cjk + page.cjk_punctuation)
        noisy = page.leaves[:0] if noise is None else page.leaves[noise]
        elements, values, leaf_unit = self._rate(page, chars, noisy)
        best = int(np.argmax(values)) if len(values) else -1

        def describe(unit: int) -> str:
            xpath = page.xpath(int(elements[unit]))
            if unit == best:
                return f"in the element with the largest P, {values[best]:.2f}: {xpath}"
            return f"P = {values[unit]:.3f} for {xpath}; the largest is {values[best]:.2f}"

        return Scores(page, values, leaf_unit, describe, element=elements)

    def select(self, scores: Scores) -> BoolArray:
        return only_best(scores.values)

    @property
    def rules(self) -> tuple[BoolArray, BoolArray, float, bool]:
        """What is removed, as the native kernel takes it."""
        return _REMOVED[self.removed], _WRAPPERS, self.wrapper_share, self.images

    def _rate(self, page: Page, chars: IntArray, noise: IntArray) -> tuple[IntArray, FloatArray, IntArray]:
        """The elements, the P of each, and the unit of each leaf."""
        markup = page.markup if self.attributes else page.tag_chars
        if loops is not None:
            rated = loops.p_values(page.columns, page.chars, chars, markup, *self.rules, noise, page.leaves)
            return (
                np.frombuffer(rated[0], np.int64),
                np.frombuffer(rated[1]),
                np.frombuffer(rated[2], np.int64),
            )
        removed = self._removed(page)
        removed[noise] = True
        text = np.where(removed, 0, chars)
        tags = np.where(removed, 0, markup)
        text_length = page.subtree(text)
        unlinked_length = page.subtree(np.where(page.has(Flag.LINK), 0, text))
        markup_length = page.subtree(text + tags)

        elements = np.flatnonzero(page.is_element & ~removed)
        values: FloatArray = np.zeros(len(elements))
        if len(elements) and unlinked_length[0]:
            share = unlinked_length[elements] / unlinked_length[0]
            values = text_length[elements] / markup_length[elements] * share
        leaf_unit = _telling_units(page, elements, int(np.argmax(values)) if len(values) else -1)
        leaf_unit[removed[page.leaves]] = -1
        return elements, values, leaf_unit

    def _removed(self, page: Page) -> BoolArray:
        """Rows that count for nothing, neither as text nor as markup."""
        unlinked = page.subtree_chars - page.subtree_link_chars
        wraps = in_tags(page.tag, _WRAPPERS) & (unlinked > self.wrapper_share * unlinked[:1])
        removed = page.inside(in_tags(page.tag, _REMOVED[self.removed]) & ~wraps)
        removed |= page.has(Flag.UNSHOWN | Flag.HIDDEN)
        return removed if self.images else removed | page.is_image


AS_PRINTED = PValue(removed="paper", wrapper_share=1.0, images=True)
"""The paper's own parameters."""


def _telling_units(page: Page, elements: IntArray, best: int) -> IntArray:
    """For each leaf the element whose P says why it is kept or not.

    For a leaf in the best element that element; for any other the largest element around it that
    does not hold the best one: the side bar, not its links, each of which has a P near 0. So what
    is kept scores higher than what is not.
    """
    unit_of_row = np.full(len(page), -1)
    unit_of_row[elements] = np.arange(len(elements))
    if best < 0:
        return unit_of_row[page.leaves]
    row = np.arange(len(page))
    chosen = elements[best]
    holds_chosen = (row <= chosen) & (chosen < page.end)
    starts_branch = ~holds_chosen & holds_chosen[page.parent]
    branch = np.maximum.accumulate(np.where(starts_branch, row, 0))
    branch = np.where(page.is_element[branch], branch, page.parent[branch])  # text beside the best one
    inside_chosen = (chosen <= row) & (row < page.end[chosen])
    return unit_of_row[np.where(inside_chosen, chosen, branch)[page.leaves]]
