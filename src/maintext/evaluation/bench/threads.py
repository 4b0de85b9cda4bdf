"""Speed-up by threads: the kernel releases Python's lock."""

import time
from collections import deque
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from math import ceil

from maintext.methods.base import Method
from maintext.pipeline import Extractor
from maintext.processes.cores import count_cores

Clock = Callable[[], float]

_LEAST_SECONDS = 1.0


@dataclass(frozen=True, slots=True)
class ThreadGain:
    """All pages by one thread, and by as many as there are cores."""

    extractor: str
    threads: int
    one: float
    """Seconds for all pages on one thread."""
    many: float

    @property
    def ratio(self) -> float:
        """Speed-up."""
        return self.one / self.many


def thread_gains(
    pages: list[bytes], methods: Iterable[Method], rounds: int, clock: Clock = time.perf_counter
) -> list[ThreadGain]:
    """The best of some rounds, with one thread and with many, alternating.

    The pages are repeated to fill a second: with few, the start of the threads and the last page dominate.
    """
    threads = count_cores()
    gains = []
    for method in methods:
        once = _seconds(pages, method, 1, clock)
        times = max(ceil(_LEAST_SECONDS / max(once, 1e-3)), 1)
        taken = [
            [_seconds(pages * times, method, many, clock) for many in (1, threads)] for _ in range(rounds)
        ]
        one, many = (min(seconds) / times for seconds in zip(*taken, strict=True))
        gains.append(ThreadGain(method.spec, threads, one, many))
    return gains


def _seconds(pages: list[bytes], method: Method, threads: int, clock: Clock) -> float:
    """Each thread takes the next page when it has finished one."""
    extractor, waiting = Extractor(method), deque(pages)

    def work() -> None:
        while True:
            try:
                html = waiting.popleft()
            except IndexError:
                return
            _ = extractor.extract(html).text

    with ThreadPoolExecutor(threads) as pool:
        start = clock()
        for done in [pool.submit(work) for _ in range(threads)]:
            done.result()
        return clock() - start
