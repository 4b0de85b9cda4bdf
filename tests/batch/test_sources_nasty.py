"""Every response of a crawl has a row or a reason: records as they are found in the wild."""

import gzip
import io
from pathlib import Path

import pytest
import zstandard
from fastwarc.stream_io import BrotliWriter

from maintext.batch.sources import BatchSize, Columns, Counts, plan, read_pages
from maintext.batch.sources.pages import Skipped, SourcePage
from maintext.batch.sources.responses import Headers
from maintext.errors import DataError
from tests.batch.archives import BY_RECORD, WHOLE, pack, response, warc_name

KINDS = [*BY_RECORD, *WHOLE]
PAGE = b"<html><p>page</p></html>"


def read(folder: Path, records: list[bytes], how: str = "plain") -> tuple[list[SourcePage | Skipped], Counts]:
    path = folder / warc_name(how)
    path.write_bytes(pack(records, how))
    counts = Counts()
    found: list[SourcePage | Skipped] = []
    for shard in plan([str(path)]):
        found += read_pages(shard, Columns(), counts, BatchSize())
    return found, counts


def with_line_feeds(record: bytes, *, warc: bool, http: bool, end: bool) -> bytes:
    """The record with LF instead of CRLF in its headers, and with the right length."""
    header, _, payload = record.removesuffix(b"\r\n\r\n").partition(b"\r\n\r\n")
    if http:
        top, _, body = payload.partition(b"\r\n\r\n")
        shorter = top.replace(b"\r\n", b"\n") + b"\n\n" + body
        header = header.replace(b"Length: %d" % len(payload), b"Length: %d" % len(shorter))
        payload = shorter
    top = header.replace(b"\r\n", b"\n") + b"\n\n" if warc else header + b"\r\n\r\n"
    return top + payload + (b"\n\n" if end else b"\r\n\r\n")


@pytest.mark.parametrize("how", KINDS)
def test_headers_may_end_their_lines_in_line_feeds_alone(how: str, tmp_path: Path) -> None:
    records = [
        response(0),
        with_line_feeds(response(1), warc=False, http=True, end=False),
        with_line_feeds(response(2), warc=True, http=False, end=False),
        response(3),
        with_line_feeds(response(4), warc=True, http=True, end=True),
        response(5),
    ]
    found, counts = read(tmp_path, records, how)
    assert [page.id for page in found] == [f"urn:uuid:{number}" for number in range(6)]
    assert {page.html for page in found if isinstance(page, SourcePage)} == {PAGE}
    assert {page.charset for page in found if isinstance(page, SourcePage)} == {"gbk"}
    assert +counts == {"records": 6}


@pytest.mark.parametrize("how", KINDS)
def test_a_page_knows_its_place_in_its_archive_and_what_the_server_said(how: str, tmp_path: Path) -> None:
    extra = ["WARC-Date: 2026-05-01T10:00:00Z", "WARC-Payload-Digest: sha1:ABC"]
    records = [response(number, warc=extra) for number in range(3)]
    found, _ = read(tmp_path, records, how)
    data = (tmp_path / warc_name(how)).read_bytes()
    for number, page in enumerate(found):
        assert isinstance(page, SourcePage)
        origin = page.origin
        assert (origin.crawl_date, origin.payload_digest) == ("2026-05-01T10:00:00Z", "sha1:ABC")
        assert (origin.http_status, origin.content_type) == (200, "text/html; charset=gbk")
        assert (origin.warc_file, origin.truncated) == (warc_name(how), None)
        if how in WHOLE:
            assert origin.warc_offset == 0
            assert origin.warc_length is None
            continue
        assert origin.warc_offset is not None
        assert origin.warc_length is not None
        piece = data[origin.warc_offset : origin.warc_offset + origin.warc_length]
        if how == "gzip":
            assert gzip.decompress(piece) == records[number]
        elif how == "plain":
            assert piece == records[number]


@pytest.mark.parametrize(
    "kind",
    [
        "text/html, text/html; charset=utf-8",
        '"text/html"',
        "Text/HTML charset=utf-8",
        "application/octet-stream",
        "binary/octet-stream",
        "html",
        "",
    ],
)
def test_content_types_of_pages_are_recognised_however_they_are_written(kind: str, tmp_path: Path) -> None:
    (page,), counts = read(tmp_path, [response(1, http=[f"Content-Type: {kind}"])])
    assert isinstance(page, SourcePage)
    assert page.html == PAGE
    assert +counts == {"records": 1}


