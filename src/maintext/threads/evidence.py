"""Properties of every block that the search for posts uses: names, times, text; and the groups of posts."""

from dataclasses import dataclass

import numpy as np

from maintext.arrays import BoolArray, IntArray
from maintext.page.blocks import Blocks
from maintext.page.page import Page
from maintext.threads.marks import Marks


@dataclass(frozen=True, eq=False, repr=False)
class Group:
    """Possible posts, in document order: elements, or runs of siblings."""

    fullness: tuple[int, float]
    """Number of posts with a text and a name or a time, and the share of them with both."""
    score: float
    start: IntArray
    end: IntArray
    """The rows of each post are `start .. end`."""
    owner: IntArray
    """By block: the innermost post that holds it; -1 for none."""
    names: IntArray
    """Blocks whose texts differ if they are names; empty if the posts have names for sure."""
    titles: IntArray
    """Blocks whose texts differ if the group are teasers of other pages; empty if it is not for sure."""

    def __len__(self) -> int:
        return len(self.start)


@dataclass(frozen=True, eq=False, repr=False)
class Evidence:
    """Properties of every block.

    The fields after `groups` are the columns of `PostEvidence` in threads/threads.h. A CJK character counts
    twice in a size, since it says as much as two letters.
    """

    page: Page
    marks: Marks
    free: BoolArray
    """Blocks that may be part of a post."""
    groups: list[Group]
    """Groups in which most may be posts, the likeliest first."""
    chars: IntArray
    size: IntArray
    prose: IntArray
    """Size of each block that may be the text of a post; 0 for others."""
    running: IntArray
    """`prose` of running text only, outside boxes for other pages."""
    times: BoolArray
    """Blocks with a time."""
    people: BoolArray
    """Blocks with an author's name."""
    linked: BoolArray
    """Blocks that are mostly links."""
    in_body: BoolArray
    """Blocks inside an element marked as the text of a post."""

    @property
    def blocks(self) -> Blocks:
        """The blocks of the page."""
        return self.page.blocks

    def text_of(self, group: Group) -> IntArray:
        """`prose` of the blocks of a group, without what surrounds the texts."""
        outer = np.append(group.start, len(self.page))[group.owner]
        if np.array_equal(group.end, self.page.end[group.start]):
            outer += 1  # the element of a post does not surround its own text
        aside = self.marks.aside[self.blocks.first_row]
        return np.where((group.owner >= 0) & (aside < outer), self.prose, 0)


def read_evidence(page: Page, marks: Marks, free: BoolArray) -> Evidence:
    """Find the properties of every block, and the groups of posts."""
    memory, found = page.table.post_groups(
        np.frombuffer(memoryview(marks.memory), dtype=np.uint8), marks.times, free
    )
    groups = [
        Group((good, full), score, *(np.frombuffer(part, dtype=np.int64) for part in parts))
        for *parts, good, full, score in found
    ]
    view, blocks = memoryview(memory), len(free)
    numbers = np.frombuffer(view, dtype=np.int64, count=4 * blocks)
    bits = np.frombuffer(view, dtype=np.bool_, offset=numbers.nbytes)
    return Evidence(page, marks, free, groups, *numbers.reshape(4, blocks), *bits.reshape(4, blocks))
