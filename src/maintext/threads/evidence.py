"""Properties of every block that the search for posts uses: names, times, text; and the groups of posts."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from maintext.arrays import BoolArray, IntArray
from maintext.lazy import lazy
from maintext.page.blocks import Blocks
from maintext.page.page import Page
from maintext.threads.marks import Marks

if TYPE_CHECKING:
    from maintext._kernel._native import Memory


@dataclass(frozen=True, eq=False, repr=False)
class Group:
    """Possible posts, in document order: elements, or runs of siblings."""

    fullness: tuple[int, float]
    """Number of posts with a text and a name or a time, and the share of them with both."""
    score: float
    places: tuple[bytes, bytes, bytes]
    """`start`, `end` and `owner` as bytes of int64: most groups are only compared."""
    names: bytes
    """Blocks whose texts differ if they are names, as int64; empty if the posts have names for sure."""
    titles: bytes
    """The same if the group are teasers of other pages; empty if it is not for sure."""

    @lazy
    def start(self) -> IntArray:
        """The first row of each post."""
        return np.frombuffer(self.places[0], dtype=np.int64)

    @lazy
    def end(self) -> IntArray:
        """One past the last row of each post."""
        return np.frombuffer(self.places[1], dtype=np.int64)

    @lazy
    def owner(self) -> IntArray:
        """By block: the innermost post that holds it; -1 for none."""
        return np.frombuffer(self.places[2], dtype=np.int64)

    def __len__(self) -> int:
        return len(self.start)


@dataclass(frozen=True, eq=False, repr=False)
class Evidence:
    """Properties of every block. A CJK character counts twice in a size: it says as much as two letters."""

    page: Page
    marks: Marks
    free: BoolArray
    """Blocks that may be part of a post."""
    groups: list[Group]
    """Groups in which most may be posts, the likeliest first."""
    memory: "Memory"
    """The kernel's own columns, one after the other: those below, in the order of `PostEvidence` in
    threads/threads.h."""

    @lazy
    def _numbers(self) -> IntArray:
        return np.ndarray((4, len(self.blocks)), np.int64, memoryview(self.memory))

    @lazy
    def _bits(self) -> BoolArray:
        blocks = len(self.blocks)
        return np.ndarray((4, blocks), np.bool_, memoryview(self.memory), 32 * blocks)

    @lazy
    def chars(self) -> IntArray:
        """Characters of each block."""
        return self._numbers[0]

    @lazy
    def size(self) -> IntArray:
        """Characters of each block, CJK twice."""
        return self._numbers[1]

    @lazy
    def prose(self) -> IntArray:
        """Size of each block that may be the text of a post; 0 for others."""
        return self._numbers[2]

    @lazy
    def running(self) -> IntArray:
        """`prose` of running text only, outside boxes for other pages."""
        return self._numbers[3]

    @lazy
    def times(self) -> BoolArray:
        """Blocks with a time."""
        return self._bits[0]

    @lazy
    def people(self) -> BoolArray:
        """Blocks with an author's name."""
        return self._bits[1]

    @lazy
    def linked(self) -> BoolArray:
        """Blocks that are mostly links."""
        return self._bits[2]

    @lazy
    def in_body(self) -> BoolArray:
        """Blocks inside an element marked as the text of a post."""
        return self._bits[3]

    @property
    def blocks(self) -> Blocks:
        """The blocks of the page."""
        return self.page.blocks

    def are_comments(self, group: Group) -> bool:
        """Whether most of a group is marked as comments."""
        return bool(2 * np.count_nonzero(self.marks.in_comments[group.start]) > len(group))


def read_evidence(page: Page, marks: Marks, free: BoolArray) -> Evidence:
    """Find the properties of every block, and the groups of posts."""
    found, groups = page.table.post_groups(marks.memory, free)
    return Evidence(page, marks, free, [Group(*group) for group in groups], found)
