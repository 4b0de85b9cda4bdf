"""Pages × extractors → outcomes: from the cache, or from guarded worker processes.

for each page, for each extractor: in the cache? ─yes→ Outcome
                                                 └no→ a worker, within the time limit ─→ cache ─→ Outcome
"""

import contextlib
import logging
import os
import sys
import time
import warnings
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from maintext.errors import DataError
from maintext.evaluation.cache import Cache, Extraction, page_key
from maintext.evaluation.datasets import LabelledPage, read_pages
from maintext.evaluation.extractors import load_extractor
from maintext.evaluation.outcome import Outcome, Status
from maintext.evaluation.peers import Extract
from maintext.processes import Failure, Guard

SECONDS = 30.0
"""Time limit of an extractor for a page."""

_STATUSES: dict[str, Status] = {"error": "error", "timeout": "timeout", "memory": "crash", "crash": "crash"}
_WARM_UP = b"""<!doctype html><html lang="en"><title>The tower</title><body><article><h1>The tower</h1>
<p>The tower was built in 1911, and it leans a little more every year, they say in the town below.</p>
<p>Nobody knows why; the ground is firm, the stone is good, and the mason, they say, was sober.</p></article>
"""


class Task(NamedTuple):
    """One extractor on one page."""

    extractor: str
    html: bytes
    url: str | None
    number: int
    """Index of the page in the run."""
    key: bytes
    """Key of the page in the cache."""


def choose_pages(path: Path, layout: str | None = None, limit: int | None = None) -> list[LabelledPage]:
    """The pages of a data set that can be measured, at most `limit` of each set."""
    taken: Counter[str] = Counter()
    pages = []
    for page in read_pages(path, layout):
        if (page.text or page.with_ or page.without) and (limit is None or taken[page.dataset] < limit):
            taken[page.dataset] += 1
            pages.append(page)
    if not pages:
        raise DataError(f"no page of {path} has a gold text, or snippets")
    return pages


def run(
    pages: Sequence[LabelledPage],
    extractors: Sequence[str],
    *,
    workers: int = 2,
    seconds: float = SECONDS,
    memory: int | None = None,
    cache: Cache | None = None,
    folds: Path | None = None,
) -> Iterator[Outcome]:
    """The outcome of every extractor on every page, as they finish; each is cached before it is yielded.

    `memory` limits the bytes that an extractor may use for a page; `folds` has the models of `auto-cv`.
    """
    missing = []
    for number, page in enumerate(pages):
        key = page_key(page.html, page.url)
        for name in extractors:
            known = cache.get(name, key, seconds) if cache else None
            if known is not None:
                yield Outcome(page.dataset, page.id, name, *known)
            else:
                missing.append(Task(name, page.html, page.url, number, key))
    guard: Guard[Task, Extraction] = Guard(
        partial(start_bench, tuple(extractors), folds),
        seconds=seconds,
        memory=memory,
        children=max(1, min(workers, len(missing))),
    )
    with guard:
        for task, outcome in guard.map(missing, ordered=False):
            extraction = _failed(outcome) if isinstance(outcome, Failure) else outcome
            if cache:
                cache.put(task.extractor, task.key, extraction)
            page = pages[task.number]
            yield Outcome(page.dataset, page.id, task.extractor, *extraction)


def in_order(
    outcomes: Iterable[Outcome], pages: Sequence[LabelledPage], extractors: Sequence[str]
) -> list[Outcome]:
    """All outcomes of a run, page by page, the extractors in the order given."""
    found = {(outcome.dataset, outcome.page, outcome.extractor): outcome for outcome in outcomes}
    return [found[page.dataset, page.id, name] for page in pages for name in extractors]


def _failed(failure: Failure) -> Extraction:
    return Extraction(_STATUSES[failure.status], "", failure.seconds * 1000, failure.reason)


# -- in a worker ------------------------------------------------------------------------------------------


def start_bench(names: tuple[str, ...], folds: Path | None) -> "Bench":
    """The extractors of a run, loaded and warm."""
    bench = Bench(names, folds)
    bench.warm_up()
    return bench


class Bench:
    """All extractors of a run, loaded once in every worker; called with a task, it times the extraction."""

    def __init__(self, names: Sequence[str], folds: Path | None = None) -> None:
        self.names = tuple(names)
        self.folds = folds
        self.loaded: dict[str, Extract] = {}

    def warm_up(self) -> None:
        """Load every extractor and run it once, so that imports are not timed."""
        silence()
        for name in self.names:
            with contextlib.suppress(Exception):  # it will fail on the pages, too, and is counted there
                self._extract(name)(_WARM_UP, None)

    def __call__(self, task: Task) -> Extraction:
        extract = self._extract(task.extractor)
        # Processor time, not wall-clock time: outcomes of different days, from the cache, are compared.
        start = time.process_time()
        text = extract(task.html, task.url)
        milliseconds = (time.process_time() - start) * 1000
        return Extraction("ok", text, milliseconds)

    def _extract(self, name: str) -> Extract:
        if name not in self.loaded:
            self.loaded[name] = load_extractor(name, self.folds)
        return self.loaded[name]


def silence() -> None:
    """Hide what extractors log, warn and print on standard output."""
    logging.disable(logging.CRITICAL)
    warnings.simplefilter("ignore")
    sys.stdout = open(os.devnull, "w")  # noqa: SIM115 - for as long as the worker lives
