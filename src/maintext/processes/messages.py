"""What parent and child say to each other."""

import signal
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from maintext.errors import MaintextError


@dataclass(frozen=True, slots=True)
class Failure:
    """What became of an item that has no result."""

    status: Literal["error", "timeout", "memory", "crash"]
    """The function raised; it took too long; it took too much memory; it killed its process."""
    reason: str


class Lost(MaintextError):
    """A stream ended early: its work raised, or an item ended its child."""


@dataclass(frozen=True, slots=True)
class Duty:
    """What a child is told when it starts."""

    start: Callable[[], Callable[[Any], Any]]
    seconds: float
    memory: int | None


Outcome = tuple[bool, Any]
"""Whether it is a failure, and the result or the failure."""
END: Outcome = (True, None)
"""Of a stream."""


def alarm() -> int:
    """The signal that ends a process whose time is up; 0 where there is none."""
    return int(getattr(signal, "SIGALRM", 0))
