"""A shard: a piece of the input that one worker reads from end to end.

Every record of an input belongs to exactly one shard. A shard is plain data: it is sent to workers, and
stored in manifests as JSON. Its `key` is the same in every run over the same input.
"""

import hashlib
import json
from collections import Counter
from dataclasses import asdict, dataclass
from typing import Any

from maintext.batch.sources.files import File

Counts = Counter[str]
"""Counts of a reader, by name: see `maintext.batch.sources`."""


_SMALLEST = 16
"""Pieces are not cut below this fraction of the usual size: of 64 MB, a second of work."""


@dataclass(frozen=True, slots=True)
class Shard:
    """A piece of one input file, or a few page files together."""

    path: str
    """File or fsspec URL; for page files, their common folder."""
    format: str
    """Name of the format: `warc`, `parquet`, `jsonl` or `html`."""
    identity: str
    """Size, or size and digest, of the input when it was planned, to notice changes."""
    bytes: int
    """Approximate size of the piece, for progress."""
    begin: int = 0
    """First byte, or first row group."""
    end: int | None = None
    """One past the last byte or row group; None for the end of the file."""
    name: str = ""
    """Path relative to the common folder of all inputs; generated ids begin with it."""
    files: tuple[str, ...] = ()
    """Page files, relative to `path`."""
    note: str = ""
    """A note of the planner for the user."""
    source: str = ""
    """Name of the file without its folder; a number follows if other inputs have the same."""
    limit: int | None = None
    """Most pages that are read."""
    number: int = 0
    """Place among the shards of the run, for the names of parts."""

    @property
    def key(self) -> str:
        """Sixteen hex digits for this piece of this input, wherever it is."""
        what: list[Any] = [self.source or self.path, self.format, self.begin, self.end, self.files]
        if self.limit is not None:
            what.append(self.limit)
        return hashlib.sha256(json.dumps(what).encode()).hexdigest()[:16]

    def to_json(self) -> dict[str, Any]:
        """The shard as JSON values."""
        return asdict(self) | {"files": list(self.files)}

    @classmethod
    def from_json(cls, value: dict[str, Any]) -> "Shard":
        """A shard from its JSON values."""
        return cls(**value | {"files": tuple(value["files"])})


def piece(
    file: File, format_: str, begin: int, end: int | None, note: str = "", size: int | None = None
) -> Shard:
    """A piece of a file; give its size if begin and end are not bytes."""
    size = (end or 0) - begin if size is None else size
    return Shard(file.path, format_, file.identity, size, begin, end, file.name, note=note)


@dataclass(frozen=True, slots=True)
class Columns:
    """Names of columns in Parquet and JSONL; None for the usual names."""

    html: str | None = None
    url: str | None = None
    id: str | None = None
    charset: str | None = None


@dataclass(frozen=True, slots=True)
class BatchSize:
    """Limits of a batch of pages."""

    rows: int = 256
    bytes: int = 16 * 1024 * 1024
    page: int = 32 * 1024 * 1024
    """Bytes of one page; of a longer one, one byte more is read, so that the cut is noticed."""


def cut_points(size: int, shard_bytes: int) -> list[int]:
    """Where to cut a file into pieces of at most the given size; without 0 and the end.

    >>> cut_points(4000, 1000)
    [1000, 2000, 3000, 3500, 3750, 3875, 3938]
    """
    points: list[int] = []
    at = 0 if size > shard_bytes else size
    while (length := piece_bytes(size - at, shard_bytes)) < size - at:
        at += length
        points.append(at)
    return points


def piece_bytes(rest: int, shard_bytes: int) -> int:
    """Size of the next piece of a file: the last ones are smaller, so that workers finish together.

    >>> [piece_bytes(rest, 160) for rest in (400, 160, 80, 40, 20, 10)]
    [160, 80, 40, 20, 10, 10]
    """
    return rest if rest <= max(shard_bytes // _SMALLEST, 1) else min(shard_bytes, -(-rest // 2))
