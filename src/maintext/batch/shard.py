"""A shard → a part of the output: read and extract in a guarded process, write here; all or nothing.

    guarded process: read, extract ─rows→ write
    after a page that ended it: read ahead ─pages→ guarded process ─rows→ write

The guarded process does all that costs time, and no page is copied between processes. When a page hangs,
hoards memory or crashes, the rest of the shard is read here: then the page is at hand for the quarantine, and
nothing is read a third time, however many such pages follow.
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
from maintext.batch.manifest import Manifest, ShardResult
from maintext.batch.record import FAILED, OUTPUT, QUARANTINE
from maintext.batch.sinks import Part, open_part
from maintext.batch.sites import LEARN, learn_batches, sketch_folder, start_learning
from maintext.batch.sources import read_shard
from maintext.batch.sources.shard import Shard
from maintext.batch.stream import columns_of, extract_pages, size_of
from maintext.processes import Guard, Lost
from maintext.processes.child import collect_rarely

T = TypeVar("T")
Report = Callable[[Counter[str]], None]
"""Is told of each batch: rows by status, and `bytes`."""


def make_guard(
    job: Job, start: Start = start_extraction, processes: int = 1, *, fork: bool = False
) -> PageGuard:
    """Guarded processes for the pages of a job; `start` is run in each, and makes what is run on a page."""
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
    """Extract the pages of a shard into a part of the output, and note that it is done.

    None where that is done already, or another process is at it. However the work ends before that, nothing
    of it is seen in the output. An output with rows of another job is refused. Without a guard, a process is
    started for this shard alone.
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
    total = 0
    name = f"part-{shard.key}"
    manifest.quarantined(shard).unlink(missing_ok=True)  # an earlier attempt's: this one may have none
    with ExitStack() as files:
        part = files.enter_context(open_part(str(manifest.output), name, job.sink, OUTPUT))
        quarantine: Part | None = None
        for rows, failed in files.enter_context(closing(_extracted(shard, job, guard, counts))):
            part.write(rows)
            if len(failed):
                quarantine = quarantine or files.enter_context(
                    open_part(str(manifest.quarantine), shard.key, "parquet", QUARANTINE)
                )
                quarantine.write(failed)
            seen = Counter(rows.column("status").to_pylist())
            weight = pc.sum(rows.column("html_bytes")).as_py() or 0
            statuses += seen
            total += weight
            report(seen + Counter(bytes=weight))
    seconds = round(time.monotonic() - start, 3)
    return ShardResult(shard, statuses, counts, total, seconds, f"{name}.{job.sink}", job.hash)


def _extracted(
    shard: Shard, job: Job, guard: PageGuard, counts: Counter[str]
) -> Generator[tuple[pa.RecordBatch, pa.RecordBatch]]:
    """The rows of a shard in order, each batch with the pages among them that failed."""
    done = 0
    try:
        for batch in guard.stream(partial(extract_pages, shard, job)):
            yield batch.rows, batch.failed
            done += len(batch.rows)
        counts += batch.counts
        return
    except Lost:  # a page is to blame, or the input: it will be seen which
        if guard.closed:  # an interrupt is
            raise
    for pages in ahead(_read(shard, job, counts)):
        left = pages.slice(min(done, len(pages)))
        done -= len(pages) - len(left)
        if len(left):
            rows = extract_guarded(left, job, guard)
            yield rows, _failed(left, rows)


def _learn_shard(shard: Shard, job: Job, manifest: Manifest, guard: PageGuard, report: Report) -> ShardResult:
    """Sketches of the hosts in a shard, instead of the texts of its pages."""
    start = time.monotonic()
    statuses: Counter[str] = Counter()
    counts: Counter[str] = Counter()
    total = 0
    pages = ahead(_read(shard, job, counts))
    for seen, weight in learn_batches(pages, guard, sketch_folder(manifest), shard.key):
        statuses += seen
        total += weight
        report(seen + Counter(bytes=weight))
    seconds = round(time.monotonic() - start, 3)
    return ShardResult(shard, statuses, counts, total, seconds, "", job.hash)


def _read(shard: Shard, job: Job, counts: Counter[str]) -> Iterator[pa.RecordBatch]:
    return read_shard(shard, columns_of(job), counts, size_of(job))


def _failed(pages: pa.RecordBatch, rows: pa.RecordBatch) -> pa.RecordBatch:
    """The pages that failed, as they came, and how."""
    status = rows.column("status")
    mask = pc.is_in(status, pa.array(FAILED))
    columns = [*pages.columns, status, rows.column("reason")]
    return pa.RecordBatch.from_arrays(columns, schema=QUARANTINE).filter(mask)


def ahead(values: Iterator[T]) -> Iterator[T]:
    """The same values, each made while the one before is in use; whoever stops early stops the making."""
    made: queue.Queue[tuple[bool, Any]] = queue.Queue(maxsize=1)
    stop = threading.Event()

    def put(item: tuple[bool, Any]) -> bool:
        while not stop.is_set():
            try:
                made.put(item, timeout=0.1)
            except queue.Full:
                continue
            return True
        return False

    def make() -> None:
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

    maker = threading.Thread(target=make, daemon=True)
    maker.start()
    try:
        while True:
            more, value = made.get()
            if not more:
                if value is not None:
                    raise value
                return
            yield value
    finally:
        stop.set()
        maker.join()
