"""URLs → pages. Every hop is resolved once, checked, and connected to by the checked IP address."""

import asyncio
import contextlib
import os
import socket
import ssl
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from email.message import Message
from typing import Any, NamedTuple, TypeVar
from urllib.parse import quote, urljoin

import h11

from maintext.http.addresses import (
    WEB_PORTS,
    BadStatus,
    FetchError,
    FetchTarget,
    ForbiddenUrl,
    is_below,
    is_public,
    read_url,
)
from maintext.http.body import BodyError, TruncatedBody, make_decoders
from maintext.http.compressions import installed
from maintext.http.content_type import read_content_type
from maintext.http.proxy import Proxy, find_proxy, open_tunnel
from maintext.version import __version__

PAGE_TYPES = frozenset("text/html application/xhtml+xml application/xml text/xml text/plain".split())
_MAX_ADDRESSES = 3
"""IP addresses of one host that are tried."""
_CHUNK = 1 << 16
_MAX_HEAD = 1 << 16
_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_HEADERS = {
    "User-Agent": f"Mozilla/5.0 (compatible; maintext/{__version__})",
    "Accept": "text/html,application/xhtml+xml,*/*;q=0.5",
    "Accept-Encoding": ", ".join(["gzip", "deflate", *installed()]),
    "Connection": "close",
}

Resolve = Callable[[str, int], Awaitable[Sequence[str]]]
Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]
Connect = Callable[[str, FetchTarget], Awaitable[Streams]]
Take = Callable[[int], None]
"""Called with each number of bytes that is kept; raises if there are too many."""
Check = Callable[[FetchTarget], None]
"""Called before each request, of a redirect, too; raises if it must not be made."""
Result = TypeVar("Result")


class Fetched(NamedTuple):
    """A page that was fetched."""

    html: bytes
    url: str
    charset: str | None


@dataclass(frozen=True, slots=True)
class FetchPolicy:
    """Permissions and limits of a client. The defaults are for URLs from untrusted users."""

    max_bytes: int
    """Of a page, compressed and decompressed."""
    seconds: float
    max_redirects: int = 5
    public_only: bool = True
    """Refuse hosts outside of the public internet, and ports that are not in `ports`."""
    ports: frozenset[int] = WEB_PORTS
    hosts: frozenset[str] | None = None
    """Host names that may be fetched from, each with those below it; None for all."""
    use_proxy: bool = False
    """Use the proxies that the environment names."""


def fetch_page(url: str, policy: FetchPolicy) -> Fetched:
    """Fetch a page; `FetchError` if that fails. For code without an event loop."""
    return wait_for(Client(policy).fetch(url))


def wait_for(work: Coroutine[Any, Any, Result]) -> Result:
    """Run a coroutine to its end, in its own event loop."""
    outcome: Future[Result] = Future()

    async def run() -> None:
        try:
            outcome.set_result(await work)
        except BaseException as error:
            outcome.set_exception(error)

    # In its own thread, because the caller may have an event loop.
    threading.Thread(target=lambda: asyncio.run(run()), daemon=True).start()
    return outcome.result()


