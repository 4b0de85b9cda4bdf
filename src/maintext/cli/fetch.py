"""http(s) addresses → pages, within bounds on time, size and redirects."""

import re
import socket
import threading
import time
import zlib
from http.client import HTTPException, HTTPResponse
from urllib.error import HTTPError, URLError
from urllib.parse import quote, urlsplit, urlunsplit
from urllib.request import (
    HTTPDefaultErrorHandler,
    HTTPErrorProcessor,
    HTTPHandler,
    HTTPRedirectHandler,
    HTTPSHandler,
    OpenerDirector,
    ProxyHandler,
    Request,
    UnknownHandler,
)

from maintext.cli.inputs import Content
from maintext.errors import DataError
from maintext.limits import Limits
from maintext.version import __version__

MOST_REDIRECTS = 8
_PAGE_TYPES = frozenset("text/html application/xhtml+xml application/xml text/xml text/plain".split())
_HEADERS = {
    "User-Agent": f"Mozilla/5.0 (compatible; maintext/{__version__})",
    "Accept": "text/html,application/xhtml+xml,*/*;q=0.5",
}
_CHUNK = 1 << 16


class _Redirects(HTTPRedirectHandler):
    max_redirections = MOST_REDIRECTS


def fetch(url: str, limits: Limits) -> Content:
    """Download a page; what goes wrong is a `DataError` of one line.

    The work is done in a thread of its own, because neither name look-up nor a server that sends a
    byte now and then can be bounded in time otherwise.
    """
    outcome: list[Content | DataError] = []

    def work() -> None:
        try:
            outcome.append(_download(url, limits))
        except DataError as problem:
            outcome.append(problem)
        except Exception as problem:
            outcome.append(DataError(_words(problem, limits)))

    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    thread.join(limits.seconds)
    if not outcome:
        raise DataError(f"no answer within {limits.seconds:g} s")
    if isinstance(outcome[0], DataError):
        raise outcome[0]
    return outcome[0]


def _download(url: str, limits: Limits) -> Content:
    opener = OpenerDirector()  # with what http needs and no more: a redirect never leads to a file
    for handler in (
        ProxyHandler(),
        HTTPHandler(),
        HTTPSHandler(),
        _Redirects(),
        HTTPDefaultErrorHandler(),
        HTTPErrorProcessor(),
        UnknownHandler(),
    ):
        opener.add_handler(handler)
    with opener.open(Request(_ascii(url), headers=_HEADERS), timeout=limits.seconds) as response:
        kind = response.headers.get_content_type() if "Content-Type" in response.headers else "text/html"
        if kind not in _PAGE_TYPES:
            raise DataError(f"is {kind}, not HTML")
        html = _body(response, limits)
        return Content(html, response.url, response.headers.get_content_charset())


def _body(response: HTTPResponse, limits: Limits) -> bytes:
    """The response's bytes, unpacked; more than the limit is an error, packed or not."""
    packed = response.headers.get("Content-Encoding", "identity").lower() in ("gzip", "x-gzip", "deflate")
    unpack = zlib.decompressobj(wbits=47) if packed else None
    give_up = time.monotonic() + limits.seconds
    body = bytearray()
    while chunk := response.read(_CHUNK):
        body += unpack.decompress(chunk, limits.bytes + 1) if unpack else chunk
        if len(body) > limits.bytes:
            raise DataError(f"larger than {limits.bytes:,} bytes")
        if time.monotonic() > give_up:  # nobody waits any more: end the thread
            raise TimeoutError
    return bytes(body)


def _ascii(url: str) -> str:
    """The address as it may be sent: what is not ASCII is escaped.

    >>> _ascii("http://例子.cn/正文?a=1")
    'http://xn--fsqu00a.cn/%E6%AD%A3%E6%96%87?a=1'
    """
    try:
        parts = urlsplit(url)
        host = re.sub(r"[^\x00-\x7f]+(\.[^\x00-\x7f]+)*", lambda part: _idna(part[0]), parts.netloc)
    except ValueError as error:
        raise DataError(f"no valid address: {error}") from None
    path, query = (quote(part, safe="/%:=&?~+!$,;'@()*[]") for part in (parts.path or "/", parts.query))
    return urlunsplit((parts.scheme.lower(), host, path, query, ""))


def _idna(name: str) -> str:
    return name.encode("idna").decode("ascii")


def _words(problem: Exception, limits: Limits) -> str:
    """What went wrong, in words."""
    if isinstance(problem, HTTPError):
        if 300 <= problem.code < 400:
            return f"more than {MOST_REDIRECTS} redirects, or a loop of them"
        return f"the server answered {problem.code} {problem.reason}".rstrip()
    cause = problem.reason if isinstance(problem, URLError) else problem
    if isinstance(cause, TimeoutError):
        return f"no answer within {limits.seconds:g} s"
    if isinstance(cause, socket.gaierror):
        return "no such host"
    if isinstance(cause, OSError):
        return f"cannot connect: {cause.strerror or cause}".lower()
    if isinstance(cause, HTTPException):
        return f"the server's answer is broken ({type(cause).__name__})"
    return str(cause)
