"""Guarded processes that start at once, for tests of what they do and not of how they start."""

import sys
import threading
from collections.abc import Iterator
from importlib.util import find_spec

import pytest

from maintext.processes.fork import WATCH
from maintext.processes.messages import Setup
from maintext.processes.process import Child

CHILD = "maintext.processes.guard.Child"


@pytest.fixture(scope="module", autouse=True)
def forked_children() -> Iterator[None]:
    """Fork this process where that is safe, after it has loaded what the children need.

    A fresh interpreter takes a second. Without this, only the local engine forks, and each of its children
    loads the models again. Threads that libraries left in earlier modules only wait, and hold no lock.
    """
    if find_spec("pyarrow") is None:  # without the extra `batch`, no test here has children
        yield
        return
    from maintext.batch.extract import start_extraction
    from maintext.batch.job import Job

    start_extraction(Job(method="p_value"))
    idle = set(threading.enumerate())

    def can_fork() -> bool:
        new = set(threading.enumerate()) - idle
        return sys.platform == "linux" and all(thread.name == WATCH for thread in new)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(CHILD, _fork)
        patch.setattr("maintext.processes.process.can_fork", can_fork)
        yield


def _fork(setup: Setup, _: bool) -> Child:
    return Child(setup, fork=True)
