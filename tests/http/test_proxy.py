"""Proxies of the environment: for the commands, never for the service."""

import asyncio
import ssl
from pathlib import Path

import pytest

from maintext.http.addresses import FetchError, read_url
from maintext.http.client import Client, Fetched, FetchPolicy
from maintext.http.proxy import Proxy, find_proxy
from tests.http.test_tls import PAGE, Authority

POLICY = FetchPolicy(1000, 30, public_only=False, use_proxy=True)


@pytest.fixture(autouse=True)
def no_proxies(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("http_proxy", "https_proxy", "all_proxy", "no_proxy"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)


def test_the_proxy_depends_on_the_scheme_and_the_exceptions(monkeypatch: pytest.MonkeyPatch) -> None:
    page = read_url("http://news.example/")
    assert find_proxy(page) is None
    monkeypatch.setenv("http_proxy", "http://us%65r:p%40ss@proxy.example:3128")
    monkeypatch.setenv("no_proxy", "intern.example")
    found = find_proxy(page)
    assert found == Proxy("proxy.example", 3128, (("Proxy-Authorization", "Basic dXNlcjpwQHNz"),))
    assert find_proxy(read_url("http://intern.example/")) is None
    assert find_proxy(read_url("https://news.example/")) is None
    monkeypatch.setenv("https_proxy", "socks5://proxy.example")
    with pytest.raises(FetchError, match="not an http URL"):
        find_proxy(read_url("https://news.example/"))


async def fetch_by_proxy(
    url: str, monkeypatch: pytest.MonkeyPatch, answers: list[bytes], tls: ssl.SSLContext | None = None
) -> tuple[Fetched, list[str]]:
    """The page that a proxy gives for a URL, and the request lines that it saw."""
    seen: list[str] = []

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        for answer in answers:
            head = (await reader.readuntil(b"\r\n\r\n")).decode()
            seen.append(head.partition("\r\n")[0])
            writer.write(answer)
            await writer.drain()
            if head.startswith("CONNECT") and tls:
                await writer.start_tls(tls)
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    for scheme in ("http", "https"):
        monkeypatch.setenv(f"{scheme}_proxy", f"http://127.0.0.1:{port}")
    try:
        return await Client(POLICY).fetch(url), seen
    finally:
        server.close()


def test_a_proxy_gets_the_whole_url(monkeypatch: pytest.MonkeyPatch) -> None:
    page, seen = asyncio.run(fetch_by_proxy("http://news.example/a?b=1", monkeypatch, [PAGE]))
    assert (page.html, page.url) == (b"<p>Hello", "http://news.example/a?b=1")
    assert seen == ["GET http://news.example/a?b=1 HTTP/1.1"]


def test_an_https_page_is_fetched_through_a_tunnel(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    authority = Authority()
    create = ssl.create_default_context
    monkeypatch.setattr(ssl, "create_default_context", lambda: create(cadata=authority.pem))
    tls = authority.server(tmp_path, "news.example")
    answers = [b"HTTP/1.1 200 Connection established\r\n\r\n", PAGE]
    page, seen = asyncio.run(fetch_by_proxy("https://news.example/a", monkeypatch, answers, tls))
    assert page.html == b"<p>Hello"
    assert seen == ["CONNECT news.example:443 HTTP/1.1", "GET /a HTTP/1.1"]


@pytest.mark.parametrize(
    ("answer", "words"),
    [(b"HTTP/1.1 407 Proxy Authentication Required\r\n\r\n", "the proxy answered 407"), (b"?", "broken")],
)
def test_a_proxy_that_refuses_is_an_error_of_one_line(
    answer: bytes, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(FetchError, match=words):
        asyncio.run(fetch_by_proxy("https://news.example/", monkeypatch, [answer]))


def test_the_service_never_uses_a_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9")
    assert not FetchPolicy(1000, 30).use_proxy
