"""Growth of time: twice the input may cost at most 2.5 times as much, even on a busy machine."""

import gc
import time
from collections.abc import Callable
from statistics import median_high

_MOST = 2.5
_NOISE = 0.03  # resolution of the clock, in seconds


def grows_linearly(once: Callable[[], object], twice: Callable[[], object], tries: int = 12) -> bool:
    """Whether twice the input costs at most 2.5 times the processor time.

    Other work on the machine only adds time, so the smallest of several runs counts. It stops at the first
    run that passes. If none does, a run of `once` may have been the only undisturbed one: then runs that
    follow each other are compared, and more than half of these pairs must pass.
    """
    return takes_at_most(_MOST, twice, once, tries)


def takes_at_most(
    times: float, work: Callable[[], object], other: Callable[[], object], tries: int = 12
) -> bool:
    """Whether `work` costs at most so many times the processor time of `other`."""
    runs: list[tuple[float, float]] = []
    other()  # the first run may load what both need
    for _ in range(tries):
        runs.append((_seconds(other), _seconds(work)))
        small, large = map(min, zip(*runs, strict=True))
        if large <= times * small + _NOISE:
            return True
    return median_high(large - times * small for small, large in runs) <= _NOISE


def _seconds(work: Callable[[], object]) -> float:
    gc.disable()  # it would scan objects of earlier tests
    try:
        return _thread_seconds(work)
    finally:
        gc.enable()


def _thread_seconds(work: Callable[[], object]) -> float:
    # NumPy's own threads spin while they wait, so only the time of this thread counts
    start = time.thread_time()
    work()
    return time.thread_time() - start
