"""JSON-LD: the objects that describe the page, from `<script type="application/ld+json">`.

Many sites write invalid JSON there. It is read as it is; if that fails, it is repaired; if that fails, the
few important names are searched for. Sizes are limited, and nothing recurses.
"""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from maintext.metadata.declared import Declarations
from maintext.page.page import Page
from maintext.page.tags import SCRIPT
from maintext.text.references import unescape

JsonObject = Mapping[str, Any]

_MOST_SCRIPTS = 50
_MOST_CHARACTERS = 2_000_000  # of all scripts together: 60 times the largest news page
_MOST_OBJECTS = 2_000

_DECODER = json.JSONDecoder(strict=False)
_BEFORE = re.compile(r"(?:\s|<!--|//|/\*|<!\[CDATA\[|\*/)+")
_AFTER = ("-->", "//", "/*", "*/", "]]>", ";")
_TRAILING_COMMA = re.compile(r",(?=\s{0,200}[}\]])")
_HIGH, _LOW = r"\\u[dD][89abAB][0-9a-fA-F]{2}", r"\\u[dD][c-fC-F][0-9a-fA-F]{2}"
_HALF = re.compile(rf"{_HIGH}(?!{_LOW})|(?<!{_HIGH}){_LOW}")
"""Half of a surrogate pair: an escape that is not a character and cannot be encoded."""
_BAD_ESCAPE = re.compile(r'\\(?!["\\/bfnrtu])')
_PLAIN_PAIR = re.compile(
    r'"(headline|datePublished|dateModified|dateCreated|inLanguage)"\s{0,20}:\s{0,20}"((?:[^"\\]|\\.){1,300})(?=")'
)
_AUTHOR_NAME = re.compile(
    r'"author"\s{0,20}:[\s\[]{0,20}\{[^{}]{0,500}?"name"\s{0,20}:\s{0,20}"([^"\\]{1,100})"'
)

# Types that the page may be about, the likeliest first; others (breadcrumbs, organisations, lists) it is not.
_ARTICLE = re.compile(r"(?:Article|Posting|Report|Blog ?Post)$")
_WORKS = frozenset(
    "Answer AudioObject Book Course CreativeWork Dataset Event HowTo JobPosting Movie MusicRecording "
    "PodcastEpisode Product QAPage Question Recipe Review SoftwareApplication VideoObject".split()
)
_PAGES = frozenset("WebPage ItemPage AboutPage FAQPage CollectionPage ProfilePage MedicalWebPage".split())
_NESTING = ("@graph", "mainEntity", "mainEntityOfPage", "itemReviewed")


@dataclass(frozen=True, slots=True)
class JsonLd:
    """The objects of a page's JSON-LD."""

    works: tuple[JsonObject, ...] = ()
    """Objects that the page may be about, the likeliest first."""
    by_id: Mapping[str, JsonObject] | None = None
    """Objects by `@id`, which other objects may refer to."""
    site_name: str | None = None

    def values(self, name: str) -> Iterator[Any]:
        """The values of a property, those of the likeliest object first; references are resolved."""
        for work in self.works:
            if name in work:
                yield from self.each(work[name])

    def signed_values(self, name: str) -> Iterator[Any]:
        """The same, without objects that only describe a web page and name no author.

        Content managers date the pages of a shop or a service, too.
        """
        for work in self.works:
            if name in work and (_rank(work) < _PAGE or "author" in work):
                yield from self.each(work[name])

    def each(self, value: Any) -> Iterator[Any]:
        """A value, or each value of a list; references are resolved."""
        for item in value[:100] if isinstance(value, list) else [value]:
            if isinstance(item, dict) and isinstance(item.get("@id"), str) and self.by_id:
                yield {**self.by_id.get(item["@id"], {}), **item}
            else:
                yield item


