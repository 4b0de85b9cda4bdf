"""The site of a page, and its fold: no model is tested on a site that it was fitted to."""

import re
from urllib.parse import urlsplit
from zlib import crc32

FOLDS = 4

_SHARED_SUFFIX = re.compile(r"^(?:com?|org|net|gov|edu|ac|or|ne|go)\.[a-z]{2}$")


def site_of(url: str | None) -> str:
    """The registered domain of a URL's host, by its last labels; empty without a URL.

    >>> site_of("https://news.bbc.co.uk/story"), site_of("http://en.example.org/")
    ('bbc.co.uk', 'example.org')
    """
    try:
        labels = (urlsplit(url or "").hostname or "").split(".")
    except ValueError:
        return ""
    shared = len(labels) > 2 and _SHARED_SUFFIX.match(".".join(labels[-2:]))
    return ".".join(labels[-3 if shared else -2 :])


def site_key(url: str | None, html: bytes) -> str:
    """The key of a page's site; a page without a URL is its own site."""
    return site_of(url) or f"{crc32(html):08x}"


def fold_of(site: str, folds: int = FOLDS) -> int:
    """The fold of a site."""
    return crc32(site.encode()) % folds