@pytest.mark.parametrize(
    ("record", "reason", "detail"),
    [
        (response(1, status="404 Not Found"), "not_ok", "404"),
        (response(1, status="301 Moved"), "not_ok", "301"),
        (response(1, http=["Content-Type: image/png"]), "not_html", "image/png"),
        (response(1, b"\x89PNG", http=["Content-Type: application/octet-stream"]), "not_html", None),
        (response(1, status="200 OK").replace(b"HTTP/1.1", b"XXXX/1.1"), "no_header", None),
    ],
)
def test_a_response_without_a_row_has_a_reason(
    record: bytes, reason: str, detail: str | None, tmp_path: Path
) -> None:
    (skipped,), counts = read(tmp_path, [record], "gzip")
    assert isinstance(skipped, Skipped)
    assert (skipped.reason, skipped.id, skipped.url) == (reason, "urn:uuid:1", "http://site/1")
    assert (skipped.file, skipped.offset, skipped.length) == (
        "crawl.warc.gz",
        0,
        (tmp_path / "crawl.warc.gz").stat().st_size,
    )
    assert detail is None or skipped.detail == detail
    assert +counts == {"records": 1, reason: 1}


@pytest.mark.parametrize("how", ["gzip", "zstd"])
def test_a_damaged_record_has_a_reason_and_its_place(how: str, tmp_path: Path) -> None:
    records = [response(number, b"<html>%d" % number * 200) for number in range(3)]
    data = bytearray(pack(records, how))
    begin = len(pack(records[:1], how))
    data[begin + 40 : begin + 60] = bytes(20)
    (tmp_path / warc_name(how)).write_bytes(data)
    counts = Counts()
    (shard,) = plan([str(tmp_path / warc_name(how))])
    found = list(read_pages(shard, Columns(), counts, BatchSize()))
    assert [page.id for page in found if isinstance(page, SourcePage)] == ["urn:uuid:0", "urn:uuid:2"]
    (skipped,) = [page for page in found if isinstance(page, Skipped)]
    assert (skipped.reason, skipped.offset) == ("corrupt", begin)
    assert counts["malformed"] == 1


def test_a_dictionary_with_a_wrong_length_does_not_hide_the_records(tmp_path: Path) -> None:
    data = bytearray(pack([response(number) for number in range(3)], "dictionary"))
    data[6] ^= 1
    (tmp_path / warc_name("dictionary")).write_bytes(data)
    (shard,) = plan([str(tmp_path / warc_name("dictionary"))])
    counts = Counts()
    with pytest.raises(DataError, match="has no WARC record that can be read"):
        list(read_pages(shard, Columns(), counts, BatchSize()))
    assert counts["malformed"] == 1


LONG = b"<html>" + b"".join(b"<p>Paragraph %d of the page.</p>" % number for number in range(3000))


def encoded(name: str) -> bytes:
    match name:
        case "gzip":
            return gzip.compress(LONG)
        case "br":
            out = io.BytesIO()
            brotli = BrotliWriter(out)
            brotli.write(LONG)
            brotli.close()
            return out.getvalue()
        case "zstd":
            out = io.BytesIO()
            with zstandard.ZstdCompressor().stream_writer(out, closefd=False) as writer:
                for begin in range(0, len(LONG), 10_000):
                    writer.write(LONG[begin : begin + 10_000])
                    writer.flush(zstandard.FLUSH_BLOCK)
            return out.getvalue()
        case _:
            return b"".join(b"%x\r\n%b\r\n" % (1000, LONG[at : at + 1000]) for at in range(0, 90_000, 1000))


