"""A thousand requests at once, also slow, huge, malformed and deadly ones: all get a response, memory stays
flat.
"""

import asyncio
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from tests.waiting import wait_until

COUNT, ROUNDS, WORKERS = 1000, 3, 2
SERVICE = """
from maintext.limits import Limits
from maintext.serve.server import run
from maintext.serve.settings import Settings
from tests.serve import faults
limits = Limits(bytes=2_000_000, seconds=2.0)
run(Settings(workers=2, queue=24, limits=limits, memory=300 * 1024**2), "127.0.0.1", 0, start=faults.start)
"""
ARTICLE = b"<h1>Tower</h1>" + b"<p>The tower was built in 1911, and it leans, as is known.</p>" * 30
HUGE = b"<p>x</p>" * 200_000
BODIES = {
    "article": ARTICLE,
    "huge": HUGE,
    "too large": b"x" * 2_000_001,
    "malformed": b"<div><b></div><a><table><a>" * 300 + b"\0\xff<!--",
    "deep": b"<div>" * 20_000,
    "hangs": b"hang",
    "dies": b"die",
    "hoards": b"hoard",
    "empty": b"",
}
ODD = [name for name in BODIES if name != "article"] + ["slow client", "no HTTP", "cut", "no gzip"]
ANSWERS = {200, 400, 408, 413, 500, 503, 504, 507}


def request(body: bytes, head: str = "") -> bytes:
    sized = f"Content-Length: {len(body)}\r\n{head}"
    return f"POST /judge HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n{sized}\r\n".encode() + body


async def ask(port: int, kind: str) -> int | None:
    """The status of the response; None if there is none."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        if kind == "slow client":
            whole = request(ARTICLE)
            for first in range(0, len(whole), len(whole) // 3):
                writer.write(whole[first : first + len(whole) // 3])
                await asyncio.sleep(0.1)
        elif kind == "cut":
            writer.write(request(ARTICLE)[:-100])
            writer.write_eof()
        elif kind == "no HTTP":
            writer.write(b"\x16\x03\x01 is no HTTP\r\n\r\n")
        elif kind == "no gzip":
            writer.write(request(b"no gzip", "Content-Encoding: gzip\r\n"))
        else:
            writer.write(request(BODIES[kind]))
        line = await reader.readline()
        return int(line.split()[1]) if line.startswith(b"HTTP/1.1 ") else None
    except ConnectionError:
        return None
    finally:
        writer.transport.abort()


async def ask_together(port: int, kinds: list[str]) -> list[int | None]:
    """The statuses of requests at once."""
    return await asyncio.gather(*(ask(port, kind) for kind in kinds))


def all_answer_huge_pages(port: int) -> bool:
    """Whether every worker answers a huge page; on a busy machine, one may be too slow and be replaced."""
    return asyncio.run(ask_together(port, ["huge"] * WORKERS)) == [200] * WORKERS


async def crowd(port: int) -> Counter[tuple[str, int | None]]:
    """The results of a thousand requests, of which every tenth is odd."""
    kinds = [ODD[number // 10 % len(ODD)] if number % 10 == 0 else "article" for number in range(COUNT)]
    return Counter(zip(kinds, await ask_together(port, kinds), strict=True))


@contextmanager
def service() -> Iterator[tuple[int, int]]:
    """A service in its own process: its port and process id."""
    with subprocess.Popen(
        [sys.executable, "-c", SERVICE], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:
        assert process.stdout is not None
        try:
            url = next(word for word in process.stdout.readline().split() if word.startswith("http://"))
            yield int(url.rpartition(":")[2]), process.pid
        finally:
            process.terminate()


def resident(pid: int) -> float:
    """Megabytes of a process."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * 4096 / 1e6


def settled(port: int, pid: int) -> tuple[float, float]:
    """Megabytes of the service, alone and with its workers, after all requests have ended."""
    health = f"http://localhost:{port}/health"
    wait_until(lambda: not httpx.get(health, timeout=60).json()["busy"], "the end of all requests", 120)
    threads = Path(f"/proc/{pid}/task").glob("*/children")
    children = [child for thread in threads for child in thread.read_text().split()]
    return resident(pid), resident(pid) + sum(map(resident, map(int, children)))


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="memory is read from /proc")
@pytest.mark.slow
def test_every_request_of_a_thousand_at_once_is_answered_and_memory_stays_flat() -> None:
    with service() as (port, pid):
        held: list[tuple[float, float]] = []
        for _ in range(ROUNDS):
            found = asyncio.run(crowd(port))
            unanswered = {kind for kind, status in found if status not in ANSWERS}
            assert unanswered <= {"cut"}, found  # their clients have closed their side
            # A worker keeps memory of a huge page for the next one. So all workers must have had one.
            wait_until(lambda: all_answer_huge_pages(port), "a huge page in every worker", 120)
            assert asyncio.run(ask(port, "article")) == 200
            held.append(settled(port, pid))
    first, later = held[0], held[1:]
    # The first round loads code and fills connection buffers. After that, nothing grows.
    assert max(own for own, _ in later) < 1.15 * first[0], held
    assert max(total for _, total in later) < 1.15 * first[1], held
