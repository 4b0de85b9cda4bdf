"""Code: the exact lines of a `<pre>`."""

import re

from maintext.page.page import Page
from maintext.page.tags import BR, TEXT, Flag, in_tags, tag_mask

_UNSEEN = int(Flag.UNSHOWN | Flag.HIDDEN)
_CELLS = ("td", "th")
_BETWEEN_CELLS = tag_mask("table thead tbody tfoot tr colgroup")

_BLANK_LINES_AT_START = re.compile(r"\A(?:[^\S\n]*\n)+")
_LINE = re.compile(r"(?:^|[ -])line(?= |$)", re.IGNORECASE)
_SPACES = " \t\n\r\f"
_SPACES_AT_END = re.compile(r" +\n")


def is_listing(page: Page, row: int) -> bool:
    """Whether a row is a table or list of code: `tests.reference.listings` marks them."""
    return page.tag_name(row) in ("table", "ol") and bool(page.flags[row] & Flag.PRE)


def code_text(page: Page, row: int, lines: list[int]) -> str:
    """The kept blocks of a listing as a reader sees them: line for line.

    Highlighters make a line of every block element, table row, `<span class=line>` or `<code>`, or end it
    with `<br>`.
    """
    if _is_plain(page, row):
        code = page.row_text(row)
    else:
        code = _Lines(page, lines).text(row)
    if is_listing(page, row):
        code = _SPACES_AT_END.sub("\n", code.replace("\xa0", " "))
    code = code.replace("\r\n", "\n").replace("\r", "\n")
    return _BLANK_LINES_AT_START.sub("", code).rstrip()


def _is_plain(page: Page, row: int) -> bool:
    """Whether an element has no lines inside, and nothing that is not shown."""
    inside = range(row + 1, int(page.end[row]))
    if any(_is_inline_line(page, at) for at in inside):
        return False
    part = slice(row + 1, int(page.end[row]))
    return not (page.is_block[part] | ((page.flags[part] & _UNSEEN) != 0)).any()


def _sibling(page: Page, row: int, step: int) -> int:
    """The child of the row's parent after it (or before it, with step -1); -1 if there is none."""
    around = int(page.parent[row])
    if step > 0:
        after = int(page.end[row])
        return after if after < page.end[around] else -1
    before = row - 1
    while before > around and page.parent[before] != around:
        before = int(page.parent[before])
    return before if before > around else -1


def _is_inline_line(page: Page, row: int) -> bool:
    """Whether an inline element is a line: by its class, or as one `<code>` right beside another."""
    if page.tag_name(row) == "span":
        return _LINE.search(" ".join((page.attribute(row, "class") or "").split())) is not None
    beside = (_sibling(page, row, step) for step in (-1, 1))
    is_code = page.tag_name(row) == "code" and page.tag_name(page.parent.item(row)) == "pre"
    return is_code and any(at >= 0 and page.tag_name(at) == "code" for at in beside)


def _without_first_space(code: str) -> str:
    """Code without the space that all lines begin with: it is between them and their numbers."""
    lines = code.split("\n")
    if any(line and line[0] not in " \r" for line in lines):
        return code
    return "\n".join(line.removeprefix(" ") for line in lines)


class _Numbers:
    """Whether a number was left out at the beginning of each line, in the block of the line's code."""

    def __init__(self) -> None:
        self._block, self._has_code = -1, False
        self._found: set[bool] = set()

    def add_number(self, block: int, is_apart: bool) -> None:
        if not self._has_code or is_apart:
            self._block = block

    def add_code(self, block: int, text: str) -> None:
        for at, line in enumerate(text.split("\n")):
            if at:
                self.end_line()
            if line.strip(_SPACES) and not self._has_code:
                self._found.add(self._block == block)
                self._has_code, self._block = True, -1

    def break_line(self) -> None:
        """A line ends before a block element, whose number may have been left out already."""
        self._has_code = False

    def end_line(self) -> None:
        self._has_code, self._block = False, -1

    def are_everywhere(self) -> bool:
        return self._found == {True}


