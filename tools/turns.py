"""Programs that take turns of a second or two, so that other work on the machine slows all equally."""

import multiprocessing
import os
import signal
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from ctypes import c_longlong
from multiprocessing.synchronize import Barrier
from typing import Any

from chaos_run import below

TURN = 2.0
"""Seconds of a turn."""
Start = Callable[..., Iterator[object]]
"""Makes an iterator that does one step at a time."""


def freeze(roots: Iterable[int]) -> list[int]:
    """Stop processes and their descendants; return their ids."""
    stopped: list[int] = []
    while more := [pid for root in roots for pid in (root, *below(root)) if pid not in stopped]:
        send_signal(more, signal.SIGSTOP)
        stopped += dict.fromkeys(more)
    return stopped


def send_signal(pids: Iterable[int], what: signal.Signals) -> None:
    """Send a signal to the processes that still exist."""
    for pid in pids:
        with suppress(ProcessLookupError):
            os.kill(pid, what)


class Loops:
    """The same loop in several processes, which are stopped except in their turns."""

    def __init__(self, at_once: int, start: Start, *arguments: Any) -> None:
        spawn = multiprocessing.get_context("spawn")
        ready = spawn.Barrier(at_once + 1)
        self._counts: list[c_longlong] = [spawn.RawValue("q") for _ in range(at_once)]
        self._running = [
            spawn.Process(target=_loop, args=(ready, count, start, arguments), daemon=True)
            for count in self._counts
        ]
        for process in self._running:
            process.start()
        ready.wait()
        self._signal(signal.SIGSTOP)
        self.forget()

    def forget(self) -> None:
        """Reset the counts."""
        self._seconds = 0.0
        self._before = self._done()

    def turn(self) -> None:
        """Run for a while."""
        self._signal(signal.SIGCONT)
        start = time.perf_counter()
        time.sleep(TURN)
        self._signal(signal.SIGSTOP)
        self._seconds += time.perf_counter() - start

    @property
    def rate(self) -> float:
        """Steps per second of all processes."""
        return (self._done() - self._before) / self._seconds

    def close(self) -> None:
        """End them."""
        self._signal(signal.SIGKILL)

    def _done(self) -> int:
        return sum(count.value for count in self._counts)

    def _signal(self, what: signal.Signals) -> None:
        send_signal((process.pid or 0 for process in self._running), what)


def _loop(ready: Barrier, count: c_longlong, start: Start, arguments: Sequence[Any]) -> None:
    steps = start(*arguments)
    next(steps)
    ready.wait()
    for _ in steps:
        count.value += 1
