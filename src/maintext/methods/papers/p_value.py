"""P value: the element with the most text per markup and the most text of the page.

Paper: Lv, Cao, Wang, Yin, Zheng, "An Algorithm to Extract and Judge the Main Text Based on the Law
of Total Probability", EMIM 2017.

Idea: let A be "the text of this element describes it" and B "this element is the main text". With
P(A) = l_t / l_s, P(B | A) = l_vt / L_VT and P(B | not A) = 0,

    P = (l_t / l_s) · (l_vt / L_VT)

where l_s is the length of the element's markup, l_t of its text, l_vt of its text outside links,
and L_VT that of the whole page. The element with the largest P is the main text.

The paper's lengths are those of character strings of the source. By default, lengths are of the shown text:
a run of white space counts as one character, and hidden text and its markup do not count.

Units: elements. Needs: the page alone.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np

from maintext.arrays import BoolArray, IntArray
from maintext.methods.base import Method, Paper, Scores
from maintext.methods.selection import only_best
from maintext.page.page import Page
from maintext.page.tags import tag_mask

_PAPER_TAGS = "script noscript style embed label form input iframe head meta link object aside channel"
_REMOVED = {
    "paper": tag_mask(_PAPER_TAGS),
    "html5": tag_mask(_PAPER_TAGS + " nav footer button select textarea"),
}
_WRAPPERS = tag_mask("form noscript")


@dataclass(frozen=True)
class PValue(Method):
    """Paper 3's method.

    Figures are mean token F1 on the development data, of the printed form without and with a departure;
    `docs/papers/p_value.md` has them all.
    """

    name: ClassVar[str] = "p_value"
    paper: ClassVar[Paper] = Paper(
        "Lv, Cao, Wang, Yin, Zheng",
        "An Algorithm to Extract and Judge the Main Text Based on the Law of Total Probability",
        2017,
        "EMIM",
    )
    ranges: ClassVar[Mapping[str, tuple[float, float]]] = {"wrapper_share": (0, 1), "cjk_weight": (0, 100)}
    printed: ClassVar[Mapping[str, object]] = {
        "removed": "paper",
        "wrapper_share": 1.0,
        "images": True,
        "lengths": "source",
    }

    removed: Literal["paper", "html5"] = "html5"
    """Elements that are never main text. The paper lists 14 tags, from script to channel; `html5` adds nav,
    footer, button, select and textarea (mean F1 .742 → .778)."""
    wrapper_share: float = 0.5
    """A `<form>` or `<noscript>` with more than this share of the page's unlinked text is not removed: it
    wraps the page. The paper removes every one, which is 1.0 (.742 → .758; 0.3 and 0.7 are as good)."""
    images: bool = False
    """Whether the markup of images counts. It does in the paper, but not in its authors' program (.742 →
    .745)."""
    attributes: bool = True
    """Whether attributes other than id, class and style count as markup, as in the paper. Without them, pages
    are judged better (`maintext.verdict`) but texts are found less well (.838 → .832)."""
    cjk_weight: int = 1
    """How many characters a Han, kana or hangul character counts for; in the paper, one. With 3, pages are
    judged better but texts are found less well (.838 → .836)."""
    lengths: Literal["shown", "source"] = "shown"
    """Which characters count. `source`: all of the source after the removal, white space and hidden text
    included, as the paper's "character string length" says. `shown`: what a reader sees, so that indentation
    and hidden markup change nothing (.742 → .804)."""

    def score(self, page: Page, noise: BoolArray | None = None) -> Scores:
        elements, values, leaf_unit = self._rate(
            page, page.leaves[:0] if noise is None else page.leaves[noise]
        )
        return Scores(
            page,
            np.frombuffer(values, dtype=np.float64),
            np.frombuffer(leaf_unit, dtype=np.int64),
            element=np.frombuffer(elements, dtype=np.int64),
        )

    def largest(self, page: Page) -> float:
        """The P value of a page: the largest of its elements (definition 4); 0 if none has text."""
        _, values, _ = self._rate(page, page.leaves[:0])
        return float(np.frombuffer(values, dtype=np.float64).max(initial=0.0))

    def select(self, scores: Scores) -> BoolArray:
        return only_best(scores.values)

    def describe(self, scores: Scores, unit: int) -> str:
        assert scores.element is not None
        largest, xpath = scores.values.max(), scores.page.xpath(int(scores.element[unit]))
        if unit == scores.values.argmax():
            return f"in the element with the largest P, {largest:.2f}: {xpath}"
        return f"P = {scores.values[unit]:.3f} for {xpath}; the largest is {largest:.2f}"

    @property
    def rules(self) -> tuple[BoolArray, BoolArray, float, bool]:
        """The removal rules, as the native kernel expects them."""
        return _REMOVED[self.removed], _WRAPPERS, self.wrapper_share, self.images

    def _rate(self, page: Page, noise: IntArray) -> tuple[bytes, bytes, bytes]:
        """The elements, the P of each, and the unit of each leaf.

        The unit of a leaf in the best element is that element. For any other leaf, it is the largest element
        around it that does not contain the best one: the side bar, not its links, which each have a P near 0.
        So kept text scores higher than the rest.
        """
        markup = page.markup if self.attributes else page.tag_chars
        return page.table.p_values(self._chars(page), markup, *self.rules, self.lengths == "source", noise)

    def _chars(self, page: Page) -> IntArray | None:
        """The characters of each row that count; None for all of the source, which the kernel counts."""
        chars = page.chars if self.lengths == "shown" else None
        if self.cjk_weight == 1:
            return chars
        counted = page.source_chars if chars is None else chars
        return counted + (self.cjk_weight - 1) * (page.cjk + page.cjk_punctuation)
