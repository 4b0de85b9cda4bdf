"""The page for display, written again from the parsed table so that nothing in it can run or load.

It is safe because only listed tags, listed attributes and escaped text are written, not because something is
removed. No element is written whose text browsers read by other rules (script, style, svg, title, …).
"""

import re
from collections.abc import Iterator
from html import escape

import numpy as np

from maintext.page.attributes import NO_ATTRIBUTES, Attributes
from maintext.page.page import Page
from maintext.page.tags import TEMPLATE, TEXT, Flag
from maintext.page.visibility import hiding_causes

_SHOWN = frozenset(
    "a article section nav aside h1 h2 h3 h4 h5 h6 hgroup header footer address main p hr pre blockquote ol "
    "ul li dl dt dd figure figcaption div em strong small s cite q dfn abbr ruby rt rp code var samp kbd sub "
    "sup i b u mark bdi bdo span br wbr ins del img table caption tbody thead tfoot tr td th "
    "center big tt".split()
)
"""Tags that are written as they are. Any other becomes a `div` or a `span`; links lose their URL."""
_VOID = frozenset({"br", "hr", "img", "wbr"})
_OUTER = frozenset({"html", "body", "head"})

_NUMBER = re.compile(r"\d{1,4}")
_LANGUAGE = re.compile(r"[A-Za-z0-9-]{1,35}")
_ATTRIBUTES = {
    "colspan": _NUMBER,
    "rowspan": _NUMBER,
    "start": _NUMBER,
    "dir": re.compile(r"ltr|rtl|auto"),
    "lang": _LANGUAGE,
}
POLICY = "default-src 'none'; style-src 'unsafe-inline'"
_HEAD = (
    '<!doctype html><html><head><meta charset="utf-8">'
    f'<meta http-equiv="Content-Security-Policy" content="{POLICY}"></head><body>'
)


def to_view(page: Page) -> str:
    """An HTML document in which each text carries the index of its block."""
    return "".join((_HEAD, *_Writer(page).pieces(), "</body></html>"))


class _Writer:
    """Rows → pieces of HTML, in one pass without recursion."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.block = np.full(len(page), -1)
        self.block[page.leaves] = page.blocks.of_leaf
        self.is_block_element = page.is_block
        in_template = page.inside((page.tag == TEMPLATE) & page.has(Flag.UNSHOWN))
        self.unseen = in_template | page.has(Flag.HIDDEN)
        self.left_out = page.has(Flag.UNSHOWN) & ~in_template
        self.causes = hiding_causes(page)

    def pieces(self) -> Iterator[str]:
        """The content of the body."""
        page, open_ = self.page, list[tuple[int, str]]()
        left_out, is_text, end = self.left_out.tolist(), (page.tag == TEXT).tolist(), page.end.tolist()
        for row in range(len(page)):
            while open_ and open_[-1][0] <= row:
                yield open_.pop()[1]
            if left_out[row]:
                continue
            if is_text[row]:
                yield self._text(row)
                continue
            name = self._name(row)
            if name:
                yield f"<{name}{''.join(self._attributes(row, name))}>"
                if name not in _VOID:
                    open_.append((end[row], f"</{name}>"))
        while open_:
            yield open_.pop()[1]

    def _text(self, row: int) -> str:
        text = escape(self.page.row_text(row), quote=False)
        number = self.block[row]
        return text if number < 0 else f'<span data-block="{number}">{text}</span>'

    def _name(self, row: int) -> str:
        name = self.page.tag_name(row)
        if name in _OUTER:
            return ""
        if name in _SHOWN:
            return name
        return "div" if self.is_block_element[row] else "span"

    def _attributes(self, row: int, name: str) -> Iterator[str]:
        attributes = self.page.attributes.get(row, NO_ATTRIBUTES)
        for key, allowed in _ATTRIBUTES.items():
            if key in attributes and allowed.fullmatch(attributes[key]):
                yield f' {key}="{attributes[key]}"'
        if name == "img":
            yield f' alt="{escape(attributes.get("alt", ""))}"'
        if self.unseen[row] and not self.unseen[max(self.page.parent[row], 0)]:
            yield f' data-hidden="{escape(self._why(row))}"'

    def _why(self, row: int) -> str:
        if self.page.tag[row] == TEMPLATE:
            return "template"
        return self.causes.get(int(self.page.offset[row]), ("hidden", None, None))[0]
