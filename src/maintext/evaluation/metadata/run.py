"""Pages × readers of metadata → what they find: from the cache, or from a guarded worker process."""

import json
import time
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from maintext.evaluation.cache import Cache, Extraction, page_key
from maintext.evaluation.datasets import LabelledPage
from maintext.evaluation.extractors import extractor_version
from maintext.evaluation.metadata.readers import OURS, READERS, Read, ReadPage
from maintext.evaluation.runner import SECONDS, silence
from maintext.methods.auto.method import Auto
from maintext.processes import Failure, Guard

_PREFIX = "metadata:"  # of the names of readers in the cache


class Reading(NamedTuple):
    """A reader on a page."""

    reader: str
    page: LabelledPage


class Readers:
    """The readers, loaded in a worker when they are first needed."""

    def __init__(self) -> None:
        silence()
        self.loaded: dict[str, ReadPage] = {}

    def __call__(self, task: Reading) -> Extraction:
        """The metadata of a page as JSON, with the time it took."""
        if task.reader not in self.loaded:
            self.loaded[task.reader] = READERS[task.reader].load()
        start = time.process_time()
        found = self.loaded[task.reader](task.page.html, task.page.url)
        return Extraction("ok", json.dumps(found), (time.process_time() - start) * 1000)


def read_all(
    pages: Sequence[LabelledPage], names: Sequence[str], cache: Cache
) -> Iterator[tuple[Reading, Read]]:
    """What each reader finds on each page; a reader that fails finds nothing."""
    missing = []
    for task in (Reading(name, page) for page in pages for name in names):
        known = cache.get(_PREFIX + task.reader, page_key(task.page.html, task.page.url), SECONDS)
        if known is None:
            missing.append(task)
        else:
            yield task, _read(known)
    with Guard(Readers, seconds=SECONDS) as guard:
        for task, outcome in guard.map(missing):
            if isinstance(outcome, Failure):
                outcome = Extraction("error", "", outcome.seconds * 1000, outcome.reason)
            cache.put(_PREFIX + task.reader, page_key(task.page.html, task.page.url), outcome)
            yield task, _read(outcome)


def _read(extraction: Extraction) -> Read:
    if extraction.status != "ok":
        return Read()
    title, authors, date = json.loads(extraction.text)
    return Read(title, tuple(authors), date)


def reader_versions(names: Iterable[str]) -> dict[str, str]:
    """For the cache: a string for each reader that changes whenever its results may change."""
    own = extractor_version(Auto.name)
    settings = {name: f"{READERS[name].version()} {READERS[name].setting}" for name in names}
    return {_PREFIX + name: own if name == OURS else setting for name, setting in settings.items()}
