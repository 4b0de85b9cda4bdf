"""Pages are fetched within limits; what is no page is an error of one line."""

import asyncio
import gzip
import ssl
import zlib

import brotli
import pytest
import zstandard

from maintext.http.addresses import FetchError, ForbiddenUrl, read_url
from maintext.http.client import Client, Fetched, FetchPolicy, connect_to
from maintext.http.compressions import installed
from tests.http.web import PUBLIC, Web, moved, page


def test_a_page_is_fetched_with_its_charset_and_last_url() -> None:
    web = Web(lambda host, path: moved("/b") if path == "/a" else page())
    assert web.fetch("http://news.example/a") == Fetched(b"<p>Hello", "http://news.example/b", "koi8-r")
    assert web.connections == [(PUBLIC, "news.example")] * 2


def test_the_number_of_redirects_is_limited() -> None:
    web = Web(lambda host, path: moved("/again"))
    with pytest.raises(FetchError, match="redirects"):
        web.fetch("http://loop.example/")
    assert len(web.connections) == 6


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (page(b"x" * 10_001), "more than 10,000 bytes"),
        (page(gzip.compress(b"x" * 10_001), "Content-Encoding: gzip"), "more than 10,000 bytes"),
        (page(b"no gzip", "Content-Encoding: gzip"), "not compressed as its header says"),
        (page(gzip.compress(b"<p>Hello")[:-3], "Content-Encoding: gzip"), "incomplete: its gzip data ends"),
        (page(brotli.compress(b"<p>Hello")[:-3], "Content-Encoding: br"), "incomplete: its compressed data"),
        (page(zstandard.compress(b"<p>Hello")[:-3], "Content-Encoding: zstd"), "incomplete: its compressed"),
        (page(b"<p>no brotli", "Content-Encoding: br"), "not compressed as its header says"),
        (page(brotli.compress(b"x" * 10_001), "Content-Encoding: br"), "more than 10,000 bytes"),
        (page(zstandard.compress(b"x" * 10_001), "Content-Encoding: zstd"), "more than 10,000 bytes"),
        (page(b"x", "Content-Encoding: rot13"), "'rot13', which is not supported"),
        (page(b"x", "Content-Type: image/png"), "image/png"),
        (page(b"x", 'Content-Type: "image/png"; charset=utf-8'), "image/png"),
        (b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n", "404"),
        (b"HTTP/1.1 204 No Content\r\n\r\n", "204"),
        (b"HTTP/1.1 302 Found\r\nContent-Length: 0\r\n\r\n", "302"),
        (b"SSH-2.0-OpenSSH\r\n", "broken"),
        (b"", "broken"),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nx", "incomplete"),
        (b"HTTP/1.1 200 OK\r\nX: " + b"x" * 200_000, "broken"),
    ],
)
def test_a_response_that_is_not_a_page_is_an_error_of_one_line(answer: bytes, reason: str) -> None:
    with pytest.raises(FetchError, match=reason):
        Web(lambda host, path: answer).fetch("http://odd.example/")


@pytest.mark.parametrize(
    ("body", "encoding"),
    [
        (gzip.compress(b"<p>One and two"), "gzip"),
        (gzip.compress(b"<p>One ") + gzip.compress(b"and two"), "gzip"),
        (zlib.compress(b"<p>One and two"), "deflate"),
        (brotli.compress(b"<p>One and two"), "br"),
        (zstandard.compress(b"<p>One and two"), "zstd"),
        (gzip.compress(zlib.compress(b"<p>One and two")), "deflate, gzip"),
    ],
    ids=["gzip", "two gzip members", "deflate", "br", "zstd", "two encodings"],
)
def test_a_compressed_page_is_decompressed(body: bytes, encoding: str) -> None:
    web = Web(lambda host, path: page(body, f"Content-Encoding: {encoding}"))
    assert web.fetch("http://compressed.example/").html == b"<p>One and two"


