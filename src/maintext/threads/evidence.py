"""Properties of every block that the search for posts uses: names, times, text; and the groups of posts."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

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

    The fields after `memory` are the columns of `PostEvidence` in threads/threads.h. A CJK character counts
    twice in a size, since it says as much as two letters.
    """

    page: Page
    marks: Marks
    free: BoolArray
    """Blocks that may be part of a post."""
    groups: list[Group]
    """Groups in which most may be posts, the likeliest first."""
    memory: NDArray[np.uint8]
    """The memory of the columns, for the kernel."""
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

    def are_comments(self, group: Group) -> bool:
        """Whether most of a group is marked as comments."""
        return bool(self.marks.in_comments[group.start].mean() > 0.5)


def read_evidence(page: Page, marks: Marks, free: BoolArray) -> Evidence:
    """Find the properties of every block, and the groups of posts."""
    found, groups = page.table.post_groups(marks.memory, free)
    memory, blocks = np.frombuffer(memoryview(found), dtype=np.uint8), len(free)
    numbers = memory[: 32 * blocks].view(np.int64).reshape(4, blocks)
    bits = memory[32 * blocks :].view(np.bool_).reshape(4, blocks)
    return Evidence(page, marks, free, [_group(*group) for group in groups], memory, *numbers, *bits)


def _group(
    start: bytes, end: bytes, owner: bytes, names: bytes, titles: bytes, good: int, full: float, score: float
) -> Group:
    parts = start, end, owner, names, titles
    return Group((good, full), score, *(np.frombuffer(part, dtype=np.int64) for part in parts))
