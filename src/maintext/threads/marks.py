"""Marks of elements: hints in class, id and schema.org names, times, links to profiles."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from maintext.arrays import BoolArray, IntArray
from maintext.page.page import Page
from maintext.page.tags import TAG_ID, A, Flag
from maintext.threads.names import Mark, Names, read_names
from maintext.threads.profiles import has_time, is_profile_url

__all__ = ["Mark", "Marks", "read_marks"]

_NEAR = 6
"""Levels below an element that its mark applies to."""
_LONGEST_TIME = 120
"""Characters of a line with a time and little else; CJK counts twice."""
_MOST_PUNCTUATION = 8
"""Punctuation of such a line, the colons of a clock included."""


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

    def has(self, marks: Mark) -> BoolArray:
        """Rows whose own attributes have any of the marks."""
        return (self.flags & int(marks)) != 0

    @cached_property
    def times(self) -> BoolArray:
        """Leaves with a time, in a short line."""
        page, blocks = self.page, self.page.blocks
        found = np.zeros(len(page), dtype=np.bool_)
        if not len(page.leaves):
            return found
        length, punctuation = blocks.chars + blocks.sum(page.cjk), blocks.sum(page.punctuation)
        short = ((length <= _LONGEST_TIME) & (punctuation <= _MOST_PUNCTUATION))[blocks.of_leaf]
        rows = page.leaves[short]
        found[rows] = page.inside(page.tag == TAG_ID["time"])[rows]
        rows = rows[~found[rows]]
        columns = page.text_start, page.text_end, page.digits
        known: dict[str, bool] = {}  # most texts are repeated labels
        for row, start, end, digits in zip(
            rows.tolist(), *(column[rows].tolist() for column in columns), strict=True
        ):
            text = page.text[start:end]
            if text not in known:
                known[text] = has_time(text, digits > 0)
            if known[text]:
                found[row] = True
        return found

    @cached_property
    def in_author(self) -> BoolArray:
        """Rows inside an element marked as an author's name."""
        return self.page.inside(self.has(Mark.AUTHOR) & self.people)

    @cached_property
    def people(self) -> BoolArray:
        """Elements with an author's name: marked as such, or links to a profile."""
        page = self.page
        found = self.has(Mark.AUTHOR)
        urls, of_row = page.shared_values("href")
        profiles = np.array([*map(is_profile_url, urls), False])
        found |= profiles[of_row] & (page.tag == A)
        return found & (page.subtree_chars > 0) & (page.subtree_chars <= _LONGEST_TIME)

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
    """Read the attributes of a page; each combination of values, which repeat a lot, is read once."""
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
