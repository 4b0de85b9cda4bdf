"""The child process: orders in, replies out, each item within its limits."""

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

from maintext.processes.messages import END, Failure, Reply, Setup, alarm, one_line

NAME = "maintext-guard"
"""Name of a child in lists of processes (Linux)."""
_MAX_SECONDS = 1e8
"""The longest timer that the system takes, about three years."""
_OBJECTS_BETWEEN_COLLECTIONS = 20_000


def serve(orders: IO[bytes]) -> None:
    """Run in a child: read the setup, then lists of items or jobs; end when the parent ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent reports interrupts
    with contextlib.suppress(OSError):
        Path("/proc/self/comm").write_text(NAME)
    if alarm():
        signal.signal(alarm(), signal.SIG_DFL)
    replies = _take_output()
    setup: Setup = pickle.load(orders)
    try:
        function = setup.start()
    except Exception as error:
        _reply(replies, True, Failure("error", one_line(error)))
        return
    inbox = _Inbox(orders)
    limits = _Limits(setup.seconds, setup.memory)
    _reply(replies, False, None)
    while True:
        order = inbox.next()
        if isinstance(order, list):
            _run(order, function, limits, replies)
        else:
            _stream(order, function, limits, replies)
        del order  # do not keep a large one while idle


def collect_rarely() -> None:
    """Tune the garbage collector for many small items; for a `start` function to call at its end."""
    gc.collect()
    gc.freeze()  # loaded objects are not scanned again
    gc.set_threshold(_OBJECTS_BETWEEN_COLLECTIONS, 10, 10)


def _run(items: list[Any], function: Callable[[Any], Any], limits: "_Limits", replies: IO[bytes]) -> None:
    limits.limit_memory()
    for number, item in enumerate(items, 1):
        limits.start_clock()
        failed, value = _attempt(function, item)
        limits.stop_clock()
        if number == len(items):  # reading the next order may need memory
            limits.lift_memory()
        _reply(replies, failed, value)


def _stream(
    job: Callable[[Callable[[Any], Any]], Iterator[Any]],
    function: Callable[[Any], Any],
    limits: "_Limits",
    replies: IO[bytes],
) -> None:
    def attempt(item: object) -> object:
        limits.limit_memory()
        limits.start_clock()
        failed, value = _attempt(function, item)
        limits.stop_clock()
        limits.lift_memory()
        if failed and value.status == "memory":
            raise MemoryError(value.reason)
        return value

    try:
        for value in job(attempt):
            _reply(replies, False, value)
    except Exception as error:  # a MemoryError too: after one, the child cannot be relied on
        _reply(replies, True, Failure("error", one_line(error)))
    else:
        _reply(replies, *END)


class _Inbox:
    """Orders of the parent, read in a thread that ends the process when the parent ends."""

    def __init__(self, orders: IO[bytes]) -> None:
        self.orders = orders
        self.received: queue.SimpleQueue[Any] = queue.SimpleQueue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        try:
            while True:
                self.received.put(pickle.load(self.orders))
        finally:  # end of file, or an order that cannot be unpickled here
            os._exit(1)

    def next(self) -> Any:
        """The next list of items, or the next job of a stream."""
        return self.received.get()


def _take_output() -> IO[bytes]:
    """Keep the pipe to the parent for replies; what else is printed goes to standard error."""
    replies = os.fdopen(os.dup(1), "wb", buffering=1 << 16)
    os.dup2(2, 1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    return replies


def _attempt(function: Callable[[Any], Any], item: object) -> Reply:
    try:
        return False, function(item)
    except MemoryError:
        return True, Failure("memory", "it needs more memory than the limit")
    except Exception as error:  # one failed item must not end the work on the others
        return True, Failure("error", one_line(error))


def _reply(replies: IO[bytes], failed: bool, value: object) -> None:
    buffer = io.BytesIO()
    try:
        pickle.dump((failed, value), buffer, protocol=5)
    except Exception as error:  # the result cannot be pickled
        buffer = io.BytesIO(pickle.dumps((True, Failure("error", one_line(error)))))
    try:
        replies.write(buffer.getbuffer())
        replies.flush()
    except OSError:  # the parent is gone
        os._exit(0)


class _Limits:
    """Limits that a process can set for itself; cheap enough to set for every item."""

    def __init__(self, seconds: float, memory: int | None) -> None:
        self.seconds, self.memory = seconds, memory
        self.alarm = bool(alarm())
        self.sizes: int | None = None
        with contextlib.suppress(ImportError, OSError):  # not on this system
            import resource

            self.resource: Any = resource
            self.most = resource.getrlimit(resource.RLIMIT_DATA)[1]
            self.sizes = os.open("/proc/self/statm", os.O_RDONLY)

    def limit_memory(self) -> None:
        """Allow the process the limit on top of what it uses now."""
        if self.sizes is None or self.memory is None:
            return
        pages = int(os.pread(self.sizes, 200, 0).split()[5])
        allowed = pages * self.resource.getpagesize() + self.memory
        allowed = min(allowed, sys.maxsize if self.most == self.resource.RLIM_INFINITY else self.most)
        self.resource.setrlimit(self.resource.RLIMIT_DATA, (allowed, self.most))

    def lift_memory(self) -> None:
        """Remove the memory limit."""
        if self.sizes is not None and self.memory is not None:
            self.resource.setrlimit(self.resource.RLIMIT_DATA, (self.most, self.most))

    def start_clock(self) -> None:
        """Let the system end this process at the time limit."""
        if self.alarm:
            signal.setitimer(signal.ITIMER_REAL, min(self.seconds, _MAX_SECONDS))

    def stop_clock(self) -> None:
        """Remove the time limit."""
        if self.alarm:
            signal.setitimer(signal.ITIMER_REAL, 0.0)


def limit_data(memory: int) -> None:
    """Limit the memory of this process to that many bytes more than it uses now (Linux)."""
    _Limits(float("inf"), memory).limit_memory()
