"""Throughput and memory of `maintext run` on every engine, against a bare loop over the same pages.

python tools/bench_run.py ../shared/data FOLDER [--pages 20000] [--engines local,ray,spark,standalone]

The pages of the data are repeated under new ids, as WARC (gzip) and as Parquet, in FOLDER; they stay there
for another run. "Perfect" is as many bare loops as there are cores: pages that lie in memory, no files, no
processes between; one loop makes the rows that the run makes, one only the text. Memory is that of the runner
and of everything that it has started.
"""

import argparse
import gzip
import io
import os
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import cycle, islice
from pathlib import Path
from urllib.parse import quote

import pyarrow as pa
import pyarrow.parquet as pq
from chaos_run import below

from maintext import extract
from maintext.batch.extract import RawPage, start_extraction
from maintext.batch.job import Job
from maintext.evaluation.bench.timing import evenly
from maintext.evaluation.datasets import read_pages

CORES = len(os.sched_getaffinity(0))
MASTER = "spark://127.0.0.1:7077"


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


def bare_loops(pages: list[tuple[str, bytes]], pages_each: int) -> tuple[float, float]:
    """Pages a second of one bare loop: of `extract(...).text`, and of what makes the rows of a run."""
    sample = [pages[position] for position in evenly(len(pages), pages_each)]
    row = start_extraction(Job())

    def rate(work: Callable[[RawPage], object]) -> float:
        start = time.perf_counter()
        for url, html in sample:
            work(RawPage(html, url, None))
        return len(sample) / (time.perf_counter() - start)

    return rate(lambda page: extract(page.html, url=page.url).text), rate(row)


class Memory(threading.Thread):
    """The memory of a process and of all below it, again and again while it runs."""

    def __init__(self, pid: int) -> None:
        super().__init__(daemon=True)
        self.pid = pid
        self.seen: list[float] = []
        self.start()

    def run(self) -> None:
        """Look twice a second until the process is gone."""
        while Path(f"/proc/{self.pid}").exists():
            total = 0.0
            for pid in (self.pid, *below(self.pid)):
                try:
                    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
                except (OSError, IndexError):
                    continue
                total += pages * os.sysconf("SC_PAGE_SIZE") / 1e6
            self.seen.append(total)
            time.sleep(0.5)

    def quarters(self) -> list[int]:
        """The largest memory in each quarter of the run, in MB."""
        size = max(len(self.seen) // 4, 1)
        return [round(max(self.seen[at : at + size], default=0)) for at in range(0, 4 * size, size)]


def measure(engine: str, source: Path, output: Path) -> tuple[float, list[int], int]:
    """Seconds, memory by quarter and rows of one run."""
    shutil.rmtree(output, ignore_errors=True)
    options = {
        "local": ["--jobs", str(CORES)],
        "ray": ["--engine", "ray"],
        "spark": ["--engine", "spark", "--master", f"local[{CORES}]"],
        "standalone": ["--engine", "spark", "--master", MASTER],
    }[engine]
    program = "from maintext.cli import app\nif __name__ == '__main__':\n    app()"
    start = time.perf_counter()
    with subprocess.Popen(
        [sys.executable, "-c", program, "run", str(source), "-o", str(output), *options],
        stderr=subprocess.PIPE,
        env={**os.environ, "PYSPARK_PYTHON": sys.executable},
    ) as run:
        memory = Memory(run.pid)
        _, said = run.communicate()
    seconds = time.perf_counter() - start
    if run.returncode:
        raise SystemExit(f"{engine} failed: {said.decode()[-500:]}")
    rows = sum(pq.read_metadata(part).num_rows for part in output.glob("part-*.parquet"))
    return seconds, memory.quarters(), rows


@contextmanager
def standalone(folder: Path) -> Iterator[None]:
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
        yield
    finally:
        for process in running:
            process.kill()
            process.wait()


def main() -> None:
    """Write the pages, run the loops and the engines, print a table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("data", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--pages", type=int, default=20_000)
    parser.add_argument("--loop", type=int, default=1_000, help="pages of the bare loops")
    parser.add_argument("--engines", default="local,ray,spark,standalone")
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    pages = pages_of(given.data)
    inputs = {}
    for name, write in (("pages.warc.gz", write_warc), ("pages.parquet", write_parquet)):
        inputs[name] = given.folder / name
        if not inputs[name].exists():
            write(pages, given.pages, inputs[name])
    text, rows = bare_loops(pages, given.loop)
    print(f"bare loop: {text:.0f} pages/s for the text, {rows:.0f} for rows; {CORES} cores", flush=True)
    print("| engine | input | pages/s | of perfect, rows | of perfect, text | MB by quarter |")
    print("|---|---|---|---|---|---|")
    for engine in given.engines.split(","):
        with standalone(given.folder) if engine == "standalone" else io.StringIO():
            for name, source in inputs.items():
                seconds, memory, count = measure(engine, source, given.folder / "out")
                rate = count / seconds
                shares = (f"{rate / (CORES * loop):.2f}" for loop in (rows, text))
                whole = "" if count == given.pages else f" ({count} rows!)"
                print(
                    f"| {engine} | {name} | {rate:.0f}{whole} | {' | '.join(shares)} | {memory} |", flush=True
                )


if __name__ == "__main__":
    main()
