"""Throughput and memory of `maintext run` on every engine, against a bare loop over the same pages.

    python tools/bench_run.py DATA FOLDER [--pages 20000] [--distinct 1800] [--inputs warc,parquet]
                              [--engines local,cluster,spark,standalone,ray]

The pages of the data are repeated under new ids, as WARC (gzip, archives of 20,000 pages) and as Parquet, in
FOLDER; they are kept for the next time, so use another folder for another number. Runs are compared with as
many bare loops as there are cores, all at once: with the pages in memory, and reading them from the same
files, as a short script would. The loops make the same rows as a run, without guarded processes, checkpoints
and output. From the first shard on, a run and the loops take turns of two seconds, in which the others are
stopped, because the speed of a machine varies. Memory is that of the guarded processes, and that of the
runner and everything else that it or the engine has started; shared memory is counted once. It is the peak in
the tenths of this time that end at 10, 50 and 100 % of it.

The rate of a run is that of the whole command. Beside it are the time until the first shard is started, and
the rate of the rest. `cluster` (Ray) and `standalone` (Spark) run before the command; `ray` and `spark` are
started by it.
"""

import argparse
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from functools import partial
from itertools import cycle
from pathlib import Path
from tempfile import TemporaryFile
from typing import NamedTuple

import pyarrow.parquet as pq
from local_clusters import CORES, MASTER, cluster, standalone
from repeated_pages import PARQUET, WARC, Pages, pages_of, read_crawl, write_crawl
from turns import TURN, Loops, freeze, send_signal

from maintext import extract
from maintext.batch.extract import RawPage, start_extraction
from maintext.batch.job import Job
from maintext.processes.child import NAME

ROUNDS = 6
"""Turns of the loops alone, without a run."""


def from_memory(pages: Pages) -> Iterator[RawPage]:
    """Pages that are in memory."""
    for url, html in cycle(pages):
        yield RawPage(html, url, None)


def text_alone(page: RawPage) -> object:
    """The usual use of `maintext.extract`."""
    return extract(page.html, url=page.url).text


MEMORY, TEXT = "pages in memory", "pages in memory, their text alone"


def bare_loop(name: str, data: Path, distinct: int | None, folder: Path) -> Iterator[object]:
    """Extract one page after the other: no checkpoints, no guarded processes, nothing written."""
    work = text_alone if name == TEXT else start_extraction(Job())
    if name in (MEMORY, TEXT):
        yield from map(work, from_memory(pages_of(data, distinct)))
    while True:
        yield from map(work, read_crawl(name, folder / name))


