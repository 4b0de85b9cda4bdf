"""What an HTTP response says of its body, and the body itself: transfer and content encodings undone."""

import io
import zlib
from collections.abc import Callable
from typing import Any

from fastwarc.stream_io import BrotliReader, ChunkedReader, ZstdReader

from maintext.batch.sources.boundaries import GZIP

HTML_TYPES = ("text/html", "application/xhtml+xml")
_CHUNK = 64 << 10
_MOST_MEMBERS = 100


def is_html(content_type: str) -> bool:
    """Whether a content type is that of a page."""
    words = content_type.replace(";", " ").split()  # some servers leave the semicolon out
    return bool(words) and words[0].lower() in HTML_TYPES


def begins_as_html(body: bytes) -> bool:
    """Whether a body of no known type looks like a page."""
    return b"<html" in body[:1024].lower()


def decode_body(body: bytes, content: str | None, transfer: str | None, limit: int) -> tuple[bytes, bool]:
    r"""The body without its encodings, at most so many bytes of it, and whether all of them could be undone.

    Crawlers often undo an encoding but keep its header. A body that is not in the encoding that its
    header names is taken as it is.

    >>> decode_body(b"5\r\n<p>hi\r\n0\r\n\r\n", None, "chunked", 100)
    (b'<p>hi', True)
    >>> decode_body(b"<p>hi", "gzip", None, 100)
    (b'<p>hi', False)
    """
    whole = True
    names = [*_names(content), *_names(transfer)]
    for name in reversed(names):  # the one that was put on last comes off first
        if name in ("", "identity"):
            continue
        decoder = _DECODERS.get(name)
        decoded, complete = decoder(body, limit) if decoder else (b"", False)
        whole &= complete
        body = decoded or body
    return body[:limit], whole


def _names(header: str | None) -> list[str]:
    return [name.strip().lower() for name in (header or "").split(",")]


def _inflate(body: memoryview, limit: int, wbits: int) -> tuple[bytes, bool, int]:
    """At most so many bytes, whether that is all, and how much of the body they took."""
    inflate = zlib.decompressobj(wbits)
    out = bytearray()
    at = 0
    try:
        while at < len(body) and not inflate.eof and len(out) < limit:
            piece = body[at : at + _CHUNK]
            out += inflate.decompress(piece, limit - len(out))
            at += len(piece)
    except zlib.error:
        return bytes(out), False, at
    return bytes(out), inflate.eof or len(out) >= limit, at - len(inflate.unused_data)


def _gzip(body: bytes, limit: int) -> tuple[bytes, bool]:
    """All members, where there are several; a body of very many, which may all be empty, is not whole."""
    out = bytearray()
    rest = memoryview(body)
    for _ in range(_MOST_MEMBERS):
        found, whole, taken = _inflate(rest, limit - len(out), 31)
        out += found
        rest = rest[taken:]
        if not whole or len(out) >= limit or rest[:2] != GZIP:
            return bytes(out), whole
    return bytes(out), False


def _deflate(body: bytes, limit: int) -> tuple[bytes, bool]:
    """With a zlib header, as the standard says, or without, as servers do."""
    found, whole, _ = _inflate(memoryview(body), limit, 15)
    return (found, whole) if found else _inflate(memoryview(body), limit, -15)[:2]


def _stream(reader: Callable[[Any], Any]) -> Callable[[bytes, int], tuple[bytes, bool]]:
    def decode(body: bytes, limit: int) -> tuple[bytes, bool]:
        out = bytearray()
        try:
            stream = reader(io.BytesIO(body))
            while len(out) < limit and (piece := stream.read(min(_CHUNK, limit - len(out)))):
                out += piece
        except OSError:
            return bytes(out), False
        return bytes(out), True

    return decode


_DECODERS: dict[str, Callable[[bytes, int], tuple[bytes, bool]]] = {
    "gzip": _gzip,
    "x-gzip": _gzip,
    "deflate": _deflate,
    "br": _stream(BrotliReader),
    "zstd": _stream(ZstdReader),
    "chunked": _stream(ChunkedReader),
}
