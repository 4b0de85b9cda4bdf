"""The tools for agents on a transport: standard input and output, or streamable HTTP."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

import uvicorn
from mcp.server.transport_security import TransportSecuritySettings
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from maintext.errors import MaintextError
from maintext.http.addresses import WEB_PORTS
from maintext.http.client import FetchPolicy
from maintext.limits import Limits
from maintext.serve.access import LOCAL, Access, Gate
from maintext.serve.body import Buffers, read_body
from maintext.serve.errors import Refusal
from maintext.serve.metrics import Metrics
from maintext.serve.pool import Pool
from maintext.serve.server import configure, listen
from maintext.serve.tool_pages import Pages
from maintext.serve.tool_work import ToolOutcome, ToolTask, start
from maintext.serve.tools import ToolBox, make_server

PATH = "/mcp"
_ENVELOPE = 1 << 16
"""Bytes of a request beside the page."""
_ESCAPES = 2
"""How much longer a page is in JSON."""
_BODIES_AT_ONCE = 16
_TIME_FOR_PAGE = 2 / 3
"""Share of a call's time after which a page gives a partial result, before its worker is ended."""


@dataclass(frozen=True)
class ToolSettings:
    """Set once, when the server starts."""

    workers: int = 1
    queue: int = 16
    seconds: float = 20.0
    """Of one call."""
    memory: int | None = 1024**3
    limits: Limits = field(default_factory=lambda: Limits(bytes=8 * 1024 * 1024))
    roots: Sequence[Path] = ()
    allow_fetch: bool = False
    fetch_hosts: frozenset[str] | None = None
    fetch_ports: frozenset[int] = WEB_PORTS
    access: Access = field(default_factory=Access)
    """For HTTP."""

    def pool(self) -> Pool[ToolTask, ToolOutcome]:
        """The workers."""
        return Pool(start, workers=self.workers, queue=self.queue, seconds=self.seconds, memory=self.memory)

    def pages(self) -> Pages:
        """Where pages may come from."""
        fetch = FetchPolicy(self.limits.bytes, self.seconds, ports=self.fetch_ports, hosts=self.fetch_hosts)
        return Pages(self.limits.bytes, _resolved(self.roots), fetch if self.allow_fetch else None)

    def box(self, pool: Pool[ToolTask, ToolOutcome]) -> ToolBox:
        """The tools."""
        limits = replace(self.limits, seconds=min(self.limits.seconds, _TIME_FOR_PAGE * self.seconds))
        return ToolBox(pool, self.pages(), limits)


def _resolved(roots: Sequence[Path]) -> tuple[Path, ...]:
    found = []
    for root in roots:
        try:
            found.append(root.resolve(strict=True))
        except OSError as error:
            raise MaintextError(f"the folder {root} cannot be read: {error.strerror}") from None
        if not found[-1].is_dir():
            raise MaintextError(f"{root} is not a folder")
    return tuple(found)


def serve_stdio(settings: ToolSettings) -> None:
    """Answer on standard input and output until the client ends."""
    asyncio.run(_serve_stdio(settings))


async def _serve_stdio(settings: ToolSettings) -> None:
    pool = settings.pool()
    server = make_server(settings.box(pool))
    try:
        await pool.open()
        await server.run_stdio_async()
    finally:
        await pool.close()


def serve_http(settings: ToolSettings, host: str, port: int) -> int:
    """Answer over HTTP until a signal."""
    app = create_tool_app(settings, host)
    listening = listen(host, port)
    server = uvicorn.Server(configure(app, settings.seconds))
    shown = f"[{host}]" if ":" in host else host
    print(
        f"maintext tools are at http://{shown}:{listening.getsockname()[1]}{PATH}; Ctrl-C stops them",
        flush=True,
    )
    server.run([listening])
    return 0 if server.started else 1


def create_tool_app(settings: ToolSettings, host: str = "127.0.0.1") -> ASGIApp:
    """The tools over streamable HTTP, without sessions."""
    if settings.roots:
        raise MaintextError("files are not read over HTTP: leave --root out")
    if host not in {*LOCAL, "::1"} and settings.access.token is None:
        raise MaintextError(f"a token is needed to listen on {host}: set MAINTEXT_TOKEN")
    pool = settings.pool()
    most = _ESCAPES * settings.limits.bytes + _ENVELOPE
    app = make_server(settings.box(pool)).streamable_http_app(
        streamable_http_path=PATH,
        json_response=True,
        stateless_http=True,
        max_request_body_size=most,
        # `Gate` checks Host and Origin.
        transport_security=TransportSecuritySettings(enable_dns_rebinding_protection=False),
    )
    inner = app.router.lifespan_context

    @asynccontextmanager
    async def running(outer: Starlette) -> AsyncIterator[None]:
        try:
            await pool.open()
            async with inner(outer):
                yield
        finally:
            await pool.close()

    app.router.lifespan_context = running
    counted = CountedBody(app, most, settings.seconds)
    return Gate(counted, settings.access, Metrics(), [PATH])


class CountedBody:
    """Reads the JSON of a request within limits on bytes, values and time, then hands it on."""

    def __init__(self, app: ASGIApp, max_bytes: int, seconds: float) -> None:
        self.app, self.max_bytes, self.seconds = app, max_bytes, seconds
        self.buffers = Buffers(_BODIES_AT_ONCE * max_bytes)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] != "POST":
            await self.app(scope, receive, send)
            return
        with self.buffers.share() as take:
            try:
                body = await read_body(
                    Request(scope, receive), self.max_bytes, self.seconds, take, is_json=True
                )
            except Refusal as error:
                answer = JSONResponse(
                    {"error": error.error, "reason": error.reason}, error.status, error.headers
                )
            else:
                await self.app(scope, _replay(body, receive), send)
                return
            await answer(scope, receive, send)


def _replay(body: bytes, receive: Receive) -> Receive:
    """A body that was read already."""
    waiting: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def again() -> Message:
        return waiting.pop() if waiting else await receive()

    return again