@pytest.mark.parametrize(
    ("kind", "charset"),
    [
        ("text/html, text/html; charset=utf-8", "utf-8"),
        ('"text/html"', None),
        ("text/html charset=GBK", "gbk"),
        ("text/html;;charset='koi8-r'", "koi8-r"),
        ("; charset=utf-8", "utf-8"),
        ("html", None),
        ("/", None),
        ("text/html; charset=", None),
        ("\xff\xfe", None),
    ],
)
def test_a_malformed_content_type_is_read_as_far_as_it_goes(kind: str, charset: str | None) -> None:
    web = Web(lambda host, path: page(head=f"Content-Type: {kind}"))
    assert web.fetch("http://odd.example/") == Fetched(b"<p>Hello", "http://odd.example/", charset)


def test_only_encodings_that_can_be_decoded_are_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    assert installed() == ["br", "zstd"]
    monkeypatch.setattr("maintext.http.compressions.find_spec", lambda name: None)
    assert installed() == []


@pytest.mark.parametrize(
    ("url", "allowed"),
    [
        ("http://example.org/", True),
        ("http://www.EXAMPLE.org./", True),
        ("http://example.org:8080/", False),
        ("http://example.org:81/", True),
        ("http://badexample.org/", False),
        ("http://example.org.evil.example/", False),
        ("http://other.example/", False),
    ],
)
def test_hosts_and_ports_may_be_limited(url: str, allowed: bool) -> None:
    policy = FetchPolicy(1000, 20, ports=frozenset({80, 81}), hosts=frozenset({"example.org"}))
    if allowed:
        Client(policy).read_url(url)
    else:
        with pytest.raises(ForbiddenUrl):
            Client(policy).read_url(url)


def test_a_redirect_may_not_lead_to_another_host_than_allowed() -> None:
    web = Web(lambda host, path: moved("http://other.example/"))
    web.policy = FetchPolicy(1000, 20, hosts=frozenset({"news.example"}))
    with pytest.raises(ForbiddenUrl, match=r"a redirect to .*other\.example is not allowed here"):
        web.fetch("http://news.example/")
    assert web.connections == [(PUBLIC, "news.example")]


@pytest.mark.parametrize("location", ["/正文", "/%E6%AD%A3%E6%96%87", "/a b"])
def test_a_redirect_may_have_spaces_and_letters_of_any_script(location: str) -> None:
    asked: list[str] = []

    def answer(host: str, path: str) -> bytes:
        asked.append(path)
        return page() if len(asked) > 1 else moved(location)

    Web(answer).fetch("http://letters.example/")
    assert asked[1] in ("/%E6%AD%A3%E6%96%87", "/a%20b")


def test_a_redirect_in_another_encoding_is_escaped_as_it_is() -> None:
    head = b"HTTP/1.1 302 Found\r\nLocation: /caf\xe9\r\nContent-Length: 0\r\n\r\n"
    web = Web(lambda host, path: page() if path == "/caf%E9" else head)
    assert web.fetch("http://latin.example/").url == "http://latin.example/caf%E9"


def test_a_chunked_page_is_read_completely() -> None:
    answer = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n<p>\r\n2\r\nHi\r\n0\r\n\r\n"
    assert Web(lambda host, path: answer).fetch("http://chunks.example/").html == b"<p>Hi"


def test_a_server_that_does_not_answer_in_time_is_an_error() -> None:
    with pytest.raises(FetchError, match="within"):
        Web(lambda host, path: b"HTTP/1.1 200 OK\r\n").fetch("http://slow.example/slow", seconds=0.1)


def test_the_certificate_must_be_that_of_the_host_name(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    opened: list[tuple[object, ...]] = []

    async def open_connection(address: str, port: int, **options: object) -> None:
        context = options["ssl"]
        assert isinstance(context, ssl.SSLContext)
        opened.append(
            (address, port, options["server_hostname"], context.check_hostname, context.verify_mode)
        )

    monkeypatch.setattr(asyncio, "open_connection", open_connection)
    asyncio.run(connect_to(PUBLIC, read_url("https://example.org/")))
    assert opened == [(PUBLIC, 443, "example.org", True, ssl.CERT_REQUIRED)]
