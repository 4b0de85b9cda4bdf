"""A shard → a part of the output: read and extract in a guarded process, write here; all or nothing.

    guarded process: read, extract ─rows→ write
    after a page that ended it: read ahead ─pages→ guarded process ─rows→ write

Normally the guarded process reads the shard itself, and no page is copied between processes. When a page
hangs, crashes or uses too much memory, the shard is read again here: so the page is at hand for the
quarantine, and nothing is read a third time, however many such pages follow.
"""

import queue
import threading
import time
from collections import Counter
from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import pyarrow as pa
import pyarrow.compute as pc

from maintext.batch.extract import PageExtractor, PageGuard, Start, extract_guarded, start_extraction
from maintext.batch.job import Job
from maintext.batch.manifest import Manifest
from maintext.batch.notes import ShardResult
from maintext.batch.parts import ShardParts, part_stem
from maintext.batch.record import FAILED, QUARANTINE, SKIPPED
from maintext.batch.sinks import Part, open_part
from maintext.batch.sites import LEARN, learn_batches, sketch_folder, start_learning
from maintext.batch.sources.pages import Batch, Skipped, gather
from maintext.batch.sources.shard import Shard
from maintext.batch.stream import extract_pages, pages_of, size_of
from maintext.processes import Guard, Lost
from maintext.processes.child import collect_rarely

T = TypeVar("T")
Report = Callable[[Counter[str]], None]
"""Called for each batch with its rows by status, and `bytes`."""


def make_guard(
    job: Job, start: Start = start_extraction, processes: int = 1, *, fork: bool = False
) -> PageGuard:
    """Guarded processes for the pages of a job; `start` runs in each, and returns the function for a page."""
    if job.site_templates == LEARN:
        start = start_learning
    return Guard(
        partial(_start, start, job), seconds=job.seconds, memory=job.memory, children=processes, fork=fork
    )


def _start(start: Start, job: Job) -> PageExtractor:
    extractor = start(job)
    collect_rarely()
    return extractor


def process_shard(
    shard: Shard,
    job: Job,
    output: str | Path,
    *,
    guard: PageGuard | None = None,
    report: Report = lambda _: None,
) -> ShardResult | None:
    """Extract the pages of a shard into a part of the output, and record that it is done.

    Returns None if the shard is already done, or another process is working on it. If the work fails, the
    output shows nothing of it. An output of another job is refused. Without a guard, a process is started
    for this shard alone.
    """
    manifest = Manifest.at(output)
    manifest.open(job)
    with ExitStack() as stack:
        stack.enter_context(manifest.in_use())
        if not stack.enter_context(manifest.claim(shard)) or manifest.is_done(shard):
            return None
        guard = guard or stack.enter_context(make_guard(job))
        work = _learn_shard if job.site_templates == LEARN else _extract_shard
        result = work(shard, job, manifest, guard, report)
        manifest.finish(result)
    return result


def _extract_shard(
    shard: Shard, job: Job, manifest: Manifest, guard: PageGuard, report: Report
) -> ShardResult:
    start = time.monotonic()
    statuses: Counter[str] = Counter()
    counts: Counter[str] = Counter()
    languages: Counter[str] = Counter()
    total = 0
    with ExitStack() as files:
        parts = files.enter_context(
            ShardParts(
                str(manifest.output),
                part_stem(shard),
                job.sink,
                job.schema,
                partition=job.partition,
                part_bytes=job.part_bytes,
            )
        )
        aside = _Aside(shard, manifest, files)
        for rows, failed, skipped in files.enter_context(closing(_extracted(shard, job, guard, counts))):
            parts.write(rows)
            aside.write(failed, skipped)
            seen = Counter(rows.column("status").to_pylist())
            weight = pc.sum(rows.column("html_bytes")).as_py() or 0
            statuses += seen
            languages.update(rows.column("language").drop_null().to_pylist())
            total += weight
            report(seen + Counter(bytes=weight))
    seconds = round(time.monotonic() - start, 3)
    return ShardResult(shard, statuses, counts, total, seconds, parts.notes(), job.hash, languages)


