"""Which URLs may be fetched: those from untrusted users only on the public internet, in any spelling."""

import re
from collections.abc import Collection
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from typing import NamedTuple
from urllib.parse import quote, urlsplit, urlunsplit

from maintext.errors import MaintextError
from maintext.site.sisters import PORTS

# Listed here, because the answer of `ipaddress.is_global` depends on the version of Python.
_NOT_PUBLIC_4 = tuple(
    map(
        IPv4Network,
        "0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 "
        "192.0.2.0/24 192.31.196.0/24 192.52.193.0/24 192.88.99.0/24 192.168.0.0/16 192.175.48.0/24 "
        "198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4 "
        "168.63.129.16/32".split(),  # the last is a public address, but an internal service of a cloud
    )
)
_PUBLIC_6 = IPv6Network("2000::/3")
# Teredo and other protocols, documentation, 6to4, documentation again. Mapped, translated (NAT64), local and
# multicast addresses are outside of 2000::/3.
_NOT_PUBLIC_6 = tuple(
    map(IPv6Network, ("2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20", "2620:4f:8000::/48"))
)
_ISATAP = (0x00005EFE, 0x02005EFE)
"""The third quarter of an IPv6 address that carries an IPv4 address."""

WEB_PORTS = frozenset({80, 443, 8080, 8443})
"""Ports of web sites. On others, services listen that a request could harm."""
_UNWANTED = re.compile(r"[\x00-\x20\x7f\\]")
_NUMERIC = re.compile(r"(?:0x[0-9a-f]*|\d+)\.?", re.IGNORECASE)
_SAFE = "/%:=&?~+!$,;'@()*[]"


class FetchError(MaintextError):
    """A page could not be fetched."""


class InvalidUrl(FetchError):
    """It is not a URL that can be fetched."""


class ForbiddenUrl(FetchError):
    """It is a URL that must not be fetched."""


class BadStatus(FetchError):
    """The server answered, but not with a page."""

    def __init__(self, status: int, reason: str = "") -> None:
        super().__init__(f"the server answered {status} {reason}".rstrip())
        self.status = status


class FetchTarget(NamedTuple):
    """A URL, checked and taken apart."""

    url: str
    scheme: str
    host: str
    """In ASCII; an IPv6 address without brackets."""
    port: int
    path: str
    """With the query."""

    @property
    def netloc(self) -> str:
        """Host and port; an IPv6 address in brackets."""
        return f"{f'[{self.host}]' if ':' in self.host else self.host}:{self.port}"

    @property
    def host_header(self) -> str:
        """The `Host` header of a request."""
        return self.netloc.removesuffix(f":{PORTS[self.scheme]}")


def read_url(url: str, *, public_only: bool = True, ports: Collection[int] = WEB_PORTS) -> FetchTarget:
    """Parse a URL; raise if it must not be fetched, as far as the URL alone shows that.

    Ports are limited with `public_only`.

    >>> read_url("http://例子.cn/正文?a=1").url
    'http://xn--fsqu00a.cn/%E6%AD%A3%E6%96%87?a=1'
    """
    if _UNWANTED.search(url):
        raise InvalidUrl("the URL has spaces, control characters or backslashes")
    try:
        parts = urlsplit(url)
        port = parts.port
        host = _ascii(parts.hostname or "")
    except ValueError as error:
        raise InvalidUrl(f"not a valid URL: {error}") from None
    scheme = parts.scheme.lower()
    if scheme not in PORTS:
        raise ForbiddenUrl("only http and https URLs are fetched")
    if "@" in parts.netloc:
        raise ForbiddenUrl("URLs with a user name are not fetched")
    if not host:
        raise InvalidUrl("the URL has no host")
    if public_only:
        if port is not None and port not in ports:
            raise ForbiddenUrl(f"port {port} is not allowed")
        _check_host(host)
    path = quote(parts.path or "/", safe=_SAFE)
    query = quote(parts.query, safe=_SAFE)
    netloc = f"[{host}]" if ":" in host else host
    shown = urlunsplit((scheme, netloc + (f":{port}" if port else ""), path, query, ""))
    return FetchTarget(shown, scheme, host, port or PORTS[scheme], path + (f"?{query}" if query else ""))


def _ascii(host: str) -> str:
    """A host in ASCII: full-width and other letters and digits become plain ones."""
    return host if host.isascii() else host.encode("idna").decode("ascii")


def _check_host(host: str) -> None:
    """Refuse numbers that are not a usual IPv4 address: systems read 0177.1, 0x7f.1 and 2130706433 as one."""
    if "%" in host:  # of an IPv6 zone, or of an escaped character
        zone = "an IPv6 zone" if ":" in host else "% in the host"
        raise ForbiddenUrl(f"URLs with {zone} are not fetched")
    is_number = ":" in host or _NUMERIC.fullmatch(host.rstrip(".").rpartition(".")[2])
    if is_number and not is_public(host):
        raise ForbiddenUrl(f"{host[:100]} is not an address of the public internet in its usual form")


def is_below(host: str, names: Collection[str]) -> bool:
    """Whether a host is one of these, or below one.

    >>> is_below("www.example.org", {"example.org"}), is_below("badexample.org", {"example.org"})
    (True, False)
    """
    host = host.rstrip(".")
    return any(host == name or host.endswith(f".{name}") for name in names)


def is_public(address: str) -> bool:
    """Whether an IP address belongs to the public internet.

    >>> is_public("93.184.216.34"), is_public("169.254.169.254"), is_public("::ffff:93.184.216.34")
    (True, False, False)
    """
    try:
        known = ip_address(address)
    except ValueError:
        return False
    return _is_public_4(known) if isinstance(known, IPv4Address) else _is_public_6(known)


def _is_public_4(address: IPv4Address) -> bool:
    return not any(address in network for network in _NOT_PUBLIC_4)


def _is_public_6(address: IPv6Address) -> bool:
    carries_4 = int(address) >> 32 & 0xFFFFFFFF in _ISATAP
    return (
        address in _PUBLIC_6
        and address.scope_id is None
        and not carries_4
        and not any(address in network for network in _NOT_PUBLIC_6)
    )
