"""Load test of a service that is started on this machine.

    python tools/load_service.py speed PAGES      requests/s, p50 and p99 with auto, against a bare loop
    python tools/load_service.py crowd            1,000 requests at once, hostile ones among them; memory
    python tools/load_service.py neighbours PAGES what a hostile page costs the others

PAGES is a folder of HTML files, or a data set in Parquet.
"""

import argparse
import asyncio
import os
import pickle
import random
import statistics
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
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


def crowd(count: int = 1000) -> None:
    """All requests at once, every tenth of them hostile; repeated, to watch the memory."""
    article = b"<h1>Tower</h1>" + b"<p>The tower was built in 1911, and it leans, as is known.</p>" * 60
    pages = [article] * (count * 9 // 10) + list(islice(cycle(HOSTILE.values()), count - count * 9 // 10))
    random.Random(7).shuffle(pages)
    with service("--timeout", "5", "--queue", "64") as (url, pid):
        print("at first: {:.0f} MB, {:.0f} MB with the workers".format(*memory(pid)))
        for round_ in range(5):
            _, statuses, seconds = asyncio.run(send_all(url, pages, count))
            assert statuses.total() == count
            while httpx.get(f"{url}/health").json()["busy"]:
                time.sleep(0.1)
            held = "{:.0f} MB, {:.0f} MB with the workers".format(*memory(pid))
            print(f"round {round_ + 1}: {seconds:5.1f} s, {dict(sorted(statuses.items()))}, {held}")
        print(httpx.get(f"{url}/health").text)


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


def main() -> None:
    """Run the chosen test."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=("speed", "crowd", "neighbours"))
    parser.add_argument("pages", type=Path, nargs="?")
    parser.add_argument("--most", type=int, default=300, help="number of pages")
    asked = parser.parse_args()
    if asked.what == "crowd":
        crowd()
    elif asked.pages is None:
        parser.error("PAGES is missing")
    else:
        {"speed": speed, "neighbours": neighbours}[asked.what](read_pages(asked.pages, asked.most))


if __name__ == "__main__":
    main()
