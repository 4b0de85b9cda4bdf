"""HTTP responses in archives: whether they are HTML, and their bodies without encodings."""

from maintext.http.body import BodyError, encoding_names, make_decoder

HTML_TYPES = ("text/html", "application/xhtml+xml")


def is_html(content_type: str) -> bool:
    """Whether a content type is that of a page."""
    words = content_type.replace(";", " ").split()  # some servers leave the semicolon out
    return bool(words) and words[0].lower() in HTML_TYPES


def begins_as_html(body: bytes) -> bool:
    """Whether a body of unknown type looks like a page."""
    return b"<html" in body[:1024].lower()


def decode_body(body: bytes, content: str | None, transfer: str | None, limit: int) -> tuple[bytes, bool]:
    r"""The body without its encodings, up to a limit, and whether all of them could be decoded.

    Crawlers often undo an encoding but keep its header, so a body that is not in the encoding that its
    header names is taken as it is.

    >>> decode_body(b"5\r\n<p>hi\r\n0\r\n\r\n", None, "chunked", 100)
    (b'<p>hi', True)
    >>> decode_body(b"<p>hi", "gzip", None, 100)
    (b'<p>hi', False)
    """
    is_whole = True
    names = encoding_names(content) + encoding_names(transfer)
    for name in reversed(names):  # the last one that was applied is decoded first
        decoded, complete = _decode(body, name, limit)
        is_whole &= complete
        body = decoded or body
    return body[:limit], is_whole


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
