"""A fork of this process that becomes a child, with the interface of `subprocess.Popen`."""

import contextlib
import os
import signal
import sys
import threading
import warnings
from typing import NoReturn

from maintext.processes.child import serve

WATCH = "maintext-watch"
"""Name of threads that a fork does not need."""
_FIRST_FILE = 3


def can_fork() -> bool:
    """Whether a fork is safe: on Linux, without threads whose locks it would copy."""
    threads = (thread for thread in threading.enumerate() if thread is not threading.main_thread())
    return sys.platform == "linux" and all(thread.name == WATCH for thread in threads)


class Fork:
    """A child process with pipes to its standard input and output."""

    def __init__(self) -> None:
        orders, stdin = os.pipe()
        stdout, replies = os.pipe()
        self.returncode: int | None = None
        self.waiting = threading.Lock()
        with warnings.catch_warnings():  # Python warns of threads in native libraries, which handle forks
            warnings.simplefilter("ignore", DeprecationWarning)
            self.pid = os.fork()
        if not self.pid:
            _become_child(orders, replies)
        os.close(orders)
        os.close(replies)
        self.stdin, self.stdout = os.fdopen(stdin, "wb"), os.fdopen(stdout, "rb")

    def kill(self) -> None:
        """End it, unless it is known to have ended."""
        if self.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.pid, signal.SIGKILL)

    def wait(self) -> int:
        """Its exit code; minus the number of a signal that ended it."""
        with self.waiting:  # several threads may ask, and the system answers once
            if self.returncode is None:
                _, status = os.waitpid(self.pid, 0)
                self.returncode = os.waitstatus_to_exitcode(status)
            return self.returncode


def _become_child(orders: int, replies: int) -> NoReturn:
    """Close the parent's files, above all the other ends of the pipes, and reset its signal handlers."""
    try:
        os.dup2(orders, 0)
        os.dup2(replies, 1)
        for name in os.listdir("/dev/fd"):
            if int(name) >= _FIRST_FILE:
                with contextlib.suppress(OSError):  # the listing itself is closed by now
                    os.close(int(name))
        for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGCHLD):
            signal.signal(number, signal.SIG_DFL)
        serve(os.fdopen(os.dup(0), "rb"))
    finally:
        os._exit(1)
