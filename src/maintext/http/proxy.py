"""Connections through the proxies of the environment (`http_proxy`, `https_proxy`, `no_proxy`)."""

import asyncio
import ssl
from base64 import b64encode
from typing import NamedTuple
from urllib.parse import unquote, urlsplit
from urllib.request import getproxies, proxy_bypass

from maintext.http.addresses import FetchError, FetchTarget

_MAX_HEAD = 1 << 16


class Proxy(NamedTuple):
    """An HTTP proxy."""

    host: str
    port: int
    headers: tuple[tuple[str, str], ...] = ()
    """Its password, if it wants one."""


def find_proxy(target: FetchTarget) -> Proxy | None:
    """The proxy for a URL, if there is one."""
    proxies = getproxies()
    url = proxies.get(target.scheme) or proxies.get("all")
    if not url or proxy_bypass(target.netloc) or proxy_bypass(target.host):
        return None
    try:
        parts = urlsplit(url if "://" in url else f"http://{url}")
        host, port = parts.hostname, parts.port or 80
    except ValueError:
        host = None
    if not host or parts.scheme.lower() != "http":
        raise FetchError(f"the proxy of the environment is not an http URL: {url[:100]}")
    if parts.username is None:
        return Proxy(host, port)
    login = f"{unquote(parts.username)}:{unquote(parts.password or '')}".encode()
    return Proxy(host, port, (("Proxy-Authorization", f"Basic {b64encode(login).decode('ascii')}"),))


async def open_tunnel(
    proxy: Proxy, target: FetchTarget, context: ssl.SSLContext
) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A TLS connection to the target's host, through a proxy that sees nothing of it."""
    reader, writer = await asyncio.open_connection(proxy.host, proxy.port, limit=_MAX_HEAD)
    try:
        lines = [f"CONNECT {target.netloc} HTTP/1.1", f"Host: {target.netloc}"]
        lines += [f"{name}: {value}" for name, value in proxy.headers]
        writer.write("\r\n".join([*lines, "", ""]).encode("latin-1"))
        head = await reader.readuntil(b"\r\n\r\n")
        status = head.split(b"\r\n", 1)[0].decode("latin-1").partition(" ")[2]
        if not status.startswith("2"):
            raise FetchError(f"the proxy answered {status[:100]}")
        await writer.start_tls(context, server_hostname=target.host)
    except (asyncio.IncompleteReadError, asyncio.LimitOverrunError):
        writer.transport.abort()
        raise FetchError("the proxy's answer is broken") from None
    except BaseException:
        writer.transport.abort()
        raise
    return reader, writer
