"""Access control: host names, the token, pages of other origins. Headers of every response."""

import hmac
import json
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from ipaddress import IPv6Address, IPv6Network

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from maintext.serve.metrics import Metrics

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; frame-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""For the inspector. Its frame shows a page from a string, so no URL may be loaded into it."""
_HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}
_RAW_HEADERS = [(name.lower().encode(), value.encode()) for name, value in _HEADERS.items()]
_OPEN = frozenset({"/health", "/", "/docs", "/openapi.json"})
"""Routes that need no token: they reveal nothing about any page. The inspector asks for the token."""
LOCAL = frozenset({"localhost", "127.0.0.1", "[::1]"})
EVERY_HOST = "*"
_TOO_MANY = (
    429,
    {"error": "too_many_requests", "reason": "this client has too many requests in progress"},
    {"Retry-After": "1"},
)
_OTHER_SITE = {
    "error": "forbidden",
    "reason": "requests from pages of other sites are not allowed; see --origin",
}


@dataclass(frozen=True)
class Access:
    """Who may use the service."""

    hosts: frozenset[str] = LOCAL
    """Allowed `Host` headers; `*` for any. Without this check, a page whose name is made to resolve to this
    machine could read responses (DNS rebinding)."""
    token: str | None = None
    origins: frozenset[str] = frozenset()
    """Origins of other sites whose pages may read responses; `*` for any."""

    def allows_host(self, host: str) -> bool:
        """Whether a `Host` header is allowed, with or without a port."""
        name = (
            host.rpartition(":")[0]
            if host.rpartition(":")[2].isdecimal() and not host.endswith("]")
            else host
        )
        return EVERY_HOST in self.hosts or name.lower().rstrip(".") in self.hosts

    def allows_token(self, header: str) -> bool:
        """Whether an `Authorization` header has the token, compared in constant time."""
        if self.token is None:
            return True
        kind, _, given = header.partition(" ")
        # Headers are bytes, decoded as Latin-1. Clients send other letters as UTF-8, some as Latin-1.
        sent = given.strip().encode("latin-1", "replace")
        matches = [hmac.compare_digest(sent, form) for form in _byte_forms(self.token)]
        return any(matches) and kind.lower() == "bearer"


def _byte_forms(token: str) -> list[bytes]:
    try:
        return [token.encode(), token.encode("latin-1")]
    except UnicodeEncodeError:
        return [token.encode()]


class Clients:
    """Counts the requests of each client that are in progress."""

    def __init__(self, most: int | None) -> None:
        self.most = most
        self.requests: Counter[str] = Counter()

    @contextmanager
    def place(self, scope: Scope) -> Iterator[bool]:
        """Whether the client may have one more request, which is counted within the block."""
        name = _client_name((scope.get("client") or ("",))[0])
        has_place = self.most is None or self.requests[name] < self.most
        self.requests[name] += has_place
        try:
            yield has_place
        finally:
            self.requests[name] -= has_place
            if not self.requests[name]:
                del self.requests[name]


def _client_name(address: str) -> str:
    """The address; of IPv6, the network of 64 bits, because a client has all of its addresses."""
    try:
        return str(IPv6Network((IPv6Address(address), 64), strict=False))
    except ValueError:
        return address


class Gate:
    """The outermost layer: access control, headers, metrics."""

    def __init__(
        self,
        app: ASGIApp,
        access: Access,
        metrics: Metrics,
        routes: Iterable[str],
        per_client: int | None = None,
    ) -> None:
        self.app, self.access, self.metrics = app, access, metrics
        self.routes = frozenset(routes)
        self.clients = Clients(per_client)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        begun, status = time.monotonic(), 0
        headers = Headers(scope=scope)

        async def send_with_headers(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                self._add_headers(message, headers.get("origin"))
            await send(message)

        try:
            refused = self._refuse(scope, headers)
            if refused:
                await _respond(send_with_headers, *refused)
            elif _is_open(scope["path"]):
                await self.app(scope, receive, send_with_headers)
            else:
                with self.clients.place(scope) as has_place:
                    if has_place:
                        await self.app(scope, receive, send_with_headers)
                    else:
                        await _respond(send_with_headers, *_TOO_MANY)
        finally:
            self.metrics.note(self._route(scope["path"]), status or 500, time.monotonic() - begun)

    def _refuse(self, scope: Scope, headers: Headers) -> tuple[int, dict[str, str], dict[str, str]] | None:
        if "transfer-encoding" in headers and "content-length" in headers:
            # Another server on the way may read the other one, and see another request (smuggling).
            reason = "a request has Transfer-Encoding or Content-Length, not both"
            return 400, {"error": "bad_request", "reason": reason}, {"Connection": "close"}
        host = headers.get("host", "")
        if not self.access.allows_host(host):
            reason = f"the host name {host[:100]!r} is not allowed; see --host-name"
            return 421, {"error": "wrong_host", "reason": reason}, {}
        if scope["method"] == "OPTIONS" and "access-control-request-method" in headers:
            return self._preflight(headers.get("origin", ""))
        path = scope["path"]
        if scope["method"] not in ("GET", "HEAD") and not self._may_ask(headers.get("origin"), host):
            return 403, _OTHER_SITE, {}
        if not _is_open(path) and not self.access.allows_token(headers.get("authorization", "")):
            reason = "the header Authorization: Bearer TOKEN is missing or wrong"
            return 401, {"error": "unauthorized", "reason": reason}, {"WWW-Authenticate": "Bearer"}
        return None

    def _may_ask(self, origin: str | None, host: str) -> bool:
        """Whether a request comes from no page, from the inspector, or from an allowed origin."""
        return origin is None or origin.partition("://")[2] == host or self._shares_with(origin)

    def _preflight(self, origin: str) -> tuple[int, dict[str, str], dict[str, str]]:
        if not self._shares_with(origin):
            return 403, _OTHER_SITE, {}
        allowed = {
            "Access-Control-Allow-Methods": "GET, POST, PUT, DELETE",
            "Access-Control-Allow-Headers": "Authorization, Content-Type, Content-Encoding",
            "Access-Control-Max-Age": "600",
        }
        return 200, {}, allowed

    def _add_headers(self, message: Message, origin: str | None) -> None:
        given = {name for name, _ in message["headers"]}
        added = [pair for pair in _RAW_HEADERS if pair[0] not in given]
        message["headers"] = [*message["headers"], *added]
        if origin and self._shares_with(origin):
            headers = MutableHeaders(scope=message)
            headers["Access-Control-Allow-Origin"] = origin
            headers["Cross-Origin-Resource-Policy"] = "cross-origin"
            headers.add_vary_header("Origin")

    def _shares_with(self, origin: str) -> bool:
        return EVERY_HOST in self.access.origins or origin in self.access.origins

    def _route(self, path: str) -> str:
        """The path as it is counted: unknown paths must not make new counters."""
        first = "/" + path.split("/")[1]
        return first if first in self.routes else "other"


def _is_open(path: str) -> bool:
    return path in _OPEN or path.startswith("/page/")


async def _respond(send: Send, status: int, body: dict[str, str], headers: dict[str, str]) -> None:
    content = json.dumps(body).encode()
    sent = {"content-type": "application/json", "content-length": str(len(content)), **headers}
    raw = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in sent.items()]
    await send({"type": "http.response.start", "status": status, "headers": raw})
    await send({"type": "http.response.body", "body": content})
