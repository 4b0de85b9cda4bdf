"""What extract takes as a page: bytes-like objects, files, responses, paths."""

import asyncio
import gzip
import io
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest

import maintext
from maintext import Extractor, InputError, Limits, Reason, compare, extract, judge
from maintext.http.addresses import FetchError
from maintext.reading import read_file, take, text_page

TEXT = "这座塔建于1911年，用砖和石灰砌成，从那时起就一直倾斜。"
PAGE = f"<p>{TEXT}</p>"
GBK = PAGE.encode("gb18030")


class Handler(BaseHTTPRequestHandler):
    """Serves the page in GBK, whatever the path."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=gbk")
        self.send_header("Content-Length", str(len(GBK)))
        self.end_headers()
        self.wfile.write(GBK)

    def log_message(self, format: str, *arguments: Any) -> None:  # noqa: A002
        pass


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_address[1]}/page?a=1"
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.mark.parametrize(
    "make", [bytes, bytearray, memoryview, io.BytesIO, lambda html: io.StringIO(html.decode())]
)
def test_bytes_like_objects_and_files(make: Any) -> None:
    html = PAGE.encode()
    for call in (extract, Extractor().extract):
        assert call(make(html)).text == TEXT
    assert judge(make(html)).label == judge(PAGE).label
    assert compare(make(html), methods=["mss"])["mss"].text == TEXT


def test_an_open_file_is_read_from_where_it_stands(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_bytes(b"junk" + GBK)
    with path.open("rb") as file:
        file.seek(4)
        assert extract(file, charset="gbk").text == TEXT
    with path.open(encoding="gb18030") as file:
        assert TEXT in extract(file).text


def test_a_path_is_read_and_decompressed(tmp_path: Path) -> None:
    (tmp_path / "page.html").write_bytes(PAGE.encode())
    (tmp_path / "page.html.gz").write_bytes(gzip.compress(PAGE.encode()))
    (tmp_path / "cut.html.gz").write_bytes(gzip.compress(PAGE.encode() * 99)[:-20])
    assert extract(tmp_path / "page.html").text == extract(tmp_path / "page.html.gz").text == TEXT
    with pytest.raises(InputError, match=r"cut\.html\.gz is not a complete gzip file"):
        extract(tmp_path / "cut.html.gz")


def test_an_open_file_or_a_response_is_decompressed() -> None:
    """urllib does not decompress what a server compresses unasked."""
    packed = gzip.compress(GBK)
    assert extract(io.BytesIO(packed), charset="gbk").text == TEXT
    assert extract(io.BytesIO(packed[:30])).reason == Reason.NOT_HTML
    large = gzip.compress(b"<p>" + b"It leans. " * 100_000)
    assert extract(io.BytesIO(large), limits=Limits(bytes=1000)).reason == Reason.BYTES


def test_trees_of_other_libraries_get_a_hint() -> None:
    lxml, bs4 = pytest.importorskip("lxml.html"), pytest.importorskip("bs4")
    with pytest.raises(TypeError, match=r"not HtmlElement: give lxml\.html\.tostring\(tree\)"):
        extract(lxml.fromstring(PAGE))
    with pytest.raises(TypeError, match=r"not BeautifulSoup: give str\(soup\)"):
        extract(bs4.BeautifulSoup(PAGE, "html.parser"))


def test_the_url_of_a_response_must_be_whole() -> None:
    """urllib3's has the path alone."""

    class Raw(io.BytesIO):
        url = "/page"

    assert extract(Raw(PAGE.encode())).url is None


def test_a_file_is_read_up_to_the_limit(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_bytes(PAGE.encode() + b"<p>x" * 10_000)
    for source in (path, io.BytesIO(path.read_bytes())):
        assert Reason.BYTES in extract(source, limits=Limits(bytes=200)).reasons
    bomb = tmp_path / "bomb.html.gz"
    bomb.write_bytes(gzip.compress(b"<p>x" * 1_000_000))
    assert len(read_file(bomb, 100)) == 100


def test_plain_text_keeps_its_lines(tmp_path: Path) -> None:
    path = tmp_path / "poem.txt"
    path.write_text(
        "The tower leans & stands,\nand nobody <knows> why.\n\nIt was built in 1911.\n", encoding="utf-8"
    )
    expected = "The tower leans & stands,\nand nobody <knows> why.\n\nIt was built in 1911."
    assert extract(path, method="p_value").text == expected
    assert text_page(b"<html><p>a\nb") == b"<html><p>a\nb"
    assert text_page(TEXT.encode("gbk")) == b"<p>" + TEXT.encode("gbk") + b"</p>"


def test_responses_bring_their_url_and_encoding(address: str) -> None:
    requests, httpx = pytest.importorskip("requests"), pytest.importorskip("httpx")
    with urlopen(address) as opened:
        found = extract(opened)
    assert (found.text, found.url, found.encoding.source) == (TEXT, address, "header")
    for response in (requests.get(address, timeout=20), httpx.get(address)):
        found = extract(response)
        assert (found.text, found.url, found.encoding.source) == (TEXT, address, "header")
        assert extract(response, "https://e.org/").url == "https://e.org/"
    assert maintext.fetch(address, private=True).url == address
    assert extract(maintext.fetch(address, private=True)).text == TEXT


def test_fetch_asks_public_hosts_only_by_default(address: str) -> None:
    with pytest.raises(FetchError):
        maintext.fetch(address)


def test_what_must_be_awaited_says_so() -> None:
    class Body:
        async def read(self) -> bytes:
            return GBK

    with pytest.raises(InputError, match="must be awaited"):
        extract(Body())  # type: ignore[arg-type]
    assert extract(asyncio.run(Body().read()), charset="gbk").text == TEXT


@pytest.mark.parametrize("charset", ["gbk", b"gbk", "text/html; charset=GBK", b'text/html; charset="gb2312"'])
def test_a_charset_may_be_a_whole_header(charset: str | bytes) -> None:
    found = extract(GBK, charset=charset)
    assert (found.text, found.encoding.source, found.notes) == (TEXT, "header", ())


def test_an_unknown_charset_is_a_note() -> None:
    for charset in ("klingon", b"text/html; charset=klingon"):
        found = extract(PAGE.encode(), charset=charset)
        assert found.text == TEXT
        assert found.notes == ("there is no encoding 'klingon'; charset was ignored",)
        assert found.to_dict()["notes"] == list(found.notes)
    assert extract(PAGE.encode(), charset="text/html").notes == ()


@pytest.mark.parametrize(
    "html",
    [
        "and/or",
        "Home",
        "a.b",
        "See page.html",
        "The end.",
        "/",
        "http://a.example/ and more",
        "",
        "<p>/a/b.html",
        "a\n/b.html",
        "\x01a.html",
        "/a\x7f/b.html",
    ],
)
def test_a_short_text_is_a_page(html: str) -> None:
    assert take(html, None, None).html == html


@pytest.mark.parametrize(
    "html",
    [
        "../a",
        "C:\\pages\\a.html",
        "~/a",
        "a/b.htm",
        "page.html.gz",
        "x.md",
        "FILE:///a",
        " https://a.example ",
        "https://a.example/a\r",
        "\twww.a.example",
    ],
)
def test_a_path_or_url_is_not(html: str) -> None:
    with pytest.raises(InputError, match=r"^html is a (?:path|URL), not a page: give "):
        take(html, None, None)


def test_a_text_with_a_nul_is_no_path() -> None:
    assert extract("\\\0").text == "\\"
