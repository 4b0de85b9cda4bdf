r"""Where WARC records begin, so that a file can be cut between them.

Plain WARC: the header of a record has its length, so headers are read and payloads are skipped. Exact.

Zstandard: the block headers of a frame give its length, so frames are skipped without decompression. Exact.

gzip: a member does not have its length. Its first three bytes are searched for, from where the file is to
be cut, and each find is verified: from there on members must follow one another without a gap, each with a
valid checksum and a WARC header at its beginning. The bytes of a member can also be inside the payload of
another record (a crawled .warc.gz), in a stored block of its compressed stream. But a stored block has at
most 65,535 bytes, and other bytes follow it: a longer run of members, or one that ends with the file,
belongs to the file.
"""

import re
import zlib
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import BinaryIO

import zstandard

from maintext.batch.sources.files import read_at
from maintext.batch.sources.responses import HEADER_END
from maintext.batch.sources.shard import cut_points
from maintext.http.body import GZIP

WARC = b"WARC/"
ZSTD = b"\x28\xb5\x2f\xfd"
_STORED_BLOCK = 65_535
_REACH = 32 << 20
"""Bytes that are searched for a member: no compressed record of a crawl is that long."""
_WINDOW = 1 << 20
_OVERLAP = 16
_SMALL, _CHUNK = 4 << 10, 32 << 10
MAX_HEADER = 1 << 20
"""Longest header of a record."""
_NEAR = 64 << 10
"""Bytes that are searched for the length of a record."""
MAX_WINDOW = 1 << 27
_DICTIONARY = b"\x5d\x2a\x4d\x18"
_FRAME = re.compile(re.escape(ZSTD))
_RECORD = re.compile(rb"(?:^|\n)(WARC/\d\.\d\r?\n)")
_MEMBER = re.compile(rb"\x1f\x8b\x08[\x00-\x1f]")
_PLAIN = re.compile(rb"[\r\n]*(WARC/\d\.\d)\r?\n")
_LENGTH = re.compile(rb"^content-length:[ \t]*(\d{1,18})[ \t]*\r?$", re.IGNORECASE | re.MULTILINE)


def record_cuts(file: BinaryIO, size: int, shard_bytes: int) -> list[int]:
    """Offsets of records that cut a WARC file into pieces of about the given size."""
    points = cut_points(size, shard_bytes)
    if not points:
        return []
    head = read_head(file)
    if head.startswith(GZIP):
        cuts: list[int] = []
        for point in points:
            at = member_after(file, point, size)
            if at is None:  # usually compressed in one piece: searching on would read all of it
                break
            cuts.append(at)
        return sorted(set(cuts))
    if is_zstd(head):
        dictionary = _dictionary(file)
        frames = (begin for begin, _ in zstd_frames(file, size))
        return _choose(frames, points, lambda at: _opens_record(file, at, dictionary))
    return _choose(plain_records(file, size), points, lambda _: True)


def _choose(offsets: Iterable[int], points: list[int], is_record: Callable[[int], bool]) -> list[int]:
    """The first offset at or after each point."""
    chosen: list[int] = []
    waiting = iter(points)
    point = next(waiting, None)
    for at in islice(offsets, 1, None):  # the first piece begins there anyway
        if point is None:
            break
        if at >= point and is_record(at):
            chosen.append(at)
            while point is not None and point <= at:
                point = next(waiting, None)
    return chosen


def next_record(file: BinaryIO, after: int, end: int, head: bytes) -> int | None:
    """Where reading can resume after damage: the first complete record from an offset on."""
    if head.startswith(GZIP):
        return member_after(file, after, end, proof=0, reach=end - after)
    if is_zstd(head):
        dictionary = _dictionary(file)
        found = _search(file, _FRAME, after, end)
        return next((at for at in found if _opens_record(file, at, dictionary)), None)
    found = _search(file, _RECORD, after, end)
    return next((at for at in found if _LENGTH.search(read_at(file, at, _NEAR))), None)


def read_head(file: BinaryIO) -> bytes:
    """The first bytes of a file, which show its compression; if these are damaged, those of a record."""
    head = read_at(file, 0, 8)
    if head.startswith(GZIP) or is_zstd(head) or head.lstrip(b"\0\r\n\t ").startswith(WARC):
        return head
    begin, end = head, _REACH
    for other in (b"", ZSTD, GZIP):  # what comes first; a payload may hold an archive of another kind
        at = next_record(file, 0, end, other)
        if at is not None:
            begin, end = other, at
    return begin


# -- gzip ---------------------------------------------------------------------------------------------


def member_after(
    file: BinaryIO, offset: int, size: int, *, proof: int = _STORED_BLOCK, reach: int = _REACH
) -> int | None:
    """The first member at or after an offset that begins a record; None if none is within reach."""
    refuted: set[int] = set()
    for at in _search(file, _MEMBER, offset, min(size, offset + reach)):
        if at not in refuted and _is_run(file, at, size, proof, refuted):
            return at
    return None


