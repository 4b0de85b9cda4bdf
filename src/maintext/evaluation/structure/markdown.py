"""What Markdown holds, as markdown-it reads it: CommonMark, with the tables and strikethrough of GitHub."""

import re
from collections import Counter
from dataclasses import dataclass, field, replace

from markdown_it import MarkdownIt
from markdown_it.token import Token
from turbohtml import parse

from maintext.evaluation.structure.code import canonical, clean
from maintext.evaluation.structure.formulas import FormulaKey, from_tex
from maintext.evaluation.structure.tables import Grid, grid
from maintext.evaluation.structure.text import joined, squeezed, url_key
from maintext.evaluation.structure.tree import attribute, inner

_READER = MarkdownIt("commonmark").enable("table").enable("strikethrough")
_CODE = re.compile(r"^(`{3,}|~{3,}).*?(?:^\1|\Z)|(`+)[^`].*?(?<!`)\2(?!`)", re.MULTILINE | re.DOTALL)
_MATHS = re.compile(
    r"\$\$(.+?)\$\$|(?<![\\$])\$(?![\s$])([^$\n]*[^\s$\\])\$(?![\d$])|\\\((.+?)\\\)|\\\[(.+?)\\\]", re.DOTALL
)
"""Formulas as Pandoc and GitHub read them: no white space inside the dollars, no digit after them."""
_TASK = re.compile(r"^\[[ xX]\] ")


@dataclass(frozen=True, slots=True)
class Shown:
    """What Markdown holds."""

    listings: list[tuple[str, str]] = field(default_factory=list)
    """Code and language."""
    tables: list[Grid] = field(default_factory=list)
    headings: list[str] = field(default_factory=list)
    items: list[tuple[str, int, bool]] = field(default_factory=list)
    """Text, depth, and whether numbered."""
    paragraphs: list[str] = field(default_factory=list)
    formulas: list[FormulaKey] = field(default_factory=list)
    links: Counter[tuple[str, str]] = field(default_factory=Counter)
    """Text and URL."""
    images: Counter[str] = field(default_factory=Counter)
    """URLs."""
    text: str = ""
    """All letters and digits, and those of the images' titles."""


def read_markdown(markdown: str) -> Shown:
    """Read a text as Markdown."""
    reader = _Reader()
    for token in _READER.parse(markdown):
        reader.read(token)
    reader.shown.formulas.extend(_formulas(markdown))
    return replace(reader.shown, text=squeezed("".join(reader.text)))


def _formulas(markdown: str) -> list[FormulaKey]:
    without_code = _CODE.sub(" ", markdown)
    return [from_tex(next(filter(None, match.groups()))) for match in _MATHS.finditer(without_code)]


class _Reader:
    """The state while tokens are read."""

    def __init__(self) -> None:
        self.shown = Shown()
        self.text: list[str] = []
        self.lists: list[bool] = []
        """Whether each open list is numbered."""
        self.open_items: list[list[str]] = []
        self.heading = self.cell = False
        self.row: list[str] = []
        self.rows: list[tuple[str, ...]] = []

    def read(self, token: Token) -> None:
        kind = token.type
        if kind in ("fence", "code_block"):
            words = token.info.split() if kind == "fence" else []
            self.shown.listings.append((clean(token.content), canonical(words[0]) if words else ""))
            self.text.append(token.content)
        elif kind == "inline":
            self._inline(token)
        elif kind == "html_block":
            self._html(token.content)
        elif kind in ("bullet_list_open", "ordered_list_open"):
            self.lists.append(kind.startswith("ordered"))
        elif kind in ("bullet_list_close", "ordered_list_close"):
            self.lists.pop()
        elif kind == "list_item_open":
            self.open_items.append([])
        elif kind == "list_item_close":
            text = squeezed("".join(self.open_items.pop()))
            self.shown.items.append((text, len(self.lists), self.lists[-1]))
        elif kind in ("heading_open", "heading_close"):
            self.heading = kind == "heading_open"
        elif kind in ("th_open", "td_open", "th_close", "td_close"):
            self.cell = kind.endswith("open")
            if self.cell:
                self.row.append("")
        elif kind == "tr_close":
            self.rows.append(tuple(self.row))
            self.row = []
        elif kind == "table_close":
            self.shown.tables.append(tuple(row for row in self.rows if any(row)))
            self.rows = []

    def _inline(self, token: Token) -> None:
        text = self._text(token.children or [])
        self.text.append(text)
        if self.cell:
            self.row[-1] = squeezed(text)
        elif self.heading:
            self.shown.headings.append(joined(text))
        elif self.open_items:
            own = self.open_items[-1]
            own.append(text if own else _TASK.sub("", text))
        else:
            self.shown.paragraphs.append(squeezed(text))

    def _text(self, parts: list[Token]) -> str:
        """The text of an inline token; its links and images are recorded."""
        found: list[str] = []
        links: list[tuple[str, int]] = []
        for part in parts:
            if part.type in ("text", "code_inline"):
                found.append(part.content)
            elif part.type in ("softbreak", "hardbreak") or part.content in ("<br>", "<br/>", "<br />"):
                found.append(" ")
            elif part.type == "link_open":
                links.append((str(part.attrs.get("href", "")), len(found)))
            elif part.type == "link_close" and links:
                url, start = links.pop()
                self.shown.links[squeezed("".join(found[start:])), url_key(url)] += 1
            elif part.type == "image":
                self.shown.images[url_key(str(part.attrs.get("src", "")))] += 1
                self.text.append(f" {part.attrs.get('title', '')} ")
        return "".join(found)

    def _html(self, source: str) -> None:
        """Tables that Markdown cannot hold, as HTML."""
        document = parse(source)
        self.text.append(document.text)
        for table in document.find_all("table"):
            self.shown.tables.append(grid(table, filled=False))
            self.shown.links.update(
                (squeezed(link.text), url_key(attribute(link, "href"))) for link in inner(table, "a")
            )
