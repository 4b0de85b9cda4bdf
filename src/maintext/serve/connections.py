"""Connections of the service, beyond what uvicorn limits: time for a request's head, and room for new ones.

    connection ─head within 10 s→ request ─response→ idle, 15 s at most

When all places are taken, the connection that has waited longest without a complete request is closed for a
new one. So sockets that send nothing, or little, lock nobody out. Errors of the protocol are JSON.
"""

import asyncio
import json
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

MAX_CONNECTIONS = 2000
HEAD_SECONDS = 10.0
"""From the connection, or the first byte of a later request, to the end of the request's head."""
IDLE_SECONDS = 15


class GuardedProtocol(H11Protocol):
    """HTTP/1.1 on one connection."""

    max_connections = MAX_CONNECTIONS
    head_seconds = HEAD_SECONDS

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._head_timer: asyncio.TimerHandle | None = None
        self._head_due: float | None = None
        """When the head must have arrived; None while no head is awaited."""
        self._waiting_since = 0.0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._wait_for_head()
        if len(self.connections) > self.max_connections and not self._make_room():
            self._refuse(503, "busy", "all connections are in use", [(b"retry-after", b"1")])

    def connection_lost(self, exc: Exception | None) -> None:
        self._head_due = None
        if self._head_timer is not None:
            self._head_timer.cancel()
            self._head_timer = None
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._head_due is None and self._is_between_requests:
            self._wait_for_head()
        super().data_received(data)
        if not self._is_between_requests:
            self._head_due = None

    def on_response_complete(self) -> None:
        self._waiting_since = self.loop.time()
        super().on_response_complete()

    def send_400_response(self, msg: str) -> None:
        """Answer a request that is not HTTP."""
        self._refuse(400, "bad_request", msg.rstrip(".").lower().replace("http", "HTTP"))

    @property
    def _is_between_requests(self) -> bool:
        return self.cycle is None or self.cycle.response_complete

    @property
    def _is_incomplete(self) -> bool:
        """Whether the client has still to send something before there is work."""
        return self._is_between_requests or (self.cycle.more_body and not self.cycle.response_started)

    def _wait_for_head(self) -> None:
        self._waiting_since = self.loop.time()
        self._head_due = self._waiting_since + self.head_seconds
        if self._head_timer is None:
            self._head_timer = self.loop.call_at(self._head_due, self._check_head)

    def _check_head(self) -> None:
        """Refuse a request whose head is late. One timer is enough for many requests that are not."""
        self._head_timer = None
        if self._head_due is None:
            return
        if self.loop.time() < self._head_due:
            self._head_timer = self.loop.call_at(self._head_due, self._check_head)
        elif self._is_between_requests:
            self._refuse(408, "too_slow", f"no request arrived within {self.head_seconds:g} seconds")

    def _make_room(self) -> bool:
        """Close the connection that has waited longest for its client; whether there was one."""
        others = [one for one in self.connections if one is not self and isinstance(one, GuardedProtocol)]
        waiting = [one for one in others if one._is_incomplete and not one.transport.is_closing()]
        if not waiting:
            return any(one.transport.is_closing() for one in others)
        oldest = min(waiting, key=lambda one: one._waiting_since)
        oldest.transport.abort()
        return True

    def _refuse(
        self, status: int, error: str, reason: str, headers: list[tuple[bytes, bytes]] | None = None
    ) -> None:
        """Send an error and close; without the error where a response has begun."""
        self._head_due = None
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            content = json.dumps({"error": error, "reason": reason}).encode()
            described = [
                (b"content-type", b"application/json"),
                (b"content-length", str(len(content)).encode()),
                (b"connection", b"close"),
            ]
            for event in (
                h11.Response(status_code=status, headers=[*described, *(headers or [])]),
                h11.Data(data=content),
                h11.EndOfMessage(),
            ):
                self.transport.write(self.conn.send(event) or b"")
        self.transport.close()
