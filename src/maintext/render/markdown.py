"""Markdown: CommonMark with tables. What looks like markup in the text is escaped."""

import re
from collections.abc import Callable

import numpy as np

from maintext._kernel import loops
from maintext.arrays import BoolArray, IntArray
from maintext.page.blocks import Blocks
from maintext.page.tags import TAG_ID, A, Flag
from maintext.render.containers import Box, Container, Containers, shared
from maintext.render.content import (
    Item,
    Kind,
    code_and_tables,
    find_holders,
    heading_levels,
    loose_lists,
    stands_close,
)
from maintext.render.inline import STRONG, Run, Style
from maintext.render.markdown_line import link_address, markdown_image, markdown_line, reads_as_text
from maintext.render.preformatted import code_language, code_text
from maintext.render.rich import RichContent
from maintext.render.tables import Cell

# Beginnings of a line that would make it a heading, quote, list item, rule, table or fence.
_BLOCK_START = re.compile(
    r"(#{1,6}(?=\s|$)|>|[-+](?=[-+:|\s]|$)|=+\s*$|~{3}|[|:](?=[-:|\s]|$)|_(?=[_\s]))"
    r"|(\d{1,9})(?=[.)](?:\s|$))"
)
_CLOSING_HASHES = re.compile(r"(?:(?<=\s)|^)(#+)$")
_BACKTICKS = re.compile(r"`+")


def to_markdown(blocks: Blocks, kept: BoolArray, base_url: str | None = None) -> str:
    r"""The kept blocks as Markdown; addresses are resolved against `base_url`.

    >>> from maintext.page.parse import parse
    >>> blocks = parse("<h1>Tea</h1><p>Take <b>hot</b><ul><li>water<li>1 * leaf</ul>").blocks
    >>> to_markdown(blocks, blocks.chars > 0)
    '# Tea\n\nTake **hot**\n\n- water\n- 1 \\* leaf'
    """
    content = RichContent(blocks, np.ascontiguousarray(kept, dtype=np.bool_), base_url)
    if loops is not None:
        return _written(content, loops.write_markdown)
    loose = loose_lists(content.items)
    markers = _Markers()
    pieces: list[str] = []
    before: Item | None = None
    for item in content.items:
        lines = _item_lines(content, item)
        if not lines:
            continue
        if before is not None:
            pieces.append(_gap(before, item, loose, markers))
        first, rest = markers.prefixes(before, item)
        pieces.append(first + lines[0])
        pieces += (f"\n{rest}{line}" if line else f"\n{rest}".rstrip(" ") for line in lines[1:])
        before = item
    return "".join(pieces)


def _gap(before: Item, item: Item, loose: frozenset[int], markers: "_Markers") -> str:
    """A line break, or an empty line inside the quotes that both items share."""
    if not item.within:
        return "\n\n"
    common = shared(before.within, item.within)
    new = item.within[common] if common < len(item.within) else None
    if new is not None and new.box is Box.ITEM and stands_close(before, item, loose):
        begins = common == len(before.within)
        # inside a paragraph, only a list that counts from 1 can begin
        if not begins or new.number in (None, 1) or before.kind is not Kind.PARAGRAPH:
            return "\n"
    return "\n" + markers.indent(item.within[:common]).rstrip(" ") + "\n"


