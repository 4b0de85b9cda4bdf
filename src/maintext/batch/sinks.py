"""Sinks: output formats. A part of the output holds the rows of a shard, and is complete or absent.

    parquet                       columns; compressed with Zstandard
    jsonl, jsonl.gz, jsonl.zst    a line of JSON for each row
    arrow                         Arrow IPC, for pages that failed; readers of Parquet pass over it
    warc.wet.gz                   only texts, as WARC conversion records, like the WET files of crawls

The name of a sink is the suffix of its files.
"""

import gzip
import json
import math
import secrets
import tempfile
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from hashlib import blake2b
from pathlib import Path
from typing import Any, BinaryIO, Protocol, cast

import pyarrow as pa
import zstandard
from pyarrow import parquet

from maintext.batch.full_disk import scratch_files
from maintext.batch.sources.files import file_system, is_remote, local_path, store_errors
from maintext.batch.wet import conversion_record, info_record
from maintext.errors import DataError
from maintext.files import whole_local_file

# Stores where a file appears when its upload is complete; elsewhere it is renamed then.
_STORES = {"s3", "s3a", "gs", "gcs", "az", "abfs", "abfss", "adl", "memory"}
_GROUP_ROWS = 10_000
_GROUP_BYTES = 32 << 20


class MeasuredFile:
    """A file to write that knows its size and digest."""

    def __init__(self, file: BinaryIO) -> None:
        self.file = file
        self.bytes = 0
        self.closed = False
        self._hash = blake2b(digest_size=16)

    @property
    def digest(self) -> str:
        """32 hex digits of BLAKE2b."""
        return self._hash.hexdigest()

    def write(self, data: bytes) -> int:
        """Write and measure."""
        self._hash.update(data)
        self.bytes += len(data)
        self.file.write(data)
        return len(data)

    def tell(self) -> int:
        """The position."""
        return self.bytes

    def flush(self) -> None:
        """Nothing: the file is complete at the end."""

    def close(self) -> None:
        """Nothing: its context closes it."""


class Part(Protocol):
    """A part being written."""

    measured: MeasuredFile
    rows: int
    """Rows, as counted by the writer of a shard."""

    def write(self, batch: pa.RecordBatch) -> None:
        """Add rows."""

    def close(self) -> None:
        """Write buffered rows."""


@contextmanager
def open_part(output: str, name: str, sink: str, schema: pa.Schema) -> Iterator[Part]:
    """A part to write batches to; its file appears at the end of the block, unless that raises.

    A part has one writer at a time; leftovers of a killed writer are removed.
    """
    if sink not in SINKS:
        raise DataError(f"unknown sink {sink}; known are {', '.join(SINKS)}")
    if not is_remote(output):
        for leftover in Path(local_path(output)).glob(f".{name}.{sink}.*.tmp"):
            leftover.unlink(missing_ok=True)
    with whole_file(output, f"{name}.{sink}") as file:
        measured = MeasuredFile(file)
        part = SINKS[sink](cast(BinaryIO, measured), schema)
        part.measured, part.rows = measured, 0
        try:
            yield part
        except BaseException:
            with suppress(Exception):  # release what it holds; its file is removed
                part.close()
            raise
        part.close()


def whole_file(output: str, name: str, *, only_first: bool = False) -> AbstractContextManager[BinaryIO]:
    """A file to write, in a folder or store; it appears at the end of the block, unless that raises.

    With `only_first`, a file that exists by then is kept; stores cannot do that.
    """
    if is_remote(output):
        return _whole_remote(output, name)
    return whole_local_file(Path(local_path(output)) / name, only_first=only_first)


@contextmanager
def _whole_remote(output: str, name: str) -> Iterator[BinaryIO]:
    """Write a temporary file, then upload it: a broken upload leaves nothing under the name."""
    system, folder = file_system(output)
    target = f"{folder.rstrip('/')}/{name}"
    with tempfile.TemporaryFile() as file:
        with scratch_files():
            yield cast(BinaryIO, file)
            file.flush()
        file.seek(0)
        with store_errors(f"{output.rstrip('/')}/{name}"):
            system.makedirs(folder, exist_ok=True)
            protocols = {system.protocol} if isinstance(system.protocol, str) else set(system.protocol)
            if protocols & _STORES:
                _send(system, file, target)
                return
            unfinished = f"{folder.rstrip('/')}/.{name}.{secrets.token_hex(4)}.tmp"
            try:
                _send(system, file, unfinished)
                system.mv(unfinished, target)
            except BaseException:
                if system.exists(unfinished):
                    system.rm(unfinished)
                raise


