"""A shard → batches of pages."""

from collections.abc import Callable, Iterator

import pyarrow as pa

from maintext.batch.sources.arrow import read_arrow
from maintext.batch.sources.files import identity_of, joint_identity
from maintext.batch.sources.html import page_path, read_html
from maintext.batch.sources.jsonl import read_jsonl
from maintext.batch.sources.pages import Skipped, SourcePage, gather
from maintext.batch.sources.parquet import read_parquet
from maintext.batch.sources.shard import BatchSize, Columns, Counts, Shard
from maintext.batch.sources.warc import read_warc
from maintext.errors import DataError

Reader = Callable[[Shard, Columns, Counts, BatchSize], Iterator[SourcePage] | Iterator[SourcePage | Skipped]]
_READERS: dict[str, Reader] = {
    "warc": read_warc,
    "parquet": read_parquet,
    "jsonl": read_jsonl,
    "html": read_html,
    "arrow": read_arrow,
}


def read_shard(
    shard: Shard,
    columns: Columns = Columns(),
    counts: Counts | None = None,
    size: BatchSize = BatchSize(),
) -> Iterator[pa.RecordBatch]:
    """The pages of a shard in batches, in order; see `read_pages`."""
    for pages, _ in gather(read_pages(shard, columns, Counts() if counts is None else counts, size), size):
        if len(pages):
            yield pages


def read_pages(
    shard: Shard, columns: Columns, counts: Counts, size: BatchSize
) -> Iterator[SourcePage | Skipped]:
    """The pages of a shard, in order, and what was skipped.

    What is not a page, or could not be read, is counted in `counts`, too. An input that has changed since it
    was planned is an error.
    """
    check_identity(shard)
    if not shard.bytes and shard.format != "html":
        counts["empty_files"] += 1
        return
    yield from _READERS[shard.format](shard, columns, counts, size)


def check_identity(shard: Shard) -> None:
    """Raise an error if the size of the input has changed since the shard was planned."""
    if shard.format == "html":
        found = joint_identity(identity_of(page_path(shard, name)) for name in shard.files)
    else:
        found = identity_of(shard.path)
    if found != shard.identity.partition(" ")[0]:
        raise DataError(f"{shard.path} has changed since it was planned")
