"""Wait for something to happen, with a deadline instead of a guess."""

import os
import time
from collections.abc import Callable, Iterable
from pathlib import Path


def wait_until(condition: Callable[[], object], what: str, seconds: float = 60.0) -> None:
    """Return as soon as a condition holds; fail after the deadline."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, f"not within {seconds:g} seconds: {what}"
        time.sleep(0.01)


def is_running(process_id: int) -> bool:
    """Whether a process has not ended. In a container, nobody may remove one that has."""
    try:
        os.kill(process_id, 0)
        status = Path(f"/proc/{process_id}/stat")
        return not status.exists() or status.read_text().rpartition(")")[2].split()[0] not in "ZX"
    except (ProcessLookupError, FileNotFoundError):
        return False


def wait_until_ended(process_ids: Iterable[int]) -> None:
    """Return when none of these processes runs any more."""
    ids = list(process_ids)
    wait_until(lambda: not any(map(is_running, ids)), f"the end of the processes {ids}")
