"""Only the public internet can be reached, however a URL is written, resolved or redirected."""

import asyncio
import gzip
import re
import ssl
import zlib
from collections.abc import Awaitable, Callable, Mapping, Sequence
from pathlib import Path

import brotli
import pytest
import zstandard

from maintext.http.addresses import FetchError, FetchTarget, ForbiddenUrl, InvalidUrl, is_public, read_url
from maintext.http.client import Client, Connect, Fetched, FetchPolicy, Resolve, Streams, connect_to
from maintext.http.compressions import installed

PUBLIC = "93.184.216.34"
ADDRESSES = {
    "this machine, unspecified": "127.0.0.1 127.255.255.254 0.0.0.0 0.1.2.3 :: ::1",
    "private networks": "10.0.0.1 172.16.0.1 172.31.255.255 192.168.0.1 fc00::1 fec0::1",
    "link-local": "169.254.0.1 fe80::1 fe80::1%eth0",
    "clouds' own services": "169.254.169.254 169.254.170.2 100.100.100.200 192.0.0.192 168.63.129.16 "
    "fd00:ec2::254",
    "carriers' networks, protocols, tests, documentation": "100.64.0.1 192.0.0.1 198.18.0.1 192.0.2.1 "
    "192.88.99.1 198.51.100.1 203.0.113.1 2001:db8::1 3fff::1 100::1",
    "multicast, reserved, broadcast": "224.0.0.1 239.255.255.255 240.0.0.1 255.255.255.255 ff02::1 5f00::1",
    "IPv4 inside IPv6: mapped, compatible, translated": "::ffff:127.0.0.1 ::ffff:7f00:1 "
    "::ffff:93.184.216.34 ::127.0.0.1 ::ffff:0:127.0.0.1",
    "NAT64, 6to4, Teredo, ISATAP": "64:ff9b::7f00:1 64:ff9b::a9fe:a9fe 64:ff9b:1::1 2002:7f00:1:: "
    "2002:a9fe:a9fe::1 2001::1 2001:0:4136:e378:8000:63bf:3fff:fdd2 2606:4700::5efe:7f00:1 "
    "2606:4700::200:5efe:a00:1",
}
"""IP addresses that a name may resolve to, by kind."""
WRITTEN = {
    "addresses as they are": "http://127.0.0.1./ http://[::1]/ http://[::ffff:127.0.0.1]/ "
    "http://[::ffff:7f00:1]/ http://[64:ff9b::7f00:1]/ http://169.254.169.254/latest/meta-data/",
    "numbers written oddly": "http://2130706433/ http://017700000001/ http://0x7f000001/ http://0x7f.0.0.1/ "
    "http://0177.0.0.1/ http://0177.1/ http://0x7f.1/ http://127.1/ http://127.0.1/ http://0/ http://0x/ "
    "http://1.2.3.4.5/ http://1.2.3.256/",
    "digits and dots of other scripts": "http://１２７.0.0.1/ http://①②⑦.0.0.1/ http://127。0。0。1/",
    "other schemes": "file:///etc/passwd ftp://example.org/ gopher://127.0.0.1:70/_x data:text/html,x "
    "javascript:alert(1)",
    "user names": "http://user@example.org/ http://example.org@127.0.0.1/ http://127.0.0.1#@example.org/",
    "backslashes, control characters, zones": r"http://example.org\@127.0.0.1/ http:\\127.0.0.1/ "
    r"http://exam%00ple.org/ http://example.org%00.evil/ http://example.org/%0D%0AHost:x "
    "http://exa%20mple.org/ http://[fe80::1%25eth0]/",
    "ports other than 80, 443, 8080 and 8443": "http://example.org:22/ http://example.org:25/ "
    "http://example.org:3306/ http://example.org:6379/ http://example.org:11211/ http://example.org:65535/",
    "what is no address": "//example.org/ example.org http:///x http://[::1 http://example.org:99999/ "
    "http://example.org:x/",
}
"""Spellings of URLs, by what they try."""
REDIRECTS = {
    "redirects inside": "http://127.0.0.1/ http://169.254.169.254/latest/meta-data/ //[::1]/ "
    "http://2130706433/ http://inside.example/",
    "redirects to other schemes, or with a password": "file:///etc/passwd gopher://127.0.0.1/ "
    "http://user:password@public.example/",
}
NAMES = {
    "names that lead inside, alone or beside a public address": "inside.example mixed.example",
    "names that lead elsewhere the second time (DNS rebinding)": "rebinding.example",
}
RAW = {"%00": "\0", "%0D": "\r", "%0A": "\n", "%20": " "}
"""Escapes above that stand for characters in URLs."""


def fetch(url: str, resolve: Resolve, connect: Connect) -> Fetched:
    return asyncio.run(Client(FetchPolicy(1000, 5), resolve, connect).fetch(url))


def each(groups: Mapping[str, str]) -> list[str]:
    return [case for cases in groups.values() for case in cases.split()]


def unwritten(url: str) -> str:
    """A URL with its control characters, except for one host that contains the escape itself."""
    for escape, raw in RAW.items() if "%00.evil" not in url else ():
        url = url.replace(escape, raw)
    return url


