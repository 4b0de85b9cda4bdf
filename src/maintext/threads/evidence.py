"""Properties of every block that the search for posts uses: names, times, text."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from maintext.arrays import BoolArray, IntArray
from maintext.page.blocks import Blocks
from maintext.page.page import Page
from maintext.page.tags import Flag
from maintext.threads.marks import Mark, Marks

_LONGEST_LINE = 120  # characters of a line with a name or a time
_RUNNING_CHARS = 40  # shortest block of running text; CJK counts twice


@dataclass(frozen=True, eq=False, repr=False)
class Evidence:
    """Properties of every block."""

    page: Page
    marks: Marks
    free: BoolArray
    """Blocks that may be part of a post."""

    @property
    def blocks(self) -> Blocks:
        """The blocks of the page."""
        return self.page.blocks

    @cached_property
    def size(self) -> IntArray:
        """Characters of each block; a CJK character counts twice, since it says as much as two letters."""
        return self.blocks.chars + self.blocks.sum(self.page.cjk)

    @cached_property
    def times(self) -> BoolArray:
        """Blocks with a time."""
        return self._any(self.marks.times)

    @cached_property
    def people(self) -> BoolArray:
        """Blocks with an author's name."""
        return self._any(self.marks.in_person & self.page.is_leaf)

    @cached_property
    def linked(self) -> BoolArray:
        """Blocks that are mostly links."""
        return 2 * self.blocks.sum(self.page.link_chars) > self.blocks.chars

    @cached_property
    def in_body(self) -> BoolArray:
        """Blocks inside an element marked as the text of a post."""
        return self.page.inside(self.marks.has(Mark.BODY))[self.blocks.first_row]

    @cached_property
    def prose(self) -> IntArray:
        """Size of each block that may be the text of a post; 0 for others."""
        page, rows = self.page, self.blocks.first_row
        apart = page.has(Flag.CONTROL | Flag.NAV | Flag.FOOTER)[rows] | self.linked
        line = page.has(Flag.HEADING)[rows]
        line |= (self.times | self.people) & (self.blocks.chars <= _LONGEST_LINE)
        return np.where(self.free & ~apart & (self.in_body | ~line), self.size, 0)

    @cached_property
    def running(self) -> IntArray:
        """`prose` of running text only, outside boxes for other pages."""
        return np.where(
            (self.size >= _RUNNING_CHARS) & ~self.marks.elsewhere[self.blocks.first_row], self.prose, 0
        )

    def text_of(self, start: IntArray, end: IntArray, owner: IntArray) -> IntArray:
        """`prose` of the blocks of these posts, without what surrounds their texts."""
        aside = self.marks.aside[self.blocks.first_row]
        outer = np.append(start, len(self.page))[owner]
        if np.array_equal(end, self.page.end[start]):
            outer = outer + 1  # the element of a post does not surround its own text
        return np.where((owner >= 0) & (aside < outer), self.prose, 0)

    def _any(self, rows: BoolArray) -> BoolArray:
        return self.blocks.sum(rows) > 0
