"""Throughput and memory of `maintext run` on every engine, against a bare loop over the same pages.

python tools/bench_run.py ../shared/data FOLDER [--pages 20000] [--engines local,cluster,spark,standalone,ray]

The pages of the data are repeated under new ids, as WARC (gzip) and as Parquet, in FOLDER; they stay there
for another run. What runs are compared with are as many bare loops as there are cores, all at once: once with
the pages in memory, once reading them from the same file, as a script of a few lines would. They make the
rows that a run makes, of every page of the data; no processes between, no checkpoints, nothing written. A
machine is not always equally fast, so the loops run before and after every run, which is compared with the
mean of both. Memory is that of the guarded processes, and that of the runner and of everything else that it
or the engine has started; what processes share is counted once.

The rate of a run is that of all of it: from the command to its end. Beside it stands what the start takes,
until the first shard is begun, and the rate of the rest. `cluster` (Ray) and `standalone` (Spark) are there
before the run; `ray` and `spark` are started by it.
"""

import argparse
import gzip
import multiprocessing
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import partial
from itertools import cycle, islice
from multiprocessing.connection import Connection
from multiprocessing.synchronize import Barrier
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

import pyarrow as pa
import pyarrow.parquet as pq
from chaos_run import below
from fastwarc.warc import ArchiveIterator, WarcRecordType

from maintext import extract
from maintext.batch.extract import RawPage, start_extraction
from maintext.batch.job import Job
from maintext.evaluation.datasets import read_pages
from maintext.guarded.child import NAME

CORES = len(os.sched_getaffinity(0))
MASTER = "spark://127.0.0.1:7077"
WARC, PARQUET = "pages.warc.gz", "pages.parquet"
PAUSE = 3.0
"""Seconds between two looks at the memory."""


def pages_of(data: Path) -> list[tuple[str, bytes]]:
    """Address and bytes of every page of the data."""
    return [(page.url or "http://page.example/", page.html) for page in read_pages(data)]


def write_parquet(pages: list[tuple[str, bytes]], count: int, file: Path) -> None:
    """So many pages as a table, in row groups of 200."""
    schema = pa.schema([("id", pa.string()), ("url", pa.string()), ("html", pa.binary())])
    with pq.ParquetWriter(file, schema, compression="zstd", compression_level=1) as writer:
        chosen = islice(cycle(pages), count)
        for start in range(0, count, 200):
            some = list(islice(chosen, 200))
            ids = [f"page-{number}" for number in range(start, start + len(some))]
            writer.write_table(
                pa.table([ids, [url for url, _ in some], [html for _, html in some]], schema=schema)
            )


def write_warc(pages: list[tuple[str, bytes]], count: int, file: Path) -> None:
    """So many pages as responses in one archive, a gzip member each."""
    with file.open("wb") as out:
        for number, (url, html) in enumerate(islice(cycle(pages), count)):
            body = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + html
            head = (
                f"WARC/1.1\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:page:{number}>\r\n"
                f"WARC-Date: 2026-01-01T00:00:00Z\r\nWARC-Target-URI: {quote(url, safe=':/?&=%#')}\r\n"
                f"Content-Type: application/http; msgtype=response\r\nContent-Length: {len(body)}\r\n\r\n"
            )
            out.write(gzip.compress(head.encode() + body + b"\r\n\r\n", compresslevel=1))


def from_memory(pages: list[tuple[str, bytes]]) -> Iterator[RawPage]:
    """Pages that need no reading."""
    for url, html in cycle(pages):
        yield RawPage(html, url, None)


def from_warc(file: Path) -> Iterator[RawPage]:
    """The pages of an archive, as a script of a few lines would read them."""
    with file.open("rb") as stream:
        for record in ArchiveIterator(stream, record_types=WarcRecordType.response):
            url, charset = record.headers["WARC-Target-URI"], record.http_charset
            yield RawPage(record.reader.read(), url, charset)


def from_parquet(file: Path) -> Iterator[RawPage]:
    """The same of a table."""
    for batch in pq.ParquetFile(file).iter_batches(200, columns=["html", "url"]):
        for html, url in zip(*(column.to_pylist() for column in batch.columns), strict=True):
            yield RawPage(html, url, None)


def text_alone(page: RawPage) -> object:
    """What `maintext.extract` is most often called for."""
    return extract(page.html, url=page.url).text


MEMORY, TEXT = "pages in memory", "pages in memory, their text alone"
LOOPS = (MEMORY, TEXT, WARC, PARQUET)
Rates = dict[str, float]
"""Pages a second of bare loops: no checkpoints, no guarded processes, nothing written."""


