"""Markdown: CommonMark with tables. What looks like markup in the text is escaped."""

import re

from maintext.arrays import BoolArray
from maintext.page.page import Page
from maintext.render.languages import code_language
from tests.reference.render.code import code_text
from tests.reference.render.containers import Box, Container, shared
from tests.reference.render.content import Item, Kind, loose_lists, stands_close
from tests.reference.render.inline import STRONG, Run, Style
from tests.reference.render.markdown_line import inline_code, markdown_image, markdown_line
from tests.reference.render.rich import RichContent
from tests.reference.render.tables import Cell, Place, cell_parts

# Beginnings of a line that would make it a heading, quote, list item, rule, table or fence.
_BLOCK_START = re.compile(
    r"(#{1,6}(?=\s|$)|>|[-+](?=\s|$)|[-:|][-:| ]*$|=+\s*$|~{3}|_(?=[_\s]))"
    r"|(\d{1,9})(?=[.)](?:\s|$))"
)
_CLOSING_HASHES = re.compile(r"(?:(?<=\s)|^)(#+)$")
_BACKTICKS = re.compile(r"`+")
_MOST_REPEATED = 200  # bytes of a cell that is repeated where it spans


def to_markdown(page: Page, kept: BoolArray, base_url: str | None = None) -> str:
    """The kept blocks as Markdown; URLs are resolved against `base_url`."""
    return write_markdown(RichContent(page, kept, base_url))


def write_markdown(content: RichContent) -> str:
    """The content as Markdown."""
    content.with_notes = True
    loose = loose_lists(content.items)
    markers = _Markers(content.notes.labels)
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
    is_item = new is not None and new.box is Box.ITEM and new.row not in markers.labels
    if new is not None and is_item and stands_close(before, item, loose):
        begins = common == len(before.within)
        # inside a paragraph, only a list that counts from 1 can begin
        if not begins or new.number in (None, 1) or before.kind is not Kind.PARAGRAPH:
            return "\n"
    return "\n" + markers.indent(item.within[:common]).rstrip(" ") + "\n"


class _Markers:
    """The prefixes of lines: marks of quotes and of list items, whose further lines are indented."""

    def __init__(self, labels: dict[int, str]) -> None:
        self._marks: dict[int, str] = {}
        self.labels = labels

    def indent(self, within: tuple[Container, ...]) -> str:
        """The prefix of a further line in these containers."""
        return "".join(
            "> " if box.box is Box.QUOTE else " " * len(self._marks.get(box.row, "")) for box in within
        )

    def prefixes(self, before: Item | None, item: Item) -> tuple[str, str]:
        """The prefix of an item's first line, and of its others."""
        if not item.within:
            return "", ""
        common = shared(before.within, item.within) if before else 0
        first = self.indent(item.within[:common])
        for at, container in enumerate(item.within[common:], common):
            if container.box is Box.ITEM:
                follows = before.within[at] if before and at == common and at < len(before.within) else None
                self._marks[container.row] = self._marker(container, follows)
            first += "> " if container.box is Box.QUOTE else self._marks.get(container.row, "")
        if common < len(item.within) and item.within[-1].task and item.kind is Kind.PARAGRAPH:
            first += f"[{item.within[-1].task}] "
        return first, self.indent(item.within)

    def _marker(self, item: Container, follows: Container | None) -> str:
        """An item's bullet or number; of another kind if a list directly follows another."""
        if item.row in self.labels:
            return f"[^{self.labels[item.row]}]: "
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
        return [markdown_image(content.image(item.row))]
    if item.kind is Kind.RULE:
        return ["---"]
    if item.kind is Kind.CODE:
        return _code_lines(content.page, item)
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
    """The line, with its beginning escaped if it would start another kind of block."""
    found = _BLOCK_START.match(line)
    if not found:
        return line
    return f"{found[2]}\\{line[found.end() :]}" if found[2] else "\\" + line


def _code_lines(page: Page, item: Item) -> list[str]:
    code = code_text(page, item.row, item.lines)
    longest = max((len(found) for found in _BACKTICKS.findall(code)), default=0)
    fence = "`" * max(3, longest + 1)
    return [fence + code_language(page, item.row), *code.split("\n"), fence]


def _table_lines(content: RichContent, item: Item) -> list[str]:
    """A table; with an empty header if it has none, because Markdown requires one."""
    table = content.grid(item)
    lines = _paragraph_lines([content.runs(block) for block in table.caption])
    if lines and table.rows:
        lines.append("")
    rows = [[_place(content, place) for place in row] for row in table.rows]
    if rows and not table.headed:
        rows.insert(0, [""] * len(rows[0]))
    for number, row in enumerate(rows):
        lines.append("| " + " | ".join(row) + " |")
        if number == 0:
            lines.append("|" + " --- |" * len(row))
    return lines


def _place(content: RichContent, place: Place) -> str:
    text = _cell_text(content, place.cell)
    if place.covered:
        return text if len(text.encode("utf-8", "surrogatepass")) <= _MOST_REPEATED else ""
    images = [markdown_image(content.image(row)).replace("|", "\\|") for row in place.cell.images]
    return "<br>".join([*images, *([text] if place.cell.lines else [])])


def _cell_text(content: RichContent, cell: Cell) -> str:
    undressed = STRONG if cell.header else 0
    text = ""
    for joint, listing, lines in cell_parts(content.page, cell):
        text += "<br>" if joint == "br" else joint
        if listing < 0:
            text += markdown_line(content.runs(lines[0], undressed), True)
        else:
            code = code_text(content.page, listing, lines).split("\n")
            text += "<br>".join(inline_code(line).replace("|", "\\|") for line in code if line.strip())
    return text
