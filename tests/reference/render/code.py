"""Code: the exact lines of a `<pre>`."""

import re

import numpy as np

from maintext.arrays import BoolArray, prefix_sums
from maintext.page.page import Page
from maintext.page.tags import BR, TEXT, Flag, in_tags, tag_mask

_UNSEEN = int(Flag.UNSHOWN | Flag.HIDDEN)
_CELLS = ("td", "th")
_BETWEEN_CELLS = tag_mask("table thead tbody tfoot tr colgroup")

_BLANK_LINES_AT_START = re.compile(r"\A(?:[^\S\n]*\n)+")


def code_text(page: Page, row: int, lines: list[int]) -> str:
    """The kept blocks of a preformatted element as a reader sees them: line for line.

    Highlighters make a line of every block element or table row, or end it with `<br>`.
    """
    begin, end = row + 1, int(page.end[row])
    if not (page.is_block[begin:end] | ((page.flags[begin:end] & _UNSEEN) != 0)).any():
        return _trimmed(page.row_text(row))
    return _trimmed("".join(_pieces(page, begin, end, lines)))


def _trimmed(code: str) -> str:
    code = code.replace("\r\n", "\n").replace("\r", "\n")
    return _BLANK_LINES_AT_START.sub("", code).rstrip()


def _pieces(page: Page, begin: int, end: int, lines: list[int]) -> list[str]:
    """The texts of an element with more than one block, and what is between them."""
    tags, visible = page.tag[begin:end], (page.flags[begin:end] & int(Flag.HIDDEN)) == 0
    breaks = (tags == BR) & visible
    begun = prefix_sums(page.is_block[begin:end] & (tags != BR) & visible)
    pieces: list[str] = []
    before, at_start = begin, True
    for at in (begin + np.flatnonzero(_seen_text(page, begin, end, lines) | breaks)).tolist():
        if breaks[at - begin]:
            pieces.append("\n")
            at_start = True
            continue
        begins = page.block[at] != page.block[before] or begun[at - begin] != begun[before - begin]
        if begins and not at_start:
            pieces.append(" " if _same_table_row(page, before, at) else "\n")
        pieces.append(page.row_text(at))
        before, at_start = at, pieces[-1].endswith("\n") or (at_start and not pieces[-1])
    return pieces


def _same_table_row(page: Page, before: int, at: int) -> bool:
    """Whether two texts are in different cells of one row."""
    one, other = page.block[before], page.block[at]
    in_cells = page.tag_name(one) in _CELLS and page.tag_name(other) in _CELLS
    return bool(in_cells and one != other and page.parent[one] == page.parent[other])


def _seen_text(page: Page, begin: int, end: int, lines: list[int]) -> BoolArray:
    """Rows of text to show: of kept blocks, or blank, but not the white space between table cells."""
    seen = (page.tag[begin:end] == TEXT) & ((page.flags[begin:end] & _UNSEEN) == 0)
    seen &= ~in_tags(page.tag[page.parent[begin:end]], _BETWEEN_CELLS) | page.is_leaf[begin:end]
    first, last = np.searchsorted(page.leaves, (begin, end))
    block = page.blocks.of_leaf[first:last] - page.blocks.of_leaf[first]
    is_kept = np.zeros(block[-1] + 1, dtype=np.bool_)
    is_kept[np.array(lines) - page.blocks.of_leaf[first]] = True
    seen[page.leaves[first:last][~is_kept[block]] - begin] = False
    return seen
