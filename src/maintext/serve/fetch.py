"""Addresses → pages, for strangers: every hop is looked up once, and connected to as it was checked."""

import asyncio
import socket
import ssl
import zlib
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from email.message import Message
from typing import NamedTuple
from urllib.parse import urljoin

import h11

from maintext.serve.addresses import Target, is_public, read_address
from maintext.serve.body import Take
from maintext.serve.errors import Refusal, forbidden
from maintext.version import __version__

MOST_REDIRECTS = 5
PAGE_TYPES = frozenset("text/html application/xhtml+xml application/xml text/xml text/plain".split())
_MOST_TRIED = 3
"""Addresses of one host that are tried."""
_CHUNK = 1 << 16
_MOST_HEAD = 1 << 16
_REDIRECTS = frozenset({301, 302, 303, 307, 308})

Resolve = Callable[[str, int], Awaitable[Sequence[str]]]
Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]
Connect = Callable[[str, Target], Awaitable[Streams]]


class Fetched(NamedTuple):
    """A page that was fetched."""

    html: bytes
    url: str
    charset: str | None


class Fetcher:
    """Fetches pages within bounds on bytes, seconds and redirects."""

    def __init__(
        self, most: int, seconds: float, resolve: Resolve | None = None, connect: Connect | None = None
    ) -> None:
        self.most, self.seconds = most, seconds
        self._resolve, self._connect = resolve or look_up, connect or connect_to

    async def fetch(self, url: str, take: Take = lambda size: None) -> Fetched:
        """The page at an address."""
        try:
            async with asyncio.timeout(self.seconds):
                return await self._follow(url, take)
        except TimeoutError:
            raise _failed(f"no answer within {self.seconds:g} seconds") from None

    async def _follow(self, url: str, take: Take) -> Fetched:
        for _ in range(MOST_REDIRECTS + 1):
            target = read_address(url)
            outcome = await self._ask(target, take)
            if isinstance(outcome, Fetched):
                return outcome
            url = urljoin(target.url, outcome)
        raise _failed(f"more than {MOST_REDIRECTS} redirects")

    async def _ask(self, target: Target, take: Take) -> "Fetched | str":
        """The page, or the address to which it has moved."""
        reader, writer = await self._open(target)
        try:
            return await _Exchange(reader, writer, target, self.most, take).run()
        except h11.RemoteProtocolError:
            raise _failed("the server's answer is broken") from None
        except OSError as error:
            raise _failed(f"the connection broke: {error.strerror or error}".lower()) from None
        finally:
            writer.transport.abort()

    async def _open(self, target: Target) -> Streams:
        """A connection to an address that was checked, never to a name: it may lead elsewhere by then."""
        try:
            addresses = await self._resolve(target.host, target.port)
        except (OSError, UnicodeError):
            raise _failed("no such host") from None
        if not all(map(is_public, addresses)):  # one is enough: the others may be a lure
            raise forbidden("the host leads to an address that is not of the public internet")
        problem: Exception | None = None
        for address in addresses[:_MOST_TRIED]:
            try:
                return await self._connect(address, target)
            except OSError as error:
                problem = error
        if isinstance(problem, ssl.SSLError):
            raise _failed("the connection is not secure: the server's certificate or protocol is wrong")
        raise _failed("cannot connect")


async def look_up(host: str, port: int) -> Sequence[str]:
    """The IP addresses of a host."""
    loop = asyncio.get_running_loop()
    found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(address[4][0]) for address in found))


async def connect_to(address: str, target: Target) -> Streams:
    """A connection to an IP address; the certificate is that of the host's name."""
    if target.scheme == "http":
        return await asyncio.open_connection(address, target.port)
    context = ssl.create_default_context()
    return await asyncio.open_connection(address, target.port, ssl=context, server_hostname=target.host)


class _Exchange:
    """One request and its answer."""

    def __init__(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        target: Target,
        most: int,
        take: Take,
    ) -> None:
        self.reader, self.writer, self.target, self.most, self.take = reader, writer, target, most, take
        self.http = h11.Connection(h11.CLIENT, max_incomplete_event_size=_MOST_HEAD)

    async def run(self) -> "Fetched | str":
        """The page, or the address to which it has moved."""
        headers = {
            "Host": self.target.host_header,
            "User-Agent": f"Mozilla/5.0 (compatible; maintext/{__version__})",
            "Accept": "text/html,application/xhtml+xml,*/*;q=0.5",
            "Accept-Encoding": "gzip",
            "Connection": "close",
        }
        request = h11.Request(method="GET", target=self.target.path, headers=list(headers.items()))
        self.writer.write((self.http.send(request) or b"") + (self.http.send(h11.EndOfMessage()) or b""))
        head = await self._event()
        while isinstance(head, h11.InformationalResponse):
            head = await self._event()
        if not isinstance(head, h11.Response):
            raise _failed("the server closed the connection")
        told = Message()
        for name, value in head.headers:
            told[name.decode("latin-1")] = value.decode("latin-1")
        if head.status_code in _REDIRECTS and told["location"]:
            return str(told["location"])
        if head.status_code != 200:
            raise _failed(f"the server answered {head.status_code}")
        kind = told.get_content_type() if told["content-type"] else "text/html"
        if kind not in PAGE_TYPES:
            raise _failed(f"it is {kind[:100]}, not HTML")
        packed = str(told.get("content-encoding", "identity")).lower() in ("gzip", "x-gzip")
        return Fetched(await self._body(packed), self.target.url, told.get_content_charset())

    async def _event(self) -> object:
        while (event := self.http.next_event()) is h11.NEED_DATA:
            self.http.receive_data(await self.reader.read(_CHUNK))
        return event

    async def _chunks(self) -> AsyncIterator[bytes]:
        while isinstance(event := await self._event(), h11.Data):
            yield bytes(event.data)

    async def _body(self, packed: bool) -> bytes:
        """The page's bytes, unpacked; more than the limit is an error, packed or not."""
        unpack = zlib.decompressobj(31)
        body = bytearray()
        received = 0
        async for chunk in self._chunks():
            received += len(chunk)
            try:
                piece = unpack.decompress(chunk, self.most + 1) if packed else chunk
            except zlib.error:
                raise _failed("the page is packed in a way that cannot be read") from None
            if max(received, len(body) + len(piece)) > self.most:
                raise _failed(f"the page has more than {self.most:,} bytes")
            self.take(len(piece))
            body += piece
        return bytes(body)


def _failed(reason: str) -> Refusal:
    return Refusal(502, "fetch_failed", f"the page could not be fetched: {reason}")