class Client:
    """Fetches pages as its policy allows."""

    def __init__(
        self, policy: FetchPolicy, resolve: Resolve | None = None, connect: Connect | None = None
    ) -> None:
        self.policy = policy
        self._resolve, self._connect = resolve or look_up, connect or connect_to

    async def fetch(
        self,
        url: str,
        take: Take = lambda size: None,
        check: Check = lambda target: None,
        *,
        any_type: bool = False,
    ) -> Fetched:
        """The page at a URL; with `any_type`, whatever its content type says."""
        try:
            async with asyncio.timeout(self.policy.seconds):
                return await self._follow(url, take, check, any_type)
        except TimeoutError:
            raise FetchError(f"no answer within {self.policy.seconds:g} seconds") from None

    async def _follow(self, url: str, take: Take, check: Check, any_type: bool) -> Fetched:
        target = self.read_url(url)
        for _ in range(self.policy.max_redirects + 1):
            check(target)
            outcome = await self._ask(target, take, any_type)
            if isinstance(outcome, Fetched):
                return outcome
            try:
                url = urljoin(target.url, outcome)
            except ValueError as error:
                raise FetchError(f"a redirect to {outcome[:200]!r}: {error}") from None
            try:
                target = self.read_url(url)
            except FetchError as error:
                raise type(error)(f"a redirect to {url[:200]!r}: {error}") from None
        raise FetchError(f"more than {self.policy.max_redirects} redirects")

    def read_url(self, url: str) -> FetchTarget:
        """Parse a URL; raise if the policy does not allow it, as far as the URL alone shows that."""
        policy = self.policy
        target = read_url(url, public_only=policy.public_only, ports=policy.ports)
        if policy.hosts is not None and not is_below(target.host, policy.hosts):
            raise ForbiddenUrl(f"the host {target.host[:100]} is not allowed here")
        return target

    async def _ask(self, target: FetchTarget, take: Take, any_type: bool) -> Fetched | str:
        """The page, or the URL of a redirect."""
        proxy = find_proxy(target) if self.policy.use_proxy else None
        reader, writer = await (self._open_proxy(proxy, target) if proxy else self._open(target))
        try:
            exchange = _Exchange(reader, writer, self.policy.max_bytes, take)
            return await exchange.run(target, proxy, any_type)
        except h11.RemoteProtocolError:
            raise FetchError("the server's answer is broken") from None
        except OSError as error:
            raise FetchError(f"the connection broke: {_words(error)}") from None
        finally:
            writer.transport.abort()

    async def _open(self, target: FetchTarget) -> Streams:
        """Connect to a checked IP address, not to a name, which may resolve differently by then."""
        try:
            addresses = await self._resolve(target.host, target.port)
        except (OSError, UnicodeError):
            raise FetchError("no such host") from None
        if self.policy.public_only and not all(map(is_public, addresses)):  # one bad address is enough
            raise ForbiddenUrl("the host has an address that is not of the public internet")
        tried = addresses[:_MAX_ADDRESSES]
        problem: OSError = OSError("no address")
        for address in tried:
            try:
                async with asyncio.timeout(self.policy.seconds / len(tried)):
                    return await self._connect(address, target)
            except OSError as error:
                problem = error
        raise _no_connection(problem)

    async def _open_proxy(self, proxy: Proxy, target: FetchTarget) -> Streams:
        try:
            if target.scheme == "https":
                return await open_tunnel(proxy, target, ssl.create_default_context())
            return await asyncio.open_connection(proxy.host, proxy.port)
        except OSError as error:
            raise FetchError(f"through the proxy: {_no_connection(error)}") from None


async def look_up(host: str, port: int) -> Sequence[str]:
    """The IP addresses of a host. In a daemon thread, because a look-up cannot be cancelled."""
    loop = asyncio.get_running_loop()
    found: asyncio.Future[Sequence[str]] = loop.create_future()

    def settle(addresses: Sequence[str], error: Exception | None) -> None:
        if found.done():
            return
        if error is None:
            found.set_result(addresses)
        else:
            found.set_exception(error)

    def work() -> None:
        addresses: list[str] = []
        problem: Exception | None = None
        try:
            entries = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
            addresses = list(dict.fromkeys(str(entry[4][0]) for entry in entries))
        except Exception as error:
            problem = error
        with contextlib.suppress(RuntimeError):  # the loop has ended meanwhile
            loop.call_soon_threadsafe(settle, addresses, problem)

    threading.Thread(target=work, daemon=True).start()
    return await found


async def connect_to(address: str, target: FetchTarget) -> Streams:
    """A connection to an IP address; the certificate must be that of the host's name."""
    if target.scheme == "http":
        return await asyncio.open_connection(address, target.port)
    context = ssl.create_default_context()
    return await asyncio.open_connection(address, target.port, ssl=context, server_hostname=target.host)


