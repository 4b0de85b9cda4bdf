"""Only the public internet can be reached, however a URL is written, resolved or redirected."""

import asyncio
import re
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from maintext.http.addresses import FetchError, FetchTarget, ForbiddenUrl, InvalidUrl, is_public, read_url
from maintext.http.client import Client, Fetched, FetchPolicy, Streams, connect_to
from tests.http.web import PUBLIC, Web, fetch, moved, no_connection, page, resolver

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


async def numbers_as_the_system_reads_them(host: str, port: int) -> Sequence[str]:
    """Like a careless resolver: every number is this machine, every name is public."""
    return ["127.0.0.1"] if host[:1].isdigit() or ":" in host else [PUBLIC]


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
