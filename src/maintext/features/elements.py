"""The elements around blocks: which blocks an element holds, which elements are above a block.

A block belongs to an element when its first leaf does. Blocks are numbered in document order, so those of
an element are a range, and a sum over them is one subtraction of prefix sums.
"""

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from maintext._kernel import loops
from maintext.arrays import BoolArray, FloatArray, IntArray, frozen, prefix_sums
from maintext.page.page import Page
from maintext.page.tags import TAGS, Flag
from maintext.text.words import Hashes, mix

if TYPE_CHECKING:
    from maintext._kernel._native import _Elements

LEVELS = 9
"""Block elements above a block that are looked at, its own included."""
_TAG_LEVELS = 6
_TAG_FACTORS = np.array([[3], [5]], dtype=np.uint64)


def element_above(level: int) -> str:
    """The element so many levels above a block's, in words.

    >>> element_above(0), element_above(1)
    ("the block's own element", "the element one level above the block's")
    """
    if level == 0:
        return "the block's own element"
    return f"the element {'one level' if level == 1 else f'{level} levels'} above the block's"


class Elements:
    """A page's elements and blocks. It has at least one block."""

    found: "_Elements"
    """What the loops in C have found; it keeps the arrays of the properties below."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.blocks = page.blocks
        self.size = len(page.blocks)
        self.number = np.arange(self.size)
        self._find_all()

    def _find_all(self) -> None:
        """Find all of the properties below, but `tag`, in one go; without the loops, each when asked for."""
        if loops is None or not self.size:
            return
        page, blocks, size = self.page, self.blocks, self.size
        found: dict[str, IntArray | Hashes | BoolArray] = {
            "low": np.empty(len(page), dtype=np.int64),
            "high": np.empty(len(page), dtype=np.int64),
            "holders": np.empty(len(page), dtype=np.int64),
            "above": np.empty((LEVELS, size), dtype=np.int64),
            "above_low": np.empty((LEVELS, size), dtype=np.int64),
            "above_high": np.empty((LEVELS, size), dtype=np.int64),
            "tag_paths": np.empty((_TAG_LEVELS, 2, size), dtype=np.uint64),
            "tag_group": np.empty(size, dtype=np.int64),
            "is_heading": np.empty(size, dtype=np.bool_),
        }
        rows = page.tag, page.parent, page.end, page.depth, page.flags, page.block
        self.found, count = loops.find_elements(*rows, blocks.first_row, blocks.element, *found.values())
        for array in (blocks.first_row, blocks.element, *found.values()):
            frozen(array)  # the loops trust what they have found
        found["holders"] = found["holders"][:count]
        vars(self).update(found)  # a cached property that is there is not computed

    def __reduce__(self) -> tuple[type["Elements"], tuple[Page]]:
        # Only the page travels between processes: what is derived from it can be derived again.
        return type(self), (self.page,)

    # -- the blocks of elements -----------------------------------------------------------------------

    @cached_property
    def low(self) -> IntArray:
        """The first block at or after each row."""
        return self._blocks_before[:-1]

    @cached_property
    def high(self) -> IntArray:
        """The first block after each row's subtree."""
        return self._blocks_before.take(self.page.end)

    @cached_property
    def _blocks_before(self) -> IntArray:
        begins = np.zeros(len(self.page), dtype=np.bool_)
        begins[self.blocks.first_row] = True
        return prefix_sums(begins)

    @cached_property
    def holders(self) -> IntArray:
        """Rows of the elements that hold blocks; the root is first."""
        return np.flatnonzero((self.high > self.low) & self.page.is_element)

    def sum_rows(self, columns: FloatArray) -> FloatArray:
        """Sums of per-block columns over the blocks of each row: columns × rows."""
        sums = np.zeros((len(columns), self.size + 1))
        np.cumsum(columns, axis=1, out=sums[:, 1:])
        return sums.take(self.high, axis=1) - sums.take(self.low, axis=1)

    # -- the elements above blocks --------------------------------------------------------------------

    @cached_property
    def above(self) -> IntArray:
        """Rows of the block elements above each block, its own first, at last the root: levels × blocks."""
        page = self.page
        climb = page.block.take(np.maximum(page.parent, 0))
        rows = np.empty((LEVELS, self.size), dtype=np.int64)
        rows[0] = self.blocks.element
        for level in range(1, LEVELS):
            climb.take(rows[level - 1], out=rows[level], mode="clip")
        return rows

    @cached_property
    def above_low(self) -> IntArray:
        """The first block of each of those elements."""
        return self.low.take(self.above)

    @cached_property
    def above_high(self) -> IntArray:
        """One past the last block of each of those elements."""
        return np.maximum(self.high.take(self.above), self.above_low + 1)

    @cached_property
    def is_heading(self) -> BoolArray:
        """Which blocks lie in a heading."""
        return (self.page.flags.take(self.blocks.first_row) & int(Flag.HEADING)) != 0

    # -- their tags -----------------------------------------------------------------------------------

    @cached_property
    def tag(self) -> NDArray[np.uint64]:
        """The tag of each row; all that are not listed count as one."""
        return np.minimum(self.page.tag, len(TAGS)).view(np.uint64)

    @cached_property
    def tag_paths(self) -> Hashes:
        """By level: two numbers for the tags from each block's element up to there: 6 levels × 2 × blocks."""
        paths = np.zeros((_TAG_LEVELS, 2, self.size), dtype=np.uint64)
        for level, tag in enumerate(self.tag.take(self.above[:_TAG_LEVELS]) + np.uint64(1)):
            paths[level] = mix(paths[level - 1] * _TAG_FACTORS + tag)
        return paths

    @cached_property
    def tag_group(self) -> IntArray:
        """Numbers that are the same for blocks that have the same tags on the six nearest levels."""
        return numbered(self.tag_paths[_TAG_LEVELS - 1, 0])


def numbered(keys: Hashes) -> IntArray:
    """Numbers from 0 that are the same for the same keys."""
    order = np.argsort(keys)
    ordered = keys.take(order)
    number = np.zeros(len(keys), dtype=np.int64)
    number[order[1:]] = np.cumsum(ordered[1:] != ordered[:-1])
    return number
