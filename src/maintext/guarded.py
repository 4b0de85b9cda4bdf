"""A guarded child process: a function on many items, one after the other, each within its limits.

    items ─one message→ child ─a message for each→ results and failures, one for each item, in order

An item that hangs, hoards memory or kills the child costs only itself: the child is replaced, and goes on
with the next item. The child is a fresh interpreter that talks over its standard input and output, so a
guard works in threads, in daemonic processes, and in scripts without a main guard.
"""

import contextlib
import gc
import io
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import IO, Any, Generic, Literal, Self, TypeVar, cast

from maintext.errors import MaintextError

Item = TypeVar("Item")
Result = TypeVar("Result")

START_SECONDS = 300.0
"""A child that is not ready by then never will be."""
_GRACE = 2.0
"""Seconds past its time after which an item is ended from outside, where the system did not end it."""
_PIPE_BYTES = 1 << 20
_OBJECTS_BETWEEN = 20_000
"""New objects of a child after which its garbage is collected."""
_CHILD = (
    "import os, pickle, sys; orders = os.fdopen(os.dup(0), 'rb'); sys.path[:] = pickle.load(orders); "
    "from maintext.guarded import serve; serve(orders)"
)


@dataclass(frozen=True, slots=True)
class Failure:
    """What became of an item that has no result."""

    status: Literal["error", "timeout", "memory", "crash"]
    """The function raised; it took too long; it took too much memory; it killed its process."""
    reason: str


@dataclass(frozen=True, slots=True)
class _Duty:
    """What a child is told when it starts."""

    start: Callable[[], Callable[[Any], Any]]
    seconds: float
    memory: int | None


_Outcome = tuple[bool, Any]
"""Whether it is a failure, and the result or the failure."""


class Guard(Generic[Item, Result]):
    """A child process that runs one function on items.

    `start` is run once in every child and returns the function; it is sent there, so it must be picklable:
    a function of a module, or a partial of one. `seconds` and `memory` (bytes on top of what the
    child has after `start`, where the system can limit that) are the limits of each item.
    """

    def __init__(
        self, start: Callable[[], Callable[[Item], Result]], *, seconds: float, memory: int | None = None
    ) -> None:
        if not seconds > 0 or (memory is not None and not memory > 0):
            raise ValueError(f"the limits must be positive, not {seconds!r} seconds and {memory!r} bytes")
        self._duty = _Duty(start, seconds, memory)
        self._child: _Child | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def open(self) -> None:
        """Start the child now, not at the first item."""
        if self._child is None:
            self._child = _Child(self._duty)

    def run(self, items: Sequence[Item]) -> list[Result | Failure]:
        """Run the function on each item, once; one outcome for each, in their order."""
        outcomes: list[Result | Failure] = []
        killed = -1  # the item whose child was killed from outside: no fault of its own, the first time
        while len(outcomes) < len(items):
            self.open()
            child = cast(_Child, self._child)
            try:
                ended = child.work(items[len(outcomes) :], outcomes)
            except BaseException:  # an interrupt, too: whatever the child says next belongs to no item
                self.close()
                raise
            if ended is None:
                continue
            self.close()
            if ended.status == "memory" and ended is _KILLED and killed < len(outcomes):
                killed = len(outcomes)
            else:
                outcomes.append(ended)
        return outcomes

    def close(self) -> None:
        """End the child, whatever it is doing; a later `run` starts another."""
        if self._child is not None:
            self._child.end()
            self._child = None


_KILLED = Failure("memory", "its process was killed, as the system does when memory runs out")


