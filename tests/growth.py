"""How time grows: twice the input may cost at most 2.5 times as much, on a busy machine too."""

import gc
import time
from collections.abc import Callable

_MOST = 2.5
_NOISE = 0.03  # seconds that a clock may add


def grows_linearly(once: Callable[[], object], twice: Callable[[], object], tries: int = 12) -> bool:
    """Whether the work on twice the input costs at most 2.5 times as much processor time.

    Other work on the machine only adds time, so the least of several runs counts. It stops at the first
    run that passes.
    """
    small = large = float("inf")
    for _ in range(tries):
        small, large = min(small, _seconds(once)), min(large, _seconds(twice))
        if large <= _MOST * small + _NOISE:
            return True
    return False


def _seconds(work: Callable[[], object]) -> float:
    gc.disable()  # it would scan what earlier tests left
    try:
        return _thread_seconds(work)
    finally:
        gc.enable()


def _thread_seconds(work: Callable[[], object]) -> float:
    start = time.thread_time()  # NumPy's own threads spin while they wait: only this one's time counts
    work()
    return time.thread_time() - start
