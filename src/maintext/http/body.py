"""Content encodings, decoded piece by piece, so that a small body cannot grow without limit.

    body ─feed, finish→ pieces of at most 64 KB

gzip, deflate and chunked need no package; br needs brotli and zstd needs zstandard (the extras `batch`
and `serve`).
"""

import zlib
from collections.abc import Callable, Iterable, Iterator
from typing import Protocol

from maintext.errors import MaintextError
from maintext.http.compressions import Brotli, Damaged, Ended, Zstandard

GZIP = b"\x1f\x8b"
"""The first bytes of a gzip member."""
IDENTITY = ("", "identity")
_PIECE = 64 << 10
_MAX_MEMBERS = 100
_MAX_SIZE_LINE = 4096


class BodyError(MaintextError):
    """A body cannot be decoded."""


class DamagedBody(BodyError):
    """It is not in the encoding that its header names."""


class TruncatedBody(BodyError):
    """It ends early."""


class UnknownEncoding(BodyError):
    """Its encoding is unknown, or needs a package that is not installed."""


class Decoder(Protocol):
    """Undoes one encoding. Both methods yield pieces of at most 64 KB and raise `BodyError`."""

    def feed(self, data: bytes) -> Iterator[bytes]:
        """Decode more of the body."""
        ...

    def finish(self) -> Iterator[bytes]:
        """Decode the rest; `TruncatedBody` if the end is missing."""
        ...


def encoding_names(header: str | None) -> list[str]:
    """The encodings that a header names, in the order in which they were applied.

    >>> encoding_names("gzip, BR"), encoding_names(None)
    (['gzip', 'br'], [])
    """
    names = (name.strip().lower() for name in (header or "").split(","))
    return [name for name in names if name not in IDENTITY]


def make_decoder(name: str) -> Decoder:
    """The decoder of one encoding."""
    make = _DECODERS.get(name)
    if make is None:
        raise UnknownEncoding(f"it is compressed with {name[:40]!r}, which is not supported")
    return make()


def make_decoders(header: str | None) -> Decoder:
    """A decoder for a whole `Content-Encoding` header, which may name several encodings.

    >>> from gzip import compress
    >>> decoder = make_decoders("gzip")
    >>> [*decoder.feed(compress(b"two ") + compress(b"members")), *decoder.finish()]
    [b'two ', b'members']
    """
    chain: Decoder = Identity()
    for name in encoding_names(header):  # the last one that was applied is decoded first
        chain = Chain(make_decoder(name), chain)
    return chain


class Identity:
    """No encoding."""

    def feed(self, data: bytes) -> Iterator[bytes]:
        yield data

    def finish(self) -> Iterator[bytes]:
        yield from ()


class Chain:
    """Two decoders, one after the other."""

    def __init__(self, first: Decoder, second: Decoder) -> None:
        self.first, self.second = first, second

    def feed(self, data: bytes) -> Iterator[bytes]:
        for piece in self.first.feed(data):
            yield from self.second.feed(piece)

    def finish(self) -> Iterator[bytes]:
        for piece in self.first.finish():
            yield from self.second.feed(piece)
        yield from self.second.finish()


class Gzip:
    """gzip, of one member or several; whatever follows the last one is ignored."""

    def __init__(self) -> None:
        self.member = zlib.decompressobj(31)
        self.members = 1
        self.between = b""
        """Data after a member, until it is known whether it is another member."""
        self.empty = True
        self.has_trailing = False

    def feed(self, data: bytes) -> Iterator[bytes]:
        self.empty = self.empty and not data
        for slice_ in _slices(data):
            yield from self._feed(slice_)

    def _feed(self, data: bytes) -> Iterator[bytes]:
        while data and not self.has_trailing:
            if self.member.eof:
                data = self.between + data
                self.between = b""
                if len(data) < len(GZIP):
                    self.between = data
                    return
                self.has_trailing = not data.startswith(GZIP)
                if self.has_trailing:
                    return
                self.members += 1
                if self.members > _MAX_MEMBERS:  # they may all be empty
                    raise DamagedBody(f"it has more than {_MAX_MEMBERS} gzip members")
                self.member = zlib.decompressobj(31)
            yield from _inflate(self.member, data)
            data = self.member.unused_data

    def finish(self) -> Iterator[bytes]:
        self.has_trailing = self.has_trailing or bool(self.between)
        if not self.member.eof and not self.empty:
            raise TruncatedBody("its gzip data ends early")
        yield from ()


