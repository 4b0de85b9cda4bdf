"""Brotli and Zstandard, decoded piece by piece. Each needs a package, of the same name or `zstandard`."""

from collections.abc import Callable, Iterator
from importlib.util import find_spec
from typing import Any

PIECE = 64 << 10
_SLICE = 256
"""Bytes of Zstandard that are decoded at once: each three may become 128 KB."""
_MAX_WINDOW = 1 << 23
"""What browsers allow (RFC 9659)."""
_MAX_FRAMES = 100


class Ended(Exception):
    """The data end early."""


class Damaged(Exception):
    """The data are not in the encoding."""


class Brotli:
    """Brotli; whatever follows its end is ignored."""

    def __init__(self) -> None:
        import brotli

        self.error = brotli.error
        self.stream = brotli.Decompressor()
        self.empty = True

    def feed(self, data: bytes) -> Iterator[bytes]:
        self.empty = self.empty and not data
        try:
            while not self.stream.is_finished():
                piece = self.stream.process(data, output_buffer_limit=PIECE)
                data = b""
                yield from _small(piece)
                if not piece and self.stream.can_accept_more_data():
                    return
        except self.error:
            raise Damaged from None

    def finish(self) -> Iterator[bytes]:
        if not self.stream.is_finished() and not self.empty:
            raise Ended
        yield from ()


class Zstandard:
    """Zstandard, of one frame or several."""

    def __init__(self) -> None:
        import zstandard

        self.error = zstandard.ZstdError
        self.open: Callable[[], Any] = zstandard.ZstdDecompressor(max_window_size=_MAX_WINDOW).decompressobj
        self.frame = self.open()
        self.frames, self.is_inside = 1, False

    def feed(self, data: bytes) -> Iterator[bytes]:
        try:
            for at in range(0, len(data), _SLICE):
                yield from self._feed(data[at : at + _SLICE])
        except self.error:
            raise Damaged from None

    def _feed(self, data: bytes) -> Iterator[bytes]:
        while data:
            if self.frame.eof:
                self.frames += 1
                if self.frames > _MAX_FRAMES:
                    raise Damaged
                self.frame = self.open()
            yield from _small(self.frame.decompress(data))
            self.is_inside = not self.frame.eof
            data = self.frame.unused_data if self.frame.eof else b""

    def finish(self) -> Iterator[bytes]:
        if self.is_inside:
            raise Ended
        yield from ()


def installed() -> list[str]:
    """The encodings whose packages are there, as a request names them."""
    return [name for name, package in (("br", "brotli"), ("zstd", "zstandard")) if find_spec(package)]


def _small(piece: bytes) -> Iterator[bytes]:
    return (piece[at : at + PIECE] for at in range(0, len(piece), PIECE))
