"""How the cost of a page grows with its size: on real pages, and on pages made to hurt."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple

import numpy as np

from maintext.arrays import FloatArray, IntArray
from maintext.evaluation.bench.probe import BenchPage, Reply
from maintext.evaluation.bench.timing import Measure

FEWEST = 5
"""A bucket with fewer pages than this says nothing."""


LEAST_MEMORY = 4_000_000
"""Bytes from which a ratio of memory says something."""


class Bucket(NamedTuple):
    """Pages of about the same size: from so many bytes to twice as many."""

    start: int
    pages: int
    median_ms: float


@dataclass(frozen=True, slots=True)
class SizeGrowth:
    """The time of an extractor by page size."""

    extractor: str
    buckets: tuple[Bucket, ...]
    exponent: float | None
    """The slope of log time over log bytes through the buckets: 1 is linear; None for fewer than three."""


def size_growth(extractor: str, sizes: IntArray, seconds: FloatArray) -> SizeGrowth:
    """Sort pages into buckets of doubling size, and fit a power of the size to the buckets' medians."""
    done = np.isfinite(seconds) & (seconds > 0) & (sizes > 0)
    sizes, seconds = sizes[done], seconds[done]
    power = np.floor(np.log2(sizes)).astype(np.int64)
    members = [(int(bucket), power == bucket) for bucket in np.unique(power)]
    full = [(bucket, inside) for bucket, inside in members if inside.sum() >= FEWEST]
    buckets = tuple(
        Bucket(1 << bucket, int(inside.sum()), 1000 * float(np.median(seconds[inside])))
        for bucket, inside in full
    )
    middles = [float(np.median(sizes[inside])) for _, inside in full]
    return SizeGrowth(extractor, buckets, exponent(middles, [bucket.median_ms for bucket in buckets]))


def exponent(sizes: list[float], costs: list[float]) -> float | None:
    """The power of the size with which the cost grows, by least squares over the logarithms.

    >>> exponent([1, 2, 4], [3, 12, 48])
    2.0
    """
    if len(sizes) < 3:
        return None
    x, y = np.log(sizes), np.log(costs)
    x, y = x - x.mean(), y - y.mean()
    return round(float(x @ y / (x @ x)), 3)


class Cost(NamedTuple):
    """What one page of a family cost."""

    n: int
    bytes: int
    status: str
    seconds: float
    peak: int | None


@dataclass(frozen=True, slots=True)
class FamilyGrowth:
    """An extractor on a hostile family: at n and, where that was survived, at 2n."""

    extractor: str
    family: str
    costs: tuple[Cost, ...]

    @property
    def time_ratio(self) -> float | None:
        """Time at 2n by time at n; 2 is linear."""
        return self._ratio([cost.seconds for cost in self.costs])

    @property
    def memory_ratio(self) -> float | None:
        """Memory at 2n by memory at n; None where it is so little that what was free before hides it."""
        peaks = [cost.peak or 0 for cost in self.costs]
        return self._ratio(peaks) if peaks[0] >= LEAST_MEMORY else None

    @property
    def status(self) -> str:
        """`ok`, or how the first page that was too much ended."""
        return self.costs[-1].status

    def _ratio(self, values: Sequence[float]) -> float | None:
        both = len(values) == 2 and self.status == "ok" and values[0] > 0
        return values[1] / values[0] if both else None


def family_growth(
    extractor: str, family: str, make: Callable[[int], bytes], measure: Measure, n: int, rounds: int
) -> FamilyGrowth:
    """Run a family at n and at 2n in a fresh process, so that the memory is the family's own."""
    pages = [(size, BenchPage(make(size))) for size in (n, 2 * n)]
    costs: list[Cost] = []
    with closing(measure(page for _, page in pages for _ in range(rounds))) as replies:
        for size, page in pages:
            cost = _best_cost(size, page, islice(replies, rounds))
            costs.append(cost)
            if cost.status != "ok":
                break
    return FamilyGrowth(extractor, family, tuple(costs))


def _best_cost(n: int, page: BenchPage, replies: Iterator[Reply]) -> Cost:
    """The least time of the replies, and the memory at the first; a failure ends them."""
    first = next(replies)
    best = first.seconds
    for reply in replies if first.status == "ok" else ():
        if reply.status != "ok":
            return Cost(n, len(page.html), reply.status, reply.seconds, None)
        best = min(best, reply.seconds)
    return Cost(n, len(page.html), first.status, best, first.peak)