class Deflate:
    """deflate, with a zlib header as the standard says, or without one as some servers send it."""

    def __init__(self) -> None:
        self.inflater = zlib.decompressobj(15)
        self.before: bytes | None = b""
        """The input up to the first output, as long as the header may turn out to be missing."""

    def feed(self, data: bytes) -> Iterator[bytes]:
        for slice_ in _slices(data):
            yield from self._feed(slice_)

    def _feed(self, data: bytes) -> Iterator[bytes]:
        before, self.before = self.before, None if self.before is None else self.before + data
        try:
            for piece in _inflate(self.inflater, data):
                self.before = None
                yield piece
        except DamagedBody:
            if before is None or self.before is None:
                raise
            self.inflater, self.before = zlib.decompressobj(-15), None
            yield from _inflate(self.inflater, before + data)

    def finish(self) -> Iterator[bytes]:
        if not self.inflater.eof and self.before != b"":
            raise TruncatedBody("its deflate data ends early")
        yield from ()


class Chunked:
    """The chunks of HTTP/1.1; trailers are ignored."""

    def __init__(self) -> None:
        self.held = bytearray()
        self.left = 0
        """Bytes of the current chunk that are still to come, with the line end after it."""
        self.ended = self.empty = True

    def feed(self, data: bytes) -> Iterator[bytes]:
        if self.empty and data:
            self.ended = self.empty = False
        self.held += data
        while self.held and not self.ended:
            if self.left:
                piece = bytes(self.held[: min(self.left, _PIECE)])
                del self.held[: len(piece)]
                content = piece[: max(self.left - 2, 0)]
                self.left -= len(piece)
                if content:
                    yield content
            elif not self._next_size():
                return

    def _next_size(self) -> bool:
        """Read the size of the next chunk; False if its line is not complete yet."""
        line, found, _ = bytes(self.held[:_MAX_SIZE_LINE]).partition(b"\n")
        if not found:
            if len(line) == _MAX_SIZE_LINE:
                raise DamagedBody("its chunks have no sizes")
            return False
        try:
            size = int(line.partition(b";")[0].strip() or b"x", 16)
        except ValueError:
            raise DamagedBody("its chunks have no sizes") from None
        del self.held[: len(line) + 1]
        self.ended = size <= 0
        self.left = size + 2
        return True

    def finish(self) -> Iterator[bytes]:
        if not self.ended:
            raise TruncatedBody("its last chunk is missing")
        yield from ()


_DECODERS: dict[str, Callable[[], Decoder]] = {
    "gzip": Gzip,
    "x-gzip": Gzip,
    "deflate": Deflate,
    "br": lambda: Compressed(Brotli),
    "zstd": lambda: Compressed(Zstandard),
    "chunked": Chunked,
}


class Compressed:
    """An encoding that a package decodes."""

    def __init__(self, make: Callable[[], Decoder]) -> None:
        try:
            self.stream = make()
        except ImportError:
            reason = "it is compressed with a method that needs a package: pip install 'maintext[batch]'"
            raise UnknownEncoding(reason) from None

    def feed(self, data: bytes) -> Iterator[bytes]:
        try:
            yield from self.stream.feed(data)
        except Damaged:
            raise DamagedBody("it is not compressed as its header says") from None

    def finish(self) -> Iterator[bytes]:
        try:
            yield from self.stream.finish()
        except Ended:
            raise TruncatedBody("its compressed data ends early") from None


def _slices(data: bytes) -> Iterable[bytes]:
    """Split the input into small slices: zlib copies what it has not read yet with every piece of output."""
    return (data[at : at + _PIECE] for at in range(0, len(data), _PIECE))


def _inflate(inflater: "zlib._Decompress", data: bytes) -> Iterator[bytes]:
    try:
        piece = inflater.decompress(data, _PIECE)
        while piece:
            yield piece
            piece = b"" if inflater.eof else inflater.decompress(inflater.unconsumed_tail, _PIECE)
    except zlib.error:
        raise DamagedBody("it is not compressed as its header says") from None
