"""What the markup says of an element: words of its class, id and schema.org names, dates, profile links."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from maintext.arrays import BoolArray, IntArray
from maintext.page.page import Page
from maintext.page.tags import TAG_ID, A, Flag
from maintext.threads.names import Mark, Names, read_names
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
    names = read_names(*(values for values, _ in given))
    flags = np.zeros(len(page), dtype=np.int64)
    for marks, (_, of_row) in zip(names.marks, given, strict=True):
        if any(marks):
            flags |= np.array([*marks, 0], dtype=np.int64)[of_row]
    return Marks(page, flags, *_numbered_names(page, names, given[0][1], given[1][1]))


def _numbered_names(
    page: Page, names: Names, class_of: IntArray, id_of: IntArray
) -> tuple[IntArray, IntArray]:
    """The names of rows, and of those whose id ends in a number, as numbers: tags first, then the others."""
    number: dict[str, int] = {"": 0}
    words = np.array([*(number.setdefault(word, len(number)) for word in names.words), 0])
    ids = np.array([*(number.setdefault(name, len(number)) for name in names.ids), 0])
    numbered = np.where([*names.numbered, False], ids, 0)[id_of]
    word = words[class_of]
    word = np.where(word == 0, ids[id_of], word)
    # In the order in which they come, a row's name before that of its id.
    pairs = np.stack((word, numbered), axis=1)
    rows, column = np.nonzero(pairs)
    key = page.tag[rows] * len(number) + pairs[rows, column]
    _, first, which = np.unique(key, return_index=True, return_inverse=True)
    order = np.empty(len(first), dtype=np.int64)
    order[np.argsort(first)] = np.arange(len(first)) + len(page.tag_names)
    found = np.stack((page.tag, np.full(len(page), -1)), axis=1)
    found[rows, column] = order[which]
    return found[:, 0].copy(), found[:, 1].copy()
