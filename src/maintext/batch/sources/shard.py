"""A shard: a piece of the input that one worker reads from end to end.

Every record of an input belongs to exactly one shard. A shard is plain data: it travels to workers as it is,
to manifests as JSON, and its `key` is the same in every run over the same input.
"""

import hashlib
import json
from collections import Counter
from dataclasses import asdict, dataclass
from typing import Any

from maintext.batch.sources.files import File

Counts = Counter[str]
"""What a reader saw, by name: see `maintext.batch.sources`."""


@dataclass(frozen=True, slots=True)
class Shard:
    """A piece of one input file, or a few page files together."""

    path: str
    """File or fsspec URL; of page files, the folder that they have in common."""
    format: str
    """Name of the format: `warc`, `parquet`, `jsonl` or `html`."""
    identity: str
    """Size and time, or checksum, of the input when it was planned: a changed one is noticed."""
    bytes: int
    """Size of the piece, about: what progress is measured by."""
    begin: int = 0
    """First byte, or first row group."""
    end: int | None = None
    """One past the last byte or row group; None: up to the end of the file."""
    name: str = ""
    """The path below the folder that all inputs have in common; ids that are made up begin with it."""
    files: tuple[str, ...] = ()
    """Page files, as paths below `path`."""
    note: str = ""
    """What its planner wants known, in words."""

    @property
    def key(self) -> str:
        """Sixteen hex digits that name this piece of this input, whatever else is planned with it."""
        what = [self.path, self.format, self.begin, self.end, self.files]
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
    """A piece of a file; its size is what lies between begin and end, unless those are not bytes."""
    size = (end or 0) - begin if size is None else size
    return Shard(file.path, format_, file.identity, size, begin, end, file.name, note=note)


@dataclass(frozen=True, slots=True)
class Columns:
    """Which columns of Parquet and JSONL hold what; None: found by name."""

    html: str | None = None
    url: str | None = None
    id: str | None = None
    charset: str | None = None


@dataclass(frozen=True, slots=True)
class BatchSize:
    """How large a batch of pages may become."""

    rows: int = 256
    bytes: int = 16 * 1024 * 1024
    page: int = 32 * 1024 * 1024
    """Bytes of one page; of a longer one this many and one more are read, so that the cut is seen."""
