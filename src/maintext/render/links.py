"""URLs of links and images: resolved against the page's URL, and only those that are safe to follow."""

import re
from collections.abc import Iterable, Iterator
from urllib.parse import urljoin

from maintext.page.attributes import Attributes
from maintext.page.page import Page
from maintext.page.tags import TAG_ID
from maintext.render.icons import is_placeholder

_SCHEME = re.compile(r"([a-z][a-z0-9+.-]*):", re.IGNORECASE)
_FOLLOWED = frozenset({"http", "https", "mailto"})
_SHOWN = frozenset({"http", "https"})
_LINE_BREAKS = re.compile(r"[\t\n\r]")  # browsers remove these from a URL before they read it
_ENDS = "".join(map(chr, range(0x21)))
# Most URLs are like this. Joining leaves an absolute one unchanged, and puts the origin of the base before a
# path from the root.
_ORIGIN = r"https?://[A-Za-z0-9.-]+(?::[0-9]+)?"
_BASE = re.compile(rf"{_ORIGIN}(?=[/?#]|$)")
_CHARS = r"[\w.~%+,=:@!$&'()*-]"
_PLAIN = re.compile(
    rf"(?:{_ORIGIN}|(?=/))(?:/(?!\.){_CHARS}+)*/?(?:\?[/?\w.~%+,=:@!$&'()*-]+)?(?:#{_CHARS}+)?", re.ASCII
)

# Attributes with the URL of an image that is loaded when it is scrolled into view; or a list of them.
_LAZY_SOURCES = (
    "data-src data-original data-lazy-src data-actualsrc data-original-src data-lazy data-url".split()
)
_SIZE = re.compile(r"(\d{1,9}(?:\.\d{1,9})?)[wx],*")
_AFTER_SIZE = re.compile(r"(?<=\d[wx]),")
_LONGEST_URL = 4_000
"""Longer URLs are left out: with a long `<base>`, every link of a page would be as long."""
_MOST_SOURCES = 100_000
"""Characters of a list of images that are read."""


class PageUrls:
    """Resolves the URLs of a page."""

    def __init__(self, page: Page, url: str | None) -> None:
        self._base = url or ""
        self._origin = ""
        self._known: dict[str, str | None] = {}
        for row in page.rows_of(TAG_ID["base"]).tolist():
            href = page.attribute(row, "href")
            if href:
                self._base = self._resolve(href, _SHOWN) or self._base
                break
        origin = _BASE.match(self._base)
        if origin:
            self._origin = origin[0]

    def link(self, href: str) -> str | None:
        """The URL of a link; None for a place on the same page, a script and the like."""
        if href not in self._known:
            leads_away = href.lstrip(_ENDS)[:1] not in ("", "#")
            self._known[href] = self._resolve(href, _FOLLOWED) if leads_away else None
        return self._known[href]

    def image(self, attributes: Attributes, smallest: int, sources: Iterable[Attributes] = ()) -> str | None:
        """The URL of an image; None if it has none, or is declared as smaller than `smallest`.

        `sources` are the `<source>` elements of its `<picture>`, which may have what the image itself lacks.
        """
        if any(_pixels(attributes.get(side, "")) < smallest for side in ("width", "height")):
            return None
        candidates = (source for element in (attributes, *sources) for source in _urls_of(element))
        return next((url for source in candidates if (url := self._resolve(source, _SHOWN))), None)

    def _resolve(self, url: str, schemes: frozenset[str]) -> str | None:
        if len(url) > _LONGEST_URL:
            return None
        if self._origin and _PLAIN.fullmatch(url) and url[:2] != "//":
            return self._origin + url if url[0] == "/" else url
        url = _LINE_BREAKS.sub("", url.strip(_ENDS)).replace(" ", "%20")
        scheme = _SCHEME.match(url)
        if not url or (scheme and scheme[1].lower() not in schemes):
            return None
        try:
            joined = urljoin(self._base, url) if self._base else url
        except ValueError:
            return None
        return joined if len(joined) <= _LONGEST_URL else None


def _urls_of(attributes: Attributes) -> Iterator[str]:
    """The URLs of an image, the best first."""
    for name in (*_LAZY_SOURCES, "data-srcset", "data-lazy-srcset"):
        if source := attributes.get(name):
            yield _largest(source) or source  # some scripts take a list in any of them
    source, sources = attributes.get("src", ""), attributes.get("srcset", "")
    listed = _largest(sources) or sources
    yield from (listed, source) if is_placeholder(source) else (source, listed)


def _largest(sources: str) -> str | None:
    """The URL of the largest image of a `srcset`; None if it is not one.

    >>> _largest("/s.png 320w, /l.png 1280w"), _largest("/my pic.png")
    ('/l.png', None)
    """
    best, best_size, url = None, -1.0, ""
    for word in _AFTER_SIZE.sub(", ", sources[:_MOST_SOURCES]).split():
        size = _SIZE.fullmatch(word)
        if size is None:
            url = word.strip(",")
        elif url and float(size[1]) > best_size:
            best, best_size = url, float(size[1])
    return best


def _pixels(length: str) -> int:
    """A length in pixels; large if it is not given."""
    length = length.strip().removesuffix("px")
    return int(length) if length.isascii() and length.isdigit() and len(length) < 5 else 9999
