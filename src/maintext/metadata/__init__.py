"""Metadata of a page: title, authors, dates, site name, language, categories, tags, licence.

Structured data comes first (JSON-LD, OpenGraph, `<meta>`, microdata), then the shown page. The source of
every field is recorded.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import cache, cached_property
from typing import Any

from maintext.page.page import Page

__all__ = ["Metadata", "read_metadata"]


@dataclass(frozen=True)
class Metadata:
    """The metadata of a page; fields that it does not have are None or empty."""

    title: str | None = None
    authors: tuple[str, ...] = ()
    date: str | None = None
    """When the page was published, in ISO 8601: a day, or a time, with its zone if the page has one."""
    modified: str | None = None
    """When the page was last changed, in the same form."""
    site_name: str | None = None
    language_declared: str | None = None
    """The language that the page declares, in BCP 47, such as `zh-CN`."""
    description: str | None = None
    categories: tuple[str, ...] = ()
    """Sections of the site that the page is in."""
    tags: tuple[str, ...] = ()
    licence: str | None = None
    """URL of the licence, or its name."""
    image: str | None = None
    url: str | None = None
    """Canonical URL that the page declares."""
    sources: Mapping[str, str] = field(default_factory=dict, hash=False)
    """Source of each field: the name of a meta property, `json-ld`, `h1`, ..."""
    sample: str = field(default="", repr=False, compare=False)
    """Beginning of the main text, in which the language is detected."""

    @property
    def language(self) -> str | None:
        """The language of the main text, in ISO 639-1; the declared one if the text does not show it."""
        return self._language[0]

    @property
    def language_probability(self) -> float | None:
        """The probability of `language`; None if it is only declared."""
        return self._language[1]

    @cached_property
    def _language(self) -> tuple[str | None, float | None]:
        from maintext.metadata.languages import choose_language  # only if somebody asks

        return choose_language(self.language_declared, self.sample) or (None, None)

    def to_dict(self) -> dict[str, Any]:
        """All fields by name, without the sample."""
        return {name: getattr(self, name) for name in _plain_names()}


@cache
def _plain_names() -> tuple[str, ...]:
    names = [each.name for each in fields(Metadata) if each.name != "sample"]
    at = names.index("language_declared")
    return (*names[:at], "language", "language_probability", *names[at:])


def read_metadata(page: Page, url: str | None = None, sample: str | None = None) -> Metadata:
    """Read the metadata of a page.

    `url` is where it was fetched from; the language is detected in `sample`, by default the longest texts.

    >>> from maintext.page.parse import parse
    >>> page = parse('<html lang=en><title>Rain | The Paper</title><h1>Rain</h1><p>By Ann Lee, 5 May 2024')
    >>> metadata = read_metadata(page)
    >>> metadata.title, metadata.authors, metadata.date
    ('Rain', ('Ann Lee',), '2024-05-05')
    >>> metadata.sources["title"], metadata.sources["date"]
    ('h1', 'text')
    """
    from maintext.metadata.languages import shown_sample
    from maintext.metadata.reader import read_fields  # compiles many patterns, so only on first use

    values, sources = read_fields(page, url)
    return Metadata(**values, sources=sources, sample=shown_sample(page) if sample is None else sample)
