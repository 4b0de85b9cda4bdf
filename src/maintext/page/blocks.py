"""Page → Blocks: runs of text between block elements and `<br>`. Spans of leaves, no copies.

A block is what a reader sees as one paragraph, heading, list item or table cell. Methods may score
other units; what is kept, explained and rendered are blocks.
"""

import re
from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from maintext._kernel import loops
from maintext.arrays import BoolArray, IntArray, lengths, prefix_sums
from maintext.page.gaps import find_gaps
from maintext.page.page import Page
from maintext.page.tags import TEXT, Flag, is_block_tag
from maintext.text.characters import JOINED_LINES, regex_class

_JOINED = regex_class(JOINED_LINES)
_JOINED_LINE_BREAK = re.compile(rf"(?<=[{_JOINED}])[ \t]*[\r\n]\s*(?=[{_JOINED}])")

_UNSEEN = Flag.UNSHOWN | Flag.HIDDEN
_PRE = int(Flag.PRE)


@dataclass(frozen=True, eq=False, repr=False)
class Blocks:
    """The blocks of a page, in document order."""

    page: Page
    first: IntArray
    """Position in `page.leaves` of each block's first leaf; the block ends before the next one's."""

    def __len__(self) -> int:
        return len(self.first)

    def __repr__(self) -> str:
        return f"<Blocks: {len(self)} of {self.page!r}>"

    @cached_property
    def of_leaf(self) -> IntArray:
        """The block of each leaf."""
        return np.repeat(np.arange(len(self)), lengths(self.first, len(self.page.leaves)))

    @cached_property
    def element(self) -> IntArray:
        """Row of the block element that holds each block."""
        return self.page.block[self.first_row]

    @cached_property
    def first_row(self) -> IntArray:
        """Row of each block's first leaf."""
        return self.page.leaves[self.first]

    @cached_property
    def last_row(self) -> IntArray:
        """Row of each block's last leaf."""
        before = np.concatenate((self.first[1:], [len(self.page.leaves)]))[: len(self)] - 1
        return self.page.leaves[before]

    def leaves(self, block: int) -> slice:
        """The block's leaves, as positions in `page.leaves`."""
        after = self.first[block + 1] if block + 1 < len(self) else len(self.page.leaves)
        return slice(int(self.first[block]), int(after))

    def sum(self, column: IntArray | BoolArray) -> IntArray:
        """Sum of a per-row column over each block's leaves."""
        return self.sum_leaves(column[self.page.leaves])

    def sum_leaves(self, values: IntArray | BoolArray) -> IntArray:
        """Sum of a per-leaf column over each block."""
        return np.add.reduceat(values, self.first, dtype=np.int64) if len(self) else self.first

    @cached_property
    def chars(self) -> IntArray:
        """Characters of each block."""
        return self.sum(self.page.chars)

    def text(self, block: int) -> str:
        """A block's text, white space folded as a browser would; kept as it is in `<pre>`.

        Where two elements meet inside of it, their words stand apart (see `maintext.page.gaps`).
        """
        start, stop, is_pieced, is_pre = self._spans
        text = self._pieces(block) if is_pieced[block] else self.page.text[start[block] : stop[block]]
        return text.strip("\r\n").rstrip() if is_pre[block] else fold(text)

    def row_text(self, row: int) -> str:
        """A text node's text, with the space before it that the source lacks."""
        text = self.page.row_text(row)
        return f" {text}" if row in self.gaps else text

    @cached_property
    def gaps(self) -> frozenset[int]:
        """Rows of the text nodes that a space belongs before, though the source has none."""
        return frozenset(self.gaps_in(np.ones(len(self), dtype=np.bool_)).tolist())

    def gaps_in(self, kept: BoolArray) -> IntArray:
        """The same of some of the blocks, in order."""
        return find_gaps(self.page, self.first_row, self.last_row, kept)

    @cached_property
    def _spans(self) -> tuple[list[int], list[int], list[bool], list[bool]]:
        """By block: where its text begins and ends, whether that is not all of it, whether it is `<pre>`.

        Unshown text may lie between, or a space be missing. Lists, since single items of an array are
        slow to read.
        """
        page, first, last = self.page, self.first_row, self.last_row
        unshown = prefix_sums((page.tag == TEXT) & page.has(_UNSEEN))
        is_pieced = unshown[last] > unshown[first]
        if self.gaps:
            is_pieced[np.searchsorted(first, list(self.gaps), side="right") - 1] = True
        return (
            page.text_start[first].tolist(),
            page.text_end[last].tolist(),
            is_pieced.tolist(),
            ((page.flags[first] & _PRE) != 0).tolist(),
        )

    def _pieces(self, block: int) -> str:
        """The shown text from the block's first leaf to its last; blank text counts: it parts words."""
        begin = bisect_left(self._shown, self.first_row[block])
        end = bisect_right(self._shown, self.last_row[block])
        return "".join(map(self.row_text, self._shown[begin:end]))

    @cached_property
    def _shown(self) -> list[int]:
        return self.page.shown_texts[0].tolist()


def segment(page: Page) -> Blocks:
    """Find the blocks of a page.

    Two neighbouring leaves share a block when they have the same nearest block element and no
    visible block element (`<br>` counts as one) begins between them.
    """
    leaves = page.leaves
    if not len(leaves):
        return Blocks(page, leaves)
    if loops is not None:
        told = page.segments
        of_leaf = told[len(told) - len(leaves) :]
        first, first_row, last_row, element = told[: len(told) - len(leaves)].reshape(4, -1)
        blocks = Blocks(page, first)
        # A cached property that is there is not computed.
        vars(blocks).update(first_row=first_row, last_row=last_row, element=element, of_leaf=of_leaf)
        return blocks
    begun = prefix_sums(is_block_tag(page.tag) & ~page.has(Flag.HIDDEN))[leaves]
    container = page.block[leaves]
    starts = np.ones(len(leaves), dtype=np.bool_)
    starts[1:] = (begun[1:] != begun[:-1]) | (container[1:] != container[:-1])
    return Blocks(page, np.flatnonzero(starts))


def fold(text: str) -> str:
    r"""Runs of white space as one space, ends trimmed; a line break between CJK characters is none.

    >>> fold(" one\n two ")
    'one two'
    >>> fold("第一行\n第二行"), fold("𠮷\n野家")
    ('第一行第二行', '𠮷野家')
    """
    if "\n" in text and not text.isascii():
        text = _JOINED_LINE_BREAK.sub("", text)
    return " ".join(text.split())