@pytest.mark.parametrize("name", ["gzip", "br", "zstd", "chunked"])
def test_an_encoded_body_that_is_cut_is_taken_as_far_as_it_goes_and_marked(name: str, tmp_path: Path) -> None:
    body = encoded(name)
    field = "Transfer-Encoding" if name == "chunked" else "Content-Encoding"
    http = ["Content-Type: text/html", f"{field}: {name}"]
    (page,), counts = read(tmp_path, [response(1, body[: len(body) // 2], http=http)])
    assert isinstance(page, SourcePage)
    assert LONG.startswith(page.html)
    assert len(page.html) > len(LONG) // 5
    assert page.origin.truncated == "encoding"
    assert +counts == {"records": 1, "truncated": 1}


def test_what_the_crawler_says_of_a_truncated_page_is_kept(tmp_path: Path) -> None:
    (page,), counts = read(tmp_path, [response(1, warc=["WARC-Truncated: length"])])
    assert isinstance(page, SourcePage)
    assert page.origin.truncated == "length"
    assert +counts == {"records": 1, "truncated": 1}


@pytest.mark.parametrize("how", ["plain", "gzip", "zstd"])
def test_the_page_at_the_end_of_a_cut_archive_is_taken_as_far_as_it_goes(how: str, tmp_path: Path) -> None:
    records = [response(0), response(1, LONG)]
    data = pack(records, how)
    (tmp_path / warc_name(how)).write_bytes(data[: -len(pack(records[1:], how)) // 3])
    counts = Counts()
    (shard,) = plan([str(tmp_path / warc_name(how))])
    found = list(read_pages(shard, Columns(), counts, BatchSize()))
    if how == "zstd":  # a small frame is one block, which cannot be decompressed in part
        assert counts["cut_off"] + counts["malformed"] == 1
        return
    page = found[-1]
    assert isinstance(page, SourcePage)
    assert page.origin.truncated == "archive"
    assert LONG.startswith(page.html)
    assert len(page.html) > 10_000
    assert counts["cut_off"] == 1


@pytest.mark.parametrize("how", KINDS)
def test_pages_of_any_length_follow_one_another(how: str, tmp_path: Path) -> None:
    """Their members end at every place of the pieces in which they are decompressed."""
    lengths = [300_000, 10, 1_000_000, 262_144, 5, 524_288, 700_001, 0, 262_100, 262_200]
    bodies = [b"<html>" + (b"<p>%d " % number * 200_000)[:length] for number, length in enumerate(lengths)]
    found, counts = read(tmp_path, [response(number, body) for number, body in enumerate(bodies)], how)
    assert [page.html for page in found if isinstance(page, SourcePage)] == bodies
    assert +counts == {"records": len(lengths)}


@pytest.mark.parametrize("how", ["plain", "gzip", "zstd"])
@pytest.mark.parametrize("before", [bytes(range(1, 200)), b"\x1f", b"<html>\n"])
def test_damaged_first_bytes_do_not_hide_the_records_after_them(
    how: str, before: bytes, tmp_path: Path
) -> None:
    records = [response(number, PAGE * 50) for number in range(40)]
    data = pack(records, how)
    first = len(pack(records[:1], how))
    path = tmp_path / warc_name(how)
    path.write_bytes(before + data[7:])  # the header of the first record is damaged, too
    counts = Counts()
    shards = plan([str(path)], shard_bytes=len(data) // 4)
    found = [page for shard in shards for page in read_pages(shard, Columns(), counts, BatchSize())]
    assert [page.id for page in found if isinstance(page, SourcePage)] == [
        f"urn:uuid:{number}" for number in range(1, 40)
    ]
    (skipped,) = [page for page in found if isinstance(page, Skipped)]
    assert (skipped.reason, skipped.offset) == ("corrupt", 0)
    assert counts["damaged_bytes"] == first + len(before) - 7


@pytest.mark.parametrize("how", KINDS)
def test_long_headers_are_read(how: str, tmp_path: Path) -> None:
    long = "X-Long: " + "a" * 200_000
    many = [f"X-{number}: {number}" for number in range(5_000)]
    records = [
        response(0, PAGE, warc=[long]),
        response(1, PAGE, http=[long, "Content-Type: text/html; charset=gbk"]),
        response(2, PAGE, http=["Content-Type: text/html; charset=gbk", long * 10]),
        response(3, PAGE, http=[*many, "Content-Type: text/html; charset=gbk"], warc=many),
    ]
    found, counts = read(tmp_path, records, how)
    assert [page.id for page in found] == [f"urn:uuid:{number}" for number in range(4)]
    assert [(page.html, page.charset) for page in found if isinstance(page, SourcePage)] == [
        (PAGE, "gbk")
    ] * 4
    assert +counts == {"records": 4}


def test_a_line_of_a_header_ends_only_where_http_ends_it(tmp_path: Path) -> None:
    odd = "a\u2028b\x85c\x0bd\x1ce"
    found, _ = read(tmp_path, [response(odd, PAGE, http=["Content-Type: text/html", f"X: {odd}Y: z"])])
    assert [(page.id, page.url) for page in found] == [(f"urn:uuid:{odd}", f"http://site/{odd}")]


def test_a_folded_header_of_many_lines_takes_linear_time() -> None:
    lines = 200_000
    headers = Headers.parse(b"X: 0\r\n" + b" 1\r\n" * lines)
    assert headers == {"x": "0" + " 1" * lines}


def test_an_archive_is_cut_however_many_lines_its_headers_have(tmp_path: Path) -> None:
    many = [f"X-{number}: {'a' * 100}" for number in range(60)]  # longer than what is looked at first
    records = [response(number, PAGE, warc=many) for number in range(20)]
    path = tmp_path / "crawl.warc"
    path.write_bytes(pack(records, "plain"))
    shards = plan([str(path)], shard_bytes=path.stat().st_size // 4)
    assert len(shards) > 3
    counts = Counts()
    found = [page for shard in shards for page in read_pages(shard, Columns(), counts, BatchSize())]
    assert [page.id for page in found] == [f"urn:uuid:{number}" for number in range(20)]
