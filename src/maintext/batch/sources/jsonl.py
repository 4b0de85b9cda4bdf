"""JSON lines: a line is a page; pieces of a plain file are byte ranges that end with a line."""

import gzip
import io
import json
import zlib
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import islice, pairwise
from typing import Any, BinaryIO, cast

import zstandard

from maintext.batch.sources.boundaries import MAX_WINDOW, frames_end, is_zstd
from maintext.batch.sources.columns import find_columns, usual_columns
from maintext.batch.sources.files import LOOK, File, open_file, read_at
from maintext.batch.sources.pages import Skipped, SourcePage, text_of
from maintext.batch.sources.shard import BatchSize, Columns, Counts, Shard, cut_points, piece
from maintext.errors import DataError
from maintext.http.body import GZIP

_WINDOW = 1 << 20
DAMAGE = (EOFError, gzip.BadGzipFile, zlib.error, zstandard.ZstdError)
"""Raised for compressed data that are damaged or end early."""
_ESCAPED = 6
"""Bytes that a character can take in a JSON string."""
_MOST_LOOKED_AT = 100
"""Lines in which the first page is looked for when a run is planned."""


def plan_jsonl(file: File, shard_bytes: int) -> Iterator[Shard]:
    """The pieces of a file."""
    cuts: list[int] = []
    note = ""
    if file.size > shard_bytes:
        with open_file(file.path, LOOK) as opened:
            if _is_compressed(read_at(opened, 0, 4)):
                note = "in one piece: it is compressed" if file.size > 2 * shard_bytes else ""
            else:
                found = [
                    _line_after(opened, point, file.size) for point in cut_points(file.size, shard_bytes)
                ]
                cuts = sorted({at for at in found if at < file.size})
    for begin, end in pairwise([0, *cuts, file.size]):
        yield piece(file, "jsonl", begin, end, note)


def check_jsonl(file: File, columns: Columns) -> None:
    """Raise `DataError` if the first page has not the requested columns, before any shard is started."""
    with open_file(file.path, LOOK) as opened:
        lines = _lines(decompressed(opened), 0, None, _longest_line(BatchSize()), Counter())
        for number, (_, line) in enumerate(islice(lines, _MOST_LOOKED_AT), 1):
            if (record := _record(line)) is not None:
                find_columns(columns, record, _line_name(file.path, number))
                return


def _line_after(file: BinaryIO, offset: int, size: int) -> int:
    """Where the first line at or after an offset begins."""
    at = offset - 1  # a line may end right before the offset
    while at < size:
        window = read_at(file, at, _WINDOW)
        found = window.find(b"\n")
        if found >= 0:
            return at + found + 1
        at += len(window) or size
    return size


def read_jsonl(
    shard: Shard, columns: Columns, counts: Counts, size: BatchSize
) -> Iterator[SourcePage | Skipped]:
    """The pages of a shard, in order; lines that are not JSON objects are skipped."""
    good = bad = 0
    with _open_lines(shard) as (stream, end):
        for place, line in _lines(stream, shard.begin, end, _longest_line(size), counts):
            record = _record(line)
            if record is None:
                bad += 1
                counts["malformed"] += 1
                yield Skipped("malformed", None, None, shard.name, place, len(line))
                continue
            good += 1
            counts["records"] += 1
            if good == 1 and shard.begin == 0:  # later lines may leave out null values
                find_columns(columns, record, _line_name(shard.path, good + bad))
            found = usual_columns(columns, record)
            columns = replace(columns, html=found.html)  # the same column for all lines
            given, url, charset = (
                text_of(record.get(name)) if name else None for name in (found.id, found.url, found.charset)
            )
            counts["no_id"] += given is None
            html = record.get(found.html or "")
            page, encoding = (_cut(html, size.page + 1), "utf-8") if isinstance(html, str) else (b"", charset)
            yield SourcePage(given or f"{shard.name}#{place}", url, page, encoding)
    if bad and not good and shard.begin == 0:
        raise DataError(f"{shard.path} has no line that is a JSON object")


def _longest_line(size: BatchSize) -> int:
    return _ESCAPED * size.page + _WINDOW


def _line_name(path: str, number: int) -> str:
    return f"{path}, line {number},"


@contextmanager
def _open_lines(shard: Shard) -> Iterator[tuple[BinaryIO, int | None]]:
    """A stream of lines, and where to stop in it."""
    with open_file(shard.path) as file:
        stream = decompressed(file)
        if stream is file:
            file.seek(shard.begin)
        yield stream, shard.end if stream is file else None


def decompressed(file: BinaryIO) -> BinaryIO:
    """The content of a file, decompressed; the file itself if it is not compressed."""
    head = read_at(file, 0, 4)
    file.seek(0)
    if head.startswith(GZIP):
        return cast(BinaryIO, gzip.GzipFile(fileobj=file))
    return cast(BinaryIO, io.BufferedReader(_Frames(file), _WINDOW)) if is_zstd(head) else file


class _Frames(io.RawIOBase):
    """The content of the Zstandard frames of a file; as with gzip, a cut frame is an error."""

    def __init__(self, file: BinaryIO) -> None:
        self.file = file
        unpacker = zstandard.ZstdDecompressor(max_window_size=MAX_WINDOW)
        self.stream = unpacker.stream_reader(file, read_across_frames=True, closefd=False)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        """Read what is available: data before damage must not be lost with it."""
        found = self.stream.read1(len(buffer))
        buffer[: len(found)] = found
        if not found:
            size = self.file.seek(0, io.SEEK_END)
            if frames_end(self.file, size) < size:
                raise EOFError("the last frame is incomplete")
        return len(found)


def _lines(
    stream: BinaryIO, at: int, end: int | None, max_bytes: int, counts: Counts
) -> Iterator[tuple[int, bytes]]:
    """Lines with their offsets; a line that is too long is replaced."""
    while end is None or at < end:
        try:
            line = stream.readline(max_bytes)
            length = len(line)
            while len(line) == max_bytes and not line.endswith(b"\n"):
                line = stream.readline(max_bytes)
                length += len(line)
        except DAMAGE as error:
            if "memory" in str(error):  # for the window of a frame: the file is not damaged
                raise DataError(f"a Zstandard frame needs more than {MAX_WINDOW >> 20} MB: {error}") from None
            counts["cut_off"] += 1
            return
        if not length:
            return
        if length > max_bytes:
            line = b"too long"
        if line.strip():
            yield at, line
        at += length


def _record(line: bytes) -> dict[str, Any] | None:
    try:
        value = json.loads(line.removeprefix(b"\xef\xbb\xbf"))
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def _cut(html: str, count: int) -> bytes:
    return html[:count].encode("utf-8", "replace")[:count]


def _is_compressed(head: bytes) -> bool:
    return head.startswith(GZIP) or is_zstd(head)
