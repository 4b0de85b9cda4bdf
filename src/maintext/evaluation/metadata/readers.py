"""Readers of metadata: ours, and public ones in their best documented setting (extra `[peers]`)."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from maintext.evaluation.peers import installed_version, newspaper_reader
from maintext.limits import Limits
from maintext.pipeline import read

OURS = "maintext"
"""The name of our reader."""


class Read(NamedTuple):
    """What a reader finds on a page; None and empty are nothing."""

    title: str | None = None
    authors: tuple[str, ...] = ()
    date: str | None = None


ReadPage = Callable[[bytes, str | None], Read]
"""A page's bytes and URL → its metadata."""


@dataclass(frozen=True, slots=True)
class Reader:
    """A reader of metadata."""

    name: str
    distribution: str
    """Its name on PyPI."""
    fields: tuple[str, ...]
    """The fields that it reads: names of `Read`."""
    setting: str
    """How it is called."""
    load: Callable[[], ReadPage]
    """Import it and set it up, once for many pages."""

    def version(self) -> str | None:
        """The installed version; None if it is not installed."""
        return installed_version(self.distribution)


def _maintext() -> ReadPage:
    from maintext.metadata import read_metadata

    limits = Limits()

    def read_page(html: bytes, url: str | None) -> Read:
        found = read_metadata(read(html, url, None, limits, limits.deadline()).page, url)
        return Read(found.title, found.authors, found.date)

    return read_page


def _trafilatura() -> ReadPage:
    from trafilatura import extract_metadata

    def read_page(html: bytes, url: str | None) -> Read:
        found = extract_metadata(html, default_url=url)
        if found is None:
            return Read()
        return Read(found.title, tuple((found.author or "").split("; ")), found.date)

    return read_page


def _htmldate() -> ReadPage:
    from htmldate import find_date

    return lambda html, url: Read(date=find_date(html, url=url, original_date=True))


def _newspaper4k() -> ReadPage:
    parsed = newspaper_reader()

    def read_page(html: bytes, url: str | None) -> Read:
        article = parsed(html, url)
        date = article.publish_date
        return Read(article.title, tuple(article.authors), date.isoformat() if date else None)

    return read_page


_ALL_FIELDS = ("title", "authors", "date")
_ALL = (
    Reader(OURS, "maintext", _ALL_FIELDS, "read_metadata", _maintext),
    Reader("trafilatura", "trafilatura", _ALL_FIELDS, "extract_metadata", _trafilatura),
    Reader("htmldate", "htmldate", ("date",), "find_date(original_date=True)", _htmldate),
    Reader("newspaper4k", "newspaper4k", _ALL_FIELDS, "Article(language=zh on Chinese pages)", _newspaper4k),
)
READERS: dict[str, Reader] = {reader.name: reader for reader in _ALL}
"""Every reader by name."""
