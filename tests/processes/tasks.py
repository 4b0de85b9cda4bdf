"""Tasks for the children of the tests: every way in which an item can fail."""

import ctypes
import os
import signal
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from tests.waiting import wait_until

MB = 1 << 20


def misbehave(log: Path | None, task: str) -> str:
    if log is not None:
        with log.open("a") as file:
            file.write(task + "\n")
    match task.split(maxsplit=1):
        case ["hang"]:
            time.sleep(600)
        case ["spin"]:
            sum(range(10**12))  # in C, where no Python signal handler runs
        case ["segfault"]:
            ctypes.string_at(0)
        case ["exit"]:
            os._exit(7)
        case ["killed"]:
            os.kill(os.getpid(), signal.SIGKILL)
        case ["raise"]:
            raise ValueError("two\nlines")
        case ["hoard"]:
            return str(len(b"x" * (1024 * MB)))
        case ["unsendable"]:
            return lambda: None  # type: ignore[return-value]
        case ["print"]:
            print("words on standard output")
        case ["pid"]:
            return str(os.getpid())
        case ["await", path]:
            wait_until(Path(path).exists, path)
    return task.upper()


def start(log: Path | None = None) -> Callable[[str], str]:
    return partial(misbehave, log)


def broken_start() -> Callable[[str], str]:
    raise ValueError("no model")


def dying_start() -> Callable[[str], str]:
    os._exit(3)


def slow_start() -> Callable[[str], str]:
    time.sleep(1.2)
    return start()


def start_length() -> Callable[[bytes], int]:
    return len
