"""Extractors side by side: all run ten pages before the next ten."""

from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass, field

import numpy as np

from maintext.arrays import FloatArray, IntArray
from maintext.evaluation.bench.probe import BenchPage, Reply
from maintext.evaluation.progress import Progress

Measure = Callable[[Iterator[BenchPage]], Generator[Reply, None, None]]
"""Runs pages lazily: each when its reply is requested."""


@dataclass(frozen=True, slots=True)
class Times:
    """The best time of every extractor on every page."""

    bytes: IntArray
    """Size of each page."""
    seconds: dict[str, FloatArray]
    """By extractor, a time per page: the limit at a time-out, NaN for other failures."""
    failures: dict[str, Counter[str]] = field(default_factory=dict)
    """By extractor, the pages that were not `ok`, by status."""
    peak: dict[str, int | None] = field(default_factory=dict)
    """By extractor, its peak memory in bytes."""


AT_ONCE = 10
"""Pages that an extractor runs in one turn."""


def interleaved(
    extractors: Sequence[str], pages: int, rounds: int, at_once: int = AT_ONCE
) -> Iterator[tuple[int, str]]:
    """Pairs of page and extractor, in order. The first extractor changes with every turn and round.

    >>> list(interleaved(["a", "b"], pages=3, rounds=1, at_once=2))
    [(0, 'a'), (1, 'a'), (0, 'b'), (1, 'b'), (2, 'b'), (2, 'a')]
    """
    for round_ in range(rounds):
        for turn, start in enumerate(range(0, pages, at_once)):
            shift = (round_ + turn) % len(extractors)
            for extractor in (*extractors[shift:], *extractors[:shift]):
                for page in range(start, min(start + at_once, pages)):
                    yield page, extractor


def time_pages(
    pages: Sequence[BenchPage], extractors: Mapping[str, Measure], rounds: int, progress: Progress
) -> Times:
    """Run every page by every extractor, and keep the best time of each.

    A page that an extractor failed on is not run again.
    """
    seconds = {name: np.full(len(pages), np.inf) for name in extractors}
    failed: dict[str, dict[int, str]] = {name: {} for name in extractors}
    peak: dict[str, int | None] = dict.fromkeys(extractors)

    def asked(name: str) -> Iterator[BenchPage]:
        for _ in range(rounds):
            yield from (page for index, page in enumerate(pages) if index not in failed[name])

    steps = interleaved(list(extractors), len(pages), rounds)
    with ExitStack() as stack:
        replies = {name: stack.enter_context(closing(run(asked(name)))) for name, run in extractors.items()}
        for page, name in progress(steps, len(extractors) * len(pages) * rounds, "timing pages"):
            if page in failed[name]:
                continue
            reply = next(replies[name])
            if reply.peak is not None:
                peak[name] = max(reply.peak, peak[name] or 0)
            if reply.status != "ok":
                failed[name][page] = reply.status
            seconds[name][page] = _best(reply, float(seconds[name][page]))
    sizes = np.array([len(page.html) for page in pages], dtype=np.int64)
    return Times(sizes, seconds, {name: Counter(pages.values()) for name, pages in failed.items()}, peak)


def _best(reply: Reply, so_far: float) -> float:
    if reply.status == "ok":
        return min(reply.seconds, so_far)
    return reply.seconds if reply.status == "timeout" else float("nan")


def evenly(total: int, wanted: int) -> list[int]:
    """Indices of `wanted` pages, evenly spread, so that every data set has its share.

    >>> evenly(10, 4)
    [0, 2, 5, 7]
    """
    count = min(wanted, total)
    return [position * total // count for position in range(count)]


def small_pages(pages: Iterable[BenchPage], max_kb: int | None) -> list[BenchPage]:
    """The pages of at most `max_kb` thousand bytes; all pages without a limit.

    >>> len(small_pages([BenchPage(b"x" * 2000), BenchPage(b"x" * 2001)], max_kb=2))
    1
    """
    return [page for page in pages if max_kb is None or len(page.html) <= 1000 * max_kb]


@dataclass(frozen=True, slots=True)
class Speed:
    """How fast one extractor is."""

    extractor: str
    pages: int
    """Pages with a time."""
    failures: dict[str, int]
    mean_ms: float
    median_ms: float
    megabytes_per_second: float
    ratio: float | None
    """Its time divided by that of `against`, over the pages that both finished."""
    peak: int | None


def speeds(times: Times, against: str | None) -> list[Speed]:
    """The figures of all extractors, the fastest first."""
    found = [_speed(times, name, against) for name in times.seconds]
    return sorted(found, key=lambda speed: (np.isnan(speed.mean_ms), speed.mean_ms))


def _speed(times: Times, name: str, against: str | None) -> Speed:
    own = times.seconds[name]
    done = np.isfinite(own)
    total = float(own[done].sum())
    return Speed(
        extractor=name,
        pages=int(done.sum()),
        failures=dict(times.failures.get(name, {})),
        mean_ms=1000 * float(np.mean(own[done])) if done.any() else float("nan"),
        median_ms=1000 * float(np.median(own[done])) if done.any() else float("nan"),
        megabytes_per_second=float(times.bytes[done].sum()) / 1e6 / total if total else float("nan"),
        ratio=None if against is None else time_ratio(own, times.seconds[against]),
        peak=times.peak.get(name),
    )


def time_ratio(own: FloatArray, other: FloatArray) -> float | None:
    """Total time of one divided by that of the other, over the pages with both."""
    both = np.isfinite(own) & np.isfinite(other)
    return float(own[both].sum() / other[both].sum()) if both.any() else None
