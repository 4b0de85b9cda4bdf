"""Authors: declared ones first, then the byline that the page shows."""

import re
from collections.abc import Collection, Iterator
from itertools import islice
from typing import Any

from maintext.metadata.declared import (
    BYLINE_MARKS,
    Declarations,
    describes_page,
    item_text,
    shown_line,
)
from maintext.metadata.json_ld import JsonLd
from maintext.metadata.names import byline_names, declared_names
from maintext.page.blocks import fold
from maintext.page.page import Page
from maintext.page.tags import TAG_ID, A, Flag
from maintext.text.words import squeeze

Authors = tuple[tuple[str, ...], str]
"""Names and where they were found."""

_FORM = TAG_ID["form"]
_MOST_AUTHORS = 50
_LONGEST_BYLINE = 200
_MOST_BYLINES = 40
_MOST_BYLINE_LEAVES = 12  # with more it is a biography, or a list of people
_LONGEST_URL = 200
_BLOCKS_BEFORE, _BLOCKS_AFTER = 6, 20  # around the title

_META = (
    "parsely-author sailthru.author byl byline dc.creator dcterms.creator author article:author_name "
    "og:article:author og:author article:author article_author bc:authors cxenseparse:author book:author "
    "authors creator"
).split()

_CARD_LABELS = ("written by", "by", "author", "verfasst von", "écrit par", "escrito por", "作者")
_OTHER_MARKS = re.compile(
    r"authori[sz]|avatar|image|img|photo|social|\bbio\b|-bio|count|date|time|follow|title|role|job|desc"
)
_AUTHOR_URL = re.compile(
    r"/(?:authors?|auteurs?|autor(?:es)?|by|byline|writers?|contributors?|journalists?|reporters?|columnists?|"
    r"staff)/[^/?#]+/?$"
)
_BYLINE_START = re.compile(
    r"\W{0,3}(?:(?:written|posted|published|reported|words|story|text|article)\s+)?by:?\s+(?=\S)|"
    r"\W{0,3}(?:作者|(?:本报|本网|本社)?记者|撰文|撰稿|文)\s*[:：/／|丨]\s*(?=\S)",
    re.IGNORECASE,
)
_LONGEST_LABEL = 20
_LABEL_LINE = re.compile(
    r"(?:(?:written|posted|published|article|words|story)\s+)?by:?|authors?:?", re.IGNORECASE
)
_CHINESE_LABEL = re.compile(r"(?:作者|记者|撰文|撰稿|文字)\s*[:：/／|丨]\s*(?=\S)")


def read_authors(
    page: Page, declared: Declarations, json_ld: JsonLd, site_names: Collection[str], title_row: int
) -> Authors | None:
    """The page's authors and where they were found.

    A site that declares itself as the author counts only if no one else is named.
    """
    sites = {squeeze(name) for name in site_names}
    itself: Authors | None = None
    for names, source in _candidates(page, declared, json_ld, title_row):
        found = tuple(dict.fromkeys(names))[:_MOST_AUTHORS]
        people = tuple(name for name in found if squeeze(name) not in sites)
        if people:
            return people, source
        if found:
            itself = itself or (found, source)
    return itself


def _candidates(
    page: Page, declared: Declarations, json_ld: JsonLd, title_row: int
) -> Iterator[tuple[list[str], str]]:
    yield [_first_name_first(name) for name in declared.all("citation_author")], "citation_author"
    for property_name in ("author", "creator"):
        people = [name for value in json_ld.values(property_name) if (name := _json_ld_name(value))]
        yield [name for text in people for name in declared_names(text)], "json-ld"
    for source in _META:
        if source in declared.meta:
            yield [name for text in declared.all(source) for name in declared_names(text)], source
    yield _written_by(declared), "twitter:data"
    rows = [row for row in declared.items.named("author") if describes_page(page, row)]
    yield [name for row in rows[:1] for name in declared_names(_item_name(page, declared, row))], "microdata"
    for row in declared.rels.named("author"):
        if not declared.in_other_text(row, title_row):
            yield byline_names(shown_line(page, row, _LONGEST_BYLINE)), "rel=author"
    yield from _bylines(page, declared, title_row)


