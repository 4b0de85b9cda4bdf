"""Planning, resuming and counting a run of very many shards, without its pages: does the time grow linearly?

    python tools/simulate_scale.py FOLDER [--shards 10000,100000] [--urls 2000] [--latency 0.03]

For each number of shards: plans that many small archives, notes each as done with a part, then does what a
resumed run does (looks for missing shards, reads and checks all notes and parts), and counts the results as
the runner does, with four batches for each shard. Prints processor milliseconds for each 1,000 shards and
the memory that was added: both should be the same for all numbers. Then looks up URLs in a store that
answers each request after some time.
"""

import argparse
import resource
import shutil
import sys
import time
from collections import Counter
from collections.abc import Callable
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import fsspec
from fsspec.implementations.memory import MemoryFileSystem

from maintext.batch.job import Job
from maintext.batch.manifest import Manifest
from maintext.batch.notes import ShardResult, write_note
from maintext.batch.parts import DATA, PartNote, part_stem
from maintext.batch.run import run_shards
from maintext.batch.sources import Shard, plan
from maintext.cli.run_log import RunLog
from maintext.cli.run_report import WRITTEN, Tally

T = TypeVar("T")
RECORD = b"WARC/1.0\r\nWARC-Type: warcinfo\r\nContent-Length: 0\r\n\r\n\r\n\r\n"
PART = b"PAR1"


class Table:
    """Times and memory of the steps."""

    def __init__(self, shards: int) -> None:
        self.shards = shards

    def measure(self, name: str, step: Callable[[], T]) -> T:
        """Run a step, print its cost for each 1,000 shards."""
        before, start, wall = _memory(), time.process_time(), time.monotonic()
        result = step()
        spent, passed = time.process_time() - start, time.monotonic() - wall
        thousands = self.shards / 1000
        print(
            f"| {self.shards:,} | {name} | {1000 * spent / thousands:.1f} | {passed:.1f} "
            f"| {max(0.0, _memory() - before) / thousands:.2f} |",
            flush=True,
        )
        return result


def _memory() -> float:
    """The most memory so far, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def write_inputs(folder: Path, count: int) -> None:
    """Small archives, a thousand to a folder."""
    for number in range(count):
        path = folder / f"{number // 1000:03}" / f"crawl-{number:06}.warc"
        if number % 1000 == 0:
            path.parent.mkdir(parents=True)
        path.write_bytes(RECORD)


def write_notes(manifest: Manifest, shards: list[Shard], job: Job) -> list[ShardResult]:
    """A part and a note for each shard, as a run leaves them."""
    (manifest.output / DATA).mkdir(parents=True, exist_ok=True)
    results = []
    for shard in shards:
        name = f"{DATA}/{part_stem(shard)}.parquet"
        (manifest.output / name).write_bytes(PART)
        part = PartNote(name, len(PART), "0" * 32, 30_000)
        counts = Counter(records=90_000, not_response=60_000)
        result = ShardResult(
            shard,
            Counter(ok=29_000, empty=1000),
            counts,
            1 << 32,
            80.0,
            (part,),
            job.hash,
            Counter(en=13_000, de=900),
        )
        # As `manifest.finish` does, but without waiting for the disk, and not renamed.
        (manifest.folder / "done" / f"{shard.key}.json").write_text(write_note(result))
        results.append(result)
    return results


def count_all(shards: list[Shard], results: list[ShardResult], folder: Path) -> None:
    """What the runner does with the batches and results of a run."""
    tally = Tally(shards, [], WRITTEN, RunLog(quiet=True, metrics=folder / "metrics.prom"))
    with tally:
        for result in results:
            for _ in range(4):
                tally.add_batch(Counter(ok=7000, bytes=1 << 30))
            tally.add(result)
        tally.conclude(folder)


class NoEngine:
    """An engine that must not be needed."""

    def process(self, shards: Any, *_: Any) -> Any:
        """Fail: all shards are done."""
        raise AssertionError(f"{len(shards)} shards are not done")


def simulate(folder: Path, count: int) -> None:
    """All steps with a number of shards."""
    job = Job()
    write_inputs(folder / "crawl", count)
    table = Table(count)
    shards = table.measure("plan", lambda: plan([str(folder / "crawl")]))
    assert len(shards) == count
    manifest = Manifest(folder / "out")
    manifest.open(job)
    table.measure("look for missing shards, none done", lambda: manifest.missing(shards))
    results = table.measure("write parts and notes", lambda: write_notes(manifest, shards, job))
    found = table.measure("check notes and parts", lambda: manifest.check(shards))
    assert len(found) == count
    table.measure(
        "resume: nothing to do", lambda: list(run_shards(shards, job, str(folder / "out"), NoEngine()))
    )
    table.measure("count 4 batches for each", lambda: count_all(shards, results, folder))


class SlowStore(MemoryFileSystem):  # type: ignore[misc]
    """A store in memory that answers late."""

    protocol = "slow"
    latency = 0.0

    def info(self, path: str, **options: Any) -> Any:
        """Wait, then answer."""
        time.sleep(self.latency)
        return super().info(path, **options)


def look_up(count: int, latency: float) -> None:
    """Plan that many URLs of a store."""
    SlowStore.latency = latency
    fsspec.register_implementation("slow", SlowStore, clobber=True)
    store = fsspec.filesystem("slow")
    urls = [f"slow://crawl/{number:06}.warc" for number in range(count)]
    for url in urls:
        store.pipe_file(url, RECORD)
    start = time.monotonic()
    assert len(plan(urls)) == count
    print(f"{count} URLs at {1000 * latency:.0f} ms a request: planned in {time.monotonic() - start:.1f} s")


@contextmanager
def _fresh(folder: Path) -> Any:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    yield folder
    shutil.rmtree(folder)


def main() -> None:
    """Simulate each number of shards; print a table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--shards", default="10000,100000")
    parser.add_argument("--urls", type=int, default=2000)
    parser.add_argument("--latency", type=float, default=0.03)
    given = parser.parse_args()
    look_up(given.urls, given.latency)
    print(
        "| shards | step | ms of processor time for 1,000 | seconds | MB for 1,000 |\n|---|---|---|---|---|"
    )
    for count in map(int, given.shards.split(",")):
        with _fresh(given.folder / str(count)) as folder:
            simulate(folder, count)
    sys.stdout.flush()


if __name__ == "__main__":
    main()
