"""LQF, link quota filter: the page without blocks made of links.

Paper: Mantratzis, Orgun, Cassidy, "Separating XHTML Content from Navigation Clutter Using
DOM-Structure Block Analysis", Hypertext 2005.

Idea: navigation is text in links. For every block element

    quota = characters in links / characters

A block with too high a quota is removed with everything in it; the rest is main text.

A leaf's score is 1 minus the highest quota of the blocks around it.

Units: leaves. Needs: the page alone.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np

from maintext.arrays import BoolArray, FloatArray
from maintext.methods.base import Method, Paper, Scores
from maintext.methods.baselines.levels import largest_above, pairs_up
from maintext.methods.baselines.sequence import leaf_units
from maintext.methods.selection import at_least
from maintext.page.page import Page
from maintext.page.tags import in_tags, tag_mask

_ROOTS = tag_mask("html body")  # not blocks: with them, a page would be kept or removed as a whole


@dataclass(frozen=True)
class Lqf(Method):
    """Mantratzis' method."""

    ranges: ClassVar[Mapping[str, tuple[float, float]]] = {"quota": (0, 1)}
    name: ClassVar[str] = "lqf"
    paper: ClassVar[Paper] = Paper(
        "Mantratzis, Orgun, Cassidy",
        "Separating XHTML Content from Navigation Clutter Using DOM-Structure Block Analysis",
        2005,
        "Hypertext",
    )

    quota: float = 0.5
    """Maximum share of link characters in a block. Published comparisons use 0.25, 0.5 and 0.75; with "left"
    it matters little."""
    counted: Literal["all", "left"] = "left"
    """The text that the quota is a share of: all text of the block, or what is left of it after the removal
    of blocks inside with too high a quota. The paper leaves this open; with the first, a box around the menu
    and the article can be removed as a whole, so the second is the default."""

    def score(self, page: Page, noise: BoolArray | None = None) -> Scores:
        kept = np.ones(len(page.leaves)) if noise is None else 1.0 - noise
        text, linked = np.zeros(len(page)), np.zeros(len(page))
        text[page.leaves] = page.chars[page.leaves] * kept
        linked[page.leaves] = page.link_chars[page.leaves] * kept
        is_block = page.is_block & ~in_tags(page.tag, _ROOTS)
        quota = self._quotas(page, text, linked, is_block)
        values = 1 - largest_above(page, quota)[page.leaves]

        return Scores(page, values, leaf_units(len(values), noise))

    def select(self, scores: Scores) -> BoolArray:
        return at_least(scores.values, 1 - self.quota)

    def describe(self, scores: Scores, unit: int) -> str:
        most = f"{1 - scores.values[unit]:.0%} of a block around it is link text"
        return f"{most}; at most {self.quota:.0%} may be"

    def _quotas(self, page: Page, text: FloatArray, linked: FloatArray, is_block: BoolArray) -> FloatArray:
        """The link quota of every block; 0 for other rows."""
        text, linked, quota = text.copy(), linked.copy(), np.zeros(len(page))
        for parents, children in pairs_up(page):
            blocks = children[is_block[children] & (text[children] > 0)]
            quota[blocks] = linked[blocks] / text[blocks]
            stays = slice(None) if self.counted == "all" else quota[children] <= self.quota
            np.add.at(text, parents[stays], text[children[stays]])
            np.add.at(linked, parents[stays], linked[children[stays]])
        return quota
