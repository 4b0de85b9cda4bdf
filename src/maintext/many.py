"""`maintext.extract_many`: many pages → Documents, in order, over processes."""

import logging
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sized
from functools import partial
from itertools import chain, islice
from pathlib import Path
from typing import NamedTuple, TypeVar, Unpack

import numpy as np

from maintext.arguments import wrong_type
from maintext.document import Document
from maintext.errors import InputError, MaintextError, Reason, missing_package, quoted
from maintext.limits import Limits
from maintext.methods.base import Method
from maintext.methods.registry import DEFAULT_METHOD
from maintext.options import Options, Output, Select
from maintext.page.parse import empty_page
from maintext.pipeline import Extractor, Site
from maintext.processes import Failure, Guard
from maintext.processes.cores import count_cores
from maintext.processes.messages import one_line
from maintext.reading import Html, Taken, take
from maintext.text.encodings import Encoding

_LOG = logging.getLogger("maintext")
_FEW = 32
"""For fewer pages, starting worker processes takes longer than the work."""
_SPARE = 5.0
"""Seconds after the limit of a page until its process is ended: the extraction itself ends before."""
_PAGES = (".html", ".htm", ".xhtml", ".html.gz", ".htm.gz", ".xhtml.gz")
T = TypeVar("T")


class _Item(NamedTuple):
    """A page to extract: a file, which the worker reads, or content; or why there is none."""

    page: Path | Taken | None
    problem: str = ""


def extract_many(
    pages: str | os.PathLike[str] | Iterable[Html],
    *,
    workers: int | None = None,
    progress: bool = False,
    method: str | Method | type[Method] = DEFAULT_METHOD,
    site: Site = None,
    limits: Limits = Limits(),
    select: Select = Select(),
    output: Output = Output(),
    **options: Unpack[Options],
) -> Iterator[Document]:
    """Extract many pages; the Documents come in the order of the pages, as they are ready.

    A page that cannot be read, that hangs or that ends its process is a Document, too: its `reason` is
    `failed`, and its `explanation` says why.

    Args:
        pages: A folder, whose .html, .htm and .xhtml files are taken in order, also those in .gz; or any
            pages that `extract` takes, such as paths.
        workers: Processes; by default, one per core for more than 32 pages, else none.
        progress: Show a progress bar on a terminal; needs the extra `cli`.
        method: As for `extract`, like the rest.
        site: A template of the pages' site, the path of one, or other pages of the site.
        limits: Limits on a page. A worker that does not end a page in time is replaced.
        select: Which text is taken.
        output: How it is written.
        options: Fields of `Select` and `Output` by name.

    >>> [str(document) for document in extract_many(["<p>Salt the water.", "<p>Then wait."])]
    ['Salt the water.', 'Then wait.']
    """
    if workers is not None and (isinstance(workers, bool) or not isinstance(workers, int)):
        raise wrong_type("workers", workers, "a whole number of at least 1, or None")
    if workers is not None and workers < 1:
        raise ValueError(f"workers must be at least 1, not {workers}")
    extractor = Extractor(method, site=site, limits=limits, select=select, output=output, **options)
    items, total = _items(pages, limits)
    documents = _documents(extractor, items, workers)
    return _with_bar(documents, total) if progress else documents


def _items(
    pages: str | os.PathLike[str] | Iterable[Html], limits: Limits
) -> tuple[Iterator[_Item], int | None]:
    """The pages, and their number if known."""
    if isinstance(pages, str | os.PathLike):
        folder = Path(pages)
        if not folder.is_dir():
            raise InputError(_no_folder(str(pages)))
        files = sorted(path for path in folder.rglob("*") if path.name.lower().endswith(_PAGES))
        if not files:
            raise InputError(f"{pages}: no {', '.join(_PAGES[:3])} file in it")
        return (_Item(path) for path in files), len(files)
    if isinstance(pages, bytes | bytearray | memoryview | Mapping) or not isinstance(pages, Iterable):
        raise wrong_type("pages", pages, "a folder or a list of pages")
    total = len(pages) if isinstance(pages, Sized) else None
    return (_item(page, limits) for page in pages), total


def _no_folder(given: str) -> str:
    """What to give instead of a text or path that is not a folder."""
    if "<" in given:
        return "pages is one page: give a folder, or a list of pages"
    if "://" in given:
        return f"pages is a URL: give [maintext.fetch({quoted(given)})]"
    if os.path.isfile(given):
        return f"{given} is a file: give [pathlib.Path({quoted(given)})]"
    if "*" in given or "?" in given:
        return f"{given} is a pattern: give pathlib.Path().glob({quoted(given)})"
    return f"{given} is not a folder: give a folder, or a list of pages"


def _item(page: Html, limits: Limits) -> _Item:
    """A page as it is sent to a worker; what cannot be sent is read here."""
    if isinstance(page, os.PathLike):
        return _Item(Path(page))
    try:
        return _Item(take(page, None, None, limits))
    except (MaintextError, TypeError, OSError) as error:
        return _Item(None, str(error))


def _documents(extractor: Extractor, items: Iterator[_Item], workers: int | None) -> Iterator[Document]:
    if workers is None:
        first = list(islice(items, _FEW + 1))
        workers = 1 if len(first) <= _FEW else count_cores()
        items = chain(first, items)
    if workers == 1:
        yield from (_extract(extractor, item) for item in items)
        return
    limit = extractor.limits.seconds + _SPARE
    with Guard(partial(_start, extractor), seconds=limit, children=workers) as guard:
        for _, outcome in guard.map(items):
            yield _failed(extractor, outcome.reason) if isinstance(outcome, Failure) else outcome


def _start(extractor: Extractor) -> Callable[[_Item], Document]:
    return partial(_extract, extractor)


def _extract(extractor: Extractor, item: _Item) -> Document:
    if item.page is None:
        return _failed(extractor, item.problem)
    try:
        if isinstance(item.page, Path):
            return extractor.extract(item.page)
        return extractor.extract(*item.page[:2], charset=item.page.charset)
    except (MaintextError, OSError) as error:
        return _failed(extractor, one_line(error) if isinstance(error, OSError) else str(error))
    except Exception as error:  # an internal error on one page must not lose the others
        _LOG.exception("internal error on a page")
        return _failed(extractor, f"internal error, please report it: {one_line(error)}")


def _failed(extractor: Extractor, why: str) -> Document:
    """The Document of a page that could not be processed."""
    page = empty_page()
    kept = np.zeros(0, dtype=np.bool_)
    encoding = Encoding("unicode", "given", 1.0)
    reasons = (Reason.FAILED,)
    return Document(page, extractor.method, kept, None, encoding, reasons=reasons, remarks=(why,))


def _with_bar(documents: Iterator[Document], total: int | None) -> Iterator[Document]:
    if not sys.stderr.isatty():
        return documents
    try:
        from rich.console import Console
        from rich.progress import track
    except ImportError as error:
        raise missing_package(error, "cli") from None
    console = Console(stderr=True)
    return iter(track(documents, "extracting", total=total, console=console, transient=True))
