"""Load test of a service that is started on this machine.

    python tools/load_service.py speed PAGES      requests/s, p50 and p99 with auto, against a bare loop
    python tools/load_service.py crowd [PAGES]    1,000 requests, 64 at a time, every tenth hostile
    python tools/load_service.py neighbours PAGES what a hostile page costs the others
    python tools/load_service.py cost PAGES       processor time of /extract and /explain, for 120 to 180 KB

PAGES is a folder of HTML files, or a data set in Parquet; without it, `crowd` has the bundled pages. Nothing
leaves the loopback interface.
"""

import argparse
import asyncio
import gzip
import os
import pickle
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import cycle, islice
from pathlib import Path

import httpx

import maintext

HOSTILE = {
    "deep": b"<div>" * 200_000,
    "flat": b"<p>x</p>" * 120_000,
    "misnested": b"".join(b"<div><b id=%d>x</div>" % number for number in range(40_000)),
    "one text": b"word " * 200_000,
    "zeros": b"\0" * 500_000,
    "unclosed": b"<p>x<!--" + b"x" * 500_000,
}
BODIES = {
    "20 MB page": (b"<p>x</p>" * 2_500_000, "Content-Type: text/html\r\n"),
    "7 MB page": (b"<p>x</p>" * 900_000, "Content-Type: text/html\r\n"),
    "JSON bomb": (
        gzip.compress(b'{"html":"<p>x","parameters":{"threshold":[' + b"{}," * 2_700_000 + b"{}]}}"),
        "Content-Type: application/json\r\nContent-Encoding: gzip\r\n",
    ),
    "gzip bomb": (gzip.compress(bytes(100_000_000)), "Content-Encoding: gzip\r\n"),
    "deep": (HOSTILE["deep"], "Content-Type: text/html\r\n"),
}
ODD = [*BODIES, "slow", "idle"]
COUNT, AT_ONCE, MOST_SECONDS = 1000, 64, 500
WORKERS = 2


