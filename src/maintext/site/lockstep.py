"""Lockstep: what a page shares with other pages of its site, by a walk over all of them together.

Paper: Pan, Chen, Liu, Wang 2016 (see `maintext.methods.papers.path_similarity`), after Wang and Lochovsky's
DSE. All trees are walked depth first. Where all stand at the same depth, the page's node is template
if all have the same text there, and all go on. Else those that stand deeper go on alone until they
stand no deeper, the page first; what the page passes by is content. Every step moves a walk on, so
the time is that of reading the pages once.
"""

from collections.abc import Sequence

import numpy as np

from maintext.arrays import BoolArray
from maintext.page.blocks import fold
from maintext.page.page import Page
from maintext.page.tags import in_tags, tag_mask

_REMOVED = tag_mask("head script noscript style")


def lockstep(page: Page, others: Sequence[Page]) -> BoolArray:
    """Which leaves of a page are template; none where there is no other page.

    >>> from maintext.page.parse import parse
    >>> page, *others = (parse(f"<p>Daily News<p>{text}") for text in ("Rain.", "Snow.", "Hail."))
    >>> lockstep(page, others).tolist()
    [True, False]
    """
    noise = np.zeros(len(page.leaves), dtype=np.bool_)
    own = _Walk(page)
    walks = [_Walk(other) for other in others]
    while walks and not own.done and not any(walk.done for walk in walks):
        depth = own.depth[own.at]
        depths = [walk.depth[walk.at] for walk in walks]
        if min(depths) < depth:
            own.at += 1
        elif max(depths) > depth:
            for walk, other_depth in zip(walks, depths, strict=True):
                walk.at += other_depth > depth
        else:
            text = own.text
            if text is not None:
                noise[own.leaf[own.at]] = all(walk.text == text for walk in walks)
            for walk in (own, *walks):
                walk.at += 1
    return noise


class _Walk:
    """A place in the walk over a page's elements and leaves, in document order."""

    def __init__(self, page: Page) -> None:
        walked = (page.is_element | page.is_leaf) & ~page.inside(in_tags(page.tag, _REMOVED))
        leaf = np.where(page.is_leaf, np.cumsum(page.is_leaf) - 1, -1)
        self.page = page
        self.depth: list[int] = page.depth[walked].tolist()
        self.leaf: list[int] = leaf[walked].tolist()
        self.at = 0

    @property
    def done(self) -> bool:
        """Whether all was walked over."""
        return self.at >= len(self.depth)

    @property
    def text(self) -> str | None:
        """The text of the leaf at this place; None for an element."""
        leaf = self.leaf[self.at]
        return None if leaf < 0 else fold(self.page.row_text(int(self.page.leaves[leaf])))
