"""Page: a web page as a table of nodes over one text buffer.

One row per element and per text node, in document order. So a subtree is the range of rows
`row .. end[row]`, and a sum over it is one subtraction of prefix sums. The table is built once by
`maintext.page.parse` and never changes; every method is array arithmetic on it.

A *leaf* is a text node with visible, non-blank text. All counts of text are over leaves.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from maintext.arrays import BoolArray, IntArray, frozen, prefix_sums
from maintext.lazy import lazy
from maintext.page.attributes import NO_ATTRIBUTES, Search
from maintext.page.blocks import Blocks
from maintext.page.gaps import find_gaps
from maintext.page.marks import UNCHANGED, Changed, find_plain_marks
from maintext.page.rows import Rows

_MOST_HOLDING = 10_000
"""Maximum rows found by a search."""


@dataclass(frozen=True, eq=False, repr=False)
class Page(Rows):
    """A parsed page."""

    def __repr__(self) -> str:
        return f"<Page: {len(self)} rows, {len(self.leaves)} leaves, {len(self.text)} characters>"

    def __reduce__(self) -> tuple[Callable[..., "Page"], tuple[object, ...]]:
        from maintext.page.parse import parse_again  # which makes pages

        table = self.table
        return partial(parse_again, strict=table.is_strict), (
            table.source,
            self.limits,
            self.problems,
            self.pruned,
            self.within,
        )

    # -- structure ----------------------------------------------------------------------------------

    @lazy
    def is_leaf(self) -> BoolArray:
        """Rows that are text nodes with visible, non-blank text."""
        return frozen(self.chars > 0)

    @lazy
    def leaves(self) -> IntArray:
        """Rows of the leaves, in document order."""
        return self._segments[len(self) : len(self) + self.table.leaf_count]

    @lazy
    def blocks(self) -> Blocks:
        """The blocks of the page, in document order."""
        return Blocks(self.table, self._segments)

    @lazy
    def child_count(self) -> IntArray:
        """Number of children, without blank text nodes."""
        counted = (self.is_element | self.is_leaf) & (self.parent >= 0)
        return frozen(np.bincount(self.parent[counted], minlength=len(self)))

    def subtree(self, column: IntArray | BoolArray) -> IntArray:
        """Sum of a per-row column over each row's subtree."""
        sums = prefix_sums(column)
        return sums[self.end] - sums[:-1]

    def inside(self, rows: BoolArray) -> BoolArray:
        """Rows that are marked, or below a marked one."""
        ended = np.bincount(self.end[rows], minlength=len(self) + 1)[:-1]
        return np.cumsum(rows) > np.cumsum(ended)

    def nearest(self, rows: BoolArray) -> IntArray:
        """For each row, the nearest marked row above it, itself included; -1 if there is none.

        Each step doubles the distance, so a page takes about log2(depth) steps.
        """
        above = np.append(np.where(rows, np.arange(len(self)), self.parent), -1)
        while True:
            higher = above[above]
            if np.array_equal(higher, above):
                return above[:-1]
            above = higher

    @property
    def plain_marks(self) -> Changed:
        """The text nodes that plain text has with marks, such as `2^10`. Several steps write texts."""
        return self._plain_marks if self.table.has_marks else UNCHANGED

    @lazy
    def _plain_marks(self) -> Changed:
        return find_plain_marks(self)

    @lazy
    def subtree_chars(self) -> IntArray:
        """Characters below each row."""
        return frozen(self.subtree(self.chars))

    # -- texts of blocks ----------------------------------------------------------------------------

    def block_text(self, block: int) -> str:
        """A block's text, with white space folded as in a browser, but kept in `<pre>`.

        Words of two adjacent elements are separated by a space (see `maintext.page.gaps`).
        """
        return self.block_texts[block]

    @lazy
    def block_texts(self) -> list[str]:
        """The text of every block."""
        return self.texts_of(np.ones(len(self.blocks), dtype=np.bool_))

    def texts_of(self, kept: BoolArray) -> list[str]:
        """The texts of some blocks, in document order."""
        return self.table.block_texts(kept, find_gaps(self, kept), self.plain_marks)

    # -- single rows --------------------------------------------------------------------------------

    def tag_name(self, row: int) -> str:
        """The row's tag name; `#text` for text."""
        return self.tag_names[int(self.tag[row])]

    def attribute(self, row: int, name: str) -> str | None:
        """An attribute of the row, or None."""
        return self.attributes.get(row, NO_ATTRIBUTES).get(name)

    def row_text(self, row: int) -> str:
        """All text of the row's subtree, shown or not, exactly as in the source."""
        return self.text[self.text_start[row] : self.text_end[row]]

    def rows_of(self, tag: int) -> IntArray:
        """Rows with the given tag id."""
        return (self.tag == tag).nonzero()[0]

    def values_of(self, name: str) -> list[tuple[int, str]]:
        """The rows that have an attribute, in order, and its values.

        >>> from maintext.page.parse import parse
        >>> parse("<p id=one><p><p id=two>").values_of("id")
        [(3, 'one'), (5, 'two')]
        """
        return self.table.values(name)

    def shared_values(self, name: str) -> tuple[list[str], IntArray]:
        """The distinct values of an attribute, and the index of each row's; -1 if it has none.

        A value may be listed twice.

        >>> from maintext.page.parse import parse
        >>> values, of_row = parse("<p class=one><p><p class=one>").shared_values("class")
        >>> values, of_row[3:].tolist()
        (['one'], [0, -1, 0])
        """
        if name not in self._shared_values:
            of_row = np.empty(len(self), dtype=np.int64)
            self._shared_values[name] = self.table.shared_values(name, of_row), frozen(of_row)
        return self._shared_values[name]

    @lazy
    def _shared_values(self) -> dict[str, tuple[list[str], IntArray]]:
        return {}

    def values_holding(self, *searches: Search) -> list[list[tuple[int, str]]]:
        """For each search, the first rows that contain one of its words, and the values of their attributes.

        >>> from maintext.page.parse import parse
        >>> page = parse("<p class=byline><p id=Author><p class=text id=author>")
        >>> page.values_holding(Search("class", "id", "author byline"))
        [[(3, 'byline'), (4, 'Author')]]
        """
        return self.table.values_holding(searches, _MOST_HOLDING)

    def ancestors(self, row: int) -> list[int]:
        """Rows from the parent up to the root."""
        rows = []
        above = self.parent.item(row)
        while above >= 0:
            rows.append(above)
            above = self.parent.item(above)
        return rows

    def xpath(self, row: int) -> str:
        """The row's absolute path, with an index only if siblings share the tag.

        >>> from maintext.page.parse import parse
        >>> page = parse("<body><p>one<p>two")
        >>> page.xpath(int(page.leaves[1]))
        '/html/body/p[2]/text()'
        """
        return self.table.xpath(row)

    def to_lxml(self) -> Any:
        """The page as a tree of lxml, in which the XPaths of rows and blocks lead to their elements."""
        from maintext.page.tree import to_lxml  # which needs pages

        return to_lxml(self)

    @lazy
    def title(self) -> str:
        """The text of the page's first non-empty `<title>`, with white space folded."""
        return " ".join(self.table.title().split())