def test_every_attempt_is_in_the_table_of_the_documentation_and_no_other() -> None:
    docs = Path(__file__).parents[2].joinpath("docs/service.md").read_text(encoding="utf-8")
    rows = docs.partition("| attempt | cases |")[2].partition("\n\n")[0].splitlines()[2:]
    table = {
        cells[1].strip(): re.findall(r"`([^`]+)`", cells[2]) for cells in (row.split("|") for row in rows)
    }
    assert table == {
        what: cases.split() for what, cases in {**ADDRESSES, **WRITTEN, **NAMES, **REDIRECTS}.items()
    }


@pytest.mark.parametrize("address", each(ADDRESSES))
def test_an_ip_address_outside_the_public_internet_is_never_connected_to(address: str) -> None:
    assert not is_public(address)
    resolved = resolver({"inside.example": [address]})
    with pytest.raises(ForbiddenUrl):
        fetch("http://inside.example/", resolved, no_connection)
    mixed = resolver({"mixed.example": [PUBLIC, address]})
    with pytest.raises(ForbiddenUrl):  # nor if a public address is listed, too
        fetch("http://mixed.example/", mixed, no_connection)


@pytest.mark.parametrize(
    "address", [PUBLIC, "1.1.1.1", "100.128.0.1", "172.32.0.1", "2606:4700::1111", "2a00:1450::1"]
)
def test_an_ip_address_of_the_public_internet_may_be_connected_to(address: str) -> None:
    assert is_public(address)


@pytest.mark.parametrize("url", ["", *each(WRITTEN)])
def test_no_spelling_of_a_url_gets_around_that(url: str) -> None:
    with pytest.raises(FetchError):
        fetch(unwritten(url), numbers_as_the_system_reads_them, no_connection)


@pytest.mark.parametrize(
    ("url", "host", "port", "path", "header"),
    [
        ("http://example.org", "example.org", 80, "/", "example.org"),
        (
            "https://EXAMPLE.org:8443/a b?q=ü#x".replace(" ", "%20"),
            "example.org",
            8443,
            "/a%20b?q=%C3%BC",
            "example.org:8443",
        ),
        ("http://例子.cn/正文", "xn--fsqu00a.cn", 80, "/%E6%AD%A3%E6%96%87", "xn--fsqu00a.cn"),
        ("https://[2606:4700::1111]/", "2606:4700::1111", 443, "/", "[2606:4700::1111]"),
    ],
)
def test_a_usual_url_is_read(url: str, host: str, port: int, path: str, header: str) -> None:
    target = read_url(url)
    assert (target.host, target.port, target.path, target.host_header) == (host, port, path, header)


# -- with local servers: names resolve to a public address, connections to it are redirected here ----------


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


async def numbers_as_the_system_reads_them(host: str, port: int) -> Sequence[str]:
    """Like a careless resolver: every number is this machine, every name is public."""
    return ["127.0.0.1"] if host[:1].isdigit() or ":" in host else [PUBLIC]


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


def test_a_page_is_fetched_with_its_charset_and_last_url() -> None:
    web = Web(lambda host, path: moved("/b") if path == "/a" else page())
    assert web.fetch("http://news.example/a") == Fetched(b"<p>Hello", "http://news.example/b", "koi8-r")
    assert web.connections == [(PUBLIC, "news.example")] * 2


@pytest.mark.parametrize("location", each(REDIRECTS))
def test_a_redirect_is_checked_like_the_first_url(location: str) -> None:
    hosts = {"public.example": [PUBLIC], "inside.example": ["10.0.0.1"]}
    web = Web(lambda host, path: moved(location), hosts)
    with pytest.raises((ForbiddenUrl, InvalidUrl)):
        web.fetch("http://public.example/")
    assert web.connections == [(PUBLIC, "public.example")]


def test_a_name_is_resolved_once_and_the_checked_address_is_used() -> None:
    asked: list[str] = []

    async def rebinding(host: str, port: int) -> Sequence[str]:
        asked.append(host)
        return [PUBLIC] if len(asked) == 1 else ["127.0.0.1"]

    connected: list[str] = []

    async def connect(address: str, target: FetchTarget) -> Streams:
        connected.append(address)
        raise OSError

    with pytest.raises(FetchError):
        fetch("http://rebinding.example/", rebinding, connect)
    assert (asked, connected) == (["rebinding.example"], [PUBLIC])


def test_a_name_that_is_rebound_between_two_hops_is_refused() -> None:
    looked_up = iter([[PUBLIC], ["127.0.0.1"]])

    async def rebinding(host: str, port: int) -> Sequence[str]:
        return next(looked_up)

    web = Web(lambda host, path: moved("/again"))

    async def run() -> Fetched:
        server = await asyncio.start_server(web._serve, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]

        async def connect(address: str, target: FetchTarget) -> Streams:
            assert address == PUBLIC
            return await connect_to("127.0.0.1", target._replace(port=port))

        try:
            return await Client(FetchPolicy(1000, 20), rebinding, connect).fetch("http://rebinding.example/")
        finally:
            server.close()

    with pytest.raises(ForbiddenUrl):
        asyncio.run(run())


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


def test_private_networks_are_allowed_for_commands_only() -> None:
    async def run(policy: FetchPolicy) -> Fetched:
        web = Web(lambda host, path: page())
        server = await asyncio.start_server(web._serve, "127.0.0.1", 0)
        try:
            return await Client(policy).fetch(f"http://localhost:{server.sockets[0].getsockname()[1]}/")
        finally:
            server.close()

    assert asyncio.run(run(FetchPolicy(1000, 20, public_only=False))).html == b"<p>Hello"
    with pytest.raises(ForbiddenUrl):
        asyncio.run(run(FetchPolicy(1000, 20)))
