"""A limit on the pages of a run: exactly so many, from all over the input.

The pages are counted before the run, so that every engine has the same shards, and a resumed run as well.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

from maintext.batch.engines.attempt import lasts
from maintext.batch.full_disk import is_full
from maintext.batch.job import Job
from maintext.batch.sources.pages import SourcePage
from maintext.batch.sources.shard import Shard
from maintext.batch.stream import pages_of

_PAGES = 32
"""Pages that are taken from a shard at least, if there are enough: each shard has its own part."""
_THREADS = 8
"""Shards counted at once: with a store, most of the time is spent waiting for it."""


def limit_shards(shards: Sequence[Shard], limit: int, count: Callable[[Shard], int]) -> list[Shard]:
    """Shards that have `limit` pages together, or all pages if there are fewer.

    `count` returns the pages of a shard, at most its `limit`. Shards are taken at equal distances. If they
    have too few pages, others are added; if none is left, more is taken from those that have more.

    >>> shards = [Shard(f"{number}.warc", "warc", "", 1) for number in range(9)]
    >>> [(shard.path, shard.limit) for shard in limit_shards(shards, 90, lambda shard: shard.limit or 0)]
    [('0.warc', 30), ('3.warc', 30), ('6.warc', 30)]
    """
    full = [shard for shard in shards if shard.bytes] or list(shards)
    asked: dict[int, int] = {}
    found: dict[int, int] = {}
    left = limit
    with ThreadPoolExecutor(_THREADS) as pool:
        while left:
            others = [number for number in range(len(full)) if number not in asked]
            chosen = _spread(others or [one for one in asked if found[one] == asked[one]], -(-left // _PAGES))
            if not chosen:  # the input has no more pages
                break
            for place, one in enumerate(chosen):
                asked[one] = found.get(one, 0) + left // len(chosen) + (place < left % len(chosen))
            limited = [replace(full[one], limit=asked[one]) for one in chosen]
            found.update(zip(chosen, pool.map(count, limited), strict=True))
            left = limit - sum(found.values())
    return [replace(full[one], limit=asked[one]) for one in sorted(asked)]


def count_pages(shard: Shard, job: Job) -> int:
    """The pages that a job takes from a shard, none if it cannot be read: its run reports that."""
    try:
        return sum(isinstance(page, SourcePage) for page in pages_of(shard, job, Counter()))
    except Exception as error:
        if not lasts(error) or (isinstance(error, OSError) and is_full(error)):
            raise
        return 0


def _spread(numbers: list[int], count: int) -> list[int]:
    """Some of the numbers, at equal distances.

    >>> _spread([1, 3, 5, 7, 9], 2)
    [1, 5]
    """
    count = min(count, len(numbers))
    return [numbers[place * len(numbers) // count] for place in range(count)]
