"""Sources → texts with metadata, for all frameworks. Frameworks want flat metadata: texts only."""

import logging
import os
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple, cast

from maintext.document import Document
from maintext.errors import InputError
from maintext.http.addresses import FetchError
from maintext.http.page import fetch
from maintext.pipeline import Extractor
from maintext.reading import Html
from maintext.render.formats import get_format
from maintext.render.front_matter import known_metadata

_LOG = logging.getLogger("maintext")

Fetch = Callable[[str], Html]
"""Downloads the page of a URL."""


class LoadedText(NamedTuple):
    """The main text of a page, and its metadata."""

    text: str
    metadata: dict[str, str]


class TextLoader:
    """Reads pages and URLs; pages without main text are skipped, and logged as warnings."""

    def __init__(
        self, format: str = "markdown", extractor: Extractor | None = None, fetch: Fetch = fetch
    ) -> None:
        self.format = get_format(format).name
        self.extractor = extractor or Extractor()
        self.fetch = fetch

    def load(self, sources: Html | Iterable[Html]) -> Iterator[LoadedText]:
        """The texts of one source or of several, in order."""
        for source in as_sources(sources):
            if loaded := self.load_one(source):
                yield loaded

    def load_one(self, source: Html, url: str | None = None) -> LoadedText | None:
        """The text of a page, or of the page of a URL."""
        shown = str(source) if isinstance(source, os.PathLike) or is_url(source) else url or "a page"
        try:
            page = self.fetch(source) if isinstance(source, str) and is_url(source) else source
            document = self.extractor.extract(page, url)
        except InputError:  # not the page is wrong, but the call
            raise
        except (FetchError, OSError) as error:
            _LOG.warning("%s: skipped: %s", shown, error)
            return None
        if not document:
            _LOG.warning("%s: skipped: %s", shown, document.explanation)
            return None
        known = flat_metadata(document)
        if isinstance(source, os.PathLike):
            known.setdefault("source", os.fspath(source))
        return LoadedText(document.render(self.format), known)


def as_sources(sources: Html | Iterable[Html]) -> Iterable[Html]:
    """Several sources; a text, path, file or response is one, though files and responses can be iterated."""
    one = isinstance(sources, str | bytes | bytearray | memoryview | os.PathLike)
    if one or hasattr(sources, "read") or hasattr(sources, "headers") or not isinstance(sources, Iterable):
        return [cast(Html, sources)]
    return cast(Iterable[Html], sources)


def is_url(source: object) -> bool:
    """Whether a source is the URL of a page.

    >>> is_url("https://example.org/"), is_url("<p>https://example.org/")
    (True, False)
    """
    if not isinstance(source, str) or not source.lstrip()[:8].lower().startswith(("http://", "https://")):
        return False
    return "<" not in source and len(source.split()) == 1


def flat_metadata(document: Document) -> dict[str, str]:
    """What is known about a page, as texts.

    >>> import maintext
    >>> flat_metadata(maintext.extract("<title>Tea</title><p>Salt the water.", "https://example.org/"))
    {'title': 'Tea', 'source': 'https://example.org/'}
    """
    return {
        name: value if isinstance(value, str) else "; ".join(map(str, value))
        for name, value in known_metadata(document).items()
    }
