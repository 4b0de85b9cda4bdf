"""Source → Page: whatever a caller has of a page is read, decoded and parsed.

str, bytes-like          the page itself
Path                     a file; compressed by gzip, or plain text, too
file object              its content, from the current position
response                 of requests, httpx, urllib or `maintext.fetch`: with its URL and Content-Type
"""

import os
import re
from collections.abc import Callable
from dataclasses import dataclass
from html import escape
from io import BytesIO
from pathlib import Path
from types import CoroutineType
from typing import Any, BinaryIO, NamedTuple, Protocol

from maintext.arguments import check_type, wrong_type
from maintext.errors import InputError, Reason, quoted
from maintext.limits import Deadline, Limits, OutOfTime
from maintext.page.page import Page
from maintext.page.parse import empty_page, parse
from maintext.text.decode import decode, looks_binary, unknown_charset
from maintext.text.encodings import Encoding

ACCEPTED = "str, bytes-like, a Path, a file object or a response"


class OpenFile(Protocol):
    """An open file, of text or bytes, or the response of urllib."""

    def read(self, size: int, /) -> str | bytes:
        """Up to that many characters or bytes."""


class Response(Protocol):
    """The response of requests or httpx."""

    @property
    def content(self) -> bytes:
        """The body, decompressed."""

    @property
    def headers(self) -> Any:
        """A mapping, whatever the case of its keys."""


class Download(Protocol):
    """What `maintext.fetch` returns."""

    @property
    def html(self) -> bytes:
        """The page."""

    @property
    def url(self) -> str:
        """Its URL, after redirects."""

    @property
    def charset(self) -> str | None:
        """The encoding that its HTTP header names."""


Html = str | bytes | bytearray | memoryview | os.PathLike[str] | OpenFile | Response | Download
"""A page, in any form that `extract` takes."""
Charset = str | bytes | None
"""The name of an encoding, or a whole Content-Type header."""


_STYLE_CUT = "some style rules were not used; hidden text may count as visible"


class Taken(NamedTuple):
    """A page as it was given: its content, and what is known about it."""

    html: str | bytes
    url: str | None
    charset: str | None


@dataclass(frozen=True, slots=True)
class Source:
    """A page after decoding and parsing: its table, and its encoding."""

    page: Page
    encoding: Encoding
    url: str | None
    remarks: tuple[str, ...] = ()
    """What was wrong with the arguments, if the page could be read nevertheless."""


def read(
    html: Html,
    url: str | None,
    charset: Charset,
    limits: Limits,
    deadline: Deadline,
    *,
    strict: bool = False,
) -> Source:
    """Source → bytes → text → table. Problems of the input are listed in `page.problems`."""
    content, url, charset = take(html, url, charset, limits)
    within = content[: limits.bytes]
    cut = (Reason.BYTES,) if len(content) > len(within) else ()
    decoded = decode(within, charset)
    if decoded.encoding.name == "binary" or (isinstance(within, str) and looks_binary(within)):
        page = empty_page(Reason.NOT_HTML)
    elif decoded.is_blank:
        page = empty_page(Reason.NO_INPUT)
    else:
        try:
            page = parse(decoded.source, limits, deadline, cut, strict=strict, is_plain=decoded.is_plain)
        except OutOfTime:
            page = empty_page(Reason.SECONDS, *cut)
    strange = unknown_charset(charset) if charset and isinstance(content, bytes) else None
    remarks = (f"there is no encoding {quoted(strange)}; charset was ignored",) if strange else ()
    cut_styles = (_STYLE_CUT,) if page.table.is_style_cut else ()
    return Source(page, decoded.encoding, url, (*remarks, *cut_styles))


def read_page(html: "Html | Page", limits: Limits = Limits()) -> Page:
    """The table of a page, which may be parsed already."""
    return html if isinstance(html, Page) else read(html, None, None, limits, limits.deadline()).page


