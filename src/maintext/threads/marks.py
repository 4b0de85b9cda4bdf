"""Marks of elements: hints in class, id and schema.org names, times, links to profiles."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from maintext.arrays import BoolArray, IntArray
from maintext.page.page import Page
from maintext.page.tags import Flag
from maintext.threads.times import has_time
from maintext.threads.vocabulary import Mark

__all__ = ["Mark", "Marks", "read_marks"]

MAY_BE_TIME, TIME_ELEMENT = 1, 2  # as threads/threads.h of the kernel has them

_NEAR = 6
"""Levels below an element that its mark applies to."""
_LONGEST_PERSON = 120
"""Characters of an element with an author's name."""


@dataclass(frozen=True, eq=False, repr=False)
class Marks:
    """The marks of every row, and the rows with times and authors."""

    page: Page
    flags: IntArray
    """`Mark` bits from each row's own attributes."""
    name: IntArray
    """A number per tag and first class (or id without digits): equal for similar elements."""
    number_name: IntArray
    """The same for ids with digits, so that `post_12` and `post_34` are equal; -1 for others."""
    profiles: BoolArray
    """Links to a person's profile."""
    time_hints: NDArray[np.uint8]
    """Leaves in short lines that are in a `<time>` element, or that `has_time` may find a time in."""

    def has(self, marks: Mark) -> BoolArray:
        """Rows whose own attributes have any of the marks."""
        return (self.flags & int(marks)) != 0

    @cached_property
    def times(self) -> BoolArray:
        """Leaves with a time, in a short line."""
        page = self.page
        found = self.time_hints == TIME_ELEMENT
        known: dict[str, bool] = {}  # most texts are repeated labels
        for row in np.flatnonzero(self.time_hints == MAY_BE_TIME).tolist():
            text = page.row_text(row)
            if text not in known:
                known[text] = has_time(text)
            found[row] = known[text]
        return found

    @cached_property
    def in_author(self) -> BoolArray:
        """Rows inside an element marked as an author's name."""
        return self.page.inside(self.has(Mark.AUTHOR) & self.people)

    @cached_property
    def people(self) -> BoolArray:
        """Elements with an author's name: marked as such, or links to a profile."""
        page = self.page
        found = self.has(Mark.AUTHOR) | self.profiles
        return found & (page.subtree_chars > 0) & (page.subtree_chars <= _LONGEST_PERSON)

    @cached_property
    def aside(self) -> IntArray:
        """By row: the nearest element that surrounds the text of a post but is not part of it.

        -1 if there is none, or if the text of a post is nearer.
        """
        body = self.has(Mark.BODY)
        nearest = self.page.nearest(body | self.has(Mark.ASIDE))
        return np.where((nearest >= 0) & ~body[nearest], nearest, -1)

    @cached_property
    def elsewhere(self) -> BoolArray:
        """Rows in boxes for other pages; a box around most of the page is not one, whatever its name."""
        page = self.page
        boxes = self.has(Mark.OTHER) & (2 * page.subtree_chars < page.subtree_chars[0])
        return page.inside(boxes) | page.has(Flag.NAV | Flag.FOOTER)

    @cached_property
    def in_comments(self) -> BoolArray:
        """Rows marked as comments, and all below them."""
        return self.page.inside(self.has(Mark.COMMENT))

    @cached_property
    def in_thread(self) -> BoolArray:
        """Rows marked as a thread or as comments, and those a few levels below them."""
        page = self.page
        nearest = page.nearest(self.has(Mark.COMMENT | Mark.THREAD) & (page.depth > 1))
        return (nearest >= 0) & (page.depth - page.depth[nearest] <= _NEAR)

    @cached_property
    def is_thread(self) -> bool:
        """Whether the page as a whole is marked as a thread."""
        return bool((self.has(Mark.THREAD) & (self.page.depth <= 1)).any())

    @cached_property
    def holds_item(self) -> BoolArray:
        """Rows marked as a post, and all above them."""
        return self.page.subtree(self.has(Mark.ITEM)) > 0

    @cached_property
    def holds_body(self) -> BoolArray:
        """Rows marked as the text of a post, and all above them."""
        return self.page.subtree(self.has(Mark.BODY)) > 0


def read_marks(page: Page) -> Marks:
    """Read the attributes and short texts of a page."""
    view, rows = memoryview(page.table.mark_threads()), len(page)
    numbers = np.frombuffer(view, dtype=np.int64, count=3 * rows)
    flags, name, number_name = numbers.reshape(3, rows)
    profiles, time_hints = np.frombuffer(view, dtype=np.uint8, offset=numbers.nbytes).reshape(2, rows)
    return Marks(page, flags, name, number_name, profiles != 0, time_hints)
