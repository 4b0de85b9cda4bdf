"""Lockstep: text that a page shares with other pages of its site, found by walking all of them together.

Paper: Pan, Chen, Liu, Wang 2016 (see `maintext.methods.papers.path_similarity`), after Wang and Lochovsky's
DSE. All trees are walked depth first. If all walks are at the same depth, the page's node is template if all
have the same text there, and all walks advance. Otherwise only the deeper walks advance, the page's own
first; nodes that the page's walk passes this way are content. Every step advances a walk, so the time is
linear.
"""

from collections.abc import Sequence

import numpy as np

from maintext.arrays import BoolArray
from maintext.page.blocks import fold
from maintext.page.page import Page
from maintext.page.tags import in_tags, tag_mask

_REMOVED = tag_mask("head script noscript style")


def lockstep(page: Page, others: Sequence[Page]) -> BoolArray:
    """Which leaves of a page are template; none if there are no other pages.

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
    """A walk over the elements and leaves of a page, in document order."""

    def __init__(self, page: Page) -> None:
        walked = (page.is_element | page.is_leaf) & ~page.inside(in_tags(page.tag, _REMOVED))
        leaf = np.where(page.is_leaf, np.cumsum(page.is_leaf) - 1, -1)
        self.page = page
        self.depth: list[int] = page.depth[walked].tolist()
        self.leaf: list[int] = leaf[walked].tolist()
        self.at = 0

    @property
    def done(self) -> bool:
        """Whether the walk has reached the end."""
        return self.at >= len(self.depth)

    @property
    def text(self) -> str | None:
        """Text of the current leaf; None at an element."""
        leaf = self.leaf[self.at]
        return None if leaf < 0 else fold(self.page.row_text(int(self.page.leaves[leaf])))
