"""A response that is sent as fast as the client reads it; its bytes are counted until they are sent."""

import asyncio
from collections.abc import Mapping
from contextlib import ExitStack

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

_PIECE = 1 << 16


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
                for first in range(0, len(body), _PIECE):
                    piece = bytes(body[first : first + _PIECE])
                    await send({"type": "http.response.body", "body": piece, "more_body": True})
                await send({"type": "http.response.body", "body": b""})