class _Markers:
    """The marks before lines: of quotes, and of list items, whose lines are indented by their width."""

    def __init__(self) -> None:
        self._marks: dict[int, str] = {}

    def indent(self, within: tuple[Container, ...]) -> str:
        """What stands before a further line in these containers."""
        return "".join(
            "> " if box.box is Box.QUOTE else " " * len(self._marks.get(box.row, "")) for box in within
        )

    def prefixes(self, before: Item | None, item: Item) -> tuple[str, str]:
        """What stands before an item's first line, and before its others."""
        if not item.within:
            return "", ""
        common = shared(before.within, item.within) if before else 0
        first = self.indent(item.within[:common])
        for at, container in enumerate(item.within[common:], common):
            if container.box is Box.ITEM:
                follows = before.within[at] if before and at == common and at < len(before.within) else None
                self._marks[container.row] = self._marker(container, follows)
            first += "> " if container.box is Box.QUOTE else self._marks.get(container.row, "")
        return first, self.indent(item.within)

    def _marker(self, item: Container, follows: Container | None) -> str:
        """An item's bullet or number; of another kind where a list directly follows another."""
        last = self._marks.get(follows.row, "") if follows else ""
        same_list = follows is not None and follows.group == item.group
        if item.number is None:
            bullet = last[0] if same_list and last[:1] in ("-", "*") else "*" if last[:1] == "-" else "-"
            return f"{bullet} "
        ends = last.strip()[-1:]
        end = ends if same_list and ends in (".", ")") else ")" if ends == "." else "."
        return f"{item.number}{end} "


def _item_lines(content: RichContent, item: Item) -> list[str]:
    if item.kind is Kind.IMAGE:
        image = content.image(item.row)
        return [markdown_image(image)] if image else []
    if item.kind is Kind.CODE:
        return _code_lines(content.blocks, item)
    if item.kind is Kind.TABLE:
        return _table_lines(content, item)
    if item.kind is Kind.HEADING:
        text = " ".join(markdown_line(content.runs(block, STRONG)) for block in item.lines)
        return ["#" * item.level + " " + _CLOSING_HASHES.sub(lambda found: "\\" + found[1], text)]
    is_term = bool(item.within) and item.within[-1].box is Box.TERM
    return _paragraph_lines([content.runs(block) for block in item.lines], is_term)


def _paragraph_lines(lines: list[list[Run]], strong: bool = False) -> list[str]:
    written = []
    for runs in lines:
        if strong:
            runs = [run._replace(style=_strong(run.style)) if run.text else run for run in runs]
        written.append(_start_escaped(markdown_line(runs)))
    return [line + "  " for line in written[:-1]] + written[-1:]


def _strong(style: Style) -> Style:
    return Style(style.href, style.dress | STRONG)


def _start_escaped(line: str) -> str:
    """The line, its beginning escaped where it would start a block of another kind."""
    found = _BLOCK_START.match(line)
    if not found:
        return line
    return f"{found[2]}\\{line[found.end() :]}" if found[2] else "\\" + line


def _code_lines(blocks: Blocks, item: Item) -> list[str]:
    code = code_text(blocks, item.row, item.lines)
    longest = max((len(found) for found in _BACKTICKS.findall(code)), default=0)
    fence = "`" * max(3, longest + 1)
    return [fence + code_language(blocks.page, item.row), *code.split("\n"), fence]


def _table_lines(content: RichContent, item: Item) -> list[str]:
    """A table; its first row is the header, since Markdown knows no table without."""
    table = content.grid(item)
    lines = _paragraph_lines([content.runs(block) for block in table.caption])
    if lines and table.rows:
        lines.append("")
    for number, row in enumerate(table.rows):
        lines.append("| " + " | ".join(_cell(content, cell) for cell in row) + " |")
        if number == 0:
            lines.append("|" + " --- |" * len(row))
    return lines


def _cell(content: RichContent, cell: Cell) -> str:
    undressed = STRONG if cell.header else 0
    images = filter(None, map(content.image, cell.images))
    parts = [
        *map(markdown_image, images),
        *(markdown_line(content.runs(block, undressed), True) for block in cell.lines),
    ]
    return "<br>".join(parts)


# -- the kernel writes it, and is given what takes more than the table -----------------------------------

_HEADING_LINE, _TERM_LINE = 2, 3  # why a line is left to Python: LineKind in markdown.h


