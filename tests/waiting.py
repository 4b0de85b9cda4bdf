"""Wait for something to happen, with a deadline instead of a guess."""

import os
import time
from collections.abc import Callable, Iterable


def wait_until(condition: Callable[[], object], what: str, seconds: float = 60.0) -> None:
    """Return as soon as a condition holds; fail after the deadline."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, f"not within {seconds:g} seconds: {what}"
        time.sleep(0.01)


def is_running(process_id: int) -> bool:
    """Whether a process exists."""
    try:
        os.kill(process_id, 0)
    except ProcessLookupError:
        return False
    return True


def wait_until_ended(process_ids: Iterable[int]) -> None:
    """Return when none of these processes exists any more."""
    ids = list(process_ids)
    wait_until(lambda: not any(map(is_running, ids)), f"the end of the processes {ids}")
