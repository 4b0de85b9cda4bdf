"""Parts of a crawl: some pages of it, the same ones in every run."""

from collections.abc import Iterable, Iterator
from hashlib import blake2b

from maintext.batch.sources.pages import Skipped, SourcePage
from maintext.batch.sources.shard import Counts


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
