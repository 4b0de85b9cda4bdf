"""Clean HTML: content elements only; no classes, scripts, styles or handlers; balanced and escaped."""

from html import escape

from maintext.arrays import BoolArray
from maintext.page.page import Page
from maintext.render.images import Image
from tests.reference.render.code import code_text
from tests.reference.render.containers import LISTED, Box, Container, shared
from tests.reference.render.content import Item, Kind, loose_lists
from tests.reference.render.inline import CODE, EM, MARKED, STRONG, STRUCK, SUB, SUP, Run, Token, nested
from tests.reference.render.rich import RichContent
from tests.reference.render.tables import Cell

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
    for item in content.items:
        _change(pieces, open_, item.within)
        pieces.append(_item(content, item, loose))
        open_ = item.within
    _change(pieces, open_, ())
    return "".join(pieces).rstrip("\n")


def _change(pieces: list[str], old: tuple[Container, ...], new: tuple[Container, ...]) -> None:
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
        if new[at].box in LISTED and not (stays and at == common):
            name, start = _list_of(new[at])[0], new[at].number
            pieces.append(f'<ol start="{start}">\n' if start not in (None, 1) else f"<{name}>\n")
        pieces.append(f"<{_BOXES[new[at].box]}>" if new[at].box in LISTED else f"<{_BOXES[new[at].box]}>\n")


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
        code = escape(code_text(content.page, item.row, item.lines), quote=False)
        return f"<pre><code>{code}</code></pre>\n"
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
    rows = ["<tr>" + "".join(_cell(content, cell) for cell in row) + "</tr>\n" for row in table.rows]
    headed = bool(rows) and all(cell.header or not cell.lines for cell in table.rows[0])
    head = f"<thead>\n{rows.pop(0)}</thead>\n" if headed else ""
    body = f"<tbody>\n{''.join(rows)}</tbody>\n" if rows else ""
    return f"<table>\n{caption}{head}{body}</table>\n"


def _cell(content: RichContent, cell: Cell) -> str:
    name = "th" if cell.header else "td"
    parts = [_image(content.image(row)) for row in cell.images]
    if cell.lines:
        parts.append(_lines(content, cell.lines, STRONG if cell.header else 0))
    return f"<{name}>{'<br>'.join(parts)}</{name}>"


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
    return f'<img src="{escape(image.src)}" alt="{escape(image.alt)}">'