def read_json_ld(page: Page, declared: Declarations) -> JsonLd:
    """Read every JSON-LD script of the page."""
    objects: list[JsonObject] = []
    left = _MOST_CHARACTERS
    for row in declared.data:
        if page.tag[row] != SCRIPT:
            continue
        length = int(page.text_end[row] - page.text_start[row])
        if length <= left:
            left -= length
            objects += _objects(_load(page.row_text(row)))
        if len(objects) >= _MOST_OBJECTS:
            break
    return _sort(objects[:_MOST_OBJECTS])


def _load(source: str) -> Any:
    """The JSON value of a script, repaired if needed; None if that is not possible."""
    source = _unwrapped(source)
    if "\\ud" in source or "\\uD" in source:
        source = _HALF.sub(r"\\ufffd", source)
    for attempt in (_as_it_is, _repaired, _searched):
        try:
            return attempt(source)
        except (ValueError, RecursionError):
            continue
    return None


def _unwrapped(source: str) -> str:
    """A script without the comment or CDATA section around it."""
    if before := _BEFORE.match(source):
        source = source[before.end() :]
    source = source.rstrip()
    while source.endswith(_AFTER):
        source = source[: -next(len(mark) for mark in _AFTER if source.endswith(mark))].rstrip()
    return source


def _as_it_is(source: str) -> Any:
    return _DECODER.decode(source)


def _repaired(source: str) -> Any:
    """Repairs trailing commas, wrong escapes, escaped quotes, and several values in a row."""
    if '"' not in source:
        source = unescape(source)
    source = _BAD_ESCAPE.sub(r"\\\\", _TRAILING_COMMA.sub("", source))
    values: list[Any] = []
    at = 0
    while at < len(source) and len(values) < _MOST_SCRIPTS:
        value, at = _DECODER.raw_decode(source, at)
        values.append(value)
        while at < len(source) and source[at] in " \t\r\n,;":
            at += 1
    return values


def _searched(source: str) -> Any:
    """The important names and values in a broken object, as an article."""
    found: dict[str, Any] = {}
    for name, value in _PLAIN_PAIR.findall(source):
        found.setdefault(name, value)
    author = _AUTHOR_NAME.search(source)
    if author:
        found["author"] = author[1]
    return {"@type": "Article", **found} if found else None


def _objects(value: Any) -> Iterator[JsonObject]:
    """The objects that may describe the page, in order; parts of other objects do not count."""
    stack = [value]
    seen = 0
    while stack and seen < _MOST_OBJECTS:
        item = stack.pop()
        seen += 1
        if isinstance(item, list):
            stack += reversed(item[:_MOST_OBJECTS])
        elif isinstance(item, dict):
            yield item
            stack += [item[name] for name in reversed(_NESTING) if isinstance(item.get(name), dict | list)]


def _sort(objects: list[JsonObject]) -> JsonLd:
    ranked = sorted((_rank(item), i) for i, item in enumerate(objects))
    by_id = {item["@id"]: item for item in objects if isinstance(item.get("@id"), str) and len(item) > 1}
    return JsonLd(tuple(objects[i] for rank, i in ranked if rank < _OTHER), by_id, _site_name(objects))


_PAGE, _OTHER = 2, 3


def _rank(item: JsonObject) -> int:
    """0 for an article, 1 for another work, 2 for the page itself, 3 for all others."""
    for name in types(item):
        if _ARTICLE.search(name) and name != "JobPosting":
            return 0
        if name in _WORKS:
            return 1
        if name in _PAGES:
            return _PAGE
    return _OTHER


def types(item: JsonObject) -> list[str]:
    """The types of an object, without the URL of their vocabulary."""
    kind = item.get("@type")
    names = kind if isinstance(kind, list) else [kind]
    return [name.rsplit("/", 1)[-1] for name in names if isinstance(name, str)]


def _site_name(objects: list[JsonObject]) -> str | None:
    """The name of the web site, else of the publisher."""
    for item in objects:
        if "WebSite" in types(item) and isinstance(item.get("name"), str):
            return str(item["name"])
    for item in objects:
        publisher = item.get("publisher")
        if isinstance(publisher, dict) and isinstance(publisher.get("name"), str):
            return str(publisher["name"])
    return None