def take(html: Html, url: str | None, charset: Charset, limits: Limits = Limits()) -> Taken:
    """The content of a source, one byte past the limit at most; what the caller says comes first.

    >>> take(bytearray(b"<p>"), None, b"text/html; charset=gbk")
    Taken(html=b'<p>', url=None, charset='text/html; charset=gbk')
    """
    if url is not None:
        check_type("url", url, str, "a text or None")
    if charset is not None:
        check_type("charset", charset, (str, bytes), "a text, bytes or None")
    said = charset.decode("latin-1") if isinstance(charset, bytes) else charset
    if isinstance(html, str):
        _refuse_place(html)
        return Taken(html, url, said)
    if isinstance(html, bytes):
        if len(html) <= _LONGEST_PLACE:
            _refuse_place(html.decode("latin-1"))
        return Taken(html, url, said)
    if isinstance(html, bytearray | memoryview):
        return Taken(bytes(html), url, said)
    if isinstance(html, os.PathLike):
        return Taken(read_file(html, limits.bytes + 1), url, said)
    if isinstance(html, type):
        raise wrong_type("html", html, ACCEPTED)
    found = _opened(html, limits.bytes + 1)
    return Taken(found.html, url or found.url, said or found.charset)


# -- responses and files ----------------------------------------------------------------------------------


def _opened(source: Any, most: int) -> Taken:
    """The content of a response or file object."""
    headers = getattr(source, "headers", None)
    url = getattr(source, "url", None)
    url = None if url is None else str(url)  # httpx has an object
    url = url if url and "://" in url else None  # urllib3 has the path alone
    if isinstance(body := getattr(source, "html", None), bytes):
        return Taken(body, url, getattr(source, "charset", None))
    for name in ("content", "body"):  # requests and httpx; Scrapy
        if headers is not None and isinstance(body := getattr(source, name, None), bytes):
            return Taken(body, url, _content_type(headers))
    if callable(getattr(source, "read", None)):
        return Taken(_plain(_read(source.read, most), most), url, _content_type(headers))
    try:
        return Taken(memoryview(source).tobytes(), None, None)
    except TypeError:
        hint = _TREES.get(type(source).__module__.partition(".")[0], "")
        raise TypeError(f"{wrong_type('html', source, ACCEPTED)}{hint}") from None


_TREES = {"lxml": ": give lxml.html.tostring(tree)", "bs4": ": give str(soup)"}
"""What to give instead of an element of another library."""


def _content_type(headers: Any) -> str | None:
    value = None if headers is None else headers.get("Content-Type")
    return value.decode("latin-1") if isinstance(value, bytes) else value


def _read(read: Callable[..., Any], most: int) -> str | bytes:
    """Up to `most` bytes or characters of a file object: a pipe may return less at a time."""
    parts: list[Any] = []
    size = 0
    while size < most:
        try:
            part = read(most - size)
        except TypeError:  # a reader of the whole, such as that of an asynchronous response
            part = read()
        if isinstance(part, CoroutineType):
            part.close()
            raise InputError("html has a read() that must be awaited: give what `await ….read()` returns")
        if not isinstance(part, str | bytes):
            raise wrong_type("what html.read() returns", part, "str or bytes")
        if not part:
            break
        parts.append(part)
        size += len(part)
    return type(parts[0])().join(parts) if parts else b""


# -- files ------------------------------------------------------------------------------------------------

_GZIP = b"\x1f\x8b"
_TEXT_SUFFIXES = (".txt", ".text", ".md", ".markdown")
_MARKUP = re.compile(rb"<(?:!doctype|html|head|body|div|p|table|article)\b", re.IGNORECASE)
_WIDE = (b"\xff\xfe", b"\xfe\xff")
_HEAD = 4096
_COLLECTION = re.compile(r"\.(?:warc|parquet|pq|jsonl|ndjson|arrow)(?:\.gz|\.zst)?\Z", re.IGNORECASE)
"""Ends of names of files with many pages."""


