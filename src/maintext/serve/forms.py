"""Multipart forms (RFC 7578): a page as a file, options as fields.

    curl -F page=@page.html -F format=markdown http://127.0.0.1:8000/extract

The body is in memory, within its limit, so it is split at the boundary; nothing is written to disk.
"""

from email.message import Message
from typing import NamedTuple

from maintext.serve.errors import bad_request, invalid

PAGE, OPTIONS = "page", "options"
"""The fields of the page, and of options as a JSON object; any other field is an option."""
_MAX_PARTS = 100
_MAX_HEAD = 4096
_LONGEST_BOUNDARY = 70


class Form(NamedTuple):
    """A form that was read."""

    page: bytes | None
    charset: str | None
    """The encoding that the header of the page's part names."""
    options: bytes | None
    """JSON."""
    fields: list[tuple[str, str]]
    """The other fields, in their order."""


def read_form(body: bytes, content_type: str) -> Form:
    """A form; `Refusal` if it is damaged."""
    page = charset = options = None
    fields = []
    for head, content in _parts(body, _boundary(content_type)):
        name = head.get_param("name", None, "content-disposition")
        if not isinstance(name, str):
            raise bad_request("a part of the form has no name")
        if name == PAGE:
            if page is not None:
                raise invalid("page is given twice")
            page, charset = content, head.get_content_charset()
        elif name == OPTIONS:
            options = content
        else:
            fields.append((name, _text(name, content)))
    return Form(page, charset, options, fields)


def _boundary(content_type: str) -> bytes:
    head = Message()
    head["content-type"] = content_type
    boundary = head.get_boundary() or ""
    if not 0 < len(boundary) <= _LONGEST_BOUNDARY or not boundary.isascii():
        raise bad_request("the Content-Type of the form has no valid boundary")
    return boundary.encode()


def _parts(body: bytes, boundary: bytes) -> list[tuple[Message, bytes]]:
    """Head and content of each part."""
    pieces = (b"\r\n" + body).split(b"\r\n--" + boundary, _MAX_PARTS + 2)
    if len(pieces) > _MAX_PARTS + 2:
        raise invalid(f"the form has more than {_MAX_PARTS} parts")
    if len(pieces) < 2 or not pieces[-1].startswith(b"--"):
        raise bad_request("the form is incomplete: its last boundary is missing")
    found = []
    for piece in pieces[1:-1]:
        raw, blank, content = piece.partition(b"\r\n\r\n")
        if not blank or len(raw) > _MAX_HEAD:
            raise bad_request("a part of the form has no valid head")
        head = Message()
        for line in raw.decode("utf-8", "replace").split("\r\n")[1:]:
            name, _, value = line.partition(":")
            head[name.strip()] = value.strip()
        found.append((head, content))
    return found


def _text(name: str, content: bytes) -> str:
    try:
        return content.decode()
    except UnicodeDecodeError:
        raise invalid(f"the field {name[:100]!r} is not UTF-8") from None
