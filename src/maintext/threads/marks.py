"""Marks of elements: hints in class, id and schema.org names, times, links to profiles."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from maintext.arrays import BoolArray, IntArray
from maintext.lazy import lazy
from maintext.page.page import Page
from maintext.threads.times import has_time
from maintext.threads.vocabulary import Mark

if TYPE_CHECKING:
    from maintext._kernel._native import Memory

__all__ = ["Mark", "Marks", "read_marks"]


@dataclass(frozen=True, eq=False, repr=False)
class Marks:
    """The marks of every row, and the rows with times and authors."""

    page: Page
    memory: "Memory"
    """The kernel's own columns, one after the other: those below, in the order of `ThreadMarks` in
    threads/threads.h."""

    @lazy
    def _numbers(self) -> IntArray:
        rows = self.page.table.rows
        return np.ndarray((4, rows), np.int64, memoryview(self.memory))

    @lazy
    def _bits(self) -> BoolArray:
        rows = self.page.table.rows
        return np.ndarray((10, rows), np.bool_, memoryview(self.memory), 32 * rows)

    @lazy
    def flags(self) -> IntArray:
        """`Mark` bits from each row's own attributes."""
        return self._numbers[0]

    @lazy
    def name(self) -> IntArray:
        """A number per tag and first class (or id without digits): equal for similar elements."""
        return self._numbers[1]

    @lazy
    def number_name(self) -> IntArray:
        """The same for ids with digits, so that `post_12` and `post_34` are equal; -1 for others."""
        return self._numbers[2]

    @lazy
    def aside(self) -> IntArray:
        """The nearest element that surrounds the text of a post but is not part of it.

        -1 if there is none, or if the text of a post is nearer.
        """
        return self._numbers[3]

    @lazy
    def times(self) -> BoolArray:
        """Leaves with a time, in a short line."""
        return self._bits[0]

    @lazy
    def people(self) -> BoolArray:
        """Elements with an author's name: marked as such, or links to a profile."""
        return self._bits[1]

    @lazy
    def in_person(self) -> BoolArray:
        """Rows inside an element with an author's name."""
        return self._bits[2]

    @lazy
    def in_author(self) -> BoolArray:
        """Rows inside one that is marked as such."""
        return self._bits[3]

    @lazy
    def in_comments(self) -> BoolArray:
        """Rows marked as comments, and all below them."""
        return self._bits[4]

    @lazy
    def in_thread(self) -> BoolArray:
        """Rows marked as a thread or as comments, and those a few levels below them."""
        return self._bits[5]

    @lazy
    def elsewhere(self) -> BoolArray:
        """Rows in boxes for other pages; a box around most of the page is not one, whatever its name."""
        return self._bits[6]

    @lazy
    def holds_item(self) -> BoolArray:
        """Rows marked as a post, and all above them."""
        return self._bits[7]

    @lazy
    def holds_body(self) -> BoolArray:
        """Rows marked as the text of a post, and all above them."""
        return self._bits[8]

    @lazy
    def in_body(self) -> BoolArray:
        """Rows marked as the text of a post, and all below them."""
        return self._bits[9]

    def has(self, marks: Mark) -> BoolArray:
        """Rows whose own attributes have any of the marks."""
        return (self.flags & int(marks)) != 0


class _Times(dict[str, bool]):
    """Which texts have a time. Most texts are repeated labels."""

    def __missing__(self, text: str) -> bool:
        self[text] = has_time(text)
        return self[text]


def read_marks(page: Page) -> Marks:
    """Read the attributes and short texts of a page."""
    return Marks(page, page.table.mark_threads(_Times().__getitem__))
