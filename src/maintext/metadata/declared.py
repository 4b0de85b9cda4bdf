"""Declared values (`<meta>`, `rel`, microdata), and the shown lines near the title; all within limits."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

import numpy as np

from maintext.arrays import IntArray
from maintext.page.attributes import NO_ATTRIBUTES, Search
from maintext.page.blocks import fold
from maintext.page.page import Page
from maintext.page.tags import BODY, TAG_ID, TEXT, Flag

Found = tuple[str, str]
"""A value and where it was found."""
Line = tuple[int, int, str]
"""A short block near a row: number of blocks between them, negative before the row; its first row; text."""

# The rest of what a page declares is ignored.
_MOST_META = 2_000
_MOST_VALUES = 50
_LONGEST_VALUE = 5_000
_LONGEST_MARK = 200
_LONGEST_LINE = 200
_MOST_HEADINGS = 20
_LONGEST_HEADING = 400
_BLOCKS_BEFORE, _BLOCKS_AFTER = 8, 25  # around the title

BYLINE_MARKS = "author byline by-line writer posted-by postedby posted_by username user-name zuozhe".split()
DATE_MARKS = "date time publish meta".split()
# All searches in attributes, made in one pass.
_SEARCHES = (
    Search("itemprop", None, "author datemodified datepublished headline name"),
    Search("rel", None, "author canonical category image_src licence license tag"),
    Search("type", None, "ld+json"),
    Search(
        "href",
        None,
        "/author /auteur /autor /by/ /byline /writer /contributor /journalist /reporter /columnist /staff/ "
        "creativecommons.org/",
    ),
    Search("class", "id", " ".join(BYLINE_MARKS + DATE_MARKS)),
)

_BUTTON = TAG_ID["button"]
_TIME = TAG_ID["time"]
_UNSHOWN = int(Flag.UNSHOWN)
_UNSEEN = int(Flag.UNSHOWN | Flag.HIDDEN)
_NOT_THE_PAGE = ("comment", "review", "answer", "rating", "breadcrumb", "listitem", "imageobject")

_NOTES = frozenset(TAG_ID[name] for name in ("aside", "footer"))
_LONGEST_NOTE = 300  # characters
_NOTE_MARKS = re.compile("meta|byline|author|date")
_ADDRESS = TAG_ID["address"]
_OTHER_TAGS = frozenset(TAG_ID[name] for name in ("nav", "footer", "aside"))
_OTHER_MARKS = re.compile(  # in lower case: `re` skips to the first letters of the words, which is faster
    r"comment(?!ary)|related|recommend|sidebar|popular|trending|most-?read|latest|reply|replies|promo|teaser|card\b|"
    r"widget-area"
)


@dataclass(frozen=True, eq=False)
class Declarations:
    """The declared values of a page, by their names in lower case."""

    page: Page
    meta: Mapping[str, list[str]]
    """`content` by `property`, `name`, `itemprop` or `http-equiv`; white space is not folded yet."""
    items: "NamedRows"
    """Rows by `itemprop`."""
    rels: "NamedRows"
    """Rows by `rel`."""
    data: list[int]
    """Rows whose `type` is that of JSON-LD."""
    links: list[tuple[int, str]]
    """Rows whose URL may be that of an author or a licence, and the URL."""
    marks: list[tuple[int, str]]
    """Rows whose class (or id, if there is none) may be that of a byline or date; and it."""
    _inside_other: dict[int, dict[int, bool]] = field(default_factory=dict)
    """Cache, by the row of the title: whether a row is in a box for other texts."""
    _lines: dict[int, list[Line]] = field(default_factory=dict)
    """Cache, by row: the short lines around it."""
    _headings: dict[int, list[tuple[int, str]]] = field(default_factory=dict)
    """Cache, by tag: rows and lines of the first headings."""

    def marked(self, words: Collection[str]) -> Iterator[tuple[int, str]]:
        """The `marks` that hold one of these words, in lower case."""
        found = re.compile("|".join(words)).search  # compiled once, and quicker than a loop over the words
        for row, mark in self.marks:
            if found(lower := mark[:_LONGEST_MARK].lower()):
                yield row, lower

    def first(self, *names: str) -> Iterator[tuple[str, str]]:
        """The first value of each name, with the name as its source."""
        meta = self.meta
        for name in names:
            if name in meta:
                yield fold(meta[name][0]), name

    def all(self, name: str) -> list[str]:
        """The values of a name."""
        return [fold(value) for value in self.meta.get(name, ())]

    def in_other_text(self, row: int, title_row: int) -> bool:
        """Whether a row is not shown, or in a box for other texts, which does not hold the title."""
        page = self.page
        if page.flags.item(row) & _UNSHOWN:
            return True
        known = self._inside_other.setdefault(title_row, {-1: False})
        new = []
        while row not in known:
            new.append(row)
            row = page.parent.item(row)
        inside = known[row]
        for above in reversed(new):
            inside = inside or (self._is_other_box(above) and not self._belongs_to_title(above, title_row))
            known[above] = inside
        return inside

    def _belongs_to_title(self, row: int, title_row: int) -> bool:
        """Whether an element holds the title, or is a note beside it, such as `<aside>5 May</aside>`."""
        page = self.page
        if row <= title_row < page.end.item(row):
            return True
        if page.tag.item(row) not in _NOTES or page.text_end[row] - page.text_start[row] > _LONGEST_NOTE:
            return False
        above = page.parent.item(row)
        mark = self._mark(row)
        if not above <= title_row < page.end[above] or _OTHER_MARKS.search(mark):
            return False
        own = page.tag[row : page.end[row]]
        return (
            page.tag[above] != BODY or _NOTE_MARKS.search(mark) is not None or bool((own == _ADDRESS).any())
        )

    def _is_other_box(self, row: int) -> bool:
        """Whether an element is for navigation, comments, related articles and the like."""
        if self.page.tag.item(row) in _OTHER_TAGS:
            return True
        mark = self._mark(row)
        return mark != "" and _OTHER_MARKS.search(mark) is not None

    def _mark(self, row: int) -> str:
        """The class of an element, or its id if there is none, in lower case."""
        attributes = self.page.attributes.get(row, NO_ATTRIBUTES)
        return (attributes.get("class") or attributes.get("id") or "")[:_LONGEST_MARK].lower()

    def headings(self, tag: int) -> list[tuple[int, str]]:
        """The first headings with a tag: row and shown line, which may be empty."""
        if tag not in self._headings:
            rows = self.page.rows_of(tag)[:_MOST_HEADINGS].tolist()
            self._headings[tag] = [(row, _heading_line(self.page, row)) for row in rows]
        return self._headings[tag]

    def lines_around(self, row: int, before: int, after: int) -> Iterator[tuple[int, str]]:
        """Short blocks before and after a row: first row, and text.

        There is a space between leaves, since style sheets separate `<b>Ann Lee</b><i>5 May 2024</i>`.
        """
        if row not in self._lines:
            self._lines[row] = list(_lines_around(self.page, row))
        return ((first, text) for place, first, text in self._lines[row] if -before <= place < after)


class NamedRows:
    """Rows by the names in an attribute, in lower case."""

    def __init__(self, values: Iterable[tuple[int, str]]) -> None:
        self._names = [(row, value[:_LONGEST_MARK].lower().split()) for row, value in values]

    def named(self, name: str) -> list[int]:
        """The rows with a name, up to a limit."""
        return [row for row, names in self._names if name in names][:_MOST_VALUES]


def read_declared(page: Page) -> Declarations:
    """Collect the declarations of a page."""
    items, rels, data, links, marks = page.values_holding(*_SEARCHES)
    return Declarations(
        page,
        _read_meta(page),
        NamedRows(items),
        NamedRows(rels),
        [row for row, _ in data],
        links,
        marks,
    )


def _read_meta(page: Page) -> Mapping[str, list[str]]:
    meta: dict[str, list[str]] = {}
    for name, value in page.table.meta(_MOST_META):
        value = value[:_LONGEST_VALUE]
        if name and value and not value.isspace():
            values = meta.setdefault(name[:100].strip().lower(), [])
            if len(values) < _MOST_VALUES:
                values.append(value)
    return meta


def item_text(page: Page, row: int) -> str:
    """The value of a microdata property: its machine-readable form, else its text."""
    for name in ("content", "datetime") if page.tag[row] == _TIME else ("content",):
        value = page.attribute(row, name)
        if value:
            return fold(value[:_LONGEST_VALUE])
    return shown_line(page, row)


def shown_line(
    page: Page, row: int, longest: int = _LONGEST_VALUE, without: Iterable[tuple[int, int]] = ()
) -> str:
    """The shown text of a row in one line, with spaces between blocks; `without` has rows to leave out."""
    rows = slice(row, min(page.end.item(row), row + _MOST_VALUES))
    left_out = {inner for start, end in without for inner in range(start, min(end, rows.stop))}
    pieces: list[str] = []
    left = longest
    blocks, flags = page.block[rows].tolist(), page.flags[rows].tolist()
    for number, tag in enumerate(page.tag[rows].tolist()):
        if left_out and row + number in left_out:
            pieces.append(" ")
        elif tag == TEXT:
            if not flags[number] & _UNSEEN and left > 0:
                begin, stop = page.text_start.item(row + number), page.text_end.item(row + number)
                pieces.append(page.text[begin : min(stop, begin + left)])
                left -= len(pieces[-1])
        elif blocks[number] == row + number:
            pieces.append(" ")
    return fold("".join(pieces).replace("\u00ad", ""))


def _heading_line(page: Page, row: int) -> str:
    """The shown text of a heading, without buttons if there is other text."""
    rows = range(row + 1, min(page.end.item(row), row + _MOST_VALUES))
    buttons = [(inner, page.end.item(inner)) for inner in rows if page.tag.item(inner) == _BUTTON]
    line = shown_line(page, row, _LONGEST_HEADING, buttons) if buttons else ""
    return line or shown_line(page, row, _LONGEST_HEADING)


def _lines_around(page: Page, row: int) -> Iterator[Line]:
    blocks = page.blocks
    at = int(blocks.first_row.searchsorted(row))
    begin, stop = max(0, at - _BLOCKS_BEFORE), min(len(blocks), at + _BLOCKS_AFTER)
    bounds = np.append(blocks.first, len(page.leaves))[begin : stop + 1]
    leaves = page.leaves[bounds[0] : bounds[-1]]
    texts = [page.text[start:end] for start, end in zip(*_spans(page, leaves), strict=True)]
    firsts = (bounds - bounds[0]).tolist()
    for number, chars in enumerate(blocks.chars[begin:stop].tolist()):
        if chars <= _LONGEST_LINE:
            first, past = firsts[number], firsts[number + 1]
            text = fold(texts[first]) if past == first + 1 else " ".join(map(fold, texts[first:past]))
            yield begin + number - at, leaves.item(first), text


def _spans(page: Page, rows: IntArray) -> tuple[list[int], list[int]]:
    return page.text_start[rows].tolist(), page.text_end[rows].tolist()


def describes_page(page: Page, row: int) -> bool:
    """Whether a microdata property belongs to the page itself, not to a comment, review or breadcrumb."""
    for above in page.ancestors(row):
        kind = page.attribute(above, "itemtype")
        if kind is not None:
            return not any(name in kind[-40:].lower() for name in _NOT_THE_PAGE)
    return True