def bare_loop(data: Path, folder: Path, names: Sequence[str], together: Barrier, said: Connection) -> None:
    """Seconds for a page in some of the loops, while those of the other processes run."""
    pages, make_row = pages_of(data), start_extraction(Job())
    loops = {
        MEMORY: (from_memory(pages), make_row),
        TEXT: (from_memory(pages), text_alone),
        WARC: (from_warc(folder / WARC), make_row),
        PARQUET: (from_parquet(folder / PARQUET), make_row),
    }
    for found, work in map(loops.__getitem__, names):
        work(next(found))
        together.wait()
        start = time.perf_counter()
        for page in islice(found, len(pages)):
            work(page)
        said.send((time.perf_counter() - start) / len(pages))


def bare_loops(data: Path, folder: Path, names: Sequence[str] = LOOPS, at_once: int = CORES) -> Rates:
    """Some bare loops, several at once, each in a process."""
    spawn = multiprocessing.get_context("spawn")
    together = spawn.Barrier(at_once)
    pipes = [spawn.Pipe(duplex=False) for _ in range(at_once)]
    running = [
        spawn.Process(target=bare_loop, args=(data, folder, names, together, said)) for _, said in pipes
    ]
    for process in running:
        process.start()
    rates = {name: sum(1 / heard.recv() for heard, _ in pipes) for name in names}
    for process in running:
        process.join()
    told = (f"{name} {rate:.0f}" for name, rate in rates.items())
    print(f"bare loops, {at_once} at once, pages/s: {'; '.join(told)}", file=sys.stderr, flush=True)
    return rates


class Memory(threading.Thread):
    """The memory of processes and of all below them, again and again while the first runs."""

    def __init__(self, pids: Sequence[int]) -> None:
        super().__init__(daemon=True)
        self.pids = pids
        self.seen: list[tuple[float, float]] = []
        """Of the guarded processes, and of all others, in MB."""
        self.start()

    def run(self) -> None:
        """Look now and then, which takes some time of the run, until the process is gone."""
        while Path(f"/proc/{self.pids[0]}").exists():
            ours = others = 0.0
            for pid in {pid for root in self.pids for pid in (root, *below(root))}:
                size, guarded = proportional_mb(pid)
                ours, others = (ours + size, others) if guarded else (ours, others + size)
            self.seen.append((ours, others))
            time.sleep(PAUSE)

    def quarters(self) -> str:
        """The largest memory in each quarter of the run: guarded processes + others."""
        size = max(len(self.seen) // 4, 1)
        parts = [self.seen[at : at + size] for at in range(0, 4 * size, size)]
        return ", ".join(
            " + ".join(f"{max((seen[kind] for seen in part), default=0):.0f}" for kind in (0, 1))
            for part in parts
        )


def proportional_mb(pid: int) -> tuple[float, bool]:
    """The memory of a process, less what others that share it answer for; whether it is a guarded one."""
    try:
        found = re.search(rb"^Pss: *([0-9]+)", Path(f"/proc/{pid}/smaps_rollup").read_bytes(), re.MULTILINE)
        name = Path(f"/proc/{pid}/comm").read_text()
    except OSError:  # it has ended meanwhile
        return 0.0, False
    return int(found[1]) * 1024 / 1e6 if found else 0.0, name.strip() == NAME


class Run(NamedTuple):
    """What one run took."""

    start: float
    """Seconds until the first shard was begun."""
    seconds: float
    """In all."""
    memory: str
    rows: int


class Compared(NamedTuple):
    """A run, and the loops around it: those with the pages in memory, and those that read the same file."""

    run: Run
    perfect: float
    reading: float

    @property
    def share(self) -> float:
        """The rate of all of the run, as a share of the loops' that read."""
        return self.run.rows / self.run.seconds / self.reading

    def cells(self, pages: int) -> Iterator[str]:
        """Of a line of the table, after the engine and its input."""
        start, seconds, memory, rows = self.run
        rate, rest = rows / seconds, rows / (seconds - start)
        yield f"{rate:.0f}" + ("" if rows == pages else f" ({rows} rows!)")
        yield f"{self.share:.2f}"
        yield f"{rate / self.perfect:.2f}"
        yield f"{start:.1f} s"
        yield f"{rest:.0f}"
        yield f"{rest / self.reading:.2f}"
        yield f"{rest / self.perfect:.2f}"
        yield memory


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
    "MB by quarter, guarded + others",
)


