"""How the cost of a page grows with its size: on real pages and on hostile pages."""

from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from maintext.arrays import FloatArray, IntArray
from maintext.evaluation.bench.probe import BenchPage, Reply
from maintext.evaluation.bench.timing import Measure

FEWEST = 5
"""Smaller buckets are left out."""


LEAST_MEMORY = 4_000_000
"""Below this many bytes, a ratio of memory is noise."""

LEAST_SECONDS = 1.0
"""Minimum time to run a family; short pages get up to `MOST_ROUNDS` rounds."""

MOST_ROUNDS = 20


class Bucket(NamedTuple):
    """Pages of `start` to twice as many bytes."""

    start: int
    pages: int
    median_ms: float


@dataclass(frozen=True, slots=True)
class SizeGrowth:
    """The time of an extractor by page size."""

    extractor: str
    buckets: tuple[Bucket, ...]
    exponent: float | None
    """Slope of log time over log bytes through the buckets: 1 is linear; None for fewer than three."""


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
    """Fit cost = a * size ** exponent, by least squares over the logarithms.

    >>> exponent([1, 2, 4], [3, 12, 48])
    2.0
    """
    if len(sizes) < 3:
        return None
    x, y = np.log(sizes), np.log(costs)
    x, y = x - x.mean(), y - y.mean()
    return round(float(x @ y / (x @ x)), 3)


class Cost(NamedTuple):
    """The cost of one page of a family."""

    n: int
    bytes: int
    status: str
    seconds: float
    """Processor time; elapsed time if it failed."""
    peak: int | None


@dataclass(frozen=True, slots=True)
class FamilyGrowth:
    """An extractor on a hostile family: at n and, if that succeeded, at 2n."""

    extractor: str
    family: str
    costs: tuple[Cost, ...]

    @property
    def time_ratio(self) -> float | None:
        """Time at 2n divided by time at n; 2 is linear."""
        return self._ratio([cost.seconds for cost in self.costs])

    @property
    def memory_ratio(self) -> float | None:
        """Memory at 2n divided by memory at n; None below `LEAST_MEMORY`, where it is noise."""
        peaks = [cost.peak or 0 for cost in self.costs]
        return self._ratio(peaks) if peaks[0] >= LEAST_MEMORY else None

    @property
    def status(self) -> str:
        """`ok`, or the status of the first page that failed."""
        return self.costs[-1].status

    def _ratio(self, values: Sequence[float]) -> float | None:
        both = len(values) == 2 and self.status == "ok" and values[0] > 0
        return values[1] / values[0] if both else None


def family_growth(
    extractor: str, family: str, make: Callable[[int], bytes], measure: Measure, n: int, rounds: int
) -> FamilyGrowth:
    """Run a family at n and 2n, alternating, in a fresh process, so that the memory is the family's own.

    The smallest time counts, because other work on the machine only adds time. The first runs of a size also
    allocate memory, so short pages get more rounds.
    """
    pages = [BenchPage(make(size)) for size in (n, 2 * n)]
    replies: list[list[Reply]] = [[], []]
    with closing(measure(page for _ in range(MOST_ROUNDS) for page in pages)) as asked:
        while not _is_enough(replies, rounds):
            for own in replies:
                own.append(next(asked))
                if own[-1].status != "ok":
                    break
    measured = zip((n, 2 * n), pages, replies, strict=True)
    costs = [_cost(size, page, own) for size, page, own in measured if own]
    return FamilyGrowth(extractor, family, tuple(costs))


def _is_enough(replies: list[list[Reply]], rounds: int) -> bool:
    """Whether a page failed, or there were enough rounds and seconds, or `MOST_ROUNDS`."""
    if any(reply.status != "ok" for own in replies for reply in own):
        return True
    done, spent = len(replies[1]), sum(reply.seconds for own in replies for reply in own)
    return done >= MOST_ROUNDS or (done >= rounds and spent >= LEAST_SECONDS)


def _cost(n: int, page: BenchPage, replies: list[Reply]) -> Cost:
    """The smallest time of the replies, and the memory at the first; or the failure that ended them."""
    first, last = replies[0], replies[-1]
    if last.status != "ok":
        return Cost(n, len(page.html), last.status, last.seconds, None)
    return Cost(n, len(page.html), "ok", min(reply.busy for reply in replies), first.peak)
