"""WARC: crawl archives, plain or compressed by record with gzip or Zstandard. Pages are HTML responses.

After damage, reading resumes at the next complete record; damage is counted.
"""

import gzip
import io
import zlib
from collections.abc import Iterator
from itertools import pairwise
from typing import BinaryIO, cast

from fastwarc.warc import ArchiveIterator, WarcRecord, WarcRecordType

from maintext.batch.sources.boundaries import (
    dictionary_frame,
    is_zstd,
    member_end,
    next_record,
    record_cuts,
    record_end,
)
from maintext.batch.sources.files import LOOK, File, open_file, read_at
from maintext.batch.sources.pages import SourcePage, text_of
from maintext.batch.sources.responses import begins_as_html, decode_body, is_html
from maintext.batch.sources.shard import BatchSize, Columns, Counts, Shard, piece
from maintext.errors import DataError
from maintext.http.body import GZIP

_WHOLE = "in one piece: it is not compressed record by record, or damaged"
_NEXT_RECORD = b"\r\n\r\nWARC/1."
_BLANK = b"\0\r\n\t "
_PIECE = 256 << 10
_MAX_BLANK = 16 << 10  # decompressed, that can be 16 MB


def plan_warc(file: File, shard_bytes: int) -> Iterator[Shard]:
    """The pieces of a file."""
    cuts: list[int] = []
    if file.size > shard_bytes:
        with open_file(file.path, LOOK) as opened:
            cuts = record_cuts(opened, file.size, shard_bytes)
    note = _WHOLE if file.size > 2 * shard_bytes and not cuts else ""
    for begin, end in pairwise([0, *cuts, file.size]):
        yield piece(file, "warc", begin, end, note)


def read_warc(shard: Shard, _: Columns, counts: Counts, size: BatchSize) -> Iterator[SourcePage]:
    """The pages of a shard, in order."""
    with open_file(shard.path) as file:
        head = read_at(file, 0, 8)
        at: int | None = shard.begin
        end = shard.begin + shard.bytes if shard.end is None else shard.end
        before = counts["records"]
        while at is not None and at < end:
            reading = _Reading(file, at, end)
            yield from reading.pages(shard.name, counts, size.page)
            if not reading.damaged:
                counts["cut_off"] += reading.ends_early(head)
                break
            last = max(reading.last, at)
            whole = member_end(file, last) if head.startswith(GZIP) and not reading.repeats else None
            if whole is not None and not reading.short and _is_blank(file, whole, end):
                break
            counts["malformed"] += 1
            damage = last if whole is None else whole
            at = next_record(file, max(damage, last + 1), end, head)
            counts["damaged_bytes"] += (end if at is None else at) - damage
        if at is None and counts["records"] == before and shard.begin == 0:
            raise DataError(f"{shard.path} has no WARC record that can be read")


class _Piece:
    """A part of a file as a stream for fastwarc, after a prefix that all parts need."""

    def __init__(self, file: BinaryIO, begin: int, end: int, prefix: bytes) -> None:
        self.file, self.end = file, end
        self.prefix = io.BytesIO(prefix)
        self.shift = begin - len(prefix)
        """Difference between offsets in the file and positions in the stream."""
        self.at = begin
        self.failure: OSError | None = None

    def read(self, size: int = -1) -> bytes:
        """Read from the stream; errors of the disk or network are kept, because fastwarc hides them."""
        if first := self.prefix.read(size):
            return first
        rest = self.end - self.at
        try:
            data = read_at(self.file, self.at, rest if size < 0 else min(size, rest))
        except OSError as error:
            self.failure = error
            raise
        self.at += len(data)
        return data

    def tell(self) -> int:
        """The position in the stream."""
        return self.prefix.tell() + self.at - self.shift - len(self.prefix.getbuffer())


