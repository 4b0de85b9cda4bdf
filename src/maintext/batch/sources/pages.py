"""Pages as sources read them, and batches of them."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import pyarrow as pa

from maintext.batch.record import INPUT
from maintext.batch.sources.shard import BatchSize


class SourcePage(NamedTuple):
    """A page as it was read."""

    id: str
    url: str | None
    html: bytes
    charset: str | None = None
    """From the HTTP header; `utf-8` if the page was text."""


def gather(pages: Iterable[SourcePage], size: BatchSize) -> Iterator[pa.RecordBatch]:
    """Batches of pages, of limited rows and bytes."""
    held: list[SourcePage] = []
    weight = 0
    for page in pages:
        if held and weight + len(page.html) > size.bytes:
            yield _batch(held)
            held, weight = [], 0
        held.append(page)
        weight += len(page.html)
        if len(held) >= size.rows:
            yield _batch(held)
            held, weight = [], 0
    if held:
        yield _batch(held)


def _batch(pages: list[SourcePage]) -> pa.RecordBatch:
    columns = zip(*pages, strict=True)
    arrays = [pa.array(column, field.type) for column, field in zip(columns, INPUT, strict=True)]
    return pa.RecordBatch.from_arrays(arrays, schema=INPUT)


def text_of(value: object) -> str | None:
    """An id or a URL as text; lone surrogates are replaced."""
    if value in (None, "", b""):
        return None
    if isinstance(value, bytes):
        return value.decode("utf-8", "replace")
    return str(value).encode("utf-8", "replace").decode("utf-8")
