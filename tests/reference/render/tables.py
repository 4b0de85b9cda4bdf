"""Tables: whether they have data or only lay out a page, and the grid of cells of data tables."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import NamedTuple

import numpy as np

from maintext.arrays import BoolArray, prefix_sums
from maintext.page.page import Page
from maintext.page.tags import TAG_ID, Flag, in_tags, tag_mask

_TABLE = TAG_ID["table"]
_CELLS = tag_mask("td th")
_HEADS = tag_mask("th thead caption")
_STRUCTURE = tag_mask(
    "table h1 h2 h3 h4 h5 h6 plaintext textarea figure article section header footer "
    "nav aside main form hr dl"
)
"""Elements that never occur in cells of a data table: a table with them lays out a page."""
_HR = TAG_ID["hr"]
_LEVELS = [f"h{level}" for level in range(1, 7)]
# A longer cell has running text. Regular tables and those with header cells may have longer ones.
_MOST_CHARS, _MOST_BLOCKS = 400, 4
_MOST_CHARS_REGULAR, _MOST_BLOCKS_REGULAR = 500, 8
_MOST_CHARS_HEADED, _MOST_BLOCKS_HEADED = 2000, 20

_MOST_INNER_CELLS, _MOST_INNER_ROWS = 24, 400  # of a table inside a cell
_FEWEST_SEVERAL, _FEWEST_REGULAR = 3, 4  # rows with several cells, in a table with notes and a regular one

_WIDEST_SPAN = 20
# Maximum cells of a grid for n cells of the source: 4 n + 64. Above it, spans are not followed.
_MOST_GROWTH, _FREE_GROWTH = 4, 64


@dataclass(slots=True)
class Cell:
    """A table cell: its kept blocks and the rows of its images."""

    row: int = -1
    lines: list[int] = field(default_factory=list)
    images: list[int] = field(default_factory=list)
    header: bool = False


class Place(NamedTuple):
    """A place of a grid, and whether its cell begins at another one."""

    cell: Cell
    covered: bool = False


@dataclass(slots=True)
class Grid:
    """The rows of a table with kept text, all of one length, and what comes before them."""

    caption: list[int]
    rows: list[list[Place]]

    @property
    def headed(self) -> bool:
        """Whether the first row is a header: all its cells with text are header cells."""
        filled = [place.cell for place in self.rows[0] if place.cell.lines] if self.rows else []
        return bool(filled) and all(cell.header for cell in filled)


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
    found = [row for row in tables.tolist() if used[page.end[row]] > used[row]]
    return [row for row in found if _is_simple(page, row) and _holds_data(page, row)]


def own_rows(page: Page, table: int) -> list[int]:
    """The rows of a table without those of tables inside, except their first."""
    rows, row = [], table + 1
    while row < page.end[table]:
        rows.append(row)
        row = int(page.end[row]) if page.tag[row] == _TABLE else row + 1
    return rows


def _is_headed(page: Page, table: int) -> bool:
    """Whether there are header cells or a caption, before any table inside."""
    tags = page.tag[table + 1 : page.end[table]]
    before = np.append(np.flatnonzero(tags == _TABLE), len(tags))[0]
    return bool(in_tags(tags[:before], _HEADS).any())


def _is_simple(page: Page, table: int) -> bool:
    """Whether a table has no structure inside but lines around its text and, with a header, small tables."""
    structure = [row for row in own_rows(page, table) if in_tags(page.tag[row : row + 1], _STRUCTURE)[0]]
    blocks = page.blocks
    first, end = np.searchsorted(blocks.first_row, (table, page.end[table])).tolist()
    begin, last = (blocks.first_row[first], blocks.last_row[end - 1]) if first < end else (table, table)
    structure = [row for row in structure if page.tag[row] != _HR or begin <= row <= last]
    structure = [row for row in structure if not _is_header_heading(page, table, row)]
    headed = _is_headed(page, table)
    return all(headed and page.tag[row] == _TABLE and _is_small(page, row) for row in structure)


def _is_header_heading(page: Page, table: int, row: int) -> bool:
    """Whether a row is a heading in a header cell of a table."""
    around = [above for above in page.ancestors(row) if above > table]
    return page.tag_name(row) in _LEVELS and any(page.tag_name(above) in ("th", "thead") for above in around)


def _is_small(page: Page, table: int) -> bool:
    tags = page.tag[table + 1 : page.end[table]]
    cells, structure = in_tags(tags, _CELLS).sum(), in_tags(tags, _STRUCTURE).any()
    return len(tags) + 1 <= _MOST_INNER_ROWS and cells <= _MOST_INNER_CELLS and not structure


def _is_layout(page: Page, table: int) -> bool:
    """Whether a table declares that it is only for layout."""
    return page.attribute(table, "role") in ("presentation", "none")


def _holds_data(page: Page, table: int) -> bool:
    """Two rows of several cells, one of them with text in two, or a header; no cell of running text."""
    blocks = page.blocks
    if _is_layout(page, table):
        return False
    end = int(page.end[table])
    rows = np.array(own_rows(page, table), dtype=np.int64)
    cells = rows[in_tags(page.tag[rows], _CELLS)]
    if len(cells) < 2:
        return False
    headed = _is_headed(page, table)
    line, at, width = np.unique(page.parent[cells], return_inverse=True, return_counts=True)
    has_text = np.searchsorted(blocks.first_row, page.end[cells]) > np.searchsorted(blocks.first_row, cells)
    filled = int((np.bincount(at[has_text], minlength=len(line)) > 1).sum())
    several = int((width > 1).sum())
    if several < 1 or (not headed and (several < 2 or not filled)):
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
    regular = filled >= _FEWEST_REGULAR and filled >= 2 * (len(line) - filled)
    most_blocks, most_chars = (
        (_MOST_BLOCKS_HEADED, _MOST_CHARS_HEADED)
        if headed
        else (_MOST_BLOCKS_REGULAR, _MOST_CHARS_REGULAR)
        if regular
        else (_MOST_BLOCKS, _MOST_CHARS)
    )
    has_notes = several >= _FEWEST_SEVERAL and several >= 2 * (len(line) - several)
    most = np.where(has_notes & (width[at] == 1), _MOST_CHARS_HEADED, most_chars)
    return int(lines.max()) <= most_blocks and bool((np.diff(chars) <= most).all())


def grid(page: Page, table: int, lines: list[int], images: Sequence[int] = ()) -> Grid:
    """The cells of a data table in their columns, with its kept blocks and images.

    Rows without kept text and empty columns are left out. A cell that spans several places covers them all.
    """
    blocks = page.blocks
    cells = [row for row in own_rows(page, table) if in_tags(page.tag[row : row + 1], _CELLS)[0]]
    filled = {row: Cell(row, header=_is_header(page, row)) for row in cells}
    caption: list[int] = []
    starts = np.array(cells)
    for block, at in zip(lines, np.searchsorted(starts, blocks.first_row[lines]).tolist(), strict=True):
        (filled[cells[at - 1]].lines if at else caption).append(block)
    for row in images:
        at = int(np.searchsorted(starts, row))
        if at:
            filled[cells[at - 1]].images.append(row)
    rows = [
        placed
        for placed in _place(page, filled)
        if any(cell.lines for cell, covered in placed if not covered)
    ]
    columns = [
        column
        for column in zip_longest(*rows, fillvalue=Place(Cell()))
        if any((cell.lines or cell.images) and not covered for cell, covered in column)
    ]
    return Grid(caption, [list(row) for row in zip(*columns, strict=True)])


def _is_header(page: Page, cell: int) -> bool:
    part = page.parent[page.parent[cell]]
    return page.tag_name(cell) == "th" or bool(part >= 0 and page.tag_name(part) == "thead")


def _place(page: Page, cells: dict[int, Cell]) -> list[list[Place]]:
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
) -> list[list[Place]]:
    rows = []
    covered: dict[int, tuple[int, int]] = {}  # column → rows below that a cell still covers, and the cell
    for row_members in members:
        row: list[Place] = []
        below: dict[int, tuple[int, int]] = {}

        for member in row_members:
            _cover(row, covered, cells)
            across, down = spans[member]
            below.update(dict.fromkeys(range(len(row), len(row) + across), (down, member)))
            row += [Place(cells[member], at > 0) for at in range(across)]
        _cover(row, covered, cells)
        rows.append(row)
        covered = {column: (left - 1, cell) for column, (left, cell) in (covered | below).items() if left > 1}
    return rows


def _cover(row: list[Place], covered: dict[int, tuple[int, int]], cells: dict[int, Cell]) -> None:
    """Add the places at the end of a row that cells of the rows above cover."""
    while len(row) in covered:
        row.append(Place(cells[covered[len(row)][1]], True))


def cell_parts(page: Page, cell: Cell) -> list[tuple[str, int, list[int]]]:
    """The kept blocks of a cell: what joins each to the one before, its listing or -1, and its blocks.

    Blocks of one listing are together. Those of one row of a table inside the cell are joined by a space.
    """
    parts: list[tuple[str, int, list[int]]] = []
    before = -1
    for block in cell.lines:
        row = int(page.blocks.first_row[block])
        listing = _listing(page, row) if _listing(page, row) > cell.row else -1
        if parts and listing >= 0 and parts[-1][1] == listing:
            parts[-1][2].append(block)
            continue
        line = _inner_line(page, cell, row)
        joined = line >= 0 and before >= 0 and line == _inner_line(page, cell, before)
        parts.append((" " if joined else "br" if parts else "", listing, [block]))
        before = row
    return parts


def _listing(page: Page, row: int) -> int:
    """The outermost element of code around a row; -1 if there is none."""
    around = [at for at in (row, *page.ancestors(row)) if page.flags[at] & int(Flag.PRE)]
    return around[-1] if around else -1


def _inner_line(page: Page, cell: Cell, row: int) -> int:
    """The row of a table inside a cell that a row is in; -1 if there is none."""
    inside = [at for at in page.ancestors(row) if at > cell.row]
    return next((at for at in inside if page.tag_name(at) == "tr"), -1)


def _span(page: Page, cell: int, name: str) -> int:
    value = (page.attribute(cell, name) or "").strip()
    if not (value.isascii() and value.isdigit() and len(value) < 9):
        return 1
    return min(max(int(value), 1), _WIDEST_SPAN)
