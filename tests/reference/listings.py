"""Listings of code, and what in lines, listings and headings is not text, row by row."""

import re
from collections.abc import Iterator

from maintext.arrays import IntArray
from maintext.page.attributes import NO_ATTRIBUTES, Attributes
from maintext.page.tags import TAG_ID, TAGS, TEXT, Flag
from tests.reference.beside import is_reader_copy, is_shown_in_line

_NUMBERS = re.compile(
    r"lineno|linenum|line-n|line_n|gutter|blob-num|crayon-num|hljs-ln-n|pre-numbering|"
    r"(?:^| )(?:ln|lnt)(?: |$)",
    re.I,
)
_WIDGET = re.compile(
    r"code-block-extension-(?:foldbtn|header|lang)|copy|clipboard|toolbar|(?:^| )(?:code-lang|code-language|"
    r"code-label|lang-label|language-id|language-label|language-name|tools)(?: |$)",
    re.I,
)
_ANCHOR = re.compile(r"anchor|headerlink|header-link|heading-link|hash-link|permalink", re.I)
_EDIT = re.compile(r"editsection|edit-section", re.I)
_CODE_CELL = re.compile(r"(?:^| )code(?: |$)", re.I)
_HIGHLIGHTER = re.compile(r"(?:^| )syntaxhighlighter(?: |$)", re.I)
_CODEBOX = re.compile(r"(?:^| )codebox(?: |$)", re.I)
_EXPAND = re.compile(r"expandlink|(?:^| )quoteexpand(?: |$)", re.I)
_CLICKS = re.compile(r"(?:^| )clicks(?: |$)", re.I)
_SIGNATURE = re.compile(r"(?:^| )sig(?: |$)", re.I)
_CODE_LIST = re.compile(r"dp-", re.I)
_ONLY_NUMBERS = re.compile(r"[0-9 \t\n\r\f.:|\xa0]*")
_SIGNS = set("¶ # ## ### § 🔗 ∞ ⚓ †".split()) | {"\u200b", "\ufeff"}
_WORDS = {
    *("permalink", "permanent link", "link to this heading", "link to this headline"),
    *("link to this section", "direct link to heading", "copy link"),
}
_FILE_WORDS = {"view raw", "raw", "link", "view code", "view source", "source"}
_EDIT_WORDS = set("edit 编辑 編輯 編集 편집 править editar modifier bearbeiten modifica".split())
_NOT_IN_CODE = {
    TAG_ID[name]
    for name in "table h1 h2 h3 h4 h5 h6 p ul dl img form blockquote section article nav aside".split()
}
_HEADINGS = {TAG_ID[f"h{level}"] for level in range(1, 7)}
_BULLETS = set("•·▪▸▶►◦●○■□‣–—-*")
_PLAIN = {TEXT, *(TAG_ID[name] for name in "div span p i font".split())}
_SPACES = " \t\n\r\f"
_MOST_BULLET = 16  # bytes
_MOST_WIDGET, _MOST_EDIT, _MOST_NUMBER = 60, 120, 12  # bytes
_MOST_BESIDE, _MOST_ROWS_BESIDE, _LEVELS = 8, 24, 6
_FEWEST_NUMBERED = 3
_OWN_COLOUR = re.compile(r"(?:^|[; \t\n\r\f])color[: \t\n\r\f]", re.I)