def _written(content: RichContent, write: Callable[..., str | bytes]) -> str:
    """The same, by the kernel. It tells first if lines are left to us, and takes them then."""
    blocks, page = content.blocks, content.blocks.page
    given = (
        *(page.utf_8, page.columns),
        *(blocks.first_row, blocks.last_row, content.kept),
        blocks.gaps_in(content.kept),
        _held(content),
        _images(content),
        _links(content),
        _numbered(content),
    )
    written = write(*given, [])
    if isinstance(written, bytes):
        written = write(*given, _left_lines(content, written))
    assert isinstance(written, str)
    return written


def _encoded(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def _held(content: RichContent) -> tuple[IntArray, list[bytes | None], IntArray]:
    """The holders, the text of those that are code or tables, the levels of those that are headings."""
    holders = find_holders(content.blocks, content.kept)
    texts: list[bytes | None] = [None] * len(holders)
    for at, item in code_and_tables(content.blocks, content.kept, holders):
        texts[at] = _encoded("\n".join(_item_lines(content, item)))
    return holders, texts, heading_levels(content.blocks.page, holders)


def _images(content: RichContent) -> tuple[IntArray, list[bytes], IntArray]:
    """The images that are items, and their text; those inside of lines."""
    texts = [_encoded(markdown_image(image)) for image in content.images.values()]
    return np.array(list(content.images), dtype=np.int64), texts, content.inside


def _links(content: RichContent) -> tuple[IntArray, list[bytes], list[bytes | None]]:
    """By row the number of the address that a link leads to, or -1; the addresses, also as they read."""
    page = content.blocks.page
    values, value_of_row = page.shared_values("href")
    rows = _around_kept(content, np.flatnonzero((page.tag == A) & (value_of_row >= 0)))
    number: dict[str, int] = {}
    of_value = np.full(len(values), -1, dtype=np.int64)
    for value in np.unique(value_of_row[rows]).tolist():
        address = content.addresses.link(values[value]) if values[value] else None
        if address:
            of_value[value] = number.setdefault(address, len(number))
    of_row = np.full(len(page), -1, dtype=np.int64)
    of_row[rows] = of_value[value_of_row[rows]]
    bare = [_encoded(address) if reads_as_text(address) else None for address in number]
    return of_row, [_encoded(link_address(address)) for address in number], bare


def _numbered(content: RichContent) -> tuple[IntArray, IntArray]:
    """Items of ordered lists, and their numbers."""
    page = content.blocks.page
    if not (page.tag == TAG_ID["ol"]).any():
        return np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int64)
    rows = _around_kept(content, page.rows_of(TAG_ID["li"]))
    rows = rows[(page.flags[rows] & int(Flag.HIDDEN | Flag.UNSHOWN)) == 0]
    found = Containers(page).numbers(rows)
    return np.array(list(found), dtype=np.int64), np.array(list(found.values()), dtype=np.int64)


def _around_kept(content: RichContent, rows: IntArray) -> IntArray:
    """Of elements, those that kept blocks or images lie in, or that lie in kept blocks."""
    blocks, kept, images = content.blocks, content.kept, list(content.images)
    first = np.sort(np.append(blocks.first_row[kept], images).astype(np.int64))
    last = np.sort(np.append(blocks.last_row[kept], images).astype(np.int64))
    at = np.searchsorted(last, rows)
    return rows[np.append(first, len(blocks.page))[at] < blocks.page.end[rows]]


def _left_lines(content: RichContent, left: bytes) -> list[bytes | None]:
    """By block the lines that the kernel leaves to us."""
    lines: list[bytes | None] = [None] * len(left)
    for block in np.flatnonzero(np.frombuffer(left, dtype=np.uint8)).tolist():
        if left[block] == _HEADING_LINE:
            line = markdown_line(content.runs(block, STRONG))
        else:
            line = _paragraph_lines([content.runs(block)], left[block] == _TERM_LINE)[0]
        lines[block] = _encoded(line)
    return lines
