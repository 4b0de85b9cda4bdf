"""Progress of long work."""

from collections.abc import Iterable, Iterator
from typing import Protocol, TypeVar

T = TypeVar("T")


class Progress(Protocol):
    """Called with values, their number and the stage; yields the values, and may show a progress bar."""

    def __call__(self, values: Iterable[T], total: int | None, words: str, /) -> Iterator[T]: ...
