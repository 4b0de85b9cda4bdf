"""The parts of a shard: the files that hold its rows, by partition and of limited size.

    data/part-NUMBER-KEY.parquet
    data/language=en/crawl_date=2026-05-01/part-NUMBER-KEY.parquet    with --partition
    data/part-NUMBER-KEY-0001.parquet                                 with --part-mb, or of many partitions

The number is that of the shard in its run, so that names sort in the order of the inputs; the key alone
identifies the shard. All parts of a shard appear together, when it is complete.
"""

import re
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack
from typing import Any, Final, NamedTuple, Self
from urllib.parse import quote

import pyarrow as pa
import pyarrow.compute as pc

from maintext.batch.sinks import Part, open_part
from maintext.batch.sources.shard import Shard
from maintext.errors import DataError

DATA: Final = "data"
"""Folder of the parts."""
_KEY = re.compile(r"^\.?part-\d{6,}-([0-9a-f]{16})(?:-\d{4,})?\.")
_UNKNOWN = "unknown"
PARTITIONS: Final = ("crawl_date", "kind", "language", "status", "verdict")
"""Columns that an output can be partitioned by."""
_OPEN = 64
"""Partitions of a shard with an open file; rows of others are held in memory, as systems limit open files."""
_HELD_BYTES = 64 << 20


class PartNote(NamedTuple):
    """A part, as its shard's note describes it."""

    name: str
    """Path below the output."""
    bytes: int
    digest: str
    """BLAKE2b of the file, 32 hex digits."""
    rows: int

    @classmethod
    def from_json(cls, value: Sequence[Any]) -> Self:
        """A part from its JSON values."""
        name, size, digest, rows = value
        if not (isinstance(name, str) and isinstance(size, int) and isinstance(digest, str)):
            raise TypeError(value)
        return cls(name, size, digest, int(rows))


def part_stem(shard: Shard) -> str:
    """The name of the parts of a shard, without suffix."""
    return f"part-{shard.number:06}-{shard.key}"


def shard_key(name: str) -> str | None:
    """The key in the name of a part, or of an unfinished one."""
    found = _KEY.match(name.rpartition("/")[2])
    return found[1] if found else None


def check_partition(names: Sequence[str]) -> None:
    """Raise an error if an output cannot be partitioned by these columns."""
    for name in names:
        if name not in PARTITIONS:
            raise DataError(f"cannot partition by {name}; possible are {', '.join(PARTITIONS)}")
    if len(set(names)) < len(names):
        raise DataError(f"cannot partition by a column twice: {', '.join(names)}")


class ShardParts:
    """Writes the rows of a shard; use as a context, then take `notes`."""

    def __init__(
        self,
        output: str,
        stem: str,
        sink: str,
        schema: pa.Schema,
        *,
        partition: Sequence[str] = (),
        part_bytes: int | None = None,
    ) -> None:
        self.output, self.stem, self.sink = output, stem, sink
        self.partition, self.part_bytes = tuple(partition), part_bytes
        self.schema = pa.schema([field for field in schema if field.name not in self.partition])
        self.stack = ExitStack()
        self.open: dict[str, tuple[Part, str]] = {}
        self.made: list[tuple[Part, str]] = []
        self.counts: dict[str, int] = {}
        self.held: dict[str, list[pa.RecordBatch]] = {}
        self.held_bytes = 0

    def __enter__(self) -> Self:
        self.stack.__enter__()
        if not self.partition:
            self._part("")  # a shard without pages has an empty part
        return self

    def __exit__(self, *error: Any) -> None:
        if error[0] is not None:
            self.stack.__exit__(*error)
            return
        with self.stack:
            self._write_held()

    def write(self, batch: pa.RecordBatch) -> None:
        """Add rows."""
        for folder, rows in self._split(batch):
            if folder not in self.open and len(self.open) >= _OPEN:
                self.held.setdefault(folder, []).append(rows)
                self.held_bytes += rows.nbytes
                continue
            part = self._part(folder)
            part.write(rows)
            part.rows += len(rows)
            if self.part_bytes is not None and part.measured.bytes >= self.part_bytes:
                del self.open[folder]
        if self.held_bytes > _HELD_BYTES:
            self._write_held()

    def notes(self) -> tuple[PartNote, ...]:
        """The parts; they are complete after the context."""
        return tuple(
            PartNote(name, part.measured.bytes, part.measured.digest, part.rows) for part, name in self.made
        )

    def _part(self, folder: str) -> Part:
        if folder not in self.open:
            opened, name = self._next(folder)
            self.open[folder] = self.stack.enter_context(opened), name
            self.made.append(self.open[folder])
        return self.open[folder][0]

    def _next(self, folder: str) -> tuple[AbstractContextManager[Part], str]:
        """A new part of a folder, and its path below the output."""
        number = self.counts.get(folder, 0)
        self.counts[folder] = number + 1
        stem = self.stem if self.part_bytes is None and not number else f"{self.stem}-{number:04}"
        below = f"{DATA}/{folder}" if folder else DATA
        opened = open_part(f"{self.output.rstrip('/')}/{below}", stem, self.sink, self.schema)
        return opened, f"{below}/{stem}.{self.sink}"

    def _write_held(self) -> None:
        """Write the rows in memory, one part after the other."""
        for folder, batches in self.held.items():
            opened, name = self._next(folder)
            with opened as part:
                for rows in batches:
                    part.write(rows)
                    part.rows += len(rows)
            self.made.append((part, name))
        self.held, self.held_bytes = {}, 0

    def _split(self, batch: pa.RecordBatch) -> Iterator[tuple[str, pa.RecordBatch]]:
        """The rows of each partition, without the columns that its folder names."""
        if not self.partition:
            if len(batch):
                yield "", batch
            return
        columns = [_values(name, batch.column(name)) for name in self.partition]
        folders = [
            "/".join(f"{name}={value}" for name, value in zip(self.partition, values, strict=True))
            for values in zip(*columns, strict=True)
        ]
        plain = batch.select(self.schema.names)
        for folder in sorted(set(folders)):
            yield folder, plain.filter(pc.equal(pa.array(folders), folder))


def _values(name: str, column: pa.Array) -> list[str]:
    """The values of a column in names of folders; of a date, the day."""
    length = 10 if name == "crawl_date" else None
    return [quote(str(value)[:length], safe="") if value else _UNKNOWN for value in column.to_pylist()]