class _Child:
    """A child process, seen from outside."""

    def __init__(self, duty: _Duty) -> None:
        self.seconds = duty.seconds
        self.late = False
        self.due = time.monotonic() + START_SECONDS
        self.process = subprocess.Popen(
            [sys.executable, "-c", _CHILD],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            pipesize=_PIPE_BYTES,
            env={"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", **os.environ},
        )
        self.ended = threading.Event()
        self.watch = threading.Thread(target=self._watch, daemon=True)
        self.watch.start()
        try:
            self._send(sys.path)
            self._send(duty)
            failed, told = self._receive() or (True, None)
        except BaseException:
            self.end()
            raise
        self.due = float("inf")
        if failed:
            self.end()
            why = told.reason if isinstance(told, Failure) else f"it {self._how()}"
            raise MaintextError(f"a worker process could not start: {why}")

    def work(self, items: Sequence[Any], outcomes: list[Any]) -> Failure | None:
        """Add the outcomes of items; at the first one that ended the child, say how. None: all done."""
        self.due = time.monotonic() + self.seconds + _GRACE
        self._send(list(items))
        for _ in items:
            self.due = time.monotonic() + self.seconds + _GRACE
            outcome = self._receive()
            if outcome is None:
                return self._why()
            failed, told = outcome
            if failed and told.status != "error":
                return cast(Failure, told)
            outcomes.append(told)
        self.due = float("inf")
        return None

    def end(self) -> None:
        """Kill it, and leave nothing of it."""
        self.ended.set()
        self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            with contextlib.suppress(OSError):  # what it was not sent does not matter any more
                cast("IO[bytes]", pipe).close()
        self.watch.join()

    def _send(self, message: object) -> None:
        pipe = cast("IO[bytes]", self.process.stdin)
        with contextlib.suppress(BrokenPipeError):  # it has died: receiving will tell
            pickle.dump(message, pipe, protocol=5)
            pipe.flush()

    def _receive(self) -> _Outcome | None:
        try:
            return cast(_Outcome, pickle.load(cast("IO[bytes]", self.process.stdout)))
        except (EOFError, pickle.UnpicklingError):
            return None

    def _watch(self) -> None:
        """End a child that is late and could not be ended by its own alarm."""
        while not self.ended.wait(1.0):
            if time.monotonic() > self.due:
                self.late = True
                self.process.kill()
                return

    def _why(self) -> Failure:
        code = self.process.wait()
        if self.late or (code < 0 and -code == _alarm()):
            return Failure("timeout", f"it took more than {self.seconds:g} seconds")
        if os.name == "posix" and code == -signal.SIGKILL:
            return _KILLED
        return Failure("crash", f"its process {self._how()}")

    def _how(self) -> str:
        code = self.process.wait()
        return f"died by {signal.Signals(-code).name}" if code < 0 else f"ended with exit code {code}"


# -- the child --------------------------------------------------------------------------------------------


def serve(orders: IO[bytes]) -> None:
    """The child: what it is told first is its duty, then lists of items; it ends when its parent does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent says what there is to say
    if _alarm():
        signal.signal(_alarm(), signal.SIG_DFL)
    answers = _take_output()
    duty: _Duty = pickle.load(orders)
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
    _answer(answers, False, None)
    while True:
        items = inbox.next()
        _limit_memory(duty.memory)
        for number, item in enumerate(items, 1):
            _set_alarm(duty.seconds)
            failed, told = _attempt(function, item)
            _set_alarm(None)
            if number == len(items):  # the next items may need some before they are theirs to answer for
                _limit_memory(None)
            _answer(answers, failed, told)


class _Inbox:
    """Messages of the parent, read in a thread, which ends the process when the parent is gone."""

    def __init__(self, orders: IO[bytes]) -> None:
        self.orders = orders
        self.there = threading.Semaphore(0)
        self.items: list[Any] = []
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        with contextlib.suppress(EOFError, pickle.UnpicklingError, OSError):
            while True:
                self.items = pickle.load(self.orders)
                self.there.release()
        os._exit(0)

    def next(self) -> list[Any]:
        """The next list of items."""
        self.there.acquire()
        items, self.items = self.items, []
        return items


def _take_output() -> IO[bytes]:
    """The way to the parent for the answers alone: whatever else is printed goes to standard error."""
    answers = os.fdopen(os.dup(1), "wb", buffering=1 << 16)
    os.dup2(2, 1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    return answers


def _attempt(function: Callable[[Any], Any], item: object) -> _Outcome:
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


def _limit_memory(memory: int | None) -> None:
    """Let the process have so much on top of what it has now; without a number, as much as it may."""
    try:
        import resource

        with open("/proc/self/statm") as file:
            data = int(file.read().split()[5]) * resource.getpagesize()
    except (ImportError, OSError):  # no such limits, or no way to tell what it has
        return
    _, most = resource.getrlimit(resource.RLIMIT_DATA)
    allowed = most if memory is None else data + memory
    if most != resource.RLIM_INFINITY:
        allowed = min(allowed, most)
    resource.setrlimit(resource.RLIMIT_DATA, (allowed, most))


def _alarm() -> int:
    return int(getattr(signal, "SIGALRM", 0))


def _set_alarm(seconds: float | None) -> None:
    """Let the system end this process after so long, whatever it is doing then."""
    if _alarm():
        signal.setitimer(signal.ITIMER_REAL, seconds or 0.0)
