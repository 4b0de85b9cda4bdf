"""The child: orders in, answers out, each item within its limits."""

import contextlib
import gc
import io
import os
import pickle
import queue
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, Any

from maintext.processes.messages import END, Duty, Failure, Outcome, alarm

NAME = "maintext-guard"
"""What lists of processes call it, where they can be told."""
_LONGEST = 1e8
"""Seconds that a clock of the system can count; three years."""
_OBJECTS_BETWEEN = 20_000
"""New objects of a child after which its garbage is collected."""


def serve(orders: IO[bytes]) -> None:
    """The child: what it is told first is its duty, then lists of items; it ends when its parent does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent says what there is to say
    with contextlib.suppress(OSError):
        Path("/proc/self/comm").write_text(NAME)
    if alarm():
        signal.signal(alarm(), signal.SIG_DFL)
    answers = _take_output()
    duty: Duty = pickle.load(orders)
    try:
        function = duty.start()
    except Exception as error:
        _answer(answers, True, Failure("error", _one_line(error)))
        return
    inbox = _Inbox(orders)
    # What there is now stays: the collector need not look at it again and again, nor after every few items.
    gc.collect()
    gc.freeze()
    gc.set_threshold(_OBJECTS_BETWEEN, 10, 10)
    limits = _Limits(duty)
    _answer(answers, False, None)
    while True:
        order = inbox.next()
        if isinstance(order, list):
            _run(order, function, limits, answers)
        else:
            _stream(order, function, limits, answers)
        del order  # a large one is not kept while there is nothing to do


def _run(items: list[Any], function: Callable[[Any], Any], limits: "_Limits", answers: IO[bytes]) -> None:
    limits.limit_memory()
    for number, item in enumerate(items, 1):
        limits.start_clock()
        failed, told = _attempt(function, item)
        limits.stop_clock()
        if number == len(items):  # the next items may need some before they are theirs to answer for
            limits.lift_memory()
        _answer(answers, failed, told)


def _stream(
    work: Callable[[Callable[[Any], Any]], Iterator[Any]],
    function: Callable[[Any], Any],
    limits: "_Limits",
    answers: IO[bytes],
) -> None:
    def attempt(item: object) -> object:
        limits.limit_memory()
        limits.start_clock()
        failed, told = _attempt(function, item)
        limits.stop_clock()
        limits.lift_memory()
        if failed and told.status == "memory":
            raise MemoryError(told.reason)
        return told

    try:
        for value in work(attempt):
            _answer(answers, False, value)
    except Exception as error:  # a MemoryError, too: then there is no child to rely on any more
        _answer(answers, True, Failure("error", _one_line(error)))
    else:
        _answer(answers, *END)


class _Inbox:
    """Messages of the parent, read in a thread, which ends the process when the parent is gone."""

    def __init__(self, orders: IO[bytes]) -> None:
        self.orders = orders
        self.there: queue.SimpleQueue[Any] = queue.SimpleQueue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        try:
            while True:
                self.there.put(pickle.load(self.orders))
        finally:  # the end of the file, as a rule, or what cannot be read here
            os._exit(1)

    def next(self) -> Any:
        """The next list of items, or the next work."""
        return self.there.get()


def _take_output() -> IO[bytes]:
    """The way to the parent for the answers alone: whatever else is printed goes to standard error."""
    answers = os.fdopen(os.dup(1), "wb", buffering=1 << 16)
    os.dup2(2, 1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    return answers


def _attempt(function: Callable[[Any], Any], item: object) -> Outcome:
    try:
        return False, function(item)
    except MemoryError:
        return True, Failure("memory", "it needs more memory than it may have")
    except Exception as error:  # an item that fails must not end the others' work
        return True, Failure("error", _one_line(error))


def _answer(answers: IO[bytes], failed: bool, told: object) -> None:
    buffer = io.BytesIO()
    try:
        pickle.dump((failed, told), buffer, protocol=5)
    except Exception as error:  # a result that cannot be sent is an error, too
        buffer = io.BytesIO(pickle.dumps((True, Failure("error", _one_line(error)))))
    try:
        answers.write(buffer.getbuffer())
        answers.flush()
    except OSError:  # nobody listens any more
        os._exit(0)


def _one_line(error: Exception) -> str:
    return " ".join(f"{type(error).__name__}: {error}".split()).removesuffix(":")


class _Limits:
    """What the system can limit for a process from within: that is cheap enough to be done for each item."""

    def __init__(self, duty: Duty) -> None:
        self.seconds, self.memory = duty.seconds, duty.memory
        self.alarm = bool(alarm())
        self.sizes: int | None = None
        with contextlib.suppress(ImportError, OSError):  # no such limits, or no way to tell what it has
            import resource

            self.resource: Any = resource
            self.most = resource.getrlimit(resource.RLIMIT_DATA)[1]
            self.sizes = os.open("/proc/self/statm", os.O_RDONLY)

    def limit_memory(self) -> None:
        """Let the process have so much on top of what it has now."""
        if self.sizes is None or self.memory is None:
            return
        pages = int(os.pread(self.sizes, 200, 0).split()[5])
        allowed = pages * self.resource.getpagesize() + self.memory
        allowed = min(allowed, sys.maxsize if self.most == self.resource.RLIM_INFINITY else self.most)
        self.resource.setrlimit(self.resource.RLIMIT_DATA, (allowed, self.most))

    def lift_memory(self) -> None:
        """Let it have as much as it may."""
        if self.sizes is not None and self.memory is not None:
            self.resource.setrlimit(self.resource.RLIMIT_DATA, (self.most, self.most))

    def start_clock(self) -> None:
        """Let the system end this process after so long, whatever it is doing then."""
        if self.alarm:
            signal.setitimer(signal.ITIMER_REAL, min(self.seconds, _LONGEST))

    def stop_clock(self) -> None:
        """The item is done."""
        if self.alarm:
            signal.setitimer(signal.ITIMER_REAL, 0.0)
