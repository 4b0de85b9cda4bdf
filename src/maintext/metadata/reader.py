"""Reads the fields of a page's metadata one after the other."""

import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import urljoin, urlsplit

from maintext.metadata.authors import read_authors
from maintext.metadata.declared import Declarations, Found, read_declared
from maintext.metadata.json_ld import JsonLd, read_json_ld
from maintext.metadata.languages import has_other_script, read_language
from maintext.metadata.licences import read_licence
from maintext.metadata.published import is_month_first, read_date, read_modified
from maintext.metadata.shown import keep_shown
from maintext.metadata.titles import read_title, title_row
from maintext.metadata.topics import read_categories, read_tags
from maintext.page.blocks import fold
from maintext.page.page import Page
from maintext.text.references import unescape
from maintext.text.unseen import drop_unseen

_LONGEST_URL = 2_000
PLAIN_URL = re.compile(r"https?://[a-zA-Z\d.-]+(?::\d+)?/[\w./%~+,=@!:-]*(?:\?[\w./%~+,=@!:&-]+)?", re.ASCII)
"""URLs that `urljoin`, which is slow, would not change; most are like that."""


def read_fields(page: Page, url: str | None) -> tuple[dict[str, Any], dict[str, str]]:
    """The fields that the page has, and their sources."""
    declared = read_declared(page)
    json_ld = read_json_ld(page, declared)
    found: dict[str, Found | None] = {}
    names = list(_site_names(declared, json_ld))
    found["site_name"] = names[0] if names else None
    site_names = [name for name, _ in names]
    found["language_declared"] = language = read_language(page, declared, json_ld)
    found["url"] = _absolute(_canonical(page, declared), url or next(declared.first("og:url"), ("",))[0])
    own_url = url or (found["url"] or ("",))[0]
    found["title"] = title = read_title(page, declared, json_ld, site_names, own_url)
    row = title_row(page, declared, title[0] if title else None)
    month_first = is_month_first(language[0] if language else "", own_url)
    if month_first and has_other_script(page):
        month_first = False
    found["date"] = read_date(page, declared, json_ld, row, own_url, month_first)
    found["modified"] = read_modified(page, declared, json_ld, month_first)
    found["description"] = next(_descriptions(declared, json_ld), None)
    found["licence"] = _absolute(read_licence(page, declared, json_ld), url)
    found["image"] = _absolute(_images(declared, json_ld), url)
    authors = read_authors(page, declared, json_ld, site_names, row)
    values: dict[str, Any] = {name: value[0] for name, value in found.items() if value}
    sources = {name: value[1] for name, value in found.items() if value}
    topics = read_categories(declared, json_ld, row), read_tags(declared, json_ld, row)
    for name, several in zip(("authors", "categories", "tags"), (authors, *topics), strict=True):
        if several:
            values[name], sources[name] = several
    _drop_unseen(values)
    if page.table.is_strict:
        keep_shown(page, values, sources)
    return values, sources


def _drop_unseen(values: dict[str, Any]) -> None:
    """Drop characters that a reader cannot see; the page's text has none any more."""
    for name, value in values.items():
        values[name] = drop_unseen(value) if isinstance(value, str) else tuple(map(drop_unseen, value))


def _site_names(declared: Declarations, json_ld: JsonLd) -> Iterator[Found]:
    yield from declared.first("og:site_name")
    if json_ld.site_name:
        yield fold(unescape(json_ld.site_name[:200])), "json-ld"
    yield from declared.first("application-name", "apple-mobile-web-app-title", "twitter:app:name:iphone")


def _descriptions(declared: Declarations, json_ld: JsonLd) -> Iterator[Found]:
    yield from declared.first("og:description", "description")
    for value in json_ld.values("description"):
        if isinstance(value, str) and value.strip():
            yield fold(unescape(value[:5_000])), "json-ld"
    yield from declared.first("twitter:description", "dcterms.description", "dc.description")


def _images(declared: Declarations, json_ld: JsonLd) -> Iterator[Found]:
    yield from declared.first(
        "og:image", "og:image:url", "og:image:secure_url", "twitter:image", "twitter:image:src"
    )
    for value in json_ld.values("image"):
        url = value.get("url") or value.get("contentUrl") if isinstance(value, dict) else value
        if isinstance(url, str):
            yield url, "json-ld"
    for row in declared.rels.named("image_src"):
        yield declared.page.attribute(row, "href") or "", "link image_src"


def _canonical(page: Page, declared: Declarations) -> Iterator[Found]:
    for row in declared.rels.named("canonical"):
        yield page.attribute(row, "href") or "", "link canonical"
    yield from declared.first("og:url")


def _absolute(candidates: Iterator[Found], base: str | None) -> Found | None:
    """The first candidate that is a URL, made absolute if the page's own is known."""
    for value, source in candidates:
        value = value.strip()
        if value and len(value) <= _LONGEST_URL and not value.startswith(("data:", "javascript:")):
            if PLAIN_URL.fullmatch(value):
                return value, source
            try:
                url = urljoin(base or "", value)
                urlsplit(url)
            except ValueError:
                continue
            return url, source
    return None
