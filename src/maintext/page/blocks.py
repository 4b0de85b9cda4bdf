"""Blocks: runs of text between block elements and `<br>`. They are spans of leaves; no text is copied.

A block is what a reader sees as one paragraph, heading, list item or table cell. Methods may score other
units; but only blocks are kept, explained and rendered. Two neighbouring leaves share a block if they have
the same nearest block element and no visible block element (or `<br>`) begins between them.
"""

import re
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from maintext.arrays import BoolArray, IntArray
from maintext.lazy import lazy
from maintext.text.characters import JOINED_LINES, regex_class

if TYPE_CHECKING:
    from maintext._kernel._native import Table


@cache  # only pages in these scripts need it
def _joined_line_break() -> re.Pattern[str]:
    joined = regex_class(JOINED_LINES)
    return re.compile(rf"(?<=[{joined}])[ \t]*[\r\n]\s*(?=[{joined}])")


@dataclass(frozen=True, eq=False, repr=False)
class Blocks:
    """The blocks of a page, in document order; one entry per block, except in `of_leaf`."""

    table: "Table"
    segments: IntArray
    """The kernel's arrays: characters by row; the rows of the leaves; the columns here, in order."""

    @lazy
    def _columns(self) -> IntArray:
        """The next four, in this order."""
        start = self.table.rows + self.table.leaf_count
        return self.segments[start : len(self.segments) - self.table.leaf_count].reshape(4, len(self))

    @lazy
    def first(self) -> IntArray:
        """Index in `page.leaves` of the first leaf; the block ends at the next block's."""
        return self._columns[0]

    @lazy
    def first_row(self) -> IntArray:
        """Row of the first leaf."""
        return self._columns[1]

    @lazy
    def last_row(self) -> IntArray:
        """Row of the last leaf."""
        return self._columns[2]

    @lazy
    def element(self) -> IntArray:
        """Row of the block element that holds the block."""
        return self._columns[3]

    @lazy
    def of_leaf(self) -> IntArray:
        """The block of each leaf."""
        return self.segments[len(self.segments) - self.table.leaf_count :]

    def __len__(self) -> int:
        return self.table.block_count

    def __repr__(self) -> str:
        return f"<Blocks: {len(self)}>"

    def leaves(self, block: int) -> slice:
        """The block's leaves, as indices in `page.leaves`."""
        after = self.first[block + 1] if block + 1 < len(self) else len(self.of_leaf)
        return slice(int(self.first[block]), int(after))

    def sum(self, column: IntArray | BoolArray) -> IntArray:
        """Sum of a per-row column over each block's leaves."""
        rows = self.table.rows
        return self.sum_leaves(column[self.segments[rows : rows + len(self.of_leaf)]])

    def sum_leaves(self, values: IntArray | BoolArray) -> IntArray:
        """Sum of a per-leaf column over each block."""
        return np.add.reduceat(values, self.first, dtype=np.int64) if len(self) else self.first

    @lazy
    def chars(self) -> IntArray:
        """Characters of each block."""
        return self.sum(self.segments)

    def mostly(self, leaves: BoolArray) -> BoolArray:
        """Blocks with at least half of their characters in the marked leaves.

        A method that scores single text nodes would otherwise lose a linked word of a sentence, or keep only
        the bold one.
        """
        return np.frombuffer(self.table.mostly(leaves), dtype=np.bool_)


def fold(text: str) -> str:
    r"""Runs of white space as one space, ends trimmed; a line break between CJK characters is removed.

    >>> fold(" one\n two ")
    'one two'
    >>> fold("第一行\n第二行"), fold("𠮷\n野家")
    ('第一行第二行', '𠮷野家')
    """
    if not text.isascii() and "\n" in text:
        text = _joined_line_break().sub("", text)
    return " ".join(text.split())