class _Reading:
    """One pass over records, up to the end or the first that cannot be read."""

    def __init__(self, file: BinaryIO, begin: int, end: int) -> None:
        self.piece = _Piece(file, begin, end, dictionary_frame(file) if begin else b"")
        self.begin = begin
        self.last = begin - 1
        """Offset of the last record that was read."""
        self.repeats = 0
        """Records before it at the same offset, in a file that is compressed in one piece."""
        self.damaged = False
        self.short: bool | None = None
        """Whether that record is shorter than its length says; None if not checked."""

    def ends_early(self, head: bytes) -> bool:
        """Whether the last record is incomplete, or followed by something else."""
        if self.repeats or self.short or is_zstd(head):  # reported already, for Zstandard by fastwarc
            return False
        file, last = self.piece.file, max(self.last, self.begin)
        end = record_end(file, last, head)
        return end is None or not _is_blank(file, end, self.piece.end)

    def pages(self, name: str, counts: Counts, limit: int) -> Iterator[SourcePage]:
        """The pages among the records; `damaged` says whether reading stopped early."""
        try:
            for record in ArchiveIterator(cast(BinaryIO, self.piece), parse_http=False):
                offset = self.piece.shift + record.stream_pos
                self.repeats = self.repeats + 1 if offset <= self.last else 0
                self.last = max(self.last, offset)
                self.short = None
                counts["records"] += 1
                page = self._page(record, name, counts, limit)
                if self.short is None:
                    self._payload(record, 0)
                counts["cut_off"] += bool(self.short)
                if page is not None:
                    yield page
                if self.damaged:
                    return
        except (OSError, ValueError):
            if self.piece.failure:
                raise self.piece.failure from None
            self.damaged = True

    def _page(self, record: WarcRecord, name: str, counts: Counts, limit: int) -> SourcePage | None:
        if record.record_type != WarcRecordType.response:
            counts["not_response"] += 1
            return None
        record.parse_http()
        headers = record.http_headers
        status = None if headers is None else headers.status_code
        if not len(headers or ()) and not record.content_length:  # line ends that are not HTTP's
            status = None
        if status is None or not 200 <= status < 300:
            counts["malformed" if status is None else "not_ok"] += 1
            return None
        identified = record.headers.get("WARC-Identified-Payload-Type")
        declared = headers.get("Content-Type") or identified
        if declared and not is_html(declared):
            counts["not_html"] += 1
            return None
        body = self._payload(record, limit + 1)
        encodings = headers.get("Content-Encoding"), headers.get("Transfer-Encoding")
        html, whole = decode_body(body, *encodings, limit + 1)
        if not declared and not begins_as_html(html):
            counts["not_html"] += 1
            return None
        counts["truncated"] += "WARC-Truncated" in record.headers and not self.short
        counts["undecoded"] += not whole
        url = text_of(record.headers.get("WARC-Target-URI"))
        given = text_of(record.record_id)
        counts["no_id"] += given is None
        place = f"{name}#{self.last}" + f".{self.repeats}" * bool(self.repeats)
        return SourcePage(
            given.strip("<>") if given else place, url and url.strip("<>"), html, record.http_charset
        )

    def _payload(self, record: WarcRecord, limit: int) -> bytes:
        """The payload, up to a limit; the rest is skipped. Sets `short` and `damaged`."""
        length = record.content_length
        body = bytes(record.reader.read(min(length, limit))) if limit else b""
        seen = len(body)
        another = False
        before = b""
        while piece := record.reader.read(_PIECE):
            seen += len(piece)
            another = another or _NEXT_RECORD in before + piece
            before = piece[-len(_NEXT_RECORD) :]
        self.short = seen < length
        if self.short and _NEXT_RECORD in body:
            another = True
            body = body[: body.index(_NEXT_RECORD)]
        self.damaged = self.short and another  # the length is wrong, not the file
        return body


def _is_blank(file: BinaryIO, begin: int, end: int) -> bool:
    """Whether only zeros, line ends and empty gzip members follow the last record."""
    if end - begin > _MAX_BLANK:
        return False
    rest = read_at(file, begin, max(end - begin, 0)).lstrip(_BLANK)
    try:
        return not (gzip.decompress(rest).strip(_BLANK) if rest.startswith(GZIP) else rest)
    except (OSError, EOFError, zlib.error):
        return False