class Listings:
    """The rows of a page with their flags, which `mark` changes."""

    def __init__(self, rows: dict[str, IntArray], text: str, attributes: dict[int, Attributes]) -> None:
        self.tag, self.parent, self.end, self.flags = (
            rows[name].tolist() for name in ("tag", "parent", "end", "flags")
        )
        self._start, self._stop = rows["text_start"].tolist(), rows["text_end"].tolist()
        self._text, self.attributes = text, attributes

    def mark(self) -> list[int]:
        """The flags, with those of listings and of what is not text."""
        heading_parent = -1
        for row, tag in enumerate(self.tag):
            if tag == TEXT or self.flags[row] & Flag.UNSHOWN:
                continue
            if tag in _HEADINGS:
                heading_parent = self.parent[row]
            name = TAGS[tag] if tag < len(TAGS) else ""
            if self.flags[row] & Flag.HIDDEN and is_shown_in_line(self, row):
                for at in self._below(row):
                    self.flags[at] &= ~int(Flag.HIDDEN)
            if name == "dt" and _SIGNATURE.search(self.classes(row)):
                self._add(row, Flag.CODE)
            is_beside = (name == "span" and is_reader_copy(self, row)) or self._is_bullet(row)
            if is_beside or self._is_forum_label(row, name):
                self._add(row, Flag.UNSHOWN)
            elif name == "ol" and not self.flags[row] & Flag.PRE and self._is_code_list(row):
                self._add(row, Flag.PRE)
                self._leave_out_beside(row)
            elif self._is_inside(row, Flag.PRE):
                if self._is_gutter(row) or self._is_widget(row):
                    self._add(row, Flag.UNSHOWN)
            elif self._is_inside(row, Flag.HEADING):
                if self._is_heading_mark(row):
                    self._add(row, Flag.UNSHOWN)
            elif name in ("td", "th", "pre"):
                if self._is_gutter(row):
                    self._mark_table(row)
                    self._add(row, Flag.UNSHOWN)
                elif self._is_code_cell(row):
                    self._mark_table(row)
                elif name == "pre":
                    self._leave_out_beside(row)
                    for number in self._line_numbers(row):
                        self._add(number, Flag.UNSHOWN)
            elif name == "span" and self.parent[row] == heading_parent:
                if self._is_edit(row):
                    self._add(row, Flag.UNSHOWN)
            elif name == "a" and (self._is_term_mark(row) or self._is_file_link(row)):
                self._add(row, Flag.UNSHOWN)
        return self.flags

    # -- rows -----------------------------------------------------------------------------------------

    def _below(self, row: int) -> range:
        return range(row, self.end[row])

    def _add(self, row: int, flag: Flag) -> None:
        for at in self._below(row):
            self.flags[at] |= int(flag)

    def _is_inside(self, row: int, flag: Flag) -> bool:
        return self.parent[row] >= 0 and bool(self.flags[self.parent[row]] & flag)

    def classes(self, row: int) -> str:
        return " ".join(self.attributes.get(row, NO_ATTRIBUTES).get("class", "").split())

    def _texts(self, row: int) -> Iterator[tuple[int, str]]:
        for at in self._below(row):
            if self.tag[at] == TEXT:
                yield at, self._text[self._start[at] : self._stop[at]]

    def whole(self, row: int) -> str:
        return "".join(text for _, text in self._texts(row))

    def _shown(self, row: int) -> str:
        texts = (text for at, text in self._texts(row) if not self.flags[at] & Flag.UNSHOWN)
        return "".join("".join(texts).split())

    def _is_short(self, row: int, most: int) -> bool:
        return len(self.whole(row).encode("utf-8", "surrogatepass")) <= most

    # -- listings -------------------------------------------------------------------------------------

    def _is_code_list(self, row: int) -> bool:
        return _CODE_LIST.search(self.classes(row)) is not None

    def _is_gutter(self, row: int) -> bool:
        text = self.whole(row)
        only_numbers = _ONLY_NUMBERS.fullmatch(text) is not None
        if "data-line-number" in self.attributes.get(row, NO_ATTRIBUTES):
            return only_numbers
        named = _NUMBERS.search(self.classes(row)) is not None
        return named and only_numbers and any(char in "0123456789" for char in text)

    def _is_widget(self, row: int) -> bool:
        named = self.tag[row] == TAG_ID["button"] or _WIDGET.search(self.classes(row)) is not None
        return named and self._is_short(row, _MOST_WIDGET)

    def _table_of(self, row: int) -> int:
        levels = 0
        while row >= 0 and self.tag[row] != TAG_ID["table"] and levels < _LEVELS:
            row, levels = self.parent[row], levels + 1
        return row if row >= 0 and self.tag[row] == TAG_ID["table"] else -1

    def _is_code_cell(self, row: int) -> bool:
        table = self._table_of(row)
        around = self.parent[table] if table >= 0 and _CODE_CELL.search(self.classes(row)) else -1
        return around >= 0 and _HIGHLIGHTER.search(self.classes(around)) is not None

    def _mark_table(self, row: int) -> None:
        table = self._table_of(row)
        if table >= 0 and not any(self.tag[at] in _NOT_IN_CODE for at in self._below(table)[1:]):
            self._add(table, Flag.PRE)
            self._leave_out_beside(table)

    def _is_file_link(self, row: int) -> bool:
        caption = self.parent[row]
        figure = self.parent[caption]
        return (
            (self.tag[caption], self.tag[figure]) == (TAG_ID["figcaption"], TAG_ID["figure"])
            and (self.tag[caption + 1], self.end[caption + 1]) == (TAG_ID["span"], row)
            and self.end[row] == self.end[caption] <= row + 2
            and self._is_short(row, _MOST_WIDGET)
            and self.whole(row).strip(_SPACES).lower() in _FILE_WORDS
            and TAG_ID["pre"] in self.tag[self.end[row] : self.end[figure]][:_MOST_ROWS_BESIDE]
        )

    def _leave_out_beside(self, listing: int) -> None:
        around = self.parent[listing]
        children = [row for row in self._below(around) if self.parent[row] == around] if around >= 0 else []
        if not 2 <= sum(self.tag[row] != TEXT for row in children) <= _MOST_BESIDE:
            return
        for child in children:
            for row in self._below(child)[:_MOST_ROWS_BESIDE]:
                if self.flags[child] & Flag.PRE or self.tag[row] == TEXT or self.flags[row] & Flag.UNSHOWN:
                    continue
                if self._is_widget(row):
                    self._add(row, Flag.UNSHOWN)

    def _number(self, row: int) -> int:
        """The number in an element with a colour and without class; -1 if there is none."""
        text = self.whole(row).strip(_SPACES)
        is_element = self.tag[row] in (TAG_ID["span"], TAG_ID["font"]) and self.end[row] == row + 2
        attributes = self.attributes.get(row, NO_ATTRIBUTES)
        is_plain = "class" not in attributes and self._is_short(row, _MOST_NUMBER)
        in_font = self.tag[row] == TAG_ID["font"] and "color" in attributes
        is_coloured = in_font or _OWN_COLOUR.search(attributes.get("style", "")) is not None
        is_number = is_element and is_plain and is_coloured and re.fullmatch("[0-9]+", text)
        return int(text) if is_number else -1

    def _line_numbers(self, listing: int) -> list[int]:
        """The elements with the numbers of the lines; none unless each line begins with its number.

        They count from 0 or 1, and there is code after some of them.
        """
        found: list[int] = []
        line, after = "", ""  # the text of the line so far, and what the number must be followed by
        for row in self._below(listing)[1:]:
            if found and row == found[-1] + 1:
                continue
            if not line.strip(_SPACES) and self._number(row) >= 0:
                if found and self._number(row) != self._number(found[-1]) + 1:
                    return []
                found, line, after = [*found, row], "1", " "
            elif self.tag[row] == TAG_ID["br"]:
                line = after = ""
            elif self.tag[row] == TEXT:
                text = self._text[self._start[row] : self._stop[row]]
                if text and after and text[0] not in _SPACES:
                    return []
                after = "" if text else after
                first, *others = re.split("[\r\n]", text)
                begun = others if line.strip(_SPACES) else [first, *others]
                if any(text.strip(_SPACES) for text in begun):
                    return []
                line = others[-1] if others else line + first
        if len(found) < _FEWEST_NUMBERED or self._number(found[0]) > 1:
            return []
        numbers = "".join(self.whole(row).strip(_SPACES) for row in found)
        return found if re.sub(f"[{_SPACES}]+", "", self.whole(listing)) != numbers else []

    # -- bullets --------------------------------------------------------------------------------------

    def _is_bullet(self, row: int) -> bool:
        item = self.parent[row]
        if item < 0 or self.tag[item] != TAG_ID["li"] or self.flags[row] & Flag.PRE:
            return False
        before = range(item + 1, row)
        is_first = len(before) <= 1 and all(self.tag[at] == TEXT and not self._shown(at) for at in before)
        is_plain = all(self.tag[at] in _PLAIN for at in self._below(row)) and len(self._below(row)) <= 4
        after = range(self.end[row], min(self.end[item], self.end[row] + 24))
        unseen = Flag.UNSHOWN | Flag.HIDDEN
        has_text = any(
            self.tag[at] == TEXT and not self.flags[at] & unseen and self._shown(at) for at in after
        )
        is_sign = self.whole(row).strip(_SPACES) in _BULLETS and self._is_short(row, _MOST_BULLET)
        return is_first and is_plain and is_sign and has_text

    # -- forums ---------------------------------------------------------------------------------------

    def _is_forum_label(self, row: int, name: str) -> bool:
        parent = self.parent[row]
        if parent < 0:
            return False
        if name == "span":
            is_count = re.fullmatch("[0-9.k]+", self.whole(row).strip(_SPACES)) and self._is_short(row, 8)
            return bool(is_count and self.tag[parent] == TAG_ID["a"] and _CLICKS.search(self.classes(row)))
        if not self._is_short(row, _MOST_WIDGET):
            return False
        if name == "div":
            return self._is_inside(row, Flag.QUOTE) and _EXPAND.search(self.classes(row)) is not None
        is_first = name in ("p", "dt") and row - parent <= 2
        return is_first and _CODEBOX.search(self.classes(parent)) is not None

    # -- headings -------------------------------------------------------------------------------------

    def _is_edit(self, row: int) -> bool:
        return (
            self.end[row] - row <= 32
            and self._is_short(row, _MOST_EDIT)
            and _EDIT.search(self.classes(row)) is not None
        )

    def _is_heading_mark(self, row: int) -> bool:
        if self.end[row] - row > 32 or not self._is_short(row, _MOST_EDIT):
            return False
        if self._is_edit(row):
            return True
        text = self.whole(row).strip(_SPACES)
        if not (self._is_edit_link(text) or self._is_anchor_mark(row, text)):
            return False
        heading = row
        while self._is_inside(heading, Flag.HEADING):
            heading = self.parent[heading]
        return self.end[heading] - heading <= 400 and len(self._shown(heading)) > len(self._shown(row))

    def _is_term_mark(self, row: int) -> bool:
        term = self.parent[row]
        return (
            self.tag[term] == TAG_ID["dt"]
            and self.end[row] - row <= 32
            and self.end[term] - term <= 400
            and self._is_short(row, _MOST_EDIT)
            and _ANCHOR.search(self.classes(row)) is not None
            and self.whole(row).strip(_SPACES) in _SIGNS
            and len(self._shown(term)) > len(self._shown(row))
        )

    def _is_edit_link(self, text: str) -> bool:
        bracketed = len(text) > 2 and text[0] == "[" and text[-1] == "]"
        return bracketed and text[1:-1].strip(_SPACES).lower() in _EDIT_WORDS

    def _is_anchor_mark(self, row: int, text: str) -> bool:
        named = _ANCHOR.search(self.classes(row)) is not None
        if self.tag[row] not in (TAG_ID["a"], TAG_ID["button"]) and not named:
            return False
        return text in _SIGNS or text.lower() in _WORDS or (named and text.lower() in ("link", "anchor"))
