"""Pages × extractors → outcomes: in guarded worker processes, and from the cache where they are known.

for each page, for each extractor: known? ─yes→ Outcome
                                          └no→ a worker, within its seconds ─→ cache ─→ Outcome
"""

import contextlib
import logging
import os
import sys
import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from maintext.evaluation.cache import Cache, Extraction, page_key
from maintext.evaluation.datasets import LabelledPage
from maintext.evaluation.extractors import load_extractor
from maintext.evaluation.outcome import Outcome, Status
from maintext.evaluation.peers import Extract
from maintext.workers import Done, Failure, Guard, run_tasks

SECONDS = 30.0
"""What an extractor may take for a page."""

_STATUSES: dict[Failure, Status] = {
    Failure.ERROR: "error",
    Failure.TIMEOUT: "timeout",
    Failure.MEMORY: "crash",
    Failure.CRASH: "crash",
}
_WARM_UP = b"""<!doctype html><html lang="en"><title>The tower</title><body><article><h1>The tower</h1>
<p>The tower was built in 1911, and it leans a little more every year, they say in the town below.</p>
<p>Nobody knows why; the ground is firm, the stone is good, and the mason, they say, was sober.</p></article>
"""


class Task(NamedTuple):
    """One extractor on one page."""

    extractor: str
    number: int
    """Of the page in the run."""
    html: bytes
    url: str | None


def run(
    pages: Sequence[LabelledPage],
    extractors: Sequence[str],
    *,
    workers: int = 2,
    seconds: float = SECONDS,
    memory: int | None = None,
    cache: Cache | None = None,
    progress: Callable[[int], object] = lambda done: None,
) -> list[Outcome]:
    """The outcome of every extractor on every page: page by page, the extractors in the order given.

    Each outcome is in the cache as soon as it is known. `progress` is told whenever some are done.
    """
    found: dict[tuple[int, str], Extraction] = {}
    keys = [page_key(page.html, page.url) for page in pages] if cache else []
    if cache:
        for index, name in _pairs(pages, extractors):
            if known := cache.get(name, keys[index], seconds):
                found[index, name] = known
        progress(len(found))
    missing = [
        Task(name, index, pages[index].html, pages[index].url)
        for index, name in _pairs(pages, extractors)
        if (index, name) not in found
    ]
    bench = Bench(tuple(extractors))
    running = run_tasks(
        bench,
        missing,
        workers=min(workers, len(missing)) or 1,
        guard=Guard(seconds, memory),
        ordered=False,
        prepare=bench.warm_up,
    )
    for done in running:
        task, extraction = done.task, _extraction(done, seconds)
        found[task.number, task.extractor] = extraction
        if cache:
            cache.put(task.extractor, keys[task.number], extraction)
        progress(1)
    return [_outcome(pages[index], name, found[index, name]) for index, name in _pairs(pages, extractors)]


def _pairs(pages: Sequence[LabelledPage], extractors: Sequence[str]) -> Iterator[tuple[int, str]]:
    return ((index, name) for index in range(len(pages)) for name in extractors)


def _extraction(done: Done[Task, Extraction], seconds: float) -> Extraction:
    if done.failure is None:
        assert done.result is not None
        return done.result
    spent = seconds * 1000 if done.failure == Failure.TIMEOUT else 0.0
    return Extraction(_STATUSES[done.failure], "", spent, done.message)


def _outcome(page: LabelledPage, name: str, extraction: Extraction) -> Outcome:
    return Outcome(page.dataset, page.id, name, *extraction)


# -- in a worker ------------------------------------------------------------------------------------------


class Bench:
    """All extractors of a run, loaded once in every worker; called with a task, it times the extraction."""

    def __init__(self, names: Sequence[str]) -> None:
        self.names = tuple(names)
        self.loaded: dict[str, Extract] = {}

    def warm_up(self) -> None:
        """Load every extractor and run it once, so that no page pays for imports."""
        _silence()
        for name in self.names:
            with contextlib.suppress(Exception):  # it will fail on the pages, too, and be counted there
                self._extract(name)(_WARM_UP, None)

    def __call__(self, task: Task) -> Extraction:
        extract = self._extract(task.extractor)
        start = time.perf_counter()
        text = extract(task.html, task.url)
        milliseconds = (time.perf_counter() - start) * 1000
        return Extraction("ok", text, milliseconds)

    def _extract(self, name: str) -> Extract:
        if name not in self.loaded:
            self.loaded[name] = load_extractor(name)
        return self.loaded[name]


def _silence() -> None:
    """What extractors log, warn and print on standard output is not for the reader of the results."""
    logging.disable(logging.CRITICAL)
    warnings.simplefilter("ignore")
    sys.stdout = open(os.devnull, "w")  # noqa: SIM115 - for as long as the worker lives
