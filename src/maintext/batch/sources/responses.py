"""HTTP responses in archives: their headers, whether they are HTML, and their bodies without encodings."""

import re
from enum import StrEnum
from typing import NamedTuple, Self

from maintext.http.body import BodyError, encoding_names, make_decoder
from maintext.http.content_type import media_types, read_content_type

HTML_TYPES = ("text/html", "application/xhtml+xml")
_UNKNOWN_TYPES = ("application/octet-stream", "binary/octet-stream", "unknown/unknown", "*/*")
"""Types that servers send when they do not know better: the body decides."""
_STATUS = re.compile(rb"HTTP/\d(?:\.\d)?[ \t]+(\d{3})(?!\d)")
HEADER_END = re.compile(rb"\r?\n\r?\n")
_MAX_HEADER = 1 << 20
"""Bytes of an HTTP header whose fields are read."""
_LINE_END = re.compile(r"\r\n|\n|\r")
_COMPRESSED = (b"\x1f\x8b\x08", b"\x28\xb5\x2f\xfd")
"""First bytes of gzip and Zstandard, which no page begins with."""


class Headers(dict[str, str]):
    """Header fields by name in lower case; of several with one name, the first."""

    @classmethod
    def parse(cls, block: bytes) -> Self:
        r"""The fields of a header, whose lines end in CRLF or LF alone.

        >>> Headers.parse(b"Content-Type: text/html\nX-Folded: one\r\n two\r\n")
        {'content-type': 'text/html', 'x-folded': 'one two'}
        """
        found: dict[str, list[str]] = {}
        last = ""
        # Not `splitlines`: URLs may hold other characters that end a line for Python.
        for line in _LINE_END.split(block.decode("utf-8", "replace")):
            if line[:1] in (" ", "\t") and last:
                found[last].append(line.strip())
                continue
            name, colon, value = line.partition(":")
            last = name.strip().lower() if colon else ""
            if last in found:
                last = ""
            elif last:
                found[last] = [value.strip()]
        return cls({name: " ".join(lines) for name, lines in found.items()})


class ArchivedResponse(NamedTuple):
    """An HTTP response."""

    status: int
    headers: Headers
    body: bytes

    @property
    def charset(self) -> str | None:
        """The charset that its content type names."""
        return read_content_type(self.headers.get("content-type"))[1]


def parse_response(payload: bytes) -> ArchivedResponse | None:
    r"""The response in a payload; None if it has no HTTP header.

    >>> parse_response(b"HTTP/1.1 200 OK\nContent-Type: text/html\n\n<p>hi").body
    b'<p>hi'
    """
    first = _STATUS.match(payload)
    if first is None:
        return None
    end = HEADER_END.search(payload, first.end())
    block = payload[first.end() : min(end.start() if end else len(payload), _MAX_HEADER)]
    headers = Headers.parse(block.partition(b"\n")[2])
    return ArchivedResponse(int(first[1]), headers, payload[end.end() :] if end else b"")


def is_html(content_type: str) -> bool:
    """Whether a content type is that of a page, also where servers quote, repeat or run together.

    >>> [is_html(kind) for kind in ('"text/html"', "text/html, text/html; charset=utf-8", "image/png")]
    [True, True, False]
    """
    return any(name in HTML_TYPES for name in media_types(content_type))


def is_unknown(content_type: str | None) -> bool:
    """Whether a content type says nothing about the body."""
    return not any(name not in _UNKNOWN_TYPES for name in media_types(content_type))


def begins_as_html(body: bytes) -> bool:
    """Whether a body of unknown type looks like a page."""
    begin = body[:1024].lower()
    return b"<html" in begin or b"<!doctype html" in begin


class Decoding(StrEnum):
    """How far a body could be decoded."""

    WHOLE = "whole"
    CUT = "cut"
    """The encoded data end early or are damaged; what comes before that is decoded."""
    NONE = "none"
    """The body is not in the encoding that its header names, or that is unknown; it is as it was."""


def decode_body(body: bytes, content: str | None, transfer: str | None, limit: int) -> tuple[bytes, Decoding]:
    r"""The body without its encodings, up to a limit, and how far they could be decoded.

    Crawlers often undo an encoding but keep its header, so a body that is not in the encoding that its
    header names is taken as it is.

    >>> decode_body(b"5\r\n<p>hi\r\n0\r\n\r\n", None, "chunked", 100)
    (b'<p>hi', <Decoding.WHOLE: 'whole'>)
    >>> decode_body(b"<p>hi", "gzip", None, 100)
    (b'<p>hi', <Decoding.NONE: 'none'>)
    """
    worst = Decoding.WHOLE
    names = encoding_names(content) + encoding_names(transfer)
    for name in reversed(names):  # the last one that was applied is decoded first
        decoded, complete = _decode(body, name, limit)
        is_cut = bool(decoded) or body.startswith(_COMPRESSED)
        if not complete and worst is not Decoding.NONE:
            worst = Decoding.CUT if is_cut else Decoding.NONE
        body = decoded if complete or is_cut else body
    return body[:limit], worst


def _decode(body: bytes, name: str, limit: int) -> tuple[bytes, bool]:
    decoded = bytearray()
    try:
        decoder = make_decoder(name)
        for pieces in (decoder.feed(body), decoder.finish()):
            for piece in pieces:
                decoded += piece
                if len(decoded) >= limit:
                    return bytes(decoded[:limit]), True
    except BodyError:
        return bytes(decoded), False
    return bytes(decoded), True
