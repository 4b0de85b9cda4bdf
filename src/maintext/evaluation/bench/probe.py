"""An extractor in its own guarded process, which measures time and memory there.

So a page that hangs or crashes an extractor costs that page only, memory is the extractor's own, and
communication with the process is not timed.
"""

import contextlib
import gc
import time
from collections.abc import Callable, Generator, Iterable
from functools import partial
from pathlib import Path
from typing import NamedTuple

from maintext.evaluation.outcome import Status
from maintext.evaluation.peers import Extract
from maintext.evaluation.runner import silence
from maintext.processes import Failure, Guard

Load = Callable[[str], Extract]
"""Name of an extractor → the extractor, imported."""

_WARM_UP = (
    b"<title>t</title><h1>t</h1>" + b"<p>Some words, and a few more of them, make a paragraph.</p>" * 20
)


class BenchPage(NamedTuple):
    """A page to measure."""

    html: bytes
    url: str | None = None


class PageLimits(NamedTuple):
    """Limits of a page."""

    seconds: float
    memory: int | None = None
    """In bytes (Linux)."""


class Reply(NamedTuple):
    """The cost of a page."""

    status: Status
    seconds: float
    """Time of the extraction; the limit at a time-out."""
    peak: int | None = None
    """Peak memory of the process in bytes, minus that before its first page."""
    busy: float = 0.0
    """Processor time of the extraction; other work on the machine does not change it."""


class Probe:
    """The extractor, in its process."""

    def __init__(self, name: str, load: Load, times: int = 1) -> None:
        self.name = name
        self.load = load
        self.times = times

    def prepare(self) -> None:
        """Import and warm up, so that this is not counted for any page."""
        silence()
        self.extract = self.load(self.name)
        self.extract(_WARM_UP, None)
        gc.collect()
        gc.freeze()  # the collector need not scan the imported modules on every page
        with contextlib.suppress(OSError):
            Path("/proc/self/clear_refs").write_text("5")  # reset the peak to the current memory
        self.before = resident("VmRSS")

    def __call__(self, page: BenchPage) -> Reply:
        """Run a page `times` times in a row; the smallest time counts."""
        seconds = busy = float("inf")
        for _ in range(self.times):
            start, busy_start = time.perf_counter(), time.process_time()
            self.extract(*page)
            busy = min(busy, time.process_time() - busy_start)
            seconds = min(seconds, time.perf_counter() - start)
        peak = resident("VmHWM")
        above = None if peak is None or self.before is None else peak - self.before
        return Reply("ok", seconds, above, busy)


def start_probe(name: str, load: Load, times: int) -> Probe:
    """The extractor, loaded and warm."""
    probe = Probe(name, load, times)
    probe.prepare()
    return probe


def measure(
    name: str, load: Load, limits: PageLimits, pages: Iterable[BenchPage], times: int = 1
) -> Generator[Reply, None, None]:
    """The cost of each page. A page is run only when its reply is requested."""
    start = partial(start_probe, name, load, times)
    with Guard(start, seconds=limits.seconds, memory=limits.memory) as guard:
        for page in pages:
            (outcome,) = guard.run([page])
            yield _failed(outcome) if isinstance(outcome, Failure) else outcome


def _failed(failure: Failure) -> Reply:
    if failure.status == "timeout":
        return Reply("timeout", failure.seconds)
    return Reply("error" if failure.status == "error" else "crash", 0.0)


def resident(field: str) -> int | None:
    """Bytes of this process in memory, now (`VmRSS`) or at most so far (`VmHWM`); None if unknown.

    Not by `getrusage`: its maximum includes that of the parent process.
    """
    try:
        status = Path("/proc/self/status").read_text()
    except OSError:
        return None
    for line in status.splitlines():
        if line.startswith(f"{field}:"):
            return 1024 * int(line.split()[1])
    return None
