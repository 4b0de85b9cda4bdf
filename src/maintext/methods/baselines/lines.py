"""A page as lines, with the characters and tags of each."""

from dataclasses import dataclass
from typing import Literal

import numpy as np

from maintext.arrays import BoolArray, IntArray, prefix_sums
from maintext.methods.baselines.sequence import has_end_tag
from maintext.page.page import Page
from maintext.page.tags import Flag


@dataclass(frozen=True, eq=False)
class Lines:
    """The lines of a page with a tag or text, in order."""

    chars: IntArray
    """Characters of each line. A leaf counts in the line where its text begins."""
    tags: IntArray
    """Start and end tags of each line."""
    of_leaf: IntArray
    """The line of each leaf."""

    @classmethod
    def of(cls, page: Page, kind: Literal["source", "block"], noise: BoolArray | None) -> "Lines":
        """Count the lines of a page; tags that are not shown and the text of noise are not counted."""
        number = _source_lines(page) if kind == "source" else _block_lines(page)
        tagged = page.is_element & ~page.has(Flag.UNSHOWN | Flag.HIDDEN)
        closed = tagged & has_end_tag(page)
        start, end = number[tagged], number[page.end[closed] - 1]
        used, line = np.unique(np.concatenate([number[page.leaves], start, end]), return_inverse=True)
        of_leaf = line[: len(page.leaves)]
        chars = page.chars[page.leaves]
        if noise is not None:
            chars = np.where(noise, 0, chars)
        return cls(
            chars=np.bincount(of_leaf, chars, minlength=len(used)).astype(np.int64),
            tags=np.bincount(line[len(page.leaves) :], minlength=len(used)),
            of_leaf=of_leaf,
        )


def _block_lines(page: Page) -> IntArray:
    """For each row, a number that grows at every start and end of a block element."""
    is_block = page.is_block
    ends = np.bincount(page.end[is_block], minlength=len(page) + 1)[:-1]
    return np.cumsum(is_block + ends)


def _source_lines(page: Page) -> IntArray:
    """For each row, the line of the source where it begins.

    The parser gives the lines of start tags. Text begins at its first character that is not white space; its
    line is that of the last start tag plus the line breaks in the text between.
    """
    code = np.frombuffer(page.text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
    solid = np.append(np.flatnonzero(code > ord(" ")), len(code))
    begins = solid[np.searchsorted(solid, page.text_start)]
    breaks = prefix_sums(code == ord("\n"))
    last_tag = np.maximum.accumulate(np.where(page.line > 0, np.arange(len(page)), 0))
    below = breaks[begins] - breaks[page.text_start[last_tag]]
    line = np.maximum(page.line[last_tag], 1)  # implied tags at the start have none
    return np.maximum.accumulate(line + np.where(page.is_element, 0, below))
