"""What more threads give: where the kernel works, Python's lock is free."""

import os
import time
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from maintext.methods.base import Method
from maintext.pipeline import Extractor

Clock = Callable[[], float]


@dataclass(frozen=True, slots=True)
class ThreadGain:
    """All pages by one thread, and by as many as there are cores."""

    extractor: str
    threads: int
    one: float
    """Seconds that one thread takes."""
    many: float

    @property
    def ratio(self) -> float:
        """How many times faster the threads are."""
        return self.one / self.many


def thread_gains(
    pages: Sequence[bytes], methods: Iterable[Method], rounds: int, clock: Clock = time.perf_counter
) -> list[ThreadGain]:
    """The best of some rounds, one thread and many in turn."""
    threads = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    gains = []
    for method in methods:
        taken = [[_seconds(pages, method, many, clock) for many in (1, threads)] for _ in range(rounds)]
        one, many = map(min, zip(*taken, strict=True))
        gains.append(ThreadGain(method.name, threads, one, many))
    return gains


def _seconds(pages: Sequence[bytes], method: Method, threads: int, clock: Clock) -> float:
    """Each thread takes the next page when it is done with one; nobody waits for single results."""
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