def _send(system: Any, file: Any, path: str) -> None:
    with system.open(path, "wb") as target:
        try:
            while piece := file.read(8 << 20):
                target.write(piece)
        except BaseException:
            if hasattr(target, "discard"):
                target.autocommit = False
                target.discard()
            raise


class _Sink:
    measured: MeasuredFile
    rows = 0


class _Parquet(_Sink):
    """Rows are buffered until they fill a row group."""

    def __init__(self, file: BinaryIO, schema: pa.Schema) -> None:
        self.writer = parquet.ParquetWriter(file, schema, compression="zstd")
        self.held: list[pa.RecordBatch] = []
        self.waiting = self.bytes = 0

    def write(self, batch: pa.RecordBatch) -> None:
        self.held.append(batch)
        self.waiting += len(batch)
        self.bytes += batch.nbytes
        if self.waiting >= _GROUP_ROWS or self.bytes >= _GROUP_BYTES:
            self._flush()

    def close(self) -> None:
        self._flush()
        self.writer.close()

    def _flush(self) -> None:
        if self.waiting:
            self.writer.write_table(pa.Table.from_batches(self.held), row_group_size=self.waiting)
        self.held, self.waiting, self.bytes = [], 0, 0


class _Jsonl(_Sink):
    def __init__(self, file: BinaryIO, _: pa.Schema) -> None:
        self.file = file

    def write(self, batch: pa.RecordBatch) -> None:
        for row in batch.to_pylist():
            values = {name: _json_value(value) for name, value in row.items()}
            self.file.write(json.dumps(values, ensure_ascii=False).encode() + b"\n")

    def close(self) -> None:
        pass


def _json_value(value: object) -> object:
    """A float with its significant digits; NaN and infinity become null."""
    if isinstance(value, float):
        return round(value, 6) if math.isfinite(value) else None
    return value


class _Compressed(_Jsonl):
    """Compressed lines."""

    def close(self) -> None:
        self.file.close()


def compressor(file: BinaryIO, name: str) -> BinaryIO:
    """A stream that compresses by the suffix of the file; the output is deterministic."""
    if name.endswith(".gz"):
        return cast(BinaryIO, gzip.GzipFile(filename="", fileobj=file, mode="wb", compresslevel=6, mtime=0))
    return cast(BinaryIO, zstandard.ZstdCompressor(level=3).stream_writer(file, closefd=False))


class _Wet(_Sink):
    """One gzip member per record, so that the file can be split and indexed."""

    def __init__(self, file: BinaryIO, _: pa.Schema) -> None:
        self.file = file
        self._add(info_record())

    def write(self, batch: pa.RecordBatch) -> None:
        for row in batch.to_pylist():
            if row.get("text"):
                self._add(conversion_record(row))

    def close(self) -> None:
        pass

    def _add(self, record: bytes) -> None:
        self.file.write(gzip.compress(record, compresslevel=6, mtime=0))


class _Arrow(_Sink):
    def __init__(self, file: BinaryIO, schema: pa.Schema) -> None:
        self.writer = pa.ipc.new_file(file, schema, options=pa.ipc.IpcWriteOptions(compression="zstd"))

    def write(self, batch: pa.RecordBatch) -> None:
        self.writer.write_batch(batch)

    def close(self) -> None:
        self.writer.close()


SINKS: dict[str, Callable[[BinaryIO, pa.Schema], Part]] = {
    "parquet": _Parquet,
    "jsonl": _Jsonl,
    "jsonl.gz": lambda file, schema: _Compressed(compressor(file, ".gz"), schema),
    "jsonl.zst": lambda file, schema: _Compressed(compressor(file, ".zst"), schema),
    "arrow": _Arrow,
    "warc.wet.gz": _Wet,
}