def _is_run(file: BinaryIO, start: int, size: int, proof: int, refuted: set[int]) -> bool:
    """Whether members that begin records follow one another from here for more than `proof` bytes.

    If they break off before that, none of them is a place to cut.
    """
    run = [start]
    while run[-1] < size:
        end = member_end(file, run[-1])
        if end is None:
            refuted.update(run)
            return False
        if end - start > proof:
            return True
        run.append(end)
    return True


def member_end(file: BinaryIO, start: int) -> int | None:
    """Where the member at an offset ends; None if there is none, or it has no WARC header."""
    inflate = zlib.decompressobj(wbits=31)
    head = b""
    at, size = start, _SMALL
    while chunk := read_at(file, at, size):
        at += len(chunk)
        size = _CHUNK
        try:
            out = inflate.decompress(chunk)
        except zlib.error:
            return None
        head = (head + out[: len(WARC)])[: len(WARC)]
        if not WARC.startswith(head) or (inflate.eof and head != WARC):
            return None
        if inflate.eof:
            return at - len(inflate.unused_data)
    return None


def _search(file: BinaryIO, pattern: re.Pattern[bytes], begin: int, end: int) -> Iterator[int]:
    """Offsets of a pattern of a few bytes."""
    for at in range(begin, end, _WINDOW):
        window = read_at(file, at, _WINDOW + _OVERLAP)
        for match in pattern.finditer(window):
            found = at + match.start(match.lastindex or 0)
            if match.start() < _WINDOW and found < end:
                yield found


# -- zstandard ----------------------------------------------------------------------------------------


def is_zstd(head: bytes) -> bool:
    """Whether a file begins with a Zstandard frame, or a skippable frame."""
    return head[:4] == ZSTD or (head[1:4] == b"\x2a\x4d\x18" and head[0] >> 4 == 5)


def dictionary_frame(file: BinaryIO) -> bytes:
    """The frame with the dictionary that a .warc.zst file may begin with, and that all other frames need."""
    head = read_at(file, 0, 8)
    if head[:4] != _DICTIONARY or len(head) < 8:
        return b""
    return read_at(file, 0, 8 + int.from_bytes(head[4:], "little"))


def _dictionary(file: BinaryIO) -> bytes:
    return load_dictionary(dictionary_frame(file))


def load_dictionary(frame: bytes) -> bytes:
    """The dictionary in such a frame, which may be compressed itself; empty if there is none."""
    dictionary = frame[8:]
    if dictionary.startswith(ZSTD):
        try:
            return bytes(zstandard.ZstdDecompressor().decompressobj().decompress(dictionary))
        except zstandard.ZstdError:  # then no frame can be decoded
            return b""
    return dictionary


def frames_end(file: BinaryIO, size: int) -> int:
    """Where the well-formed frames of a file end, skippable ones included."""
    end = max((end for _, end in zstd_frames(file, size)), default=0)
    while is_zstd(head := read_at(file, end, 8)) and head[:4] != ZSTD:  # usually an index
        end += 8 + int.from_bytes(head[4:8], "little")
    return end


def zstd_frames(file: BinaryIO, size: int) -> Iterator[tuple[int, int]]:
    """Begin and end of the frames of a file, up to the first that is not well formed."""
    at = 0
    while at < size:
        start, head = at, read_at(file, at, 8)
        if is_zstd(head) and head[:4] != ZSTD:
            at += 8 + int.from_bytes(head[4:8], "little")
            continue
        if head[:4] != ZSTD or len(head) < 6:
            return
        described = head[4]
        alone = described >> 5 & 1
        at += 5 + (1 - alone) + (0, 1, 2, 4)[described & 3] + (alone, 2, 4, 8)[described >> 6]
        last = 0
        while not last:
            block = int.from_bytes(read_at(file, at, 3), "little")
            if at + 3 > size:
                return
            last = block & 1
            at += 3 + (1 if block >> 1 & 3 == 1 else block >> 3)
        at += 4 * (described >> 2 & 1)
        if at > size:
            return
        yield start, at


def _opens_record(file: BinaryIO, at: int, dictionary: bytes) -> bool:
    """Whether a frame begins with a WARC header."""
    known = zstandard.ZstdCompressionDict(dictionary) if dictionary else None
    try:
        reader = zstandard.ZstdDecompressor(dict_data=known, max_window_size=MAX_WINDOW)
        file.seek(at)
        with reader.stream_reader(file, closefd=False) as stream:
            return stream.read(len(WARC)) == WARC
    except zstandard.ZstdError:
        return False


# -- plain --------------------------------------------------------------------------------------------


def plain_records(file: BinaryIO, size: int) -> Iterator[int]:
    """Offsets of the records of a file, up to the first that is not well formed."""
    at = 0
    while at < size:
        found = _plain_record(file, at)
        if found is None:
            return
        begin, at = found
        yield begin


def _plain_record(file: BinaryIO, at: int) -> tuple[int, int] | None:
    """Where a record begins, after blank lines, and where its payload ends."""
    for size in (_SMALL, MAX_HEADER):
        header = read_at(file, at, size)
        if (first := _PLAIN.match(header)) is None:
            continue  # blank lines may fill the small window
        if end := HEADER_END.search(header, first.end(1)):
            length = _LENGTH.search(header, first.end(1), end.end())
            return (at + first.start(1), at + end.end() + int(length[1])) if length else None
    return None
