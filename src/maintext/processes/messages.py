"""Messages between parent and child."""

import signal
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal

from maintext.errors import MaintextError


@dataclass(frozen=True, slots=True)
class Failure:
    """Why an item has no result."""

    status: Literal["error", "timeout", "memory", "crash"]
    """The function raised, took too long, used too much memory, or ended its process."""
    reason: str
    seconds: float = field(default=0.0, compare=False)
    """How long the item ran."""


class Lost(MaintextError):
    """A stream ended early: its job raised, or an item ended the child."""


@dataclass(frozen=True, slots=True)
class Setup:
    """The first message to a child."""

    start: Callable[[], Callable[[Any], Any]]
    seconds: float
    memory: int | None


Reply = tuple[bool, Any]
"""Whether it failed, and the result or the failure."""
END: Reply = (True, None)
"""The end of a stream."""


def alarm() -> int:
    """The signal that ends a process at its time limit; 0 if the system has none."""
    return int(getattr(signal, "SIGALRM", 0))


def one_line(error: BaseException) -> str:
    """An exception as a line: its type and its message."""
    return " ".join(f"{type(error).__name__}: {error}".split()).removesuffix(":")
