"""Pages as sources read them, and batches of them."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import pyarrow as pa

from maintext.batch.record import INPUT
from maintext.batch.sources.shard import BatchSize


class Origin(NamedTuple):
    """Where a page comes from; fields that its source does not have are None."""

    crawl_date: str | None = None
    """ISO 8601."""
    warc_file: str | None = None
    """Path relative to the common folder of all inputs."""
    warc_offset: int | None = None
    warc_length: int | None = None
    http_status: int | None = None
    content_type: str | None = None
    payload_digest: str | None = None
    truncated: str | None = None
    """Why the page is not complete: `length`, `time`, ... as the crawler says, `archive` or `encoding`."""


class SourcePage(NamedTuple):
    """A page as it was read."""

    id: str
    url: str | None
    html: bytes
    charset: str | None = None
    """From the HTTP header; `utf-8` if the page was text."""
    origin: Origin = Origin()

    @property
    def values(self) -> tuple[str | bytes | int | None, ...]:
        """The values of the columns `INPUT`."""
        return (*self[:4], *self.origin)


class Skipped(NamedTuple):
    """A response, line or file that is not a page, or cannot be read."""

    reason: str
    id: str | None
    url: str | None
    file: str
    offset: int | None = None
    length: int | None = None
    detail: str | None = None
    """Its HTTP status or content type."""


_MAX_SKIPPED = 10_000
Batch = tuple[pa.RecordBatch, list[Skipped]]


def gather(pages: Iterable[SourcePage | Skipped], size: BatchSize) -> Iterator[Batch]:
    """Batches of pages, of limited rows and bytes, each with what was skipped before its end."""
    held: list[SourcePage] = []
    skipped: list[Skipped] = []
    weight = 0
    for page in pages:
        if isinstance(page, Skipped):
            skipped.append(page)
            if len(skipped) >= _MAX_SKIPPED:
                yield _batch(held), skipped
                held, skipped, weight = [], [], 0
            continue
        if held and weight + len(page.html) > size.bytes:
            yield _batch(held), skipped
            held, skipped, weight = [], [], 0
        held.append(page)
        weight += len(page.html)
        if len(held) >= size.rows:
            yield _batch(held), skipped
            held, skipped, weight = [], [], 0
    if held or skipped:
        yield _batch(held), skipped


def _batch(pages: list[SourcePage]) -> pa.RecordBatch:
    columns = zip(*(page.values for page in pages), strict=True) if pages else [()] * len(INPUT)
    arrays = [pa.array(column, field.type) for column, field in zip(columns, INPUT, strict=True)]
    return pa.RecordBatch.from_arrays(arrays, schema=INPUT)


def text_of(value: object) -> str | None:
    """An id or a URL as text; lone surrogates are replaced."""
    if value in (None, "", b""):
        return None
    if isinstance(value, bytes):
        return value.decode("utf-8", "replace")
    return str(value).encode("utf-8", "replace").decode("utf-8")
