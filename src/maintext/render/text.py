r"""Plain text: the kept blocks' words in order, and nothing but white space between them.

An empty line between paragraphs; lines of a paragraph, items of a list and rows of a table on lines of
their own; a tab between cells.
"""

from itertools import groupby
from operator import itemgetter
from typing import Any

import numpy as np

from maintext.arrays import BoolArray, IntArray
from maintext.page.blocks import Blocks
from maintext.render.content import (
    Item,
    Kind,
    code_and_tables,
    loose_lists,
    outline,
    pairs,
    stands_close,
)
from maintext.render.preformatted import code_text
from maintext.render.tables import STRUCTURE, grid


def to_text(blocks: Blocks, kept: BoolArray) -> str:
    r"""The kept blocks as plain text.

    >>> from maintext.page.parse import parse
    >>> blocks = parse("<h1>Tea</h1><p>Take<ul><li>water<li>leaves</ul>").blocks
    >>> to_text(blocks, blocks.chars > 0)
    'Tea\n\nTake\n\nwater\nleaves'
    """
    if True:
        return _written(blocks, np.ascontiguousarray(kept, dtype=np.bool_), blocks.page.table)
    items = outline(blocks, kept)
    loose = loose_lists(items)
    pieces: list[str] = []
    for before, item in pairs(items):
        if before is not None:
            pieces.append("\n" if stands_close(before, item, loose) else "\n\n")
        pieces.append(_item_text(blocks, item))
    return "".join(pieces)


def _written(blocks: Blocks, kept: BoolArray, attributes: Any) -> str:
    """The same, by the kernel. It tells first if code or tables are left to us, and takes them then."""
    page = blocks.page
    given = page.columns, blocks.first_row, blocks.last_row, kept, page.chars, STRUCTURE, blocks.gaps_in(kept)
    written = attributes.write_text(*given, [])
    if isinstance(written, bytes):
        held = code_and_tables(blocks, kept, np.frombuffer(written, dtype=np.int64))
        texts = [_item_text(blocks, item).encode("utf-8", "surrogatepass") for _, item in held]
        written = attributes.write_text(*given, texts)
    assert isinstance(written, str)
    return written


def to_texts(blocks: Blocks, owner: IntArray, many: int) -> list[str]:
    r"""The texts of several parts of a page in one pass; `owner` is the part of each block, or -1.

    >>> import numpy as np
    >>> from maintext.page.parse import parse
    >>> blocks = parse("<p>Tea?<p>Yes.<p>No.").blocks
    >>> to_texts(blocks, np.array([0, 1, 0]), 2)
    ['Tea?\n\nNo.', 'Yes.']
    """
    items = outline(blocks, owner >= 0)
    loose = loose_lists(items)
    pieces: list[list[str]] = [[] for _ in range(many)]
    last: list[Item | None] = [None] * many
    for item in items:
        for part, piece in _split(item, owner):
            before = last[part]
            if before is not None:
                pieces[part].append("\n" if stands_close(before, piece, loose) else "\n\n")
            pieces[part].append(_item_text(blocks, piece))
            last[part] = piece
    return ["".join(part) for part in pieces]


def _split(item: Item, owner: IntArray) -> list[tuple[int, Item]]:
    """An item by the parts that its lines belong to; one that several share is paragraphs of each."""
    parts = owner[item.lines].tolist()
    if len(set(parts)) == 1:
        return [(parts[0], item)]
    return [
        (part, Item(Kind.PARAGRAPH, item.row, item.within, [line for line, _ in lines]))
        for part, lines in groupby(zip(item.lines, parts, strict=True), key=itemgetter(1))
    ]


def _item_text(blocks: Blocks, item: Item) -> str:
    if item.kind is Kind.CODE:
        return code_text(blocks, item.row, item.lines)
    if item.kind is Kind.TABLE:
        return _table_text(blocks, item)
    if len(item.lines) == 1:
        return blocks.text(item.lines[0])
    return "\n".join(map(blocks.text, item.lines))


def _table_text(blocks: Blocks, item: Item) -> str:
    table = grid(blocks, item.row, item.lines)
    rows = ("\t".join(" ".join(map(blocks.text, cell.lines)) for cell in row) for row in table.rows)
    return "\n".join([*map(blocks.text, table.caption), *(row.rstrip("\t") for row in rows)])
