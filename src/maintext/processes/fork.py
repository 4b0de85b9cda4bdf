"""A copy of this process that becomes a child, as `subprocess` would give one to its parent."""

import contextlib
import os
import signal
import sys
import threading
import warnings
from typing import NoReturn

from maintext.processes.child import serve

WATCH = "maintext-watch"
"""Name of threads that do nothing that a copy would miss."""
_FIRST_FILE = 3


def can_fork() -> bool:
    """Whether a copy of this process can do without its other threads; libraries elsewhere fear forks."""
    threads = (thread for thread in threading.enumerate() if thread is not threading.main_thread())
    return sys.platform == "linux" and all(thread.name == WATCH for thread in threads)


class Fork:
    """A child process with pipes to its standard input and output."""

    def __init__(self) -> None:
        orders, stdin = os.pipe()
        stdout, answers = os.pipe()
        self.returncode: int | None = None
        self.waiting = threading.Lock()
        with warnings.catch_warnings():  # of threads, which libraries have that know of forks
            warnings.simplefilter("ignore", DeprecationWarning)
            self.pid = os.fork()
        if not self.pid:
            _become_child(orders, answers)
        os.close(orders)
        os.close(answers)
        self.stdin, self.stdout = os.fdopen(stdin, "wb"), os.fdopen(stdout, "rb")

    def kill(self) -> None:
        """End it, if it has not been seen to end."""
        if self.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.pid, signal.SIGKILL)

    def wait(self) -> int:
        """Its exit code; of a signal, the negative number."""
        with self.waiting:  # several threads may, and the system tells it once
            if self.returncode is None:
                _, status = os.waitpid(self.pid, 0)
                self.returncode = os.waitstatus_to_exitcode(status)
            return self.returncode


def _become_child(orders: int, answers: int) -> NoReturn:
    """Forget whose copy it is: its files, above all the other ends of the pipes, and its signals."""
    try:
        os.dup2(orders, 0)
        os.dup2(answers, 1)
        for name in os.listdir("/dev/fd"):
            if int(name) >= _FIRST_FILE:
                with contextlib.suppress(OSError):  # that of the listing itself
                    os.close(int(name))
        for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGCHLD):
            signal.signal(number, signal.SIG_DFL)
        serve(os.fdopen(os.dup(0), "rb"))
    finally:
        os._exit(1)
