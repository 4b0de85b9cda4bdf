"""Tables: whether they have data or only lay out a page, and the grid of cells of data tables."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import zip_longest

import numpy as np

from maintext.arrays import BoolArray, prefix_sums
from maintext.page.page import Page
from maintext.page.tags import TAG_ID, Flag, in_tags, tag_mask

_TABLE = TAG_ID["table"]
_CELLS = tag_mask("td th")
_HEADS = tag_mask("th thead caption")
_STRUCTURE = tag_mask(
    "table h1 h2 h3 h4 h5 h6 pre xmp plaintext textarea blockquote figure article section header footer "
    "nav aside main form hr dl"
)
"""Elements that never occur in cells of a data table: a table with them lays out a page."""
# A longer cell has running text. Tables with header cells may have longer ones.
_MOST_CHARS, _MOST_BLOCKS = 300, 4
_MOST_CHARS_HEADED, _MOST_BLOCKS_HEADED = 2000, 20

_WIDEST_SPAN = 20
# Maximum cells of a grid for n cells of the source: 4 n + 64. Above it, spans are not followed.
_MOST_GROWTH, _FREE_GROWTH = 4, 64


@dataclass(slots=True)
class Cell:
    """A table cell: its kept blocks and the rows of its images; both empty if a span covers it."""

    lines: list[int] = field(default_factory=list)
    images: list[int] = field(default_factory=list)
    header: bool = False


@dataclass(slots=True)
class Grid:
    """The rows of a table with kept text, all of one length, and what comes before them."""

    caption: list[int]
    rows: list[list[Cell]]


def data_tables(page: Page, kept: BoolArray) -> list[int]:
    """Rows of the tables with kept text that have data; the others only lay out a page."""
    blocks = page.blocks
    tables = page.rows_of(_TABLE)
    tables = tables[(page.flags[tables] & int(Flag.PRE)) == 0]  # a table of code is a listing
    if not len(tables):
        return []
    kept_leaves = np.zeros(len(page), dtype=np.bool_)
    kept_leaves[blocks.first_row[kept]] = True
    used = prefix_sums(kept_leaves)
    structure = prefix_sums(in_tags(page.tag, _STRUCTURE))
    end = page.end[tables]
    plain = (used[end] > used[tables]) & (structure[end] - structure[tables] == 1)
    return [row for row in tables[plain].tolist() if _holds_data(page, row)]


def _is_layout(page: Page, table: int) -> bool:
    """Whether a table declares that it is only for layout."""
    return page.attribute(table, "role") in ("presentation", "none")


def _holds_data(page: Page, table: int) -> bool:
    """At least two rows (or a header) of several cells, all text in cells, no cell of running text."""
    blocks = page.blocks
    if _is_layout(page, table):
        return False
    end = int(page.end[table])
    tags = page.tag[table:end]
    cells = table + np.flatnonzero(in_tags(tags, _CELLS))
    if len(cells) < 2:
        return False
    headed = bool(in_tags(tags, _HEADS).any())
    _, width = np.unique(page.parent[cells], return_counts=True)
    if (width > 1).sum() < (1 if headed else 2):
        return False
    if width.max() * len(width) > _MOST_GROWTH * len(cells) + _FREE_GROWTH:
        return False  # the lengths of rows differ too much for columns
    begins = np.searchsorted(blocks.first_row, np.append(cells, end))
    lines = np.diff(begins)
    if np.searchsorted(blocks.first_row, page.end[cells[-1]]) < begins[-1]:
        return False  # text after the last cell
    if (np.searchsorted(blocks.first_row, page.end[cells]) - begins[:-1] != lines).any():
        return False  # text between cells
    chars = prefix_sums(blocks.chars)[begins]
    most_blocks, most_chars = (
        (_MOST_BLOCKS_HEADED, _MOST_CHARS_HEADED) if headed else (_MOST_BLOCKS, _MOST_CHARS)
    )
    return int(lines.max()) <= most_blocks and int(np.diff(chars).max()) <= most_chars


def grid(page: Page, table: int, lines: list[int], images: Sequence[int] = ()) -> Grid:
    """The cells of a data table in their columns, with its kept blocks and images.

    Rows without kept text and empty columns are left out. A cell that spans several places is in the first,
    and the others are empty.
    """
    blocks, end = page.blocks, int(page.end[table])
    cells = (table + np.flatnonzero(in_tags(page.tag[table:end], _CELLS))).tolist()
    filled = {row: Cell(header=page.tag_name(row) == "th") for row in cells}
    caption: list[int] = []
    starts = np.array(cells)
    for block, at in zip(lines, np.searchsorted(starts, blocks.first_row[lines]).tolist(), strict=True):
        (filled[cells[at - 1]].lines if at else caption).append(block)
    for row in images:
        at = int(np.searchsorted(starts, row))
        if at:
            filled[cells[at - 1]].images.append(row)
    rows = [placed for placed in _place(page, filled) if any(cell.lines for cell in placed)]
    columns = [
        column
        for column in zip_longest(*rows, fillvalue=Cell())
        if any(cell.lines or cell.images for cell in column)
    ]
    return Grid(caption, [list(row) for row in zip(*columns, strict=True)])


def _place(page: Page, cells: dict[int, Cell]) -> list[list[Cell]]:
    """Rows of cells with the columns and rows that they span, if those are within the limits."""
    members: list[list[int]] = []
    parent = -1
    for cell in cells:
        if page.parent[cell] != parent:
            members.append([])
            parent = int(page.parent[cell])
        members[-1].append(cell)
    spans = {cell: (_span(page, cell, "colspan"), _span(page, cell, "rowspan")) for cell in cells}
    most = _MOST_GROWTH * len(cells) + _FREE_GROWTH
    if sum(across * down for across, down in spans.values()) <= most:
        rows = _spread(members, cells, spans)
        if max(map(len, rows), default=0) * len(rows) <= most:
            return rows
    return _spread(members, cells, dict.fromkeys(cells, (1, 1)))


def _spread(
    members: list[list[int]], cells: dict[int, Cell], spans: dict[int, tuple[int, int]]
) -> list[list[Cell]]:
    rows = []
    covered: dict[int, int] = {}  # column → rows below that a cell still covers
    for row_members in members:
        row: list[Cell] = []
        below: dict[int, int] = {}
        for member in row_members:
            while len(row) in covered:
                row.append(Cell())
            across, down = spans[member]
            below.update(dict.fromkeys(range(len(row), len(row) + across), down))
            row.append(cells[member])
            row += [Cell(header=cells[member].header) for _ in range(across - 1)]
        rows.append(row)
        covered = {column: left - 1 for column, left in (covered | below).items() if left > 1}
    return rows


def _span(page: Page, cell: int, name: str) -> int:
    value = (page.attribute(cell, name) or "").strip()
    if not (value.isascii() and value.isdigit() and len(value) < 9):
        return 1
    return min(max(int(value), 1), _WIDEST_SPAN)
