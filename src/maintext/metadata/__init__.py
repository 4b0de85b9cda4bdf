"""Title, authors, dates, site name, language, licence: what a page says about itself.

Structured data first (JSON-LD, OpenGraph, `<meta>`, microdata), then the page as a reader sees it.
Every field says where it came from.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from maintext.page.page import Page

__all__ = ["Metadata", "read_metadata"]


@dataclass(frozen=True, slots=True)
class Metadata:
    """What a page says about itself; None, or empty, where it says nothing."""

    title: str | None = None
    authors: tuple[str, ...] = ()
    date: str | None = None
    """When the page was published, in ISO 8601: a day, or a time with the zone that the page gives."""
    modified: str | None = None
    """When the page was last changed, in the same form."""
    site_name: str | None = None
    language: str | None = None
    """BCP 47, such as `zh-CN`."""
    description: str | None = None
    licence: str | None = None
    """Address of the licence, or its name."""
    image: str | None = None
    url: str | None = None
    """The address that the page calls its own (canonical)."""
    sources: Mapping[str, str] = field(default_factory=dict, hash=False)
    """Where each field came from: the name of a meta property, `json-ld`, `h1`, ..."""


def read_metadata(page: Page, url: str | None = None) -> Metadata:
    """Read a page's metadata; `url` is the address that it was fetched from.

    >>> from maintext.page.parse import parse
    >>> page = parse('<html lang=en><title>Rain | The Paper</title><h1>Rain</h1><p>By Ann Lee, 5 May 2024')
    >>> metadata = read_metadata(page)
    >>> metadata.title, metadata.authors, metadata.date
    ('Rain', ('Ann Lee',), '2024-05-05')
    >>> metadata.sources["title"], metadata.sources["date"]
    ('h1', 'text')
    """
    from maintext.metadata.reader import read_fields  # its many patterns take time to compile

    values, sources = read_fields(page, url)
    return Metadata(**values, sources=sources)