def measure(engine: str, source: Path, output: Path, others: Sequence[int]) -> Run:
    """One run; some processes of the engine are there already."""
    shutil.rmtree(output, ignore_errors=True)
    options = {
        "local": ["--jobs", str(CORES)],
        "ray": ["--engine", "ray"],
        "cluster": ["--engine", "ray", "--address", "auto"],
        "spark": ["--engine", "spark", "--master", f"local[{CORES}]"],
        "standalone": ["--engine", "spark", "--master", MASTER],
    }[engine]
    program = "from maintext.cli import app\nif __name__ == '__main__':\n    app()"
    start = time.time()  # the clock of files
    with subprocess.Popen(
        [sys.executable, "-c", program, "run", str(source), "-o", str(output), *options],
        stderr=subprocess.PIPE,
        env={**os.environ, "PYSPARK_PYTHON": sys.executable},
    ) as run:
        memory = Memory([run.pid, *others])
        _, said = run.communicate()
    seconds = time.time() - start
    if run.returncode:
        raise SystemExit(f"{engine} failed: {said.decode()[-500:]}")
    rows = sum(pq.read_metadata(part).num_rows for part in output.glob("part-*.parquet"))
    begun = min(claim.stat().st_mtime for claim in (output / "_maintext" / "claims").iterdir())
    return Run(begun - start, seconds, memory.quarters(), rows)


@contextmanager
def standalone(folder: Path) -> Iterator[list[int]]:
    """A Spark master and a worker for each core, on loopback."""
    import pyspark

    home = Path(pyspark.__file__).parent
    start = [str(home / "bin" / "spark-class")]
    where = {
        **os.environ,
        "SPARK_HOME": str(home),
        "SPARK_LOCAL_IP": "127.0.0.1",
        "PYSPARK_PYTHON": sys.executable,
        "SPARK_WORKER_DIR": str(folder / "spark"),
    }
    quiet = {"env": where, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    kind = "org.apache.spark.deploy"
    master = [*start, f"{kind}.master.Master", "--host", "127.0.0.1", "--port", "7077", "--webui-port", "0"]
    running = [subprocess.Popen(master, **quiet)]  # type: ignore[call-overload]
    time.sleep(5)
    for _ in range(CORES):
        worker = [
            *start,
            f"{kind}.worker.Worker",
            "--cores",
            "1",
            "--memory",
            "2g",
            "--webui-port",
            "0",
            MASTER,
        ]
        running.append(subprocess.Popen(worker, **quiet))  # type: ignore[call-overload]
    time.sleep(5)
    try:
        yield [process.pid for process in running]
    finally:
        for process in running:
            process.kill()
            process.wait()


@contextmanager
def cluster() -> Iterator[list[int]]:
    """A Ray cluster of this machine."""
    ray = str(Path(sys.executable).with_name("ray"))
    start = [ray, "start", "--head", "--block", "--port", "0", "--include-dashboard=false"]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    with subprocess.Popen([*start, "--num-cpus", str(CORES)], **quiet) as running:  # type: ignore[call-overload]
        time.sleep(10)
        try:
            yield [running.pid]
        finally:
            for pid in (*below(running.pid), running.pid):
                os.kill(pid, signal.SIGKILL)


def main() -> None:
    """Write the pages, run the loops and the engines, print a table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("data", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--pages", type=int, default=20_000)
    parser.add_argument("--rounds", type=int, default=1, help="runs of each engine; the middle one counts")
    parser.add_argument("--engines", default="local,cluster,spark,standalone,ray")
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    pages = pages_of(given.data)
    for name, write in ((WARC, write_warc), (PARQUET, write_parquet)):
        if not (given.folder / name).exists():
            write(pages, given.pages, given.folder / name)
    for at_once in (1, CORES):
        bare_loops(given.data, given.folder, at_once=at_once)
    there: dict[str, Callable[[], AbstractContextManager[list[int]]]] = {
        "standalone": partial(standalone, given.folder),
        "cluster": cluster,
    }
    engines = given.engines.split(",")
    found: dict[tuple[str, str], list[Compared]] = defaultdict(list)
    for name in (WARC, PARQUET):
        around = MEMORY, name
        before = bare_loops(given.data, given.folder, around)
        for engine in engines * given.rounds:
            with there.get(engine, lambda: nullcontext([]))() as others:
                run = measure(engine, given.folder / name, given.folder / "out", others)
            after = bare_loops(given.data, given.folder, around)
            compared = Compared(run, *((before[loop] + after[loop]) / 2 for loop in around))
            print(engine, name, *compared.cells(given.pages), sep=", ", file=sys.stderr, flush=True)
            found[engine, name].append(compared)
            before = after
    print(f"| {' | '.join(HEADS)} |")
    print("|---" * len(HEADS) + "|")
    for engine, name in sorted(found, key=lambda pair: engines.index(pair[0])):
        runs = sorted(found[engine, name], key=lambda compared: compared.share)
        print(f"| {' | '.join((engine, name, *runs[len(runs) // 2].cells(given.pages)))} |")


if __name__ == "__main__":
    main()
