"""The bodies of requests, within limits: on one body, compressed and decompressed, and on all together."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager, suppress

from starlette.requests import ClientDisconnect, Request

from maintext.http.body import BodyError, Decoder, Gzip, Identity, TruncatedBody
from maintext.http.client import Take
from maintext.serve.errors import Refusal, bad_request, busy, too_large
from maintext.serve.json_values import BYTES_PER_VALUE, SNIFFED, ValueCount, looks_like_object
from maintext.serve.memory import give_back

PAGE_TYPES = ("text/html", "application/xhtml+xml", "text/plain", "application/octet-stream")
"""Content types of a body that is a page."""
_GIVE_BACK_AFTER = 1 << 25
"""Bytes allocated and freed before free memory is returned to the system."""
_TURN = 1 << 20
"""Bytes that are decompressed or counted before other requests have their turn."""


class Buffers:
    """Counts the bytes of all requests that are being read or processed, and of responses being sent."""

    def __init__(self, max_bytes: int) -> None:
        self.max_bytes, self.held, self.passed = max_bytes, 0, 0

    @contextmanager
    def share(self) -> Iterator[Take]:
        """Reserve memory for one request: call the result with each number of bytes that is kept."""
        mine = 0

        def take(size: int) -> None:
            nonlocal mine
            if self.held + size > self.max_bytes:
                raise busy("other requests hold too many bytes at the moment")
            mine += size
            self.held += size

        try:
            yield take
        finally:
            self.held -= mine
            self.passed += mine
            if not self.held and self.passed > _GIVE_BACK_AFTER:
                self.passed = 0
                give_back()


async def read_body(
    request: Request, max_bytes: int, seconds: float, take: Take, is_json: bool | None = False
) -> bytes:
    """The body, decompressed; an error as soon as it is known to be too large or too slow.

    The values of JSON are counted, and their memory is taken. None: find out by the first bytes.
    """
    encoding = request.headers.get("content-encoding", "identity").strip().lower()
    if encoding not in ("identity", "gzip", "x-gzip"):
        reason = f"a body may be compressed with gzip, not with {encoding[:40]!r}"
        raise Refusal(415, "unsupported_media_type", reason)
    declared = request.headers.get("content-length", "0")
    if declared.isdecimal() and int(declared) > max_bytes:
        raise too_large(max_bytes)
    pieces: list[bytes] = []
    size = 0
    values = ValueCount()
    decoder = Identity() if encoding == "identity" else Gzip()
    try:
        async with asyncio.timeout(seconds):
            async for piece in _pieces(request, max_bytes, decoder):
                if size + len(piece) > max_bytes:
                    raise too_large(max_bytes)
                take(len(piece))
                turns = (size + len(piece)) // _TURN - size // _TURN
                pieces.append(piece)
                size += len(piece)
                if is_json is None and size >= SNIFFED:
                    piece = b"".join(pieces)
                    is_json = looks_like_object(piece)
                if is_json:
                    take(BYTES_PER_VALUE * values.feed(piece))
                if turns:
                    await asyncio.sleep(0)
    except TimeoutError:
        reason = f"the body did not arrive within {seconds:g} seconds"
        raise Refusal(408, "too_slow", reason, {"Connection": "close"}) from None
    except ClientDisconnect:
        raise bad_request("the connection ended before the body was complete") from None
    except TruncatedBody:
        raise bad_request("the gzip body is incomplete") from None
    except BodyError:
        raise bad_request("the body is not gzip, though its header says so") from None
    if isinstance(decoder, Gzip) and decoder.has_trailing:
        raise bad_request("the gzip body has data after its end")
    return b"".join(pieces)


async def _pieces(request: Request, max_bytes: int, decoder: Decoder) -> AsyncIterator[bytes]:
    """The body as it arrives, decoded a little at a time, so that a bomb never gets large."""
    received = 0
    async for chunk in request.stream():
        received += len(chunk)
        if received > max_bytes:
            raise too_large(max_bytes)
        for piece in decoder.feed(chunk):
            yield piece
    for piece in decoder.finish():
        yield piece


async def skip_body(request: Request, max_bytes: int, seconds: float) -> None:
    """Read a body and drop it: a client that is cut off while it sends may not see the response."""
    received = 0
    with suppress(TimeoutError, ClientDisconnect):
        async with asyncio.timeout(seconds):
            async for chunk in request.stream():
                received += len(chunk)
                if received > max_bytes:
                    return
