"""Clean HTML: content elements only; no classes, scripts, styles or handlers; balanced and escaped."""

from html import escape

from maintext.arrays import BoolArray
from maintext.page.page import Page
from maintext.render.images import Image
from maintext.render.languages import code_language
from tests.reference.render.code import code_text
from tests.reference.render.containers import LISTED, Box, Container, shared
from tests.reference.render.content import Item, Kind, loose_lists
from tests.reference.render.inline import CODE, EM, MARKED, STRONG, STRUCK, SUB, SUP, Run, Token, nested
from tests.reference.render.rich import RichContent
from tests.reference.render.tables import Cell, Grid, Place, cell_parts

_DRESS = {STRONG: "strong", EM: "em", SUB: "sub", SUP: "sup", STRUCK: "s", MARKED: "mark"}
_BOXES = {
    Box.QUOTE: "blockquote",
    Box.FIGURE: "figure",
    Box.ITEM: "li",
    Box.TERM: "dt",
    Box.DEFINITION: "dd",
}


def to_html(page: Page, kept: BoolArray, base_url: str | None = None) -> str:
    """The kept blocks as HTML; URLs are resolved against `base_url`."""
    return write_html(RichContent(page, kept, base_url))


def write_html(content: RichContent) -> str:
    """The content as HTML."""
    content.with_notes = False
    loose = loose_lists(content.items)
    pieces: list[str] = []
    open_: tuple[Container, ...] = ()
    following: dict[int, int] = {}  # list → number that its next item has by itself
    for item in content.items:
        _change(pieces, open_, item.within, following)
        pieces.append(_item(content, item, loose))
        open_ = item.within
    _change(pieces, open_, (), following)
    return "".join(pieces).rstrip("\n")


def _change(
    pieces: list[str], old: tuple[Container, ...], new: tuple[Container, ...], following: dict[int, int]
) -> None:
    """Close the containers that end and open those that begin; a list stays open between its items."""
    common = shared(old, new)
    stays = (
        common < min(len(old), len(new))
        and old[common].box in LISTED
        and _list_of(old[common]) == _list_of(new[common])
    )
    for at in range(len(old) - 1, common - 1, -1):
        pieces.append(f"</{_BOXES[old[at].box]}>\n")
        if old[at].box in LISTED and not (stays and at == common):
            pieces.append(f"</{_list_of(old[at])[0]}>\n")
    for at in range(common, len(new)):
        one = new[at]
        if one.box not in LISTED:
            pieces.append(f"<{_BOXES[one.box]}>\n")
            continue
        begins = not (stays and at == common)
        if begins:
            pieces.append(f"<{_list_of(one)[0]}{_list_attributes(one)}>\n")
        value = ""
        if one.number is not None:
            if not begins and following[one.group] != one.number:
                value = f' value="{one.number}"'
            following[one.group] = one.number + one.step
        pieces.append(f"<{_BOXES[one.box]}{value}>")
        if one.task:
            pieces.append(f'<input type="checkbox" disabled{" checked" if one.task == "x" else ""}> ')


def _list_attributes(item: Container) -> str:
    if item.number is None:
        return ""
    kind = f' type="{item.type}"' if item.type else ""
    start = f' start="{item.number}"' if item.number != 1 or item.step < 0 else ""
    return kind + (" reversed" if item.step < 0 else "") + start


def _list_of(container: Container) -> tuple[str, int]:
    """The kind of list that an item belongs to, and which one."""
    if container.box is Box.ITEM:
        return "ul" if container.number is None else "ol", container.group
    return ("dl", container.group) if container.box in LISTED else ("", -1)


def _item(content: RichContent, item: Item, loose: frozenset[int]) -> str:
    if item.kind is Kind.IMAGE:
        return f"{_image(content.image(item.row))}\n"
    if item.kind is Kind.RULE:
        return "<hr>\n"
    if item.kind is Kind.CODE:
        return f"{_listing(content, item.row, item.lines)}\n"
    if item.kind is Kind.TABLE:
        return _table(content, item)
    name = _element(item, loose)
    lines = _lines(content, item.lines, STRONG if item.kind is Kind.HEADING else 0)
    return f"<{name}>{lines}</{name}>\n" if name else lines