@contextmanager
def service(*options: str) -> Iterator[tuple[str, int]]:
    """A service in its own process: its URL and process id."""
    maintext_command = [sys.executable, "-c", "from maintext.cli import app; app()"]
    command = [*maintext_command, "serve", "--port", "0", "--workers", str(WORKERS), *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        line = process.stdout.readline()
        try:
            yield next(word for word in line.split() if word.startswith("http://")), process.pid
        finally:
            process.terminate()


def read_pages(path: Path, most: int) -> list[bytes]:
    """Pages, spread evenly over the folder or file."""
    if path.suffix == ".parquet":
        from pyarrow import parquet

        found = parquet.read_table(path, columns=["html"])["html"].to_pylist()
        pages = [html.encode() if isinstance(html, str) else html for html in found]
    else:
        pages = [file.read_bytes() for file in sorted(path.rglob("*.html"))]
    return pages[:: max(1, len(pages) // most)][:most]


def memory(pid: int) -> tuple[float, float]:
    """Megabytes of a process, and of it with its children."""
    children = subprocess.run(
        ["pgrep", "-P", str(pid)], capture_output=True, text=True, check=False
    ).stdout.split()
    found = []
    for one in (str(pid), *children):
        status = Path(f"/proc/{one}/status").read_text()
        found += [float(line.split()[1]) / 1024 for line in status.splitlines() if line.startswith("VmRSS")]
    return found[0], sum(found)


def cpu(pid: int) -> float:
    """Processor time of a process and its children, in seconds."""
    found = subprocess.run(["pgrep", "-P", str(pid)], capture_output=True, text=True, check=False).stdout
    ticks = 0
    for one in (str(pid), *found.split()):
        fields = Path(f"/proc/{one}/stat").read_text().rpartition(")")[2].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


async def send_all(
    url: str, pages: list[bytes], at_once: int, path: str = "/extract"
) -> tuple[list[float], Counter[int], float]:
    """Times of the requests, their statuses, and the total time, with `at_once` connections."""
    times: list[float] = []
    statuses: Counter[int] = Counter()
    waiting = iter(pages)
    limits = httpx.Limits(max_connections=at_once, max_keepalive_connections=at_once)

    async def client_work(client: httpx.AsyncClient) -> None:
        for page in waiting:
            begun = time.perf_counter()
            answer = await client.post(path, content=page, headers={"Content-Type": "text/html"})
            times.append(time.perf_counter() - begun)
            statuses[answer.status_code] += 1

    async with httpx.AsyncClient(base_url=url, timeout=120, limits=limits) as client:
        begun = time.perf_counter()
        await asyncio.gather(*(client_work(client) for _ in range(at_once)))
        return times, statuses, time.perf_counter() - begun


def bare_loop(pages: list[bytes]) -> float:
    """Pages per second of the library itself, in as many processes as the service has workers."""
    code = (
        "import sys, time, pickle, maintext\n"
        "pages = pickle.load(sys.stdin.buffer)\n"
        "maintext.extract(pages[0]).to_json()\n"
        "begun = time.perf_counter()\n"
        "for page in pages: maintext.extract(page).to_json()\n"
        "print(time.perf_counter() - begun)\n"
    )
    parts = [pages[number::WORKERS] for number in range(WORKERS)]
    children = [
        subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        for _ in parts
    ]
    for child, part in zip(children, parts, strict=True):
        assert child.stdin is not None
        child.stdin.write(pickle.dumps(part))
        child.stdin.close()
    seconds = [float(child.stdout.read()) for child in children if child.stdout is not None]
    for child in children:
        child.wait()
    return len(pages) / max(seconds)


def one_loop(pages: list[bytes]) -> float:
    """Pages per second of the library in this process."""
    maintext.extract(pages[0]).to_json()
    begun = time.perf_counter()
    for page in pages:
        maintext.extract(page).to_json()
    return len(pages) / (time.perf_counter() - begun)


def speed(pages: list[bytes]) -> None:
    """Sustained requests per second, in rounds that alternate with the bare loops."""
    rates: dict[str, list[float]] = {"one process": [], f"{WORKERS} processes": [], "service": []}
    times: list[float] = []
    costs: dict[str, list[float]] = {"one process": [], "service": []}
    with service() as (url, pid):
        asyncio.run(send_all(url, pages[:20], 4))
        for _ in range(3):
            before = time.process_time()
            rates["one process"].append(one_loop(pages))
            costs["one process"].append(1000 * (time.process_time() - before) / len(pages))
            rates[f"{WORKERS} processes"].append(bare_loop(pages))
            before = cpu(pid)
            taken, statuses, seconds = asyncio.run(send_all(url, pages, 2 * WORKERS))
            costs["service"].append(1000 * (cpu(pid) - before) / len(pages))
            assert set(statuses) == {200}, statuses
            rates["service"].append(len(pages) / seconds)
            times += taken
    for name, found in rates.items():
        print(f"{name:14} {statistics.median(found):7.1f} pages/s   {[round(rate, 1) for rate in found]}")
    times.sort()
    print(f"p50 {times[len(times) // 2] * 1000:.0f} ms, p99 {times[len(times) * 99 // 100] * 1000:.0f} ms")
    for name, spent in costs.items():
        print(f"{name:14} {statistics.median(spent):7.1f} ms of processor time per page")
    for name in list(rates)[:2]:
        shares = [own / bare for own, bare in zip(rates["service"], rates[name], strict=True)]
        print(f"service / {name}: {statistics.median(shares):.0%}")


@dataclass
class Crowd:
    """Requests to a service, and what became of them."""

    url: str
    pid: int
    pages: list[bytes]
    answers: Counter[tuple[str, int | None]] = field(default_factory=Counter)
    times: list[float] = field(default_factory=list)
    health: list[float] = field(default_factory=list)
    idle: list[asyncio.StreamWriter] = field(default_factory=list)

    @property
    def address(self) -> tuple[str, int]:
        """Host and port."""
        host, _, port = self.url.removeprefix("http://").partition(":")
        return host, int(port)

    async def run(self) -> float:
        """All requests; the seconds that they took."""
        kinds = ["good" if number % 10 else ODD[number // 10 % len(ODD)] for number in range(COUNT)]
        random.Random(7).shuffle(kinds)
        waiting, pages = iter(kinds), cycle(self.pages)

        async def one_client() -> None:
            for kind in waiting:
                page = next(pages) if kind == "good" else b""
                begun = time.perf_counter()
                status = await self.ask(kind, page)
                self.answers[kind, status] += 1
                if kind == "good":
                    self.times.append(time.perf_counter() - begun)

        begun = time.perf_counter()
        async with asyncio.timeout(MOST_SECONDS):
            await asyncio.gather(*(one_client() for _ in range(AT_ONCE)))
        seconds = time.perf_counter() - begun
        for writer in self.idle:
            writer.transport.abort()
        return seconds

    async def ask(self, kind: str, page: bytes) -> int | None:
        """The status of the response to a request of one kind; None without a response."""
        if kind == "idle":
            _, writer = await asyncio.open_connection(*self.address)
            writer.write(b"POST /extract HTTP/1.1\r\n")
            self.idle.append(writer)
            return None
        if kind == "slow":
            return await self.send(
                _request(b"<p>x" * 1000)[:-2000], drip=_request(b"<p>x" * 1000)[-2000:-1900]
            )
        body, head = BODIES.get(kind, (page, "Content-Type: text/html\r\n"))
        return await self.send(_request(body, head))

    async def send(self, data: bytes, drip: bytes = b"") -> int | None:
        reader, writer = await asyncio.open_connection(*self.address)
        try:
            writer.write(data)
            for byte in drip:  # a little at a time, and never all of it
                writer.write(bytes([byte]))
                await asyncio.sleep(0.05)
            if drip:
                return None
            line = await reader.readline()
            await reader.read()
            return int(line.split()[1]) if line else None
        except ConnectionError:  # a large body is cut off when its answer is clear
            return None
        finally:
            writer.transport.abort()


WATCH = """
import sys, time, urllib.request
while True:
    begun = time.perf_counter()
    urllib.request.urlopen(sys.argv[1] + "/health").read()
    print(time.perf_counter() - begun, flush=True)
    time.sleep(0.05)
"""


@contextmanager
def watched(url: str, times: list[float]) -> Iterator[None]:
    """Ask for the health all the time, on a new connection each time, in a separate process."""
    with tempfile.TemporaryFile("w+") as output:
        process = subprocess.Popen([sys.executable, "-c", WATCH, url], stdout=output)
        try:
            yield
        finally:
            process.terminate()
            process.wait()
        output.seek(0)
        times += [float(line) for line in output if line.endswith("\n")]


def _request(body: bytes, head: str = "Content-Type: text/html\r\n") -> bytes:
    first = f"POST /extract HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n{head}"
    return f"{first}Content-Length: {len(body)}\r\n\r\n".encode() + body


def crowd(pages: list[bytes]) -> None:
    """1,000 requests, 64 at a time, of which every tenth is hostile; twice, to watch memory and latency."""
    print(f"load of the machine at first: {os.getloadavg()[0]:.1f}, cores: {os.cpu_count()}")
    with service("--queue", "64") as (url, pid):
        asyncio.run(send_all(url, pages[:20], 2))
        for words in ("first round", "second round"):
            alone = _alone(url, pages)
            held = "{:.0f} MB, {:.0f} MB with workers".format(*memory(pid))
            print(f"before: {held}; p50 alone {alone:.0f} ms")
            found = Crowd(url, pid, pages)
            with watched(url, found.health):
                seconds = asyncio.run(found.run())
            while httpx.get(f"{url}/health").json()["busy"]:
                time.sleep(0.1)
            print(f"{words}: {seconds:.1f} s, {COUNT / seconds:.0f} requests/s")
            for (kind, status), count in sorted(found.answers.items(), key=str):
                print(f"    {kind:12} {status or 'no response':>12} {count:5}")
            times, health = sorted(found.times), sorted(found.health)
            print(f"    good pages: p50 {_share(times, 50):.0f} ms, p99 {_share(times, 99):.0f} ms")
            print(
                f"    /health: p50 {_share(health, 50):.0f} ms, p99 {_share(health, 99):.0f} ms, "
                f"longest {health[-1] * 1000:.0f} ms, {len(health)} times"
            )
            print(f"    main process: {peak(pid):.0f} MB at most")
            answered = {status for kind, status in found.answers if kind == "good"}
            assert answered <= {200, 503}, answered
        alone = _alone(url, pages)
        print(
            f"after: {memory(pid)[0]:.0f} MB, {memory(pid)[1]:.0f} MB with workers; p50 alone {alone:.0f} ms"
        )
    print(f"bare loop in {WORKERS} processes: {bare_loop(pages * max(1, 200 // len(pages))):.0f} pages/s")
    print(f"load of the machine at last: {os.getloadavg()[0]:.1f}")


def _alone(url: str, pages: list[bytes]) -> float:
    """Median time of a request with nothing beside it, in ms."""
    return _share(sorted(asyncio.run(send_all(url, list(islice(cycle(pages), 40)), 1))[0]), 50)


def _share(times: list[float], percent: int) -> float:
    return 1000 * times[min(len(times) * percent // 100, len(times) - 1)]


def peak(pid: int) -> float:
    """The most memory that a process has had, in MB."""
    status = Path(f"/proc/{pid}/status").read_text()
    return next(float(line.split()[1]) / 1024 for line in status.splitlines() if line.startswith("VmHWM"))


def neighbours(pages: list[bytes]) -> None:
    """Times of ordinary requests, alone and while a hostile page is being processed."""
    hostile = HOSTILE["flat"]

    async def measure(url: str, disturbed: bool) -> list[float]:
        async def disturb() -> None:
            while True:
                await send_all(url, [hostile], 1)

        disturbing = asyncio.create_task(disturb()) if disturbed else None
        times, _, _ = await send_all(url, pages, 1)
        if disturbing:
            disturbing.cancel()
        return sorted(times)

    with service() as (url, _):
        for disturbed in (False, True, False, True):
            times = asyncio.run(measure(url, disturbed))
            words = "beside a hostile page" if disturbed else "alone"
            middle, late = (times[len(times) * share // 100] * 1000 for share in (50, 99))
            print(f"{words:22} p50 {middle:.0f} ms, p99 {late:.0f} ms")


def cost(pages: list[bytes]) -> None:
    """Processor time of the main process and of its worker (Linux), the least of six for each page."""
    chosen = [page for page in pages if 120_000 <= len(page) <= 180_000][:80]
    print(f"{len(chosen)} pages of {statistics.fmean(map(len, chosen)) / 1000:.0f} KB")
    with service("--workers", "1") as (url, pid), httpx.Client(base_url=url, timeout=120) as client:
        worker = subprocess.run(["pgrep", "-P", str(pid)], capture_output=True, text=True, check=True).stdout
        for path in ("/extract", "/extract?format=text", "/explain"):
            least: list[list[float]] = [[float("inf")] * len(chosen) for _ in range(2)]
            for number, page in islice(cycle(enumerate(chosen)), 6 * len(chosen)):
                before = _milliseconds(pid), _milliseconds(int(worker))
                client.post(path, content=page, headers={"Content-Type": "text/html"}).raise_for_status()
                time.sleep(0.002)  # the worker may still be tidying up
                after = _milliseconds(pid), _milliseconds(int(worker))
                for one in range(2):
                    least[one][number] = min(least[one][number], after[one] - before[one])
            main_time, work_time = map(statistics.fmean, least)
            total = main_time + work_time
            print(f"{path:22} main {main_time:.2f} ms, worker {work_time:.2f} ms, together {total:.2f} ms")


def _milliseconds(pid: int) -> float:
    """Processor time of all threads of a process."""
    threads = Path(f"/proc/{pid}/task").glob("*/schedstat")
    return sum(int(thread.read_text().split()[0]) for thread in threads) / 1e6


def main() -> None:
    """Run the chosen test."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=("speed", "crowd", "neighbours", "cost"))
    parser.add_argument("pages", type=Path, nargs="?")
    parser.add_argument("--most", type=int, default=300, help="number of pages")
    asked = parser.parse_args()
    if asked.what == "crowd":
        crowd(read_pages(asked.pages or Path(maintext.__file__).parent / "samples", asked.most))
    elif asked.pages is None:
        parser.error("PAGES is missing")
    else:
        test = {"speed": speed, "neighbours": neighbours, "cost": cost}[asked.what]
        test(read_pages(asked.pages, asked.most))


if __name__ == "__main__":
    main()
