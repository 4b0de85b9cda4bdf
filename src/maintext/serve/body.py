"""The bytes of a request as they come, within bounds: of one body, packed and unpacked, and of all."""

import asyncio
import zlib
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager, suppress

from starlette.requests import ClientDisconnect, Request

from maintext.serve.errors import Refusal, bad_request, busy, too_large
from maintext.serve.memory import give_back

_GZIP = 31
"""What zlib calls the gzip format with the largest window."""
_CHUNK = 1 << 16


_MUCH = 1 << 25
"""Bytes that come and go before what lies free between other things is given back."""

Take = Callable[[int], None]
"""Told of every number of bytes that is kept; it raises where there are too many."""


class Buffers:
    """Bytes of all requests that are being read or worked on, and of answers that are being sent."""

    def __init__(self, most: int) -> None:
        self.most, self.held, self.passed = most, 0, 0

    @contextmanager
    def share(self) -> Iterator[Take]:
        """Room for one request: call what is given with every number of bytes that is kept."""
        mine = 0

        def take(size: int) -> None:
            nonlocal mine
            if self.held + size > self.most:
                raise busy("too many bytes of other requests are being worked on")
            mine += size
            self.held += size

        try:
            yield take
        finally:
            self.held -= mine
            self.passed += mine
            if not self.held and self.passed > _MUCH:
                self.passed = 0
                give_back()


async def read_body(request: Request, most: int, seconds: float, take: Take) -> bytes:
    """The body, unpacked; an error as soon as it is known to be too large or too slow."""
    encoding = request.headers.get("content-encoding", "identity").strip().lower()
    if encoding not in ("identity", "gzip", "x-gzip"):
        raise Refusal(415, "unsupported_media_type", f"a body may be packed with gzip, not {encoding[:40]!r}")
    declared = request.headers.get("content-length", "0")
    if declared.isdecimal() and int(declared) > most:
        raise too_large(most)
    body = bytearray()
    try:
        async with asyncio.timeout(seconds):
            async for piece in _pieces(request, most, encoding != "identity"):
                if len(body) + len(piece) > most:
                    raise too_large(most)
                take(len(piece))
                body += piece
    except TimeoutError:
        raise Refusal(
            408, "too_slow", f"the body did not come within {seconds:g} seconds", {"Connection": "close"}
        ) from None
    except ClientDisconnect:
        raise bad_request("the body ended before it was whole") from None
    return bytes(body)


async def skip_body(request: Request, most: int, seconds: float) -> None:
    """Let a body pass that nobody will read: a client that is cut off while it sends may lose its answer."""
    received = 0
    with suppress(TimeoutError, ClientDisconnect):
        async with asyncio.timeout(seconds):
            async for chunk in request.stream():
                received += len(chunk)
                if received > most:
                    return


async def _pieces(request: Request, most: int, packed: bool) -> AsyncIterator[bytes]:
    """The body as it comes, unpacked a little at a time, so that a bomb never gets large."""
    received = 0
    unpack = zlib.decompressobj(_GZIP)
    async for chunk in request.stream():
        received += len(chunk)
        if received > most:
            raise too_large(most)
        if not packed:
            yield chunk
            continue
        try:
            rest = chunk
            while rest and not unpack.eof:
                yield unpack.decompress(rest, _CHUNK)
                rest = unpack.unconsumed_tail
        except zlib.error:
            raise bad_request("the body is not packed with gzip, though its header says so") from None
        if unpack.unused_data:
            raise bad_request("the packed body goes on after its end")
    while packed and not unpack.eof and (piece := unpack.decompress(b"", _CHUNK)):
        yield piece
    if packed and received and not unpack.eof:
        raise bad_request("the packed body is cut short")
