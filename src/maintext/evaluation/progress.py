"""Progress of long work."""

from collections.abc import Iterable, Iterator
from typing import Protocol, TypeVar

T = TypeVar("T")


class Progress(Protocol):
    """Values, their number and what is done with them → the same values, under a progress bar perhaps."""

    def __call__(self, values: Iterable[T], total: int | None, words: str, /) -> Iterator[T]: ...
