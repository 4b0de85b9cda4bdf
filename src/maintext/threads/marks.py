"""Marks of elements: hints in class, id and schema.org names, times, links to profiles."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from maintext.arrays import BoolArray, IntArray
from maintext.page.page import Page
from maintext.threads.times import has_time
from maintext.threads.vocabulary import Mark

__all__ = ["Mark", "Marks", "read_marks"]


@dataclass(frozen=True, eq=False, repr=False)
class Marks:
    """The marks of every row, and the rows with times and authors.

    The fields after the first two are the columns of `ThreadMarks` in threads/threads.h, in that order.
    """

    page: Page
    memory: NDArray[np.uint8]
    """The memory of the columns, for the kernel."""
    flags: IntArray
    """`Mark` bits from each row's own attributes."""
    name: IntArray
    """A number per tag and first class (or id without digits): equal for similar elements."""
    number_name: IntArray
    """The same for ids with digits, so that `post_12` and `post_34` are equal; -1 for others."""
    aside: IntArray
    """The nearest element that surrounds the text of a post but is not part of it.

    -1 if there is none, or if the text of a post is nearer.
    """
    times: BoolArray
    """Leaves with a time, in a short line."""
    people: BoolArray
    """Elements with an author's name: marked as such, or links to a profile."""
    in_person: BoolArray
    """Rows inside an element with an author's name."""
    in_author: BoolArray
    """Rows inside one that is marked as such."""
    in_comments: BoolArray
    """Rows marked as comments, and all below them."""
    in_thread: BoolArray
    """Rows marked as a thread or as comments, and those a few levels below them."""
    elsewhere: BoolArray
    """Rows in boxes for other pages; a box around most of the page is not one, whatever its name."""
    holds_item: BoolArray
    """Rows marked as a post, and all above them."""
    holds_body: BoolArray
    """Rows marked as the text of a post, and all above them."""
    in_body: BoolArray
    """Rows marked as the text of a post, and all below them."""

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
    found, rows = page.table.mark_threads(_Times().__getitem__), len(page)
    memory = np.frombuffer(memoryview(found), dtype=np.uint8)
    numbers = memory[: 32 * rows].view(np.int64).reshape(4, rows)
    bits = memory[32 * rows :].view(np.bool_).reshape(10, rows)
    return Marks(page, memory, *numbers, *bits)
