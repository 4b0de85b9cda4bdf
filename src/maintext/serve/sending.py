"""Responses that wait for the client: for it to read a large one, or to send the rest of a refused body."""

import asyncio
from collections.abc import Mapping
from contextlib import ExitStack, suppress

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.types import Receive, Scope, Send

from maintext.serve.body import skip_body

_PIECE = 1 << 16
_LINGER_SECONDS = 2.0
_LINGER_BYTES = 1 << 30


class HeldResponse(Response):
    """Releases its bytes when the last piece is sent, or when the client takes too long to read."""

    def __init__(self, content: bytes, headers: Mapping[str, str], held: ExitStack, seconds: float) -> None:
        super().__init__(content, headers=headers)
        self.held, self.seconds = held, seconds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send it; the server waits before each piece until the client has read the one before."""
        body = memoryview(self.body)
        with self.held:
            async with asyncio.timeout(self.seconds):
                start = {"type": "http.response.start", "status": self.status_code}
                await send({**start, "headers": self.raw_headers})
                if len(body) < _PIECE:  # the server keeps as much without waiting
                    await send({"type": "http.response.body", "body": self.body})
                    return
                for first in range(0, len(body), _PIECE):
                    piece = bytes(body[first : first + _PIECE])
                    await send({"type": "http.response.body", "body": piece, "more_body": True})
                await send({"type": "http.response.body", "body": b""})


class LingeringResponse(JSONResponse):
    """An error in the middle of a body. If the connection is closed while the client sends, it is lost."""

    def __init__(self, content: object, status: int, headers: Mapping[str, str], request: Request) -> None:
        super().__init__(content, status, headers)
        self.request = request

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send it all, read on for a moment, then end."""
        await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
        await send({"type": "http.response.body", "body": self.body, "more_body": True})
        with suppress(RuntimeError):  # all of the body was read
            await skip_body(self.request, _LINGER_BYTES, _LINGER_SECONDS)
        await send({"type": "http.response.body", "body": b""})
