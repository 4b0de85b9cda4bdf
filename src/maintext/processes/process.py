"""A child process as its parent sees it."""

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
from maintext.processes.messages import END, Failure, Lost, Reply, Setup, alarm

START_SECONDS = 300.0
"""How long a child may take to start."""
_GRACE = 2.0
"""Seconds after its limit at which the parent ends an item that the child's own alarm did not end."""
_PIPE_BYTES = 1 << 20
_PROGRAM = (
    "import os, pickle, sys; orders = os.fdopen(os.dup(0), 'rb'); sys.path[:] = pickle.load(orders); "
    "from maintext.processes.child import serve; serve(orders)"
)
SETTINGS = {
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    # Arrow keeps freed memory for ten seconds: the next row group of a table needs as much again, and getting
    # it from the system takes a tenth of the time of its pages.
    "MIMALLOC_PURGE_DELAY": "10000",
}
"""Default environment variables of a child."""
SIGKILL = int(getattr(signal, "SIGKILL", 9))
KILLED = Failure("memory", "its process was killed, as the system does when memory runs out")


class Child:
    """A child process as its parent sees it."""

    def __init__(self, setup: Setup, fork: bool = False) -> None:
        self.seconds = setup.seconds
        self.late = False
        self.begun = time.monotonic()
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
            self._send(setup)
        except BaseException:
            self.end()
            raise

    def get_ready(self) -> None:
        """Wait until it has started."""
        if self.is_ready:
            return
        self.due = time.monotonic() + START_SECONDS
        failed, value = self._receive() or (True, None)
        self.due = float("inf")
        if failed:
            self.end()
            why = value.reason if isinstance(value, Failure) else f"it {self._how()}"
            raise MaintextError(f"a worker process could not start: {why}")
        self.is_ready = True

    def work(self, items: Sequence[Any], outcomes: list[Any]) -> Failure | None:
        """Append the outcomes of items. None when all are done, else how an item ended the child."""
        self._start_clock()
        self._send(list(items))
        for _ in items:
            self._start_clock()
            reply = self._receive()
            if reply is None:
                return self._why()
            failed, value = reply
            if failed:
                value = self._timed(value)
                if value.status != "error":
                    return value
            outcomes.append(value)
        self.due = float("inf")
        return None

    def stream(self, job: object) -> Iterator[Any]:
        """The values that a job yields in the child."""
        self._send(job)
        while True:
            reply = self._receive()
            if reply == END:
                return
            failed, value = reply or (True, self._why())
            if failed:
                raise Lost(value.reason)
            yield value

    def end(self) -> None:
        """Kill it, and release what belongs to it."""
        self.ended.set()
        self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            with contextlib.suppress(OSError):  # unsent data does not matter any more
                cast("IO[bytes]", pipe).close()
        self.watch.join()

    def _start_clock(self) -> None:
        self.begun = time.monotonic()
        self.due = self.begun + self.seconds + _GRACE

    def _timed(self, failure: Failure) -> Failure:
        return Failure(failure.status, failure.reason, time.monotonic() - self.begun)

    def _send(self, message: object) -> None:
        pipe = cast("IO[bytes]", self.process.stdin)
        with contextlib.suppress(BrokenPipeError):  # it has died, which `_receive` will see
            pickle.dump(message, pipe, protocol=5)
            pipe.flush()

    def _receive(self) -> Reply | None:
        try:
            return cast(Reply, pickle.load(cast("IO[bytes]", self.process.stdout)))
        except (EOFError, pickle.UnpicklingError):
            return None
        except (ValueError, OSError):  # another thread has closed the pipe
            self.process.kill()
            return None

    def _watch(self) -> None:
        """Kill a child that is late and was not ended by its own alarm."""
        while not self.ended.wait(1.0):
            if time.monotonic() > self.due:
                self.late = True
                self.process.kill()
                return

    def _why(self) -> Failure:
        code = self.process.wait()
        if self.late or (code < 0 and -code == alarm()):
            return Failure("timeout", f"it took more than {self.seconds:g} seconds", self.seconds)
        if code == -SIGKILL:
            return KILLED
        return self._timed(Failure("crash", f"its process {self._how()}"))

    def _how(self) -> str:
        code = self.process.wait()
        return f"died by {signal.Signals(-code).name}" if code < 0 else f"ended with exit code {code}"


def _start() -> "subprocess.Popen[bytes]":
    """A fresh interpreter."""
    return subprocess.Popen(
        [sys.executable, "-c", _PROGRAM],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=SETTINGS | os.environ,
    )


def _widen(*pipes: IO[bytes] | None) -> None:
    """Enlarge the buffers of pipes, where the system allows it: it limits them for each user."""
    with contextlib.suppress(ImportError, AttributeError, OSError):
        import fcntl

        for pipe in pipes:
            fcntl.fcntl(cast("IO[bytes]", pipe), fcntl.F_SETPIPE_SZ, _PIPE_BYTES)


@contextlib.contextmanager
def interrupts_blocked() -> Iterator[None]:
    """A process started here never sees Ctrl-C, not even while it loads; this one sees it afterwards."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
