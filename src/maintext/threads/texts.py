"""The texts of posts: the blocks that are neither author nor time, button nor signature."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from maintext.arrays import BoolArray, IntArray
from maintext.metadata.published import is_month_first
from maintext.page.page import Page
from maintext.render.text import to_texts
from maintext.text.characters import letter_by_code
from maintext.threads.evidence import Evidence, Group
from maintext.threads.marks import Mark
from maintext.threads.parts import letters, time_of


@dataclass(frozen=True, eq=False, repr=False)
class PostTexts:
    """The blocks with the texts of the posts of a group.

    The fields after the first two are the columns of `PostTexts` in threads/threads.h.
    """

    evidence: Evidence
    group: Group
    likeness: NDArray[np.uint64]
    """By post: a number that is equal if the texts are."""
    is_text: BoolArray
    """Blocks that are text of their post."""
    is_inside: BoolArray
    """All blocks in the elements that hold these texts."""
    is_common: BoolArray
    """Short lines, digits ignored, that at least three and half of the posts have: labels and buttons."""

    @property
    def page(self) -> Page:
        """The page."""
        return self.evidence.page

    @cached_property
    def texts(self) -> list[str]:
        """The text of each post."""
        return to_texts(self.page, np.where(self.is_text, self.group.owner, -1), len(self.group))

    @cached_property
    def common(self) -> frozenset[str]:
        """The letters of the lines that posts share."""
        return frozenset(
            letters(self.page.block_text(block)) for block in self.is_common.nonzero()[0].tolist()
        )

    @cached_property
    def _leaves(self) -> tuple[IntArray, IntArray, BoolArray, BoolArray]:
        """The leaves by post; where those of each post begin; which are not text, and which are of others."""
        evidence, page, blocks = self.evidence, self.page, self.evidence.blocks
        owner = np.where(evidence.free, self.group.owner, -1)[blocks.of_leaf]
        by_post = np.argsort(owner, kind="stable")
        bounds = np.searchsorted(owner[by_post], np.arange(len(self.group) + 1))
        rows = page.leaves[by_post]
        marked = page.inside(evidence.marks.has(Mark.AUTHOR | Mark.TIME))
        is_around = ~self.is_text[blocks.of_leaf[by_post]] | marked[rows]
        # The author of a comment on a post is not the author of the post.
        is_other = evidence.marks.in_comments[rows] & (not evidence.are_comments(self.group))
        return rows, bounds, is_around, is_other

    def around(self, post: int) -> IntArray:
        """The leaves that may have the author and the time of a post."""
        rows, bounds, is_around, is_other = self._leaves
        of_post = slice(int(bounds[post]), int(bounds[post + 1]))
        chosen, is_comment = is_around[of_post], is_other[of_post]
        own = chosen & ~is_comment
        is_post = is_comment[~chosen].any()  # the text itself: Flarum calls its posts comments
        return rows[of_post][chosen if is_post or not own.any() else own]

    def when(self, post: int) -> tuple[str | None, str | None]:
        """The time of a post, as shown and in ISO 8601."""
        return time_of(self.evidence, self.around(post), self._is_month_first)

    @cached_property
    def _is_month_first(self) -> bool:
        """Whether 3/5/2024 is the fifth of March."""
        return is_month_first(self.page.attribute(0, "lang") or "", "")


def find_texts(evidence: Evidence, group: Group) -> PostTexts:
    """Find the texts of the posts of a group."""
    page, blocks = evidence.page, len(evidence.free)
    of_group = group.start, group.end, group.owner
    found = page.table.post_texts(
        evidence.marks.memory, evidence.memory, evidence.free, of_group, letter_by_code()
    )
    memory = memoryview(found)
    likeness = np.frombuffer(memory, dtype=np.uint64, count=len(group))
    columns = np.frombuffer(memory, dtype=np.bool_, offset=likeness.nbytes).reshape(3, blocks)
    return PostTexts(evidence, group, likeness, *columns)
