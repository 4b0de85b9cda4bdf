"""WARC records, one after the other, up to the end of a piece or to damage.

Lines of headers may end in CRLF, as the standard says, or in LF alone.
"""

import re
from collections.abc import Iterator
from typing import BinaryIO, NamedTuple

from maintext.batch.sources.boundaries import MAX_HEADER, WARC
from maintext.batch.sources.inflate import Damage, Inflated
from maintext.batch.sources.responses import HEADER_END, Headers

_LOOK = 4 << 10
_VERSION = re.compile(rb"WARC/\d\.\d\r?\n")
_NEXT_RECORD = re.compile(rb"\r?\n\r?\nWARC/1\.")
_OVERLAP = 16
_PIECE = 256 << 10


class Record(NamedTuple):
    """A record."""

    headers: Headers
    payload: bytes
    """Of a response, up to the limit; empty for other records."""
    offset: int
    """Where it begins in the file: for a compressed file, its member."""
    earlier: int
    """Records before it in the same member."""
    length: int | None
    """Bytes in the file; None if the member has other records as well."""
    short: bool
    """Whether its payload is shorter than its header says."""
    damage: Damage | None
    """Damage of its compressed data."""

    @property
    def is_response(self) -> bool:
        """Whether it is an HTTP response."""
        return self.headers.get("warc-type", "").lower() == "response"


class RecordReader:
    """Reads records; `broken` says where that ended early."""

    def __init__(self, file: BinaryIO, begin: int, end: int, head: bytes) -> None:
        self.stream = Inflated(file, begin, end, head)
        self.broken: int | None = None
        """Offset of the damage that ended the reading; None if there was none."""
        self.resume: int | None = None
        """Offset of the next record, if it is known in spite of the damage."""

    def records(self, limit: int) -> Iterator[Record]:
        """The records, in order; at most `limit` bytes of each payload."""
        last, index = -1, 0
        while True:
            self.stream.skip_blank()
            if not self.stream.peek(1):
                if self.stream.damage and self.stream.damaged_at != last:
                    self.broken = self.stream.damaged_at
                return
            offset = self.stream.offset
            index = index + 1 if offset == last else 0
            last = offset
            record = self._record(offset, index, limit)
            if record is None:
                self.broken = offset
                return
            yield record
            if self.broken is not None:
                return

    def _record(self, offset: int, index: int, limit: int) -> Record | None:
        stream = self.stream
        alone = stream.at_start and stream.kind != "plain"
        headers = self._headers()
        length = _length(headers)
        if headers is None or length is None:
            return None
        wanted = limit if headers.get("warc-type", "").lower() == "response" else 0
        payload, seen = self._payload(length, wanted, alone, offset)
        stream.skip_blank()
        # After the blank end of a record, its member is complete, and its checksum was compared.
        damage = stream.damage if stream.damaged_at == offset and not stream.peek(1) else None
        if damage is Damage.CORRUPT:
            self.broken = offset
        end = stream.last_end if not stream.peek(1) and stream.kind != "plain" else stream.offset
        whole = (alone and (stream.at_start or not stream.peek(1))) or stream.kind == "plain"
        return Record(
            headers,
            payload,
            offset,
            index,
            end - offset if whole and not damage and self.broken is None else None,
            seen < length,
            damage,
        )

    def _headers(self) -> Headers | None:
        """The header of the next record; None if it has none."""
        for size in (_LOOK, MAX_HEADER):
            found = self.stream.peek(size)
            if not found.startswith(WARC):
                return None
            if end := HEADER_END.search(found, 0, MAX_HEADER):
                fields = bytes(found[: end.start()]).partition(b"\n")[2]
                if _VERSION.search(fields):  # the header of another record, after damage
                    return None
                self.stream.drop(end.end())
                return Headers.parse(fields)
        return None

    def _payload(self, length: int, limit: int, alone: bool, offset: int) -> tuple[bytes, int]:
        """The payload up to a limit, and how many bytes of all of it there are; the rest is passed over."""
        stream, pieces, held, seen = self.stream, list[bytes](), 0, 0
        begin = stream.position
        another, before = False, b""
        while seen < length:
            if alone and stream.position > begin and stream.at_start and stream.peek(5).startswith(WARC):
                self.broken, self.resume = offset, stream.offset  # the length is wrong, not the file
                return b"".join(pieces), seen
            piece = stream.take(min(length - seen, _PIECE))
            if not piece:
                break
            seen += len(piece)
            if held < limit:
                pieces.append(piece[: limit - held])
                held += len(pieces[-1])
            else:
                another = another or bool(_NEXT_RECORD.search(before + piece))
                before = piece[-_OVERLAP:]
        body = b"".join(pieces)
        if seen < length:
            if found := _NEXT_RECORD.search(body):
                body = body[: found.start()]
            if found or another:
                self.broken = offset
        return body, seen


def _length(headers: Headers | None) -> int | None:
    text = "" if headers is None else headers.get("content-length", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 19 else None
