"""What a page's head declares of it, so far as features need it."""

import re
from typing import NamedTuple

import numpy as np

from maintext.attributes import NO_ATTRIBUTES, CountedAttributes
from maintext.page import Page
from maintext.tags import META, SCRIPT, TAG_ID

_LONGEST_SCRIPT = 20_000
_KEY = '"@type"'
_TYPE = re.compile(r'"@type"\s*:\s*\[?\s*"([A-Za-z]{1,40})')


class Meta(NamedTuple):
    """What the page's head declares of it."""

    title: str
    url: str
    """The address that the page says it has; empty where it does not say."""
    og_type: str
    has_author: bool
    has_date: bool
    schema_types: frozenset[str]
    """Types of its JSON-LD, in lower case."""


class _Head(NamedTuple):
    """What a page declares: the first `<meta>` and `<link>` of each kind counts."""

    title: str
    canonical: str
    url: str
    og_type: str
    has_author: bool
    has_date: bool
    schema_types: frozenset[str]


def read_meta(page: Page) -> Meta:
    """Read `<meta>` and the types of JSON-LD."""
    attributes = page.attributes
    head = _Head(*attributes.head()) if isinstance(attributes, CountedAttributes) else _read_head(page)
    return Meta(
        head.title,
        head.canonical or head.url,
        head.og_type.lower(),
        head.has_author,
        head.has_date,
        head.schema_types,
    )


def _read_head(page: Page) -> _Head:
    declared: dict[str, str] = {}
    for row in page.rows_of(META).tolist():
        attributes = page.attributes.get(row, NO_ATTRIBUTES)
        name = (attributes.get("property") or attributes.get("name") or "").lower()
        if name:
            declared.setdefault(name, attributes.get("content", ""))
    return _Head(
        declared.get("og:title", ""),
        _canonical(page),
        declared.get("og:url", ""),
        declared.get("og:type", ""),
        "author" in declared or "article:author" in declared,
        "article:published_time" in declared,
        _schema_types(page),
    )


def _canonical(page: Page) -> str:
    """The address in `<link rel=canonical>`."""
    for row in page.rows_of(TAG_ID["link"]).tolist():
        attributes = page.attributes.get(row, NO_ATTRIBUTES)
        if attributes.get("rel", "").lower() == "canonical" and (url := attributes.get("href")):
            return url
    return ""


def _schema_types(page: Page) -> frozenset[str]:
    types: set[str] = set()
    scripts = page.rows_of(SCRIPT)
    start, end = page.text_start.take(scripts), page.text_end.take(scripts)
    for script in np.flatnonzero(end > start).tolist():  # only those of data have text
        first = int(start[script])
        last = min(int(end[script]), first + _LONGEST_SCRIPT)
        at = page.text.find(_KEY, first, last)
        while at >= 0:
            if found := _TYPE.match(page.text, at, last):
                types.add(found[1].lower())
            at = page.text.find(_KEY, at + 1, last)
    return frozenset(types)
