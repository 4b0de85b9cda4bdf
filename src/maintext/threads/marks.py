"""What the markup says of an element: words of its class, id and schema.org names, dates, profile links."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from maintext.arrays import BoolArray, IntArray
from maintext.page.page import Page
from maintext.page.tags import TAG_ID, A, Flag
from maintext.threads.names import Mark, read_names
from maintext.threads.profiles import leads_to_profile, names_time

__all__ = ["Mark", "Marks", "read_marks"]

_NEAR = 6
"""Levels that a mark reaches down."""
_LONGEST_TIME = 120
"""Characters of a text that is a time and little else, Han and kana counted twice."""
_MOST_MARKS = 8
"""Sentence marks of such a text; the colons of a clock are some."""


@dataclass(frozen=True, eq=False, repr=False)
class Marks:
    """The marks of every row, and where times and people are named."""

    page: Page
    flags: IntArray
    """`Mark` bits of each row's own attributes."""
    name: IntArray
    """Numbers that are the same for elements of the same tag and first class (or id, without its number)."""
    number_name: IntArray
    """The same for the ids that end in a number, so that `post_12` and `post_34` are alike; -1 for others."""

    def has(self, marks: Mark) -> BoolArray:
        """Rows that carry any of the marks themselves."""
        return (self.flags & int(marks)) != 0

    @cached_property
    def times(self) -> BoolArray:
        """Leaves that name a time, in a line of little else."""
        page, blocks = self.page, self.page.blocks
        found = np.zeros(len(page), dtype=np.bool_)
        if not len(page.leaves):
            return found
        length, sentences = blocks.chars + blocks.sum(page.cjk), blocks.sum(page.punctuation)
        short = ((length <= _LONGEST_TIME) & (sentences <= _MOST_MARKS))[blocks.of_leaf]
        rows = page.leaves[short]
        found[rows] = page.inside(page.tag == TAG_ID["time"])[rows]
        rows = rows[~found[rows]]
        columns = page.text_start, page.text_end, page.digits
        known: dict[str, bool] = {}  # labels repeat
        for row, start, end, digits in zip(
            rows.tolist(), *(column[rows].tolist() for column in columns), strict=True
        ):
            text = page.text[start:end]
            if text not in known:
                known[text] = names_time(text, digits > 0)
            if known[text]:
                found[row] = True
        return found

    @cached_property
    def in_author(self) -> BoolArray:
        """Rows in an element that is marked as the author's name."""
        return self.page.inside(self.has(Mark.AUTHOR) & self.people)

    @cached_property
    def people(self) -> BoolArray:
        """Elements that name an author: marked so, or links to a profile."""
        page = self.page
        found = self.has(Mark.AUTHOR)
        addresses, of_row = page.shared_values("href")
        profiles = np.array([*map(leads_to_profile, addresses), False])
        found |= profiles[of_row] & (page.tag == A)
        return found & (page.subtree_chars > 0) & (page.subtree_chars <= _LONGEST_TIME)

    @cached_property
    def aside(self) -> IntArray:
        """For each row the nearest element above it that is no text of a post but stands around one.

        -1 where there is none, or the text of a post is nearer.
        """
        body = self.has(Mark.BODY)
        nearest = self.page.nearest(body | self.has(Mark.ASIDE))
        return np.where((nearest >= 0) & ~body[nearest], nearest, -1)

    @cached_property
    def elsewhere(self) -> BoolArray:
        """Rows in what leads to other pages; a box around most of the page does not, whatever its name."""
        page = self.page
        boxes = self.has(Mark.OTHER) & (2 * page.subtree_chars < page.subtree_chars[0])
        return page.inside(boxes) | page.has(Flag.NAV | Flag.FOOTER)

    @cached_property
    def in_comments(self) -> BoolArray:
        """Rows that are marked as comments, or lie below such a row."""
        return self.page.inside(self.has(Mark.COMMENT))

    @cached_property
    def in_thread(self) -> BoolArray:
        """Rows a few levels below one that is marked as a thread or as comments, or that are such a one."""
        page = self.page
        nearest = page.nearest(self.has(Mark.COMMENT | Mark.THREAD) & (page.depth > 1))
        return (nearest >= 0) & (page.depth - page.depth[nearest] <= _NEAR)

    @cached_property
    def is_thread(self) -> bool:
        """Whether the whole page is marked as a thread."""
        return bool((self.has(Mark.THREAD) & (self.page.depth <= 1)).any())

    @cached_property
    def holds_item(self) -> BoolArray:
        """Rows that are marked as a post, or hold such a row."""
        return self.page.subtree(self.has(Mark.ITEM)) > 0

    @cached_property
    def holds_body(self) -> BoolArray:
        """Rows that are marked as the text of a post, or hold such a row."""
        return self.page.subtree(self.has(Mark.BODY)) > 0


def read_marks(page: Page) -> Marks:
    """Read the attributes of a page. Elements repeat, and so do their names: each is read once."""
    given = [page.shared_values(attribute) for attribute in ("class", "id", "itemprop", "itemtype")]
    rows = np.flatnonzero(np.logical_or.reduce([of_row >= 0 for _, of_row in given]))
    known: dict[tuple[int, ...], int] = {}
    columns = (column[rows].tolist() for column in (*(of_row for _, of_row in given), page.tag))
    which = [known.setdefault(key, len(known)) for key in zip(*columns, strict=True)]
    marks, words, numbers = read_names([values for values, _ in given], [key[:4] for key in known])
    names: dict[tuple[int, str], int] = {}
    first = len(page.tag_names)
    name, number_name = [], []
    for (*_, tag), word, number in zip(known, words, numbers, strict=True):
        name.append(names.setdefault((tag, word), len(names)) + first if word else tag)
        number_name.append(names.setdefault((tag, number), len(names)) + first if number else -1)
    columns_of_marks = np.zeros(len(page), dtype=np.int64), page.tag.copy(), np.full(len(page), -1)
    for column, values in zip(columns_of_marks, (marks, name, number_name), strict=True):
        column[rows] = np.array(values, dtype=np.int64)[which]
    return Marks(page, *columns_of_marks)
