"""A time limit on one page in this process, whatever the page makes it do."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

_MORE = 1.5
"""Times the limit of a page. At the limit, extracting ends by itself, with a partial result to be written."""
_LONGEST = 1e8
"""The longest timer that the system takes, about three years."""


class TimeUp(BaseException):
    """The time of a page is over. No `except Exception` catches it."""


@contextmanager
def page_clock(seconds: float) -> Iterator[None]:
    """Raise `TimeUp` inside the block when half again as much time is over as a page has.

    Without effect where the system has no alarms (Windows), and in threads.
    """
    if not hasattr(signal, "SIGALRM") or threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGALRM, _ring)
    signal.setitimer(signal.ITIMER_REAL, min(_MORE * seconds, _LONGEST))
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0.0)
        signal.signal(signal.SIGALRM, before)


def _ring(number: int, frame: FrameType | None) -> None:
    raise TimeUp