def memory_by_time(seen: Sequence[tuple[float, float]]) -> str:
    """The peak memory in the tenths of a run that end at 10, 50 and 100 %: guarded processes + others."""
    tenth = max(len(seen) // 10, 1)
    parts = [seen[max(len(seen) * share // 10 - tenth, 0) :][:tenth] for share in (1, 5, 10)]
    return ", ".join(
        " + ".join(f"{max((one[kind] for one in part), default=0):.0f}" for kind in (0, 1)) for part in parts
    )


def memory_of(pids: Sequence[int]) -> tuple[float, float]:
    """Memory of guarded processes, and of all others, in MB."""
    sizes = [proportional_mb(pid) for pid in pids]
    return sum(size for size, guarded in sizes if guarded), sum(
        size for size, guarded in sizes if not guarded
    )


def proportional_mb(pid: int) -> tuple[float, bool]:
    """The proportional memory of a process, and whether it is a guarded one."""
    try:
        found = re.search(rb"^Pss: *([0-9]+)", Path(f"/proc/{pid}/smaps_rollup").read_bytes(), re.MULTILINE)
        name = Path(f"/proc/{pid}/comm").read_text()
    except OSError:  # it has ended
        return 0.0, False
    return int(found[1]) * 1024 / 1e6 if found else 0.0, name.strip() == NAME


class RunFailed(Exception):
    """A run that ended with an error; the other engines are still measured."""


class Run(NamedTuple):
    """The times of one run, and of the loops that ran in turns with it."""

    start: float
    """Seconds until the first shard was started."""
    seconds: float
    """Total seconds."""
    rows: int
    memory: str
    reading: float
    """Pages/s of loops that read the same file."""
    perfect: float
    """Pages/s of loops with the pages in memory."""

    def cells(self, pages: int) -> Iterator[str]:
        """The cells of a line of the table, after the engine and its input."""
        rate, rest = self.rows / self.seconds, self.rows / (self.seconds - self.start)
        yield f"{rate:.0f}" + ("" if self.rows == pages else f" ({self.rows} rows!)")
        yield f"{rate / self.reading:.2f}"
        yield f"{rate / self.perfect:.2f}"
        yield f"{self.start:.1f} s"
        yield f"{rest:.0f}"
        yield f"{rest / self.reading:.2f}"
        yield f"{rest / self.perfect:.2f}"
        yield f"{self.reading:.0f}, {self.perfect:.0f}"
        yield self.memory


HEADS = (
    "engine",
    "input",
    "pages/s, whole run",
    "of loops that read",
    "of loops in memory",
    "start",
    "pages/s after it",
    "of loops that read",
    "of loops in memory",
    "pages/s of both loops",
    "MB at 10, 50, 100 %: guarded + others",
)


def measure(engine: str, source: Path, output: Path, others: Sequence[int], loops: Sequence[Loops]) -> Run:
    """One run, in turns with loops; some processes of the engine are running already."""
    shutil.rmtree(output, ignore_errors=True)
    options = {
        "local": ["--workers", str(CORES)],
        "ray": ["--engine", "ray"],
        "cluster": ["--engine", "ray", "--address", "auto"],
        "spark": ["--engine", "spark", "--master", f"local[{CORES}]"],
        "standalone": ["--engine", "spark", "--master", MASTER],
    }[engine]
    program = "from maintext.cli import app\nif __name__ == '__main__':\n    app()"
    claims = output / "_maintext" / "claims"
    turns: list[tuple[float, float]] = []
    seen: list[tuple[float, float]] = []
    for loop in loops:
        loop.forget()
    with TemporaryFile() as said:
        begun = time.time()  # the clock of files
        run = subprocess.Popen(
            [sys.executable, "-c", program, "run", str(source), "-o", str(output), *options],
            stderr=said,
            env={**os.environ, "PYSPARK_PYTHON": sys.executable},
        )
        while True:
            with suppress(subprocess.TimeoutExpired):
                run.wait(TURN)
            turns.append((begun, time.time()))
            if run.returncode is not None:
                break
            if not any(claims.glob("*")):  # engines give up if their start takes long
                begun = turns[-1][1]
                continue
            frozen = freeze([run.pid, *others])
            try:
                seen.append(memory_of(frozen))
                for loop in loops:
                    loop.turn()
            finally:
                begun = time.time()
                send_signal(frozen, signal.SIGCONT)
        if run.returncode:
            said.seek(0)
            raise RunFailed(f"{engine} failed: {said.read().decode()[-500:].strip()}")
    rows = sum(pq.read_metadata(part).num_rows for part in output.glob("data/part-*.parquet"))
    first = min(claim.stat().st_mtime for claim in claims.iterdir())
    start = sum(min(end, first) - begin for begin, end in turns if begin < first)
    seconds = sum(end - begin for begin, end in turns)
    return Run(start, seconds, rows, memory_by_time(seen), *(loop.rate for loop in loops))


def main() -> None:
    """Write the pages, run the loops and the engines, print a table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("data", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--pages", type=int, default=20_000)
    parser.add_argument("--distinct", type=int, help="distinct pages; by default, all of the data")
    parser.add_argument("--inputs", default=f"{WARC},{PARQUET}")
    parser.add_argument("--engines", default="local,cluster,spark,standalone,ray")
    given = parser.parse_args()
    inputs = given.inputs.split(",")
    for kind in inputs:
        write_crawl(kind, pages_of(given.data, given.distinct), given.pages, given.folder / kind)

    @contextmanager
    def loops(names: Sequence[str], at_once: int = CORES) -> Iterator[list[Loops]]:
        pages = given.data, given.distinct, given.folder
        started = [Loops(at_once, bare_loop, name, *pages) for name in names]
        try:
            yield started
        finally:
            for one in started:
                one.close()

    for at_once in (1, CORES):
        names = MEMORY, TEXT, *inputs
        with loops(names, at_once) as alone:
            for one in alone * ROUNDS:
                one.turn()
            rates = (f"{name} {one.rate:.0f}" for name, one in zip(names, alone, strict=True))
            print(f"bare loops, {at_once} at once, pages/s: {'; '.join(rates)}", flush=True)
    print(f"| {' | '.join(HEADS)} |")
    print("|---" * len(HEADS) + "|")
    there: dict[str, Callable[[], AbstractContextManager[list[int]]]] = {
        "standalone": partial(standalone, given.folder),
        "cluster": cluster,
    }
    failed: list[str] = []
    for kind in inputs:
        with loops((kind, MEMORY)) as beside:
            for engine in given.engines.split(","):
                try:
                    with there.get(engine, lambda: nullcontext([]))() as others:
                        run = measure(engine, given.folder / kind, given.folder / "out", others, beside)
                except RunFailed as error:
                    failed.append(f"{kind}: {error}")
                    continue
                print(f"| {' | '.join((engine, kind, *run.cells(given.pages)))} |", flush=True)
    shutil.rmtree(given.folder / "out", ignore_errors=True)
    if failed:
        raise SystemExit("\n".join(failed))


if __name__ == "__main__":
    main()
