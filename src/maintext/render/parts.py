"""Parts of the main text as data: its links, images and tables. They are read from its HTML."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from maintext.page.blocks import fold
from maintext.page.page import Page
from maintext.page.parse import parse
from maintext.page.tags import IMG, TAG_ID, A
from maintext.render.images import Image

if TYPE_CHECKING:
    import pandas

_TABLE, _TR, _TH, _CAPTION = (TAG_ID[name] for name in ("table", "tr", "th", "caption"))
_CELLS = (TAG_ID["td"], _TH)
_MOST_SPANNED = 1000
_MOST_CELLS = 1_000_000
"""Cells of a table after spanned ones are repeated: `colspan` and `rowspan` multiply."""


class Link(NamedTuple):
    """A link of the main text."""

    url: str
    """Absolute, if the page's URL is known."""
    text: str
    """Its text, as a reader sees it."""


@dataclass(frozen=True, slots=True)
class DataTable:
    """A data table of the main text.

    >>> from maintext import extract
    >>> page = "<table><tr><th>Egg<th>Minutes<tr><td>soft<td>5<tr><td>hard<td>9</table>"
    >>> extract(page, method="p_value").tables[0].rows
    (('Egg', 'Minutes'), ('soft', '5'), ('hard', '9'))
    """

    rows: tuple[tuple[str, ...], ...]
    """Texts of the cells; one that spans several places is at each of them."""
    header: int = 0
    """Number of rows at the top that are header."""
    caption: str = ""
    """The text of its caption."""

    def __len__(self) -> int:
        return len(self.rows)

    def to_pandas(self) -> pandas.DataFrame:
        """The table as a DataFrame; needs pandas.

        The last row of the header names the columns.
        """
        try:
            import pandas
        except ImportError as error:
            from maintext.errors import MaintextError

            raise MaintextError("pandas is missing: pip install pandas") from error
        columns = list(self.rows[self.header - 1]) if self.header else None
        return pandas.DataFrame(list(self.rows[self.header :]), columns=columns)


def read_links(html: str) -> tuple[Link, ...]:
    """The links of some HTML, in order.

    >>> read_links('<p>Read <a href="https://example.org/">the story</a>.')
    (Link(url='https://example.org/', text='the story'),)
    """
    page = parse(html)
    rows = page.rows_of(A).tolist()
    return tuple(Link(url, _text(page, row)) for row in rows if (url := page.attribute(row, "href")))


def read_images(html: str) -> tuple[Image, ...]:
    """The images of some HTML, in order."""
    page = parse(html)
    found = (page.attributes.get(row, {}) for row in page.rows_of(IMG).tolist())
    return tuple(Image(at["src"], at.get("alt", ""), at.get("title", "")) for at in found if at.get("src"))


def read_tables(html: str) -> tuple[DataTable, ...]:
    """The tables of some HTML, in order; one inside another is part of the outer one's cell.

    >>> read_tables("<table><tr><th>Year<th>Metres<tr><td rowspan=2>1911<td>40<tr><td>41</table>")[0].rows
    (('Year', 'Metres'), ('1911', '40'), ('1911', '41'))
    """
    page = parse(html)
    found, end = [], 0
    for row in page.rows_of(_TABLE).tolist():
        if row >= end:
            end = int(page.end[row])
            found.append(_table(page, row))
    return tuple(found)


def _text(page: Page, row: int) -> str:
    """The text of an element; its blocks are separated by spaces."""
    first, last = np.searchsorted(page.leaves, (row, page.end[row])).tolist()
    blocks = dict.fromkeys(page.blocks.of_leaf[first:last].tolist())
    if len(blocks) < 2:
        return fold(page.row_text(row))
    return fold(" ".join(page.block_text(block) for block in blocks))


def _table(page: Page, table: int) -> DataTable:
    grid: list[list[str]] = []
    waiting: dict[int, tuple[str, int]] = {}  # column → a cell of a row above, and rows that it still spans
    header, is_above, left = 0, True, _MOST_CELLS
    for row in _below(page, table, (_TR,)):
        cells = list(_below(page, row, _CELLS))
        line: list[str] = []
        for cell in cells:
            _fill(line, waiting)
            text = _text(page, cell)
            wide, high = _span(page, cell, "colspan"), _span(page, cell, "rowspan")
            for _ in range(min(wide, left)):
                if high > 1:
                    waiting[len(line)] = text, high - 1
                line.append(text)
                left -= 1
        _fill(line, waiting)
        is_above = is_above and bool(cells) and all(page.tag[cell] == _TH for cell in cells)
        header += is_above
        if line and left > 0:
            grid.append(line)
    width = max(map(len, grid), default=0)
    rows = tuple((*line, *[""] * (width - len(line))) for line in grid)
    captions = [_text(page, row) for row in _below(page, table, (_CAPTION,))]
    return DataTable(rows, min(header, len(rows)), captions[0] if captions else "")


def _fill(line: list[str], waiting: dict[int, tuple[str, int]]) -> None:
    """Add the cells of rows above that reach down to the next places of a line."""
    while (column := len(line)) in waiting:
        text, rows = waiting.pop(column)
        line.append(text)
        if rows > 1:
            waiting[column] = text, rows - 1


def _below(page: Page, row: int, tags: tuple[int, ...]) -> Iterator[int]:
    """Elements of these tags below a row, but not inside one another or inside another table."""
    at, end = row + 1, int(page.end[row])
    while at < end:
        tag = int(page.tag[at])
        if tag in tags:
            yield at
        at = int(page.end[at]) if tag in tags or tag == _TABLE else at + 1


def _span(page: Page, cell: int, name: str) -> int:
    value = page.attribute(cell, name) or "1"
    return min(max(int(value), 1), _MOST_SPANNED) if value.isascii() and value.isdigit() else 1


def to_lxml(html: str) -> Any:
    """Some HTML as an lxml element: a `div` around it."""
    from lxml import html as lxml_html

    return lxml_html.fragment_fromstring(html, create_parent="div")


def to_soup(html: str) -> Any:
    """Some HTML as a BeautifulSoup."""
    from bs4 import BeautifulSoup

    return BeautifulSoup(html, "html.parser")
