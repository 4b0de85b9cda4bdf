"""The page for display, written again from the parsed table so that nothing in it can run or load.

It is safe because only listed tags, listed attributes and escaped text are written, not because something is
removed. No element is written whose text browsers read by other rules (script, style, svg, title, …).
"""

import re
from collections import defaultdict
from functools import cached_property
from html import escape

import numpy as np

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
    """Rows → pieces of HTML, in one pass without recursion. Arrays are lists: each row is looked at once."""

    def __init__(self, page: Page) -> None:
        self.page = page
        in_template = page.inside((page.tag == TEMPLATE) & page.has(Flag.UNSHOWN))
        self.unseen = in_template | page.has(Flag.HIDDEN)
        self.left_out = page.has(Flag.UNSHOWN) & ~in_template
        self.tags = self._tags()
        self.causes = hiding_causes(page)

    def pieces(self) -> list[str]:
        """The content of the body."""
        page, attributes, tags, text = self.page, self.attributes, self.tags, self.page.text
        block = np.full(len(page), -1)
        block[page.leaves] = page.blocks.of_leaf
        rows = np.flatnonzero(~self.left_out)
        columns = (page.tag == TEXT, page.end, page.text_start, page.text_end, block)
        lists = [rows.tolist(), *(column[rows].tolist() for column in columns)]
        written: list[str] = []
        write = written.append
        ends: list[str] = []  # of the open elements, and the rows at which they end
        until: list[int] = [len(page) + 1]
        for row, is_text, last, start, end, number in zip(*lists, strict=True):
            while until[-1] <= row:
                until.pop()
                write(ends.pop())
            if is_text:
                shown = text[start:end]
                if "<" in shown or "&" in shown or ">" in shown:
                    shown = escape(shown, quote=False)
                write(shown if number < 0 else f'<span data-block="{number}">{shown}</span>')
            elif name := tags[row]:
                write(f"<{name}{attributes[row]}>" if row in attributes else f"<{name}>")
                if name not in _VOID:
                    until.append(last)
                    ends.append(f"</{name}>")
        return written + ends[::-1]

    def _tags(self) -> list[str]:
        """The tag that is written for each row; empty for none."""
        names = self.page.tag_names
        known = ["" if name in _OUTER else name if name in _SHOWN else None for name in names]
        return [
            ("div" if is_block else "span") if (name := known[tag]) is None else name
            for tag, is_block in zip(self.page.tag.tolist(), self.page.is_block.tolist(), strict=True)
        ]

    @cached_property
    def attributes(self) -> dict[int, str]:
        """What is written after the tag, by row."""
        page, written = self.page, defaultdict[int, str](str)
        for key, allowed in _ATTRIBUTES.items():
            for row, value in page.values_of(key):
                if allowed.fullmatch(value):
                    written[row] += f' {key}="{value}"'
        alts = dict(page.values_of("alt"))
        for row, tag in enumerate(self.tags):
            if tag == "img":
                written[row] += f' alt="{escape(alts.get(row, ""))}"'
        outermost = self.unseen & ~self.unseen[np.maximum(page.parent, 0)]
        for row in np.flatnonzero(outermost).tolist():
            written[row] += f' data-hidden="{escape(self._why(row))}"'
        return written

    def _why(self, row: int) -> str:
        if self.page.tag[row] == TEMPLATE:
            return "template"
        reason, rule, line = self.causes.get(int(self.page.offset[row]), ("hidden", None, None))
        return reason if rule is None else f"{reason}: {rule} (line {line})"
