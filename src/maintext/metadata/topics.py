"""What a page is about, in its own words: categories (sections of the site) and tags."""

import re
from collections.abc import Iterable, Iterator
from typing import Any

from maintext.metadata.declared import Declarations, shown_line
from maintext.metadata.json_ld import JsonLd
from maintext.page.blocks import fold
from maintext.page.tags import A
from maintext.text.references import unescape

Topics = tuple[tuple[str, ...], str]
"""Names and where they were found."""
Candidate = tuple[Iterable[str], str]
"""Names that may be topics, and where they are."""

_MOST_TOPICS = 50
_LONGEST_TOPIC = 100
_CATEGORY_META = (
    "article:section",
    "og:article:section",
    "parsely-section",
    "sailthru.section",
    "cxenseparse:category",
)
_TAG_META = ("og:article:tag", "parsely-tags", "sailthru.tags", "news_keywords", "keywords")

_VIEWPORT = re.compile(r"(?:(?:max|min)imum-|initial-)?(?:width|height|scale|user-scalable)\s*=")
"""Settings of a `viewport` that some pages have as keywords."""


def read_categories(declared: Declarations, json_ld: JsonLd, title_row: int) -> Topics | None:
    """The categories of a page and where they were found."""
    return _first(_categories(declared, json_ld, title_row))


def read_tags(declared: Declarations, json_ld: JsonLd, title_row: int) -> Topics | None:
    """The tags of a page and where they were found; keywords for search engines come last."""
    return _first(_tags(declared, json_ld, title_row))


def _categories(declared: Declarations, json_ld: JsonLd, title_row: int) -> Iterator[Candidate]:
    yield _json_ld_names(json_ld, "articleSection"), "json-ld"
    yield from ((declared.all(name), name) for name in _CATEGORY_META if name in declared.meta)
    yield _linked(declared, "category", title_row), "rel=category"


def _tags(declared: Declarations, json_ld: JsonLd, title_row: int) -> Iterator[Candidate]:
    yield _split(_json_ld_names(json_ld, "keywords")), "json-ld"
    yield _split(declared.all("article:tag")), "article:tag"
    yield _linked(declared, "tag", title_row), "rel=tag"
    yield from ((_split(declared.all(name)), name) for name in _TAG_META if name in declared.meta)


def _first(candidates: Iterator[Candidate]) -> Topics | None:
    """The first source with names; each name once."""
    for names, source in candidates:
        known: dict[str, str] = {}
        for name in names:
            name = fold(unescape(name[: 2 * _LONGEST_TOPIC])).strip("#,;")
            if 1 <= len(name) <= _LONGEST_TOPIC and not _VIEWPORT.match(name):
                known.setdefault(name.casefold(), name)
        if known:
            return tuple(known.values())[:_MOST_TOPICS], source
    return None


def _json_ld_names(json_ld: JsonLd, name: str) -> Iterator[str]:
    for value in json_ld.values(name):
        text: Any = value.get("name") if isinstance(value, dict) else value
        if isinstance(text, str):
            yield text[: _MOST_TOPICS * _LONGEST_TOPIC]


def _split(texts: Iterable[str]) -> Iterator[str]:
    for text in texts:
        separator = next((mark for mark in ",;，、" if mark in text), None)
        yield from text.split(separator) if separator else [text]


def _linked(declared: Declarations, rel: str, title_row: int) -> Iterator[str]:
    """The texts of links with a `rel`; WordPress writes `category tag` for categories."""
    rows = declared.rels.named(rel)
    others = declared.rels.named("category") if rows and rel != "category" else []
    for row in rows:
        if row not in others and declared.page.tag[row] == A and not declared.in_other_text(row, title_row):
            yield shown_line(declared.page, row, _LONGEST_TOPIC)