class _Exchange:
    """One request and its response."""

    def __init__(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, max_bytes: int, take: Take
    ) -> None:
        self.reader, self.writer, self.max_bytes, self.take = reader, writer, max_bytes, take
        self.http = h11.Connection(h11.CLIENT, max_incomplete_event_size=_MAX_HEAD)

    async def run(self, target: FetchTarget, proxy: Proxy | None, any_type: bool) -> Fetched | str:
        """The page, or the URL of a redirect."""
        through_proxy = proxy is not None and target.scheme == "http"
        headers = [("Host", target.host_header), *_HEADERS.items()]
        headers += proxy.headers if proxy and through_proxy else ()
        request = h11.Request(
            method="GET", target=target.url if through_proxy else target.path, headers=headers
        )
        self.writer.write((self.http.send(request) or b"") + (self.http.send(h11.EndOfMessage()) or b""))
        response = await self._event()
        while isinstance(response, h11.InformationalResponse):
            response = await self._event()
        if not isinstance(response, h11.Response):
            raise FetchError("the server closed the connection")
        fields = Message()
        for name, value in response.headers:
            fields[name.decode("latin-1")] = value.decode("latin-1")
        if response.status_code in _REDIRECTS and fields["location"]:
            return _location(fields["location"])
        if response.status_code != 200:
            raise BadStatus(response.status_code, bytes(response.reason).decode("latin-1")[:100])
        kind, charset = read_content_type(fields["content-type"])
        if not any_type and kind not in PAGE_TYPES:
            raise FetchError(f"it is {kind[:100]}, not HTML")
        html = await self._body(fields["content-encoding"])
        return Fetched(html, target.url, charset)

    async def _event(self) -> object:
        while (event := self.http.next_event()) is h11.NEED_DATA:
            self.http.receive_data(await self.reader.read(_CHUNK))
        return event

    async def _chunks(self) -> AsyncIterator[bytes]:
        try:
            while isinstance(event := await self._event(), h11.Data):
                yield bytes(event.data)
        except h11.RemoteProtocolError:
            raise FetchError("it is incomplete: the connection ended early") from None

    async def _body(self, encoding: str | None) -> bytes:
        """The page, decompressed. More bytes than the limit is an error, and so is a page that is cut off."""
        body = bytearray()
        received = 0

        def keep(piece: bytes) -> None:
            if len(body) + len(piece) > self.max_bytes:
                raise FetchError(f"it has more than {self.max_bytes:,} bytes")
            self.take(len(piece))
            body.extend(piece)

        try:
            decoder = make_decoders(encoding)
            async for chunk in self._chunks():
                received += len(chunk)
                if received > self.max_bytes:
                    raise FetchError(f"it has more than {self.max_bytes:,} bytes")
                for piece in decoder.feed(chunk):
                    keep(piece)
            for piece in decoder.finish():
                keep(piece)
        except TruncatedBody as error:
            raise FetchError(f"it is incomplete: {error}") from None
        except BodyError as error:
            raise FetchError(f"it cannot be decoded: {error}") from None
        return bytes(body)


def _location(value: str) -> str:
    """A `Location` header; servers also send UTF-8 and spaces."""
    raw = value.strip().encode("latin-1")
    try:
        return raw.decode("utf-8").replace(" ", "%20")
    except UnicodeDecodeError:
        return quote(raw, safe="".join(map(chr, range(0x21, 0x7F))))


def _no_connection(problem: OSError) -> FetchError:
    if isinstance(problem, ssl.SSLError):
        return FetchError("the connection is not secure: the server's certificate or protocol is wrong")
    return FetchError(f"cannot connect: {_words(problem)}")


def _words(error: OSError) -> str:
    if isinstance(error, TimeoutError):
        return "no answer"
    if isinstance(error, socket.gaierror) or error.errno is None:
        return (error.strerror or str(error) or type(error).__name__).lower()
    return os.strerror(error.errno).lower()
