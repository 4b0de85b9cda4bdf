"""Data tables: which tables hold data, and their cells."""

from collections.abc import Sequence

from turbohtml import Element

from maintext.evaluation.structure.code import is_gutter
from maintext.evaluation.structure.text import squeezed
from maintext.evaluation.structure.tree import HEADINGS, attribute, children, inner, is_unseen, shown_text

Row = tuple[str, ...]
Grid = tuple[Row, ...]

_LONGEST = 500  # characters of a cell; a longer one is a column of a page
_MOST_SPAN = 50


def is_data_table(table: Element) -> bool:
    """Whether a table holds data, and does not merely place parts of a page.

    It has two rows with two filled cells each, and no table, heading, form or long text inside.
    """
    if attribute(table, "role") in ("presentation", "none"):
        return False
    if next(inner(table, "table", "form", "article", "section", *HEADINGS), None) is not None:
        return False
    if any(is_gutter(cell) for cell in inner(table, "td")):
        return False
    filled = [[text for cell in cells(row) if (text := shown_text(cell))] for row in rows(table)]
    longest = max((len(text) for row in filled for text in row), default=0)
    return longest <= _LONGEST and sum(len(row) > 1 for row in filled) > 1


def rows(table: Element) -> list[Element]:
    """The rows of a table without tables inside."""
    return [row for row in inner(table, "tr") if not is_unseen(row)]


def cells(row: Element) -> list[Element]:
    """The cells of a row."""
    return [cell for cell in children(row) if cell.tag in ("td", "th") and not is_unseen(cell)]


def grid(table: Element, *, filled: bool) -> Grid:
    """The cells' texts, letters and digits alone; a cell that spans several places is in all, or in one."""
    below: dict[int, tuple[int, str]] = {}  # by column: rows that a cell still spans, and its text
    found: list[Row] = []
    for row in rows(table):
        texts: list[str] = []
        waiting = cells(row)
        while waiting or len(texts) in below:
            at = len(texts)
            if at in below:
                left, text = below.pop(at)
                texts.append(text if filled else "")
                if left > 1:
                    below[at] = (left - 1, text)
                continue
            cell = waiting.pop(0)
            text, deep = squeezed(shown_text(cell)), _span(cell, "rowspan")
            for number in range(_span(cell, "colspan")):
                if deep > 1:
                    below[len(texts)] = (deep - 1, text)
                texts.append(text if filled or not number else "")
        found.append(tuple(texts))
    return tuple(row for row in found if any(row))


def _span(cell: Element, name: str) -> int:
    value = attribute(cell, name).strip()
    return min(max(int(value), 1), _MOST_SPAN) if value.isascii() and value.isdigit() else 1


def header(table: Sequence[Row]) -> Row:
    """The first row, without empty cells and repetitions, so that spans may be filled or not."""
    first = [text for text in table[0] if text] if table else []
    return tuple(text for at, text in enumerate(first) if not at or first[at - 1] != text)
