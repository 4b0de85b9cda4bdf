"""A limit on pages → limits of shards."""

import errno
from itertools import pairwise
from pathlib import Path

import pytest

from maintext.batch import limit as module
from maintext.batch.job import Job
from maintext.batch.limit import count_pages, limit_shards
from maintext.batch.sources.shard import Shard


def limited(pages: list[int], limit: int) -> list[int]:
    """The pages that are taken from each of some shards."""
    shards = [Shard(str(number), "warc", "", 1, number=number) for number in range(len(pages))]

    def count(shard: Shard) -> int:
        assert shard.limit is not None
        return min(pages[shard.number], shard.limit)

    taken = [0] * len(pages)
    for shard in limit_shards(shards, limit, count):
        taken[shard.number] = count(shard)
    return taken


@pytest.mark.parametrize("pages", [[5], [0, 0, 0], [1] * 300, [0, 3] * 50, [1000, 0, 2, 500], [40] * 17])
@pytest.mark.parametrize("limit", [1, 31, 32, 33, 100, 611, 5000])
def test_shards_have_together_so_many_pages_or_all(pages: list[int], limit: int) -> None:
    assert sum(limited(pages, limit)) == min(limit, sum(pages))


def test_pages_are_from_all_over_the_input_and_not_from_every_shard_of_a_large_one() -> None:
    taken = limited([2000] * 1000, 1000)
    used = [number for number, count in enumerate(taken) if count]
    assert len(used) == 32
    assert max(after - before for before, after in pairwise(used)) <= 32


def test_shards_with_more_pages_make_up_for_small_ones() -> None:
    assert limited([10, 1000, 10], 600) == [10, 580, 10]


@pytest.mark.parametrize("error", [ConnectionResetError("reset"), OSError(errno.ENOSPC, "no space left")])
def test_an_error_that_passes_does_not_change_what_is_taken(
    error: OSError, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def fail(*_: object) -> None:
        raise error

    monkeypatch.setattr(module, "pages_of", fail)
    with pytest.raises(type(error)):
        count_pages(Shard(str(tmp_path), "html", "", 1), Job())
