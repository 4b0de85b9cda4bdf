"""A child process, seen from outside."""

import contextlib
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from typing import IO, Any, cast

from maintext.errors import MaintextError
from maintext.processes.fork import WATCH, Fork, can_fork
from maintext.processes.messages import END, Duty, Failure, Lost, Outcome, alarm

START_SECONDS = 300.0
"""A child that is not ready by then never will be."""
_GRACE = 2.0
"""Seconds past its time after which an item is ended from outside, where the system did not end it."""
_PIPE_BYTES = 1 << 20
_PROGRAM = (
    "import os, pickle, sys; orders = os.fdopen(os.dup(0), 'rb'); sys.path[:] = pickle.load(orders); "
    "from maintext.processes.child import serve; serve(orders)"
)
SETTINGS = {
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    # Arrow's memory is kept for ten seconds before the system gets it back: a row group of a table is
    # as large as the one before it, and to be given so much anew takes a tenth of the time of its pages.
    "MIMALLOC_PURGE_DELAY": "10000",
}
SIGKILL = int(getattr(signal, "SIGKILL", 9))
KILLED = Failure("memory", "its process was killed, as the system does when memory runs out")


def _start() -> "subprocess.Popen[bytes]":
    """A fresh interpreter."""
    return subprocess.Popen(
        [sys.executable, "-c", _PROGRAM],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=SETTINGS | os.environ,
    )


def _widen(*pipes: IO[bytes] | None) -> None:
    """Let more pass at a time, where that can be had: the system gives an ordinary user a few such pipes."""
    with contextlib.suppress(ImportError, AttributeError, OSError):
        import fcntl

        for pipe in pipes:
            fcntl.fcntl(cast("IO[bytes]", pipe), fcntl.F_SETPIPE_SZ, _PIPE_BYTES)


class Child:
    """A child process, seen from outside."""

    def __init__(self, duty: Duty, fork: bool = False) -> None:
        self.seconds = duty.seconds
        self.late = False
        self.due = float("inf")
        self.is_ready = False
        forked = fork and can_fork()
        self.process: subprocess.Popen[bytes] | Fork = Fork() if forked else _start()
        _widen(self.process.stdin, self.process.stdout)
        self.ended = threading.Event()
        self.watch = threading.Thread(target=self._watch, daemon=True, name=WATCH)
        self.watch.start()
        try:
            if not forked:
                self._send(sys.path)
            self._send(duty)
        except BaseException:
            self.end()
            raise

    def get_ready(self) -> None:
        """Wait until it has started."""
        if self.is_ready:
            return
        self.due = time.monotonic() + START_SECONDS
        failed, told = self._receive() or (True, None)
        self.due = float("inf")
        if failed:
            self.end()
            why = told.reason if isinstance(told, Failure) else f"it {self._how()}"
            raise MaintextError(f"a worker process could not start: {why}")
        self.is_ready = True

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

    def stream(self, work: object) -> Iterator[Any]:
        """What some work yields there."""
        self._send(work)
        while True:
            outcome = self._receive()
            if outcome == END:
                return
            failed, told = outcome or (True, self._why())
            if failed:
                raise Lost(told.reason)
            yield told

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

    def _receive(self) -> Outcome | None:
        try:
            return cast(Outcome, pickle.load(cast("IO[bytes]", self.process.stdout)))
        except (EOFError, pickle.UnpicklingError):
            return None
        except (ValueError, OSError):  # the pipe was closed meanwhile: nobody wants to hear it
            self.process.kill()
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
        if self.late or (code < 0 and -code == alarm()):
            return Failure("timeout", f"it took more than {self.seconds:g} seconds")
        if code == -SIGKILL:
            return KILLED
        return Failure("crash", f"its process {self._how()}")

    def _how(self) -> str:
        code = self.process.wait()
        return f"died by {signal.Signals(-code).name}" if code < 0 else f"ended with exit code {code}"
