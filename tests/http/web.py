"""A server that plays the whole internet, for tests of fetching."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence

from maintext.http.addresses import FetchTarget
from maintext.http.client import Client, Connect, Fetched, FetchPolicy, Resolve, Streams, connect_to

PUBLIC = "93.184.216.34"


def fetch(url: str, resolve: Resolve, connect: Connect) -> Fetched:
    return asyncio.run(Client(FetchPolicy(1000, 5), resolve, connect).fetch(url))


Answer = Callable[[str, str], bytes]
"""Host and path of a request → the bytes of the response."""


def page(body: bytes = b"<p>Hello", head: str = "Content-Type: text/html; charset=koi8-r") -> bytes:
    return f"HTTP/1.1 200 OK\r\n{head}\r\nContent-Length: {len(body)}\r\n\r\n".encode() + body


def moved(location: str) -> bytes:
    return f"HTTP/1.1 302 Found\r\nLocation: {location}\r\nContent-Length: 0\r\n\r\n".encode()


def resolver(hosts: Mapping[str, Sequence[str]]) -> Callable[[str, int], Awaitable[Sequence[str]]]:
    async def resolve(host: str, port: int) -> Sequence[str]:
        if host not in hosts:
            raise OSError("no such host")
        return hosts[host]

    return resolve


async def no_connection(address: str, target: FetchTarget) -> Streams:
    raise AssertionError(f"connected to {address}")


class Web:
    """A server that plays the whole internet, and records every connection."""

    def __init__(self, answer: Answer, hosts: Mapping[str, Sequence[str]] | None = None) -> None:
        self.answer, self.hosts = answer, hosts
        self.connections: list[tuple[str, str]] = []
        self.policy: FetchPolicy | None = None

    def fetch(self, url: str, most: int = 10_000, seconds: float = 20) -> Fetched:
        return asyncio.run(self._fetch(url, most, seconds))

    async def _fetch(self, url: str, most: int, seconds: float) -> Fetched:
        server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]

        async def connect(address: str, target: FetchTarget) -> Streams:
            self.connections.append((address, target.host))
            return await connect_to("127.0.0.1", target._replace(scheme="http", port=port))

        async def everywhere(host: str, port: int) -> Sequence[str]:
            return [PUBLIC]

        resolve = resolver(self.hosts) if self.hosts is not None else everywhere
        try:
            return await Client(self.policy or FetchPolicy(most, seconds), resolve, connect).fetch(url)
        finally:
            server.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            head = (await reader.readuntil(b"\r\n\r\n")).decode()
            path = head.split()[1]
            host = next(line for line in head.split("\r\n") if line.startswith("Host:")).split(": ")[1]
            writer.write(self.answer(host, path))
            await writer.drain()
            if path == "/slow":
                await reader.read()  # until the client leaves
        except (ConnectionError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()
