"""Limits: what a page may cost. At a limit the result is partial and says so; nothing is raised."""

import time
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds on one page.

    The defaults hold every page of the development data with a factor of five to spare.
    """

    bytes: int = 32 * 1024 * 1024
    """Source bytes (characters, for a str); the rest is cut off."""
    nodes: int = 1_000_000
    """Elements and text nodes; the source is cut where they would be more."""
    depth: int = 512
    """Nesting; deeper elements are flattened onto this level."""
    seconds: float = 20.0
    """Time for the whole page; checked between stages and inside long loops."""

    def __post_init__(self) -> None:
        for name in ("bytes", "nodes", "depth", "seconds"):
            if not getattr(self, name) > 0:
                raise ValueError(f"the limit on {name} must be positive, not {getattr(self, name)!r}")

    def deadline(self) -> "Deadline":
        """A clock that starts now."""
        return Deadline(time.monotonic() + self.seconds)


class OutOfTime(Exception):
    """Raised inside the pipeline, and caught there, when a page's time is up."""


@dataclass(frozen=True, slots=True)
class Deadline:
    """The moment at which work on a page must stop."""

    at: float

    def left(self) -> float:
        """Seconds until then; negative when it has passed."""
        return self.at - time.monotonic()

    def check(self) -> None:
        """Raise `OutOfTime` when the moment has passed."""
        if time.monotonic() > self.at:
            raise OutOfTime
