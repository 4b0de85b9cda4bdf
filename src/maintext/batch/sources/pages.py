"""Pages as sources read them, and the batches that they travel in."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import pyarrow as pa

from maintext.batch.record import INPUT
from maintext.batch.sources.shard import BatchSize


class SourcePage(NamedTuple):
    """A page as it was read, before anything is known about it."""

    id: str
    url: str | None
    html: bytes
    charset: str | None = None
    """What the HTTP header says, or `utf-8` where the page came as text."""


def gather(pages: Iterable[SourcePage], size: BatchSize) -> Iterator[pa.RecordBatch]:
    """Batches of pages: each is full when it has so many rows, or so many bytes."""
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
    """An id or a URL as text, where it is one; what no encoding can write is replaced."""
    if value in (None, "", b""):
        return None
    if isinstance(value, bytes):
        return value.decode("utf-8", "replace")
    return str(value).encode("utf-8", "replace").decode("utf-8")
