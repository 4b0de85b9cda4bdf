"""Sister pages: which links of a page lead to other pages of its kind on the same site.

Paper 4 compares a page with two other pages of its site, "chosen at random". Here the choice is random among
the pages that the page links to, and those whose URL has the same shape come first: an article is compared
with articles. Nothing is fetched here; `maintext.http.sisters` does that.
"""

import re
from collections.abc import Iterator
from random import Random
from typing import NamedTuple
from urllib.parse import SplitResult, parse_qsl, urlsplit

from maintext.page.page import Page
from maintext.page.tags import Flag
from maintext.render.links import PageUrls

_MOST_LINKS = 5000
_MOST_URLS = 20
_LONGEST_URL = 2000
_EXTENSION = re.compile(r"\.[a-z][a-z0-9]{1,4}$", re.IGNORECASE)
_OF_PAGES = frozenset(".html .htm .shtml .xhtml .php .asp .aspx .jsp .do .cgi".split())
_ESCAPED = re.compile(r"%[0-9a-f]{2}", re.IGNORECASE)
PORTS = {"http": 80, "https": 443}
"""The schemes of web pages, and their usual ports."""


class _Shape(NamedTuple):
    """The form of a URL, without its words and numbers."""

    segments: tuple[str, ...]
    """By segment of the path, what it has of: letters, digits, hyphens, and the extension of the last."""
    query: tuple[str, ...]
    """The names in the query."""

    def distance(self, other: "_Shape") -> int | None:
        """Number of differences; None if the paths have different lengths."""
        if len(self.segments) != len(other.segments):
            return None
        differences = sum(own != its for own, its in zip(self.segments, other.segments, strict=True))
        return differences + (self.query != other.query)


def sister_urls(page: Page, url: str, *, seed: int = 0) -> list[str]:
    """URLs of the page's host that it links to: those of the same shape first, in random order.

    They have as many segments in their path as the page's own URL. The same page, URL and seed give the same
    order.

    >>> from maintext.page.parse import parse
    >>> links = "/about/us /2024/05/rain.html /2024/06/snow.html /2024/07/ice.pdf //else.example/1/2/a.html"
    >>> page = parse("".join(f"<a href={link}>x</a>" for link in links.split()))
    >>> sorted(sister_urls(page, "https://news.example/2024/01/fog.html"))
    ['https://news.example/2024/05/rain.html', 'https://news.example/2024/06/snow.html']
    """
    own = _split(url)
    if own is None:
        return []
    shape, random = _shape(own), Random(f"{seed} {url}")
    found: dict[str, int] = {}
    for link in _links(page, url):
        other = _split(link)
        if other is None or not _is_sister(own, other):
            continue
        distance = shape.distance(_shape(other))
        if distance is not None:
            found[other._replace(scheme=own.scheme, netloc=own.netloc, fragment="").geturl()] = distance
    ordered = sorted(found)
    random.shuffle(ordered)
    return sorted(ordered, key=lambda each: found[each])[:_MOST_URLS]


def _links(page: Page, url: str) -> Iterator[str]:
    """The URLs of the links that a reader can see: a hidden one may be a trap for robots."""
    urls = PageUrls(page, url)
    hidden = page.has(Flag.HIDDEN)
    for row, href in page.values_of("href")[:_MOST_LINKS]:
        if page.is_link[row] and not hidden[row]:
            link = urls.link(href)
            if link is not None and len(link) <= _LONGEST_URL:
                yield link


def _split(url: str) -> SplitResult | None:
    try:
        parts = urlsplit(url)
        parts.port  # noqa: B018 - raises if it is not a number
    except ValueError:
        return None
    return parts if parts.scheme in PORTS and parts.hostname else None


def _is_sister(own: SplitResult, other: SplitResult) -> bool:
    """Whether a URL is of the same host, looks like a page, and is another one."""
    if _host(own) != _host(other):
        return False
    extension = _extension(other.path)
    if extension and extension not in _OF_PAGES | {_extension(own.path)}:
        return False
    if own.path.rstrip("/") != other.path.rstrip("/"):
        return True
    # The same path: another page only if the query says which one.
    return _names(own) == _names(other) and own.query != other.query


def _host(parts: SplitResult) -> tuple[str | None, int | None]:
    """Host and port; None for the usual port."""
    return parts.hostname, None if parts.port == PORTS[parts.scheme] else parts.port


def _shape(parts: SplitResult) -> _Shape:
    segments = [segment for segment in parts.path.split("/") if segment]
    return _Shape(tuple(map(_kind, segments)), _names(parts))


def _kind(segment: str) -> str:
    """What a segment has: `a9-.html` for `rain-over-wuyi-2024.html`."""
    extension = _extension(segment)
    stem = _ESCAPED.sub("a", segment[: len(segment) - len(extension)])
    has = (any(map(str.isalpha, stem)), any(map(str.isdigit, stem)), "-" in stem or "_" in stem)
    return "".join(sign for sign, there in zip("a9-", has, strict=True) if there) + extension


def _extension(path: str) -> str:
    found = _EXTENSION.search(path)
    return found[0].lower() if found else ""


def _names(parts: SplitResult) -> tuple[str, ...]:
    return tuple(sorted(name for name, _ in parse_qsl(parts.query, keep_blank_values=True)))
