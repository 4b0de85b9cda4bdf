r"""Plain text: the words of the kept blocks in order, with only white space between them.

Paragraphs are separated by an empty line. Lines of a paragraph, list items and table rows are on lines of
their own; table cells are separated by tabs.
"""

import re
from itertools import groupby
from operator import itemgetter

from maintext.arrays import BoolArray, IntArray
from maintext.page.page import Page
from tests.reference.render.code import code_text
from tests.reference.render.content import Item, Kind, loose_lists, outline, pairs, stands_close
from tests.reference.render.tables import Place, grid

_BREAKS = re.compile(r"[ \n\r\t]*[\n\r\t][ \n\r\t]*")


def to_text(page: Page, kept: BoolArray) -> str:
    """The kept blocks as plain text."""
    items = outline(page, kept)
    loose = loose_lists(items)
    pieces: list[str] = []
    for before, item in pairs(items):
        if before is not None:
            pieces.append("\n" if stands_close(before, item, loose) else "\n\n")
        pieces.append(_item_text(page, item))
    return "".join(pieces)


def to_texts(page: Page, owner: IntArray, many: int) -> list[str]:
    """The texts of several parts of a page; `owner` is the part of each block, or -1."""
    items = outline(page, owner >= 0)
    loose = loose_lists(items)
    pieces: list[list[str]] = [[] for _ in range(many)]
    last: list[Item | None] = [None] * many
    for item in items:
        for part, piece in _split(item, owner):
            before = last[part]
            if before is not None:
                pieces[part].append("\n" if stands_close(before, piece, loose) else "\n\n")
            pieces[part].append(_item_text(page, piece))
            last[part] = piece
    return ["".join(part) for part in pieces]


def _split(item: Item, owner: IntArray) -> list[tuple[int, Item]]:
    """Split an item by the parts that its lines belong to; if several share it, into paragraphs of each."""
    parts = owner[item.lines].tolist()
    if len(set(parts)) == 1:
        return [(parts[0], item)]
    return [
        (part, Item(Kind.PARAGRAPH, item.row, item.within, [line for line, _ in lines]))
        for part, lines in groupby(zip(item.lines, parts, strict=True), key=itemgetter(1))
    ]


def _item_text(page: Page, item: Item) -> str:
    if item.kind is Kind.CODE:
        return code_text(page, item.row, item.lines)
    if item.kind is Kind.TABLE:
        return _table_text(page, item)
    if len(item.lines) == 1:
        return page.block_text(item.lines[0])
    return "\n".join(map(page.block_text, item.lines))


def _table_text(page: Page, item: Item) -> str:
    table = grid(page, item.row, item.lines)
    rows = ("\t".join(_cell_text(page, place) for place in row) for row in table.rows)
    return "\n".join([*map(page.block_text, table.caption), *(row.rstrip("\t") for row in rows)])


def _cell_text(page: Page, place: Place) -> str:
    text = " ".join(map(page.block_text, place.cell.lines)) if not place.covered else ""
    return _BREAKS.sub(" ", text)
