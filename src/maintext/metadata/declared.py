"""What the markup declares (`<meta>`, rel, microdata) and the shown lines around it, within bounds."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from maintext.blocks import fold
from maintext.page import Page
from maintext.tags import META, TAG_ID, TEXT, Flag, is_block_tag

# A page that declares more than this says nothing more by it.
_MOST_META = 2_000
_MOST_ROWS = 100_000
_MOST_VALUES = 50
_LONGEST_VALUE = 5_000
_LONGEST_MARK = 200

_TIME = TAG_ID["time"]
_NOT_THE_PAGE = ("comment", "review", "answer", "rating", "breadcrumb", "listitem", "imageobject")

_OTHER_TAGS = frozenset(TAG_ID[name] for name in ("nav", "footer", "aside"))
_OTHER_MARKS = re.compile(
    r"comment(?!ary)|related|recommend|sidebar|popular|trending|most-?read|latest|reply|replies|promo|teaser|card\b|"
    r"widget-area",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Declared:
    """Declared values, by the name that they are declared under, in lower case."""

    page: Page
    meta: Mapping[str, list[str]]
    """`content` by `property`, `name` or `http-equiv`."""
    items: Mapping[str, list[int]]
    """Rows by `itemprop`."""
    rels: Mapping[str, list[int]]
    """Rows by `rel`."""
    _other_boxes: dict[int, bool] = field(default_factory=dict)

    @cached_property
    def marks(self) -> "RowTexts":
        """Class or id by row, in lower case."""
        marks = dict(self.page.values_of("id"))
        marks |= {row: name for row, name in self.page.values_of("class") if name}
        rows = sorted(row for row, mark in marks.items() if mark)[:_MOST_ROWS]
        return RowTexts({row: marks[row][:_LONGEST_MARK].lower() for row in rows})

    def is_other_box(self, row: int) -> bool:
        """Whether an element is for navigation, comments, related articles and the like."""
        if row not in self._other_boxes:
            mark = self.page.attribute(row, "class") or self.page.attribute(row, "id") or ""
            is_other = self.page.tag[row] in _OTHER_TAGS or _OTHER_MARKS.search(mark[:_LONGEST_MARK])
            self._other_boxes[row] = bool(is_other)
        return self._other_boxes[row]

    def first(self, *names: str) -> Iterator[tuple[str, str]]:
        """The first value under each of the names, with the name as its source."""
        for name in names:
            for value in self.meta.get(name, ())[:1]:
                yield value, name


class RowTexts:
    """Short texts by row, to be searched all at once."""

    def __init__(self, by_row: Mapping[int, str]) -> None:
        self.by_row = by_row
        self._rows = list(by_row)
        self._joined = "\n".join(by_row.values())
        self._starts = np.cumsum([0, *(len(text) + 1 for text in by_row.values())])

    def holding(self, words: Iterable[str]) -> list[int]:
        """Rows whose text holds one of the words, in order."""
        found = set()
        for word in words:
            at = self._joined.find(word)
            while at >= 0:
                index = int(self._starts.searchsorted(at, side="right")) - 1
                found.add(self._rows[index])
                at = self._joined.find(word, int(self._starts[index + 1]))
        return sorted(found)


def read_declared(page: Page) -> Declared:
    """Gather the declarations of a page."""
    return Declared(page, _read_meta(page), _rows_by(page, "itemprop"), _rows_by(page, "rel"))


def _rows_by(page: Page, attribute: str) -> Mapping[str, list[int]]:
    """The rows by each name that the attribute gives them."""
    rows: dict[str, list[int]] = defaultdict(list)
    for row, names in page.values_of(attribute)[:_MOST_ROWS]:
        for name in names[:_LONGEST_MARK].lower().split():
            if len(rows[name]) < _MOST_VALUES:
                rows[name].append(row)
    return rows


def _read_meta(page: Page) -> Mapping[str, list[str]]:
    meta: dict[str, list[str]] = defaultdict(list)
    for row in page.rows_of(META)[:_MOST_META].tolist():
        attributes = page.attributes.get(row)
        content = attributes and attributes.get("content")
        if not attributes or not content:
            continue
        for key in ("property", "name", "itemprop", "http-equiv"):
            name = attributes.get(key)
            if name and (value := fold(content[:_LONGEST_VALUE])):
                values = meta[name[:100].strip().lower()]
                if len(values) < _MOST_VALUES:
                    values.append(value)
    return meta


def item_text(page: Page, row: int) -> str:
    """The value of a microdata property: its machine-readable form where it has one, else its text."""
    for name in ("content", "datetime") if page.tag[row] == _TIME else ("content",):
        value = page.attribute(row, name)
        if value:
            return fold(value[:_LONGEST_VALUE])
    return shown_line(page, row)


def shown_line(page: Page, row: int, longest: int = _LONGEST_VALUE) -> str:
    """A row's shown text in one line, words of different blocks apart."""
    rows = slice(row, min(int(page.end[row]), row + _MOST_VALUES))
    unshown = (page.flags[rows] & int(Flag.UNSHOWN | Flag.HIDDEN)) != 0
    breaks = is_block_tag(page.tag[rows])
    pieces: list[str] = []
    left = longest
    for at, hidden, is_break in zip(range(row, rows.stop), unshown.tolist(), breaks.tolist(), strict=True):
        if is_break:
            pieces.append(" ")
        elif page.tag[at] == TEXT and not hidden and left > 0:
            start = int(page.text_start[at])
            pieces.append(page.text[start : min(int(page.text_end[at]), start + left)])
            left -= len(pieces[-1])
    return fold("".join(pieces).replace("\u00ad", ""))


def lines_around(page: Page, row: int, before: int, after: int, longest: int) -> Iterator[tuple[int, str]]:
    """Short blocks before and after a row: first row, and text with a space between its leaves.

    Style sheets set apart what the markup does not: `<b>Ann Lee</b><i>5 May 2024</i>`.
    """
    blocks = page.blocks
    at = int(blocks.first_row.searchsorted(row))
    for block in range(max(0, at - before), min(len(blocks), at + after)):
        if blocks.chars[block] <= longest:
            first = int(blocks.first[block])
            past = int(blocks.first[block + 1]) if block + 1 < len(blocks) else len(page.leaves)
            leaves = page.leaves[first:past].tolist()
            yield leaves[0], " ".join(fold(page.row_text(leaf)) for leaf in leaves)


def describes_page(page: Page, row: int) -> bool:
    """Whether a microdata property belongs to the page's own item, not to a comment, review or crumb."""
    for above in page.ancestors(row):
        kind = page.attribute(above, "itemtype")
        if kind is not None:
            return not any(name in kind[-40:].lower() for name in _NOT_THE_PAGE)
    return True


def in_other_text(declared: Declared, row: int, title_row: int) -> bool:
    """Whether a row is unshown, or in a box for other texts: one that does not hold the title."""
    page = declared.page
    if page.flags[row] & int(Flag.UNSHOWN):
        return True
    return any(
        declared.is_other_box(above) and not above <= title_row < page.end[above]
        for above in (row, *page.ancestors(row))
    )
