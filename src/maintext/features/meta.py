"""What a page's head declares of it, so far as features need it."""

import re
from typing import NamedTuple

import numpy as np

from maintext.page import NO_ATTRIBUTES, Page
from maintext.tags import META, SCRIPT, TAG_ID

_LONGEST_SCRIPT = 20_000
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


def read_meta(page: Page) -> Meta:
    """Read `<meta>` and the types of JSON-LD."""
    declared: dict[str, str] = {}
    for row in page.rows_of(META).tolist():
        attributes = page.attributes.get(row, NO_ATTRIBUTES)
        name = (attributes.get("property") or attributes.get("name") or "").lower()
        if name:
            declared.setdefault(name, attributes.get("content", ""))
    types: set[str] = set()
    scripts = page.rows_of(SCRIPT)
    start, end = page.text_start[scripts], page.text_end[scripts]
    for script in np.flatnonzero(end > start).tolist():  # only those of data have text
        text = page.text[start[script] : min(end[script], start[script] + _LONGEST_SCRIPT)]
        types.update(map(str.lower, _TYPE.findall(text)))
    return Meta(
        declared.get("og:title", ""),
        _canonical(page) or declared.get("og:url", ""),
        declared.get("og:type", "").lower(),
        "author" in declared or "article:author" in declared,
        "article:published_time" in declared,
        frozenset(types),
    )


def _canonical(page: Page) -> str:
    """The address in `<link rel=canonical>`."""
    for row in page.rows_of(TAG_ID["link"]).tolist():
        attributes = page.attributes.get(row, NO_ATTRIBUTES)
        if attributes.get("rel", "").lower() == "canonical" and (url := attributes.get("href")):
            return url
    return ""
