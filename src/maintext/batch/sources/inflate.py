"""The decompressed bytes of a WARC file, and the offset in the file that each record begins at.

A record usually is a separate gzip member or Zstandard frame. The bytes of all members are one stream;
`offset` says in which member the stream is.
"""

from collections import deque
from enum import Enum
from typing import Any, BinaryIO

import zstandard
from zlib_ng import zlib_ng  # half the time of zlib

from maintext.batch.sources.boundaries import MAX_WINDOW, ZSTD, dictionary_frame, is_zstd, load_dictionary
from maintext.batch.sources.files import read_at
from maintext.http.body import GZIP

BLANK = b"\0\r\n\t "
_BLANKS = 64
_READ = 256 << 10
_PIECE = 256 << 10
"""Most bytes that one step of gzip adds."""
_SLICE = {"gzip": 64 << 10, "zstd": 4 << 10, "plain": _READ}
"""Compressed bytes for one step: a Zstandard decompressor cannot limit its output."""


class Damage(Enum):
    """Why a stream ended before its file."""

    CUT = "the file ends inside a member"
    CORRUPT = "the data are damaged"


class Inflated:
    """The decompressed bytes of a piece of a file."""

    def __init__(self, file: BinaryIO, begin: int, end: int, head: bytes) -> None:
        self.file, self.end = file, end
        self.kind = "gzip" if head.startswith(GZIP) else "zstd" if is_zstd(head) else "plain"
        self.position = 0
        """Bytes of the stream that were taken."""
        self.damage: Damage | None = None
        self.damaged_at = begin
        """Offset of the member that is damaged, or of what follows the last member."""
        self.last_end = begin
        """Where the last complete member ends."""
        self._begin = begin
        self._buffer = bytearray()
        self._starts: deque[tuple[int, int]] = deque()
        self._chunk = b""
        self._cursor, self._chunk_end = 0, begin
        self._member: Any = None
        self._ended = False
        self._dictionary: zstandard.ZstdCompressionDict | None = None
        if self.kind == "zstd" and (found := load_dictionary(dictionary_frame(file))):
            self._dictionary = zstandard.ZstdCompressionDict(found)

    @property
    def offset(self) -> int:
        """Offset in the file: of the next byte, or of the member that has it."""
        if self.kind == "plain":
            return self._begin + self.position
        while len(self._starts) > 1 and self._starts[1][0] <= self.position:
            self._starts.popleft()
        return self._starts[0][1] if self._starts else self._begin

    @property
    def at_start(self) -> bool:
        """Whether the next byte is the first of a member."""
        return self.kind == "plain" or any(start == self.position for start, _ in self._starts)

    def peek(self, size: int) -> bytearray:
        """The next bytes, at least as many as asked for unless the stream ends."""
        while len(self._buffer) < size and self._fill():
            pass
        return self._buffer

    def take(self, size: int) -> bytes:
        """The next bytes, of one member at most; empty at the end."""
        self.peek(1)
        for start, _ in self._starts:
            if start > self.position:
                size = min(size, start - self.position)
                break
        with memoryview(self._buffer) as view:  # one copy, not two
            piece = bytes(view[:size])
        self.drop(len(piece))
        return piece

    def drop(self, size: int) -> None:
        """Pass over bytes of the buffer."""
        del self._buffer[:size]
        self.position += size

    def skip_blank(self) -> None:
        """Pass over zeros and line ends."""
        while found := self.peek(1):
            if found[0] not in BLANK:
                return
            some = bytes(found[:_BLANKS])
            self.drop(len(some) - len(some.lstrip(BLANK)))

    def _fill(self) -> bool:
        """Decompress some more; False at the end and at damage."""
        while not self._ended:
            if self._cursor >= len(self._chunk) and not self._read():
                if self._member is not None and self.kind != "plain":
                    self._fail(Damage.CUT)
                self._ended = True
                return False
            if self._member is None and not self._open():
                continue
            if piece := self._step():
                self._buffer += piece
                return True
        return False

    def _read(self) -> bool:
        self._chunk = read_at(self.file, self._chunk_end, max(0, min(_READ, self.end - self._chunk_end)))
        self._chunk_end += len(self._chunk)
        self._cursor = 0
        return bool(self._chunk)

    def _here(self) -> int:
        """Offset of the next compressed byte."""
        return self._chunk_end - len(self._chunk) + self._cursor

    def _open(self) -> bool:
        """Open the member at the cursor; False if it is blank, skippable or no member."""
        here = self._here()
        head = read_at(self.file, here, min(8, self.end - here))
        if self.kind != "plain" and head[:1] in (b"\0", b"\r", b"\n", b"\t", b" "):
            self._cursor += 1
            return False
        if self.kind == "zstd" and is_zstd(head) and not head.startswith(ZSTD):
            self._chunk, self._cursor = b"", 0
            self._chunk_end = here + 8 + int.from_bytes(head[4:8], "little")
            if self._chunk_end > self.end:  # its length is wrong: all records would be passed over
                self.damaged_at = here
                self._fail(Damage.CORRUPT)
            return False
        self.damaged_at = here
        if (self.kind == "gzip" and not head.startswith(GZIP[: len(head)])) or (
            self.kind == "zstd" and not head.startswith(ZSTD[: len(head)])
        ):
            self._fail(Damage.CORRUPT)
            return False
        try:
            self._member = self._new_member()
        except zstandard.ZstdError:  # the dictionary is damaged
            self._fail(Damage.CORRUPT)
            return False
        self._starts.append((self.position + len(self._buffer), here))
        return True

    def _new_member(self) -> Any:
        """An object with `decompress`, `eof` and `unused_data`."""
        if self.kind == "gzip":
            return zlib_ng.decompressobj(31)
        if self.kind == "zstd":
            unpacker = zstandard.ZstdDecompressor(dict_data=self._dictionary, max_window_size=MAX_WINDOW)
            return unpacker.decompressobj()
        return _Plain()

    def _step(self) -> bytes:
        member = self._member
        assert member is not None
        data = self._chunk[self._cursor : self._cursor + _SLICE[self.kind]]
        self._cursor += len(data)
        try:
            piece = member.decompress(data, _PIECE) if self.kind == "gzip" else member.decompress(data)
        except (zlib_ng.error, zstandard.ZstdError):  # type: ignore[misc] # its stub has no class
            self._fail(Damage.CORRUPT)
            return b""
        if member.eof:  # zlib_ng may then have the rest in `unconsumed_tail`, too
            self._cursor -= len(member.unused_data)
            self._member = None
            self.last_end = self._here()
        else:
            self._cursor -= len(getattr(member, "unconsumed_tail", b""))
        return piece

    def _fail(self, damage: Damage) -> None:
        self.damage = damage
        self._ended = True


class _Plain:
    eof = False
    unused_data = b""

    def decompress(self, data: bytes, _: int = 0, /) -> bytes:
        return data
