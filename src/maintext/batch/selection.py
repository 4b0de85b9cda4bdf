"""Parts of a crawl: some pages of it, the same ones in every run."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from hashlib import blake2b

from maintext.batch.sources.pages import Skipped, SourcePage
from maintext.batch.sources.shard import Counts, Shard

_PAGES = 256
"""Pages that are taken from a shard at least, if a limit is spread over several."""


def limit_shards(shards: Sequence[Shard], limit: int) -> list[Shard]:
    """Shards that have at most `limit` pages together, from all over the input.

    >>> shards = [Shard(f"{number}.warc", "warc", "", 1) for number in range(10)]
    >>> [(shard.path, shard.limit) for shard in limit_shards(shards, 600)]
    [('0.warc', 200), ('3.warc', 200), ('6.warc', 200)]
    """
    full = [shard for shard in shards if shard.bytes] or list(shards)
    count = min(len(full), max(1, -(-limit // _PAGES)))
    chosen = [full[number * len(full) // count] for number in range(count)]
    return [
        replace(shard, limit=limit // count + (number < limit % count)) for number, shard in enumerate(chosen)
    ]


def is_sampled(identifier: str, share: float) -> bool:
    """Whether a page is in a sample, by its id.

    >>> sum(is_sampled(f"page-{number}", 0.25) for number in range(1000))
    240
    """
    digest = blake2b(identifier.encode("utf-8", "replace"), digest_size=8).digest()
    return int.from_bytes(digest) < share * 2**64


def select_pages(
    pages: Iterable[SourcePage | Skipped], counts: Counts, limit: int | None, share: float
) -> Iterator[SourcePage | Skipped]:
    """The pages of a sample, up to a limit, with what was skipped among them."""
    left = limit
    for page in pages:
        if isinstance(page, SourcePage):
            if share < 1 and not is_sampled(page.id, share):
                counts["not_sampled"] += 1
                continue
            if left is not None:
                left -= 1
        yield page
        if left == 0:
            return
