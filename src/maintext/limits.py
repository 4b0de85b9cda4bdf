"""Limits on the cost of a page. At a limit the result is partial and says so; nothing is raised."""

import math
import operator
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from numbers import Real

from maintext.errors import quoted

MOST = 2**31 - 1
"""Largest limit on bytes, nodes and depth: the kernel counts in 32 bits. Larger values mean this one."""


_OTHER_NAMES = {
    "max_bytes": "bytes",
    "max_size": "bytes",
    "max_nodes": "nodes",
    "max_depth": "depth",
    "timeout": "seconds",
    "max_seconds": "seconds",
}
"""Names that people try first."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits on one page. The defaults are at least five times what any page of the development data needs.

    >>> from maintext import extract
    >>> extract("<p>Salt the water.", method="p_value", limits=Limits(seconds=5)).text
    'Salt the water.'
    >>> Limits(nodes=10**30).nodes == MOST  # larger numbers are the largest possible
    True
    """

    bytes: int = 32 * 1024 * 1024
    """Bytes of the source (characters, if it is a str); the rest is cut off."""
    nodes: int = 1_000_000
    """Elements and text nodes; the rest of the source is cut off."""
    depth: int = 512
    """Levels of nesting; deeper elements are moved up to the last level."""
    seconds: float = 20.0
    """Time for the whole page, checked between stages and inside long loops; may be infinite."""

    def __post_init__(self) -> None:
        for name in ("bytes", "nodes", "depth"):
            object.__setattr__(self, name, _whole(name, getattr(self, name)))
        object.__setattr__(self, "seconds", _seconds(self.seconds))

    def deadline(self) -> "Deadline":
        """The deadline of a page whose processing starts now."""
        return Deadline(time.monotonic() + self.seconds)


def _with_hints(make: Callable[..., None]) -> Callable[..., None]:
    """A constructor whose error about a name of another library says which one to use."""

    @wraps(make)
    def checked(self: Limits, *values: object, **named: object) -> None:
        for name in named:
            if name in _OTHER_NAMES:
                raise TypeError(f"there is no {name}=; use Limits({_OTHER_NAMES[name]}=…)")
            if name not in Limits.__dataclass_fields__:
                known = ", ".join(Limits.__dataclass_fields__)
                raise TypeError(f"there is no {name}=; Limits has {known}")
        make(self, *values, **named)

    return checked


Limits.__init__ = _with_hints(Limits.__init__)  # type: ignore[method-assign]


def _whole(name: str, value: object) -> int:
    try:
        if isinstance(value, bool):
            raise TypeError
        number = operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        raise ValueError(f"the limit on {name} must be a whole number, not {quoted(value)}") from None
    if number <= 0:
        raise ValueError(f"the limit on {name} must be positive, not {quoted(value)}")
    return min(number, MOST)


def _seconds(value: float) -> float:
    if isinstance(value, bool) or not isinstance(value, Real):
        raise ValueError(f"the limit on seconds must be a number, not {quoted(value)}")
    if not value > 0:  # NaN, too
        raise ValueError(f"the limit on seconds must be positive, not {quoted(value)}")
    try:
        return float(value)
    except OverflowError:
        return math.inf


class OutOfTime(Exception):
    """Raised and caught inside the pipeline when the time limit of a page is reached."""


@dataclass(frozen=True, slots=True)
class Deadline:
    """When work on a page must stop, on the monotonic clock."""

    at: float

    def left(self) -> float:
        """Seconds left; negative when the deadline has passed."""
        return self.at - time.monotonic()

    def check(self) -> None:
        """Raise `OutOfTime` if the deadline has passed."""
        if time.monotonic() > self.at:
            raise OutOfTime