def _element(item: Item, loose: frozenset[int]) -> str:
    if item.kind is Kind.HEADING:
        return f"h{item.level}"
    innermost = item.within[-1] if item.within else None
    if item.kind is Kind.CAPTION and innermost and innermost.box is Box.FIGURE:
        return "figcaption"
    return "" if innermost and innermost.box in LISTED and innermost.group not in loose else "p"


def _table(content: RichContent, item: Item) -> str:
    table = content.grid(item)
    caption = f"<caption>{_lines(content, table.caption)}</caption>\n" if table.caption else ""
    head = 1 if table.headed else 0
    parts = [
        _part(content, table, name, *ends) for name, ends in (("thead", (0, head)), ("tbody", (head, None)))
    ]
    return f"<table>\n{caption}{''.join(parts)}</table>\n"


def _part(content: RichContent, table: Grid, name: str, first: int, end: int | None) -> str:
    rows = table.rows[first:end]
    above = table.rows[first - 1] if first else [None] * len(table.rows[0]) if table.rows else []
    lines = []
    for at, row in enumerate(rows):
        cells = []
        for column, (cell, covered) in enumerate(row):
            over = above[column]
            if covered and over is not None and over.cell is cell:
                cells.append(_cell(content, Cell(header=cell.header)))
            elif not covered:
                across = _span(row[column:])
                down = _span([below[column] for below in rows[at:]])
                cells.append(_cell(content, cell, across, down))
        lines.append(f"<tr>{''.join(cells)}</tr>\n")
    return f"<{name}>\n{''.join(lines)}</{name}>\n" if lines else ""


def _span(places: list[Place]) -> int:
    """How many of the first places one cell covers."""
    span = 1
    while span < len(places) and places[span].covered and places[span].cell is places[0].cell:
        span += 1
    return span


def _cell(content: RichContent, cell: Cell, across: int = 1, down: int = 1) -> str:
    name = "th" if cell.header else "td"
    spans = (f' colspan="{across}"' if across > 1 else "") + (f' rowspan="{down}"' if down > 1 else "")
    html = "<br>".join(_image(content.image(row)) for row in cell.images)
    is_line = bool(cell.images)
    for joint, listing, lines in cell_parts(content.page, cell):
        if listing >= 0:
            html += (" " if joint == " " else "") + _listing(content, listing, lines)
        else:
            html += " " if joint == " " else "<br>\n" if is_line else ""
            html += _lines(content, lines, STRONG if cell.header else 0)
        is_line = listing < 0
    return f"<{name}{spans}>{html}</{name}>"


def _lines(content: RichContent, lines: list[int], undressed: int = 0) -> str:
    return "<br>\n".join(_line(content.runs(block, undressed)) for block in lines)


def _line(runs: list[Run]) -> str:
    return "".join(map(_token, nested(runs)))


def _token(token: Token) -> str:
    if token.run is not None:
        if token.run.image:
            return _image(token.run.image)
        text = escape(token.run.text, quote=False)
        return f"<code>{text}</code>" if token.run.style.dress & CODE else text
    bit, href = token.mark
    if href is not None:
        return f'<a href="{escape(href)}">' if token.opens else "</a>"
    return f"<{_DRESS[bit]}>" if token.opens else f"</{_DRESS[bit]}>"


def _image(image: Image) -> str:
    title = f' title="{escape(image.title)}"' if image.title else ""
    return f'<img src="{escape(image.src)}" alt="{escape(image.alt)}"{title}>'


def _listing(content: RichContent, row: int, lines: list[int]) -> str:
    code = escape(code_text(content.page, row, lines), quote=False)
    language = code_language(content.page, row)
    named = f' class="language-{escape(language)}"' if language else ""
    return f"<pre><code{named}>{code}</code></pre>"