def _json_ld_name(value: Any) -> str | None:
    if isinstance(value, dict):
        value = value.get("name") or " ".join(
            part for part in (value.get("givenName"), value.get("familyName")) if isinstance(part, str)
        )
    if isinstance(value, list):
        value = ";".join(item for item in value[:_MOST_AUTHORS] if isinstance(item, str))
    return value[:1000] if isinstance(value, str) else None


def _first_name_first(name: str) -> str:
    last, _, first = name[:100].partition(",")
    return f"{first.strip()} {last.strip()}".strip()


def _written_by(declared: Declarations) -> list[str]:
    """The author in the labelled data of a Twitter card."""
    for number in ("1", "2"):
        for label, value in zip(
            declared.all(f"twitter:label{number}"),
            declared.all(f"twitter:data{number}"),
            strict=False,
        ):
            if label.lower() in _CARD_LABELS:
                return declared_names(value)
    return []


def _item_name(page: Page, declared: Declarations, row: int) -> str:
    """The name of a microdata item: its property `name`, else its text."""
    for inner in declared.items.named("name"):
        if row < inner < page.end[row]:
            return item_text(page, inner)
    return item_text(page, row)[:_LONGEST_BYLINE]


def _bylines(page: Page, declared: Declarations, title_row: int) -> Iterator[tuple[list[str], str]]:
    """Names in elements that look like bylines, those after the title first."""
    rows = list(islice(_byline_rows(page, declared), _MOST_BYLINES))
    for row, source in sorted(rows, key=lambda found: (found[0] < title_row, found[0])):
        if not declared.in_other_text(row, title_row) and not _is_in_form(page, row, title_row):
            yield _names_below(page, row), source
    yield from ((names, "byline text") for names in _text_bylines(declared, title_row))


def _is_in_form(page: Page, row: int, title_row: int) -> bool:
    """Whether a row is in a form, such as a login. Some pages are one form as a whole."""
    if not page.flags.item(row) & int(Flag.FORM):
        return False
    forms = (above for above in (row, *page.ancestors(row)) if page.tag.item(above) == _FORM)
    return any(not form <= title_row < page.end.item(form) for form in forms)


def _names_below(page: Page, row: int) -> list[str]:
    """The names in an element: those of its links, else those of its first line with any."""
    leaves = page.leaves[page.leaves.searchsorted(row) : page.leaves.searchsorted(page.end[row])]
    if not 0 < len(leaves) <= _MOST_BYLINE_LEAVES:
        return []
    leaves = leaves[(page.flags[leaves] & int(Flag.CONTROL)) == 0]  # labels and buttons are no names
    linked = leaves[(page.flags[leaves] & int(Flag.LINK)) != 0]
    names = [name for leaf in linked.tolist() for name in byline_names(fold(page.row_text(leaf)))]
    if names and not page.flags[row] & int(Flag.LINK):
        return names
    lines: dict[int, list[str]] = {}
    for leaf in leaves.tolist():
        lines.setdefault(int(page.block[leaf]), []).append(fold(page.row_text(leaf)[:_LONGEST_BYLINE]))
    return next((names for line in lines.values() if (names := byline_names(" ".join(line)))), [])


def _byline_rows(page: Page, declared: Declarations) -> Iterator[tuple[int, str]]:
    for row, mark in declared.marked(BYLINE_MARKS):
        if not _OTHER_MARKS.search(mark):
            yield row, "byline class"
    for row, url in declared.links:
        if page.tag[row] == A and _AUTHOR_URL.search(url[-_LONGEST_URL:].lower()):
            yield row, "author link"


def _text_bylines(declared: Declarations, title_row: int) -> Iterator[list[str]]:
    """Names in lines near the title that start like a byline, have a Chinese label, or follow a label."""
    labelled = False
    for _, line in declared.lines_around(title_row, _BLOCKS_BEFORE, _BLOCKS_AFTER):
        if labelled or _BYLINE_START.match(line):
            yield byline_names(line)
        elif label := _CHINESE_LABEL.search(line):
            yield byline_names(line[label.start() :])
        labelled = len(line) < _LONGEST_LABEL and _LABEL_LINE.fullmatch(line) is not None