class _Aside:
    """What a shard writes beside its rows: failed pages, and what was skipped."""

    def __init__(self, shard: Shard, manifest: Manifest, files: ExitStack) -> None:
        self.shard, self.manifest, self.files = shard, manifest, files
        self.quarantine: Part | None = None
        self.skipped: Part | None = None
        for leftover in (manifest.quarantined(shard), manifest.skipped_of(shard)):
            leftover.unlink(missing_ok=True)  # of an earlier attempt; this one may have none

    def write(self, failed: pa.RecordBatch, skipped: list[Skipped]) -> None:
        if len(failed):
            self.quarantine = self.quarantine or self._open(self.manifest.quarantine, "arrow", QUARANTINE)
            self.quarantine.write(failed)
        if skipped:
            self.skipped = self.skipped or self._open(self.manifest.skipped, "jsonl.zst", SKIPPED)
            columns = zip(*skipped, strict=True)
            arrays = [pa.array(column, field.type) for column, field in zip(columns, SKIPPED, strict=True)]
            self.skipped.write(pa.RecordBatch.from_arrays(arrays, schema=SKIPPED))

    def _open(self, folder: Path, sink: str, schema: pa.Schema) -> Part:
        return self.files.enter_context(open_part(str(folder), self.shard.key, sink, schema))


def _extracted(
    shard: Shard, job: Job, guard: PageGuard, counts: Counter[str]
) -> Generator[tuple[pa.RecordBatch, pa.RecordBatch, list[Skipped]]]:
    """The rows of a shard in order, each batch with its failed pages and what was skipped."""
    done = known = 0
    try:
        for batch in guard.stream(partial(extract_pages, shard, job)):
            yield batch.rows, batch.failed, batch.skipped
            done += len(batch.rows)
            known += len(batch.skipped)
        counts += batch.counts
        return
    except Lost:  # because of a page, or of the input
        if guard.closed:  # an interrupt
            raise
    for pages, skipped in ahead(_read(shard, job, counts)):
        left = pages.slice(min(done, len(pages)))
        done -= len(pages) - len(left)
        new = skipped[min(known, len(skipped)) :]
        known -= len(skipped) - len(new)
        if len(left) or new:
            rows = extract_guarded(left, job, guard)
            yield rows, _failed(left, rows), new


def _learn_shard(shard: Shard, job: Job, manifest: Manifest, guard: PageGuard, report: Report) -> ShardResult:
    """Sketches of the hosts in a shard, instead of texts."""
    start = time.monotonic()
    statuses: Counter[str] = Counter()
    counts: Counter[str] = Counter()
    total = 0
    pages = ahead(pages for pages, _ in _read(shard, job, counts))
    for seen, weight in learn_batches(pages, guard, sketch_folder(manifest), shard.key):
        statuses += seen
        total += weight
        report(seen + Counter(bytes=weight))
    seconds = round(time.monotonic() - start, 3)
    return ShardResult(shard, statuses, counts, total, seconds, (), job.hash)


def _read(shard: Shard, job: Job, counts: Counter[str]) -> Iterator[Batch]:
    return gather(pages_of(shard, job, counts), size_of(job))


def _failed(pages: pa.RecordBatch, rows: pa.RecordBatch) -> pa.RecordBatch:
    """The failed pages, unchanged, with their status."""
    status = rows.column("status")
    mask = pc.is_in(status, pa.array(FAILED))
    columns = [*pages.columns, status, rows.column("reason")]
    return pa.RecordBatch.from_arrays(columns, schema=QUARANTINE).filter(mask)


def ahead(values: Iterator[T]) -> Iterator[T]:
    """The same values, each computed in a thread while the one before is in use."""
    ready: queue.Queue[tuple[bool, Any]] = queue.Queue(maxsize=1)
    stop = threading.Event()

    def put(item: tuple[bool, Any]) -> bool:
        while not stop.is_set():
            try:
                ready.put(item, timeout=0.1)
            except queue.Full:
                continue
            return True
        return False

    def produce() -> None:
        try:
            for value in values:
                if not put((True, value)):
                    return
        except BaseException as error:
            put((False, error))
        else:
            put((False, None))
        finally:
            if isinstance(values, Generator):
                values.close()

    producer = threading.Thread(target=produce, daemon=True)
    producer.start()
    try:
        while True:
            more, value = ready.get()
            if not more:
                if value is not None:
                    raise value
                return
            yield value
    finally:
        stop.set()
        producer.join()