class _Lines:
    """The code of an element with lines inside."""

    def __init__(self, page: Page, lines: list[int]) -> None:
        self._page, self._kept = page, set(lines)
        self._block_of = dict(zip(page.leaves.tolist(), page.blocks.of_leaf.tolist(), strict=True))

    def text(self, row: int) -> str:
        page, code, numbers = self._page, "", _Numbers()
        before, begun, at_start, line_open = row + 1, False, True, False
        for at in range(row + 1, int(page.end[row])):
            hidden = bool(page.flags[at] & int(Flag.HIDDEN))
            if page.tag[at] == BR and not hidden:
                code, at_start, line_open = code + "\n", True, False
                numbers.end_line()
            elif page.tag[at] == TEXT:
                text, block = page.row_text(at), page.block.item(at)
                is_apart = begun or block != page.block[before]
                if page.flags[at] & int(Flag.UNSHOWN) and re.match(f"[{_SPACES}]*[0-9]", text):
                    numbers.add_number(block, is_apart)
                if not self._is_shown(at):
                    continue
                if is_apart and not at_start:
                    is_beside = _same_table_row(page, before, at)
                    code += " " if is_beside else "\n"
                    if not is_beside:
                        numbers.break_line()
                numbers.add_code(block, text)
                code, before, begun = code + text, at, False
                at_start = text.endswith("\n") or (at_start and not text)
                line_open &= "\n" not in text
            elif self._is_empty_line(at):
                code += "\n" if at_start else "\n\n"
                at_start, line_open = True, False
                numbers.end_line()
            elif self._is_border(at):
                begun = True
            elif _is_inline_line(page, at) and not page.flags[at] & _UNSEEN:
                if line_open:
                    code, at_start = code + "\n", True
                    numbers.end_line()
                line_open = True
        return _without_first_space(code) if numbers.are_everywhere() else code

    def _is_border(self, row: int) -> bool:
        page = self._page
        return bool(page.is_block[row]) and not page.flags[row] & int(Flag.HIDDEN)

    def _is_block(self, row: int) -> bool:
        return self._is_border(row) and self._page.tag[row] != BR

    def _is_shown(self, row: int) -> bool:
        """Whether a text is of a kept block, or blank, but not between cells or between block elements."""
        page = self._page
        if page.flags[row] & _UNSEEN:
            return False
        if row in self._block_of:
            return self._block_of[row] in self._kept
        return not self._is_layout(row)

    def _is_layout(self, row: int) -> bool:
        """Whether a blank text is between cells or between block elements."""
        page = self._page
        if in_tags(page.tag[page.parent[row] : page.parent[row] + 1], _BETWEEN_CELLS)[0]:
            return True
        beside = [at for step in (-1, 1) if (at := _sibling(page, row, step)) >= 0]
        return bool(beside) and all(map(self._is_block, beside))

    def _is_empty_line(self, row: int) -> bool:
        """Whether an element has no text and no `<br>`, and is between others of its kind."""
        page = self._page
        if (
            page.tag_name(row) not in ("div", "li", "tr")
            or page.flags[row] & _UNSEEN
            or not self._is_empty(row)
        ):
            return False
        for step in (-1, 1):
            beside = _sibling(page, row, step)
            while beside >= 0 and page.tag[beside] == TEXT:
                beside = _sibling(page, beside, step)
            if beside < 0 or page.tag[beside] != page.tag[row]:
                return False
        return True

    def _is_empty(self, row: int) -> bool:
        page, inside = self._page, range(row + 1, int(self._page.end[row]))
        if page.tag_name(row) != "tr":
            return not any(page.tag[at] == TEXT or self._is_border(at) for at in inside)
        texts = [at for at in inside if page.tag[at] == TEXT and not page.flags[at] & _UNSEEN]
        is_blank = all(at not in self._block_of and self._is_layout(at) for at in texts)
        return is_blank and all(page.tag[at] != BR for at in inside)


def _same_table_row(page: Page, before: int, at: int) -> bool:
    """Whether two texts are in different cells of one row."""
    one, other = page.block[before], page.block[at]
    in_cells = page.tag_name(one) in _CELLS and page.tag_name(other) in _CELLS
    return bool(in_cells and one != other and page.parent[one] == page.parent[other])
