"""A shard, from input to rows, inside a guarded process.

read → extract each page within its limits → batches of rows, with the failed pages
"""

from collections import Counter
from collections.abc import Callable, Iterator
from typing import NamedTuple

import pyarrow as pa

from maintext.batch.extract import RawPage, to_batch
from maintext.batch.job import Job
from maintext.batch.record import FAILED, ORIGIN, OUTPUT, QUARANTINE, Row
from maintext.batch.selection import select_pages
from maintext.batch.sources import BatchSize, Columns, read_pages
from maintext.batch.sources.pages import Skipped, SourcePage
from maintext.batch.sources.shard import Shard
from maintext.processes import Failure

_MAX_SKIPPED = 10_000
Attempt = Callable[[RawPage], Row | Failure]


class Extracted(NamedTuple):
    """A batch of rows."""

    rows: pa.RecordBatch
    """Columns `OUTPUT`."""
    failed: pa.RecordBatch
    """The failed pages, unchanged; columns `QUARANTINE`."""
    skipped: list[Skipped]
    counts: Counter[str]
    """Counts of the reader so far."""


def extract_pages(shard: Shard, job: Job, attempt: Attempt) -> Iterator[Extracted]:
    """The rows of a shard, in order; the last batch may be empty."""
    counts: Counter[str] = Counter()
    held = _Held(job)
    for page in pages_of(shard, job, counts):
        if isinstance(page, Skipped):
            held.skipped.append(page)
            if len(held.skipped) < _MAX_SKIPPED:
                continue
            yield held.take(counts)
            held = _Held(job)
            continue
        held.add(page, attempt(RawPage(page.html, page.url, page.charset)))
        if len(held.outcomes) >= job.batch_rows or held.bytes >= job.batch_bytes:
            yield held.take(counts)
            held = _Held(job)
    yield held.take(counts)


class _Held:
    """Rows of the next batch, with only the needed parts of their pages."""

    def __init__(self, job: Job) -> None:
        self.job = job
        self.known: list[tuple[str | int | None, ...]] = []
        self.skipped: list[Skipped] = []
        self.outcomes: list[Row | Failure] = []
        self.failed: list[tuple[str | bytes | int | None, ...]] = []
        self.bytes = 0

    def add(self, page: SourcePage, outcome: Row | Failure) -> None:
        self.known.append((page.id, page.url, len(page.html), *page.origin))
        self.outcomes.append(outcome)
        self.bytes += len(page.html)
        if isinstance(outcome, Failure):
            self.failed.append((*page.values, outcome.status, outcome.reason))
        elif outcome["status"] in FAILED:
            self.failed.append((*page.values, outcome["status"], outcome.get("reason")))

    def take(self, counts: Counter[str]) -> Extracted:
        names = "id", "url", "html_bytes", *ORIGIN
        given = {
            name: pa.array([row[number] for row in self.known], OUTPUT.field(name).type)
            for number, name in enumerate(names)
        }
        failed = [
            pa.array([row[number] for row in self.failed], field.type)
            for number, field in enumerate(QUARANTINE)
        ]
        return Extracted(
            to_batch(given, self.outcomes, self.job),
            pa.RecordBatch.from_arrays(failed, schema=QUARANTINE),
            self.skipped,
            counts.copy(),
        )


def pages_of(shard: Shard, job: Job, counts: Counter[str]) -> Iterator[SourcePage | Skipped]:
    """The pages of a shard that a job wants."""
    pages = read_pages(shard, columns_of(job), counts, size_of(job))
    if shard.limit is None and job.sample >= 1:
        return pages
    return select_pages(pages, counts, shard.limit, job.sample)


def columns_of(job: Job) -> Columns:
    """The columns named by a job."""
    return Columns(job.html_column, job.url_column, job.id_column, job.charset_column)


def size_of(job: Job) -> BatchSize:
    """The batch size of a job."""
    return BatchSize(job.batch_rows, job.batch_bytes, job.bytes)