def read_file(path: str | os.PathLike[str], most: int) -> bytes:
    """The page in a file, up to a number of bytes; `.html.gz` is decompressed, `.txt` and `.md` get tags."""
    path = Path(path)
    if "\0" in str(path):
        raise InputError(f"{quoted(str(path))} is not a path: it has a NUL character")
    if path.is_dir():
        raise InputError(f"{path} is a folder: extract_many reads all its pages")
    if _COLLECTION.search(path.name):
        raise InputError(f"{path} is a file of many pages: `maintext run` reads it")
    with path.open("rb") as file:
        content = file.read(most)
        if content.startswith(_GZIP):
            file.seek(0)
            content = _unzipped(file, path, most)
    name = path.name.lower().removesuffix(".gz")
    return text_page(content) if name.endswith(_TEXT_SUFFIXES) else content


def _plain(content: str | bytes, most: int) -> str | bytes:
    """The content of a file object, decompressed if it is a complete gzip file."""
    if isinstance(content, str) or not content.startswith(_GZIP):
        return content
    try:
        return _unzipped(BytesIO(content), Path(), most)
    except InputError:
        return content


def _unzipped(file: BinaryIO, path: Path, most: int) -> bytes:
    import gzip  # only for such files
    import zlib

    try:
        with gzip.open(file) as unzipped:
            return unzipped.read(most)
    except (EOFError, OSError, zlib.error):
        raise InputError(f"{path} is not a complete gzip file") from None


def text_page(content: bytes) -> bytes:
    r"""A page of plain text: its paragraphs and lines as HTML; a page with tags is left as it is.

    >>> text_page(b"Tea & milk\nin a pot\n\nSalt")
    b'<p>Tea &amp; milk<br>in a pot</p>\n<p>Salt</p>'
    """
    if content.startswith(_WIDE) or _MARKUP.search(content[:_HEAD]):
        return content
    text = escape(content.decode("latin-1"), quote=False)  # any bytes, one by one: only ASCII changes
    paragraphs = [part.strip("\r\n") for part in re.split(r"(?:\r?\n[ \t]*){2,}", text)]
    lines = ["<br>".join(re.split(r"\r?\n", part)) for part in paragraphs if part.strip()]
    return "\n".join(f"<p>{part}</p>" for part in lines).encode("latin-1")


# -- texts that are no pages ------------------------------------------------------------------------------

_COMMON = "com|org|net|edu|gov|info|io|ai|co|app|dev|eu|us|uk|de|fr|es|it|nl|pl|ru|br|ca|au|in|cn|tw|hk|jp|kr"
"""Ends of most host names. Others are not taken for one: a page may be a single word with a dot."""
_HOST = (
    rf"(?://|www\.)[\w-]+\.\S+|localhost(?::\d+)?(?:/\S*)?|(?:[\w-]+\.)+(?:{_COMMON})(?::\d+)?(?:[/?#]\S*)?"
)
_URL = re.compile(rf"\s*(?:(?:https?|ftp|file)://\S+|{_HOST})\s*", re.IGNORECASE)
_LONGEST_PLACE = 2000
_NO_PLACE = re.compile(r"[<\x00-\x1f\x7f]")
"""Characters that no URL or path has, except tabs and carriage returns around a URL."""
_START = re.compile(r"(?:[A-Za-z]:)?\.{0,2}[\\/]|~[\\/]")
_SUFFIX = re.compile(r".\.(?:[xsm]?html?|txt|md|warc|parquet|jsonl?|pdf)(?:\.gz|\.zst)?\Z", re.IGNORECASE)


def _refuse_place(html: str) -> None:
    """Raise `InputError` if a text is plainly a URL or a path, which somebody wanted to be read."""
    if len(html) > _LONGEST_PLACE or _NO_PLACE.search(html.strip(" \t\r")):
        return
    if _URL.fullmatch(html):
        url = html.strip()
        if url.lower().startswith("file://"):
            raise InputError(f"html is a URL, not a page: give pathlib.Path({quoted(url[7:])})")
        scheme = "http" if url.startswith("localhost") else "https"
        url = url if "://" in url else f"{scheme}://{url.removeprefix('//')}"
        raise InputError(f"html is a URL, not a page: give maintext.fetch({quoted(url)})")
    starts, ends = bool(_START.match(html)), bool(_SUFFIX.search(html))
    if (starts and ends) or ((starts or ends) and len(html) > 1 and not re.search(r"\s", html)):
        raise InputError(f"html is a path, not a page: give pathlib.Path({quoted(html)})")
