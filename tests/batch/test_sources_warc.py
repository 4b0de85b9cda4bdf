import gzip
import io
import random
import zlib
from pathlib import Path
from typing import Any

import pytest
import zstandard
from fastwarc.stream_io import BrotliWriter
from hypothesis import given, settings
from hypothesis import strategies as st

from maintext.batch.sources import BatchSize, Counts, Shard, plan, read_shard
from maintext.batch.sources.boundaries import member_after, plain_records, record_cuts
from maintext.batch.sources.responses import Decoding, decode_body
from maintext.errors import DataError
from tests.batch.archives import BY_RECORD, WHOLE, pack, response, warc_name

KINDS = [*BY_RECORD, *WHOLE]


def pages(
    shards: list[Shard], counts: Counts | None = None, size: BatchSize = BatchSize()
) -> list[dict[str, object]]:
    return [
        row
        for shard in shards
        for batch in read_shard(shard, counts=counts, size=size)
        for row in batch.to_pylist()
    ]


def ids(shards: list[Shard], counts: Counts | None = None) -> list[str]:
    return [str(row["id"]) for row in pages(shards, counts)]


def save(folder: Path, data: bytes, name: str) -> str:
    path = folder / name
    path.write_bytes(data)
    return str(path)


@pytest.mark.parametrize("how", KINDS)
def test_a_page_has_its_id_url_bytes_and_the_charset_of_its_header(how: str, tmp_path: Path) -> None:
    archive = save(tmp_path, pack([response(7, "<p>正文".encode("gbk"))], how), warc_name(how))
    [page] = pages(plan([archive]))
    assert [page[name] for name in ("id", "url", "html", "charset")] == [
        "urn:uuid:7",
        "http://site/7",
        "<p>正文".encode("gbk"),
        "gbk",
    ]


@pytest.mark.parametrize("how", KINDS)
@settings(max_examples=15, deadline=None)
@given(data=st.data())
def test_every_record_is_in_exactly_one_shard_wherever_the_file_is_cut(
    how: str, data: st.DataObject, tmp_path_factory: pytest.TempPathFactory
) -> None:
    lengths = data.draw(st.lists(st.integers(0, 3000), min_size=1, max_size=25))
    shard_bytes = data.draw(st.integers(100, 5000))
    noise = random.Random(0)
    records = [response(number, noise.randbytes(length)) for number, length in enumerate(lengths)]
    archive = save(tmp_path_factory.mktemp("crawl"), pack(records, how), warc_name(how))
    shards = plan([archive], shard_bytes)
    assert ids(shards) == [f"urn:uuid:{number}" for number in range(len(lengths))]


@pytest.mark.parametrize("how", BY_RECORD)
def test_a_large_file_is_cut_into_pieces_of_about_the_requested_size(how: str, tmp_path: Path) -> None:
    noise = random.Random(1)
    data = pack([response(number, noise.randbytes(2000)) for number in range(300)], how)
    shards = plan([save(tmp_path, data, warc_name(how))], len(data) // 6)
    assert 9 <= len(shards) <= 11
    assert max(shard.bytes for shard in shards) < len(data) / 4
    assert sum(shard.bytes for shard in shards) == len(data)


@pytest.mark.parametrize("how", WHOLE)
def test_a_file_compressed_in_one_piece_is_one_shard_and_a_note_says_so(how: str, tmp_path: Path) -> None:
    noise = random.Random(1)
    data = pack([response(number, noise.randbytes(2000), named=False) for number in range(30)], how)
    [shard] = plan([save(tmp_path, data, warc_name(how))], len(data) // 6)
    assert "one piece" in shard.note
    assert len(set(ids([shard]))) == 30


class Counted(io.BytesIO):
    """A file that knows how much of it was read."""

    count = 0

    def read(self, size: int | None = -1, /) -> bytes:
        found = super().read(size)
        self.count += len(found)
        return found


@pytest.mark.parametrize("how", [*BY_RECORD, *WHOLE])
def test_planning_reads_little_of_a_file(how: str) -> None:
    noise = random.Random(4)
    size = 30_000 if how in ("plain", "dictionary", "zstd") else 300_000  # only headers are read
    data = pack([response(number, noise.randbytes(size)) for number in range(100)], how)
    file = Counted(data)
    assert bool(record_cuts(file, len(data), len(data) // 8)) == (how not in WHOLE)
    assert file.count < len(data) * (1 if how in WHOLE else 0.7)


@pytest.mark.parametrize("blank", [0, 3000, *range(2010, 2035)])
def test_blank_lines_between_records_are_skipped_however_many(blank: int) -> None:
    record = b"WARC/1.0\r\nWARC-Type: resource\r\nContent-Length: 4\r\n\r\ntext\r\n\r\n"
    data = record + b"\r\n" * blank + record + record
    second = len(record) + 2 * blank
    assert list(plain_records(io.BytesIO(data), len(data))) == [0, second, second + len(record)]


def test_a_file_is_not_cut_at_gzip_members_inside_a_payload(tmp_path: Path) -> None:
    noise = random.Random(2)
    inner = pack([response(number, noise.randbytes(900)) for number in range(300)], "gzip")
    outer = [response(1000), response(1001, inner), response(1002)]
    stored = [gzip.compress(record, compresslevel=0) for record in outer]
    data = b"".join(stored)
    assert len(inner) > 4 * 65_535
    assert data.count(b"\x1f\x8b\x08\x00") > 250  # stored unchanged, with its members
    archive = save(tmp_path, data, "crawl.warc.gz")
    begins = {len(stored[0]), len(stored[0] + stored[1])}
    with open(archive, "rb") as file:
        for offset in range(1, len(data), 9973):
            assert member_after(file, offset, len(data)) in begins | {None}
    shards = plan([archive], 20_000)
    assert ids(shards) == ["urn:uuid:1000", "urn:uuid:1001", "urn:uuid:1002"]


def test_a_file_is_not_cut_at_records_inside_a_payload(tmp_path: Path) -> None:
    inner = pack([response(number) for number in range(50)], "plain")
    archive = save(tmp_path, pack([response(100, inner), response(101)], "plain"), "crawl.warc")
    assert ids(plan([archive], 500)) == ["urn:uuid:100", "urn:uuid:101"]


def test_only_pages_come_out_and_the_rest_is_counted(tmp_path: Path) -> None:
    records = [
        response(0, kind="request"),
        response(1, http=["Content-Type: image/png"]),
        response(2, status="404 Not Found"),
        response(3, http=["Content-Type: application/xhtml+xml"]),
        response(4, http=[]),
        response(5, b"\x89PNG", http=[]),
        response(6, http=[], warc=["WARC-Identified-Payload-Type: text/html"]),
        response(7, warc=["WARC-Truncated: length"]),
    ]
    counts = Counts()
    archive = save(tmp_path, pack(records, "gzip"), "crawl.warc.gz")
    assert ids(plan([archive]), counts) == [f"urn:uuid:{number}" for number in (3, 4, 6, 7)]
    assert +counts == {"records": 8, "not_response": 1, "not_html": 2, "not_ok": 1, "truncated": 1}


def compressed(body: bytes, encoding: str) -> bytes:
    match encoding:
        case "gzip":
            return gzip.compress(body)
        case "deflate":
            return zlib.compress(body)
        case "deflate-raw":
            raw = zlib.compressobj(wbits=-15)
            return raw.compress(body) + raw.flush()
        case "br":
            out = io.BytesIO()
            writer = BrotliWriter(out)
            writer.write(body)
            writer.close()
            return out.getvalue()
        case _:
            return zstandard.compress(body)


@pytest.mark.parametrize("encoding", ["gzip", "deflate", "deflate-raw", "br", "zstd"])
@pytest.mark.parametrize("chunked", [False, True])
def test_http_encodings_are_decoded(encoding: str, chunked: bool, tmp_path: Path) -> None:
    html = b"<p>text</p>" * 500
    body = compressed(html, encoding)
    http = ["Content-Type: text/html", f"Content-Encoding: {encoding.partition('-')[0]}"]
    if chunked:
        body = b"%x\r\n%b\r\n0\r\n\r\n" % (len(body), body)
        http.append("Transfer-Encoding: chunked")
    counts = Counts()
    archive = save(tmp_path, response(1, body, http=http), "crawl.warc")
    assert [row["html"] for row in pages(plan([archive]), counts)] == [html]
    assert not counts["undecoded"]


@pytest.mark.parametrize(
    "http", ["Content-Encoding: gzip", "Content-Encoding: rot13", "Transfer-Encoding: chunked"]
)
def test_a_body_that_is_not_in_the_encoding_it_names_is_taken_as_it_is(http: str, tmp_path: Path) -> None:
    counts = Counts()
    archive = save(tmp_path, response(1, http=["Content-Type: text/html", http]), "crawl.warc")
    assert [row["html"] for row in pages(plan([archive]), counts)] == [b"<html><p>page</p></html>"]
    assert counts["undecoded"] == 1


@pytest.mark.parametrize("wbits", [31, 15, -15])
def test_a_body_of_many_pieces_is_decompressed_completely(wbits: int) -> None:
    body = random.Random(5).randbytes(300_000)
    packer = zlib.compressobj(wbits=wbits)
    packed = packer.compress(body) + packer.flush()
    name = "gzip" if wbits == 31 else "deflate"
    assert decode_body(packed + b"more", name, None, 1_000_000) == (body, Decoding.WHOLE)
    assert decode_body(packed[:-100], name, None, 1_000_000)[1] is Decoding.CUT
    assert decode_body(packed, name, None, 200_000) == (body[:200_000], Decoding.WHOLE)


def test_a_compressed_body_is_not_decompressed_beyond_the_limit(tmp_path: Path) -> None:
    body = gzip.compress(b"<p>" + b"x" * 10_000_000)
    http = ["Content-Type: text/html", "Content-Encoding: gzip"]
    archive = save(tmp_path, response(1, body, http=http), "crawl.warc")
    [row] = pages(plan([archive]), size=BatchSize(page=100_000))
    assert len(bytes(row["html"])) == 100_001  # type: ignore[call-overload]


@pytest.mark.parametrize("how", BY_RECORD)
def test_a_damaged_record_is_counted_and_all_others_come_out(how: str, tmp_path: Path) -> None:
    noise = random.Random(3)
    records = [response(number, noise.randbytes(500)) for number in range(20)]
    data = bytearray(pack(records, how))
    begin = len(pack(records[:8], how))
    data[begin : begin + 6] = b"\xff" * 6
    counts = Counts()
    found = ids(plan([save(tmp_path, bytes(data), warc_name(how))]), counts)
    assert found == [f"urn:uuid:{number}" for number in range(20) if number != 8]
    assert counts["malformed"] == 1
    assert counts["damaged_bytes"] >= 500


@pytest.mark.parametrize("how", [*BY_RECORD, "gzip-whole"])
def test_a_truncated_file_gives_its_complete_pages(how: str, tmp_path: Path) -> None:
    noise = random.Random(4)
    data = pack([response(number, noise.randbytes(5000)) for number in range(10)], how)
    counts = Counts()
    found = ids(plan([save(tmp_path, data[:-1000], warc_name(how))]), counts)
    assert found[:9] == [f"urn:uuid:{number}" for number in range(9)]
    assert counts["cut_off"] + counts["malformed"] >= 1


def test_a_wrong_length_does_not_swallow_the_records_after_it(tmp_path: Path) -> None:
    records = [response(number) for number in range(5)]
    records[1] = records[1].replace(b"Content-Length: ", b"Content-Length: 9")
    counts = Counts()
    [first, second, *rest] = pages(plan([save(tmp_path, b"".join(records), "crawl.warc")]), counts)
    assert second["html"] == first["html"]
    assert [row["id"] for row in rest] == ["urn:uuid:2", "urn:uuid:3", "urn:uuid:4"]
    assert counts["cut_off"] == counts["malformed"] == 1


@pytest.mark.parametrize("how", KINDS)
@settings(max_examples=25, deadline=None)
@given(data=st.data())
def test_damage_anywhere_never_hangs_never_repeats_and_is_always_counted(
    how: str, data: st.DataObject, tmp_path_factory: pytest.TempPathFactory
) -> None:
    archive = bytearray(pack([response(number, b"<p>%d" % number * 50) for number in range(12)], how))
    at = data.draw(st.integers(0, len(archive) - 1))
    wrong = data.draw(st.binary(min_size=1, max_size=40))
    whole = bytes(archive)
    archive[at : at + len(wrong)] = wrong
    counts = Counts()
    path = save(tmp_path_factory.mktemp("crawl"), bytes(archive), warc_name(how))
    try:
        found = ids(plan([path], 600), counts)
    except DataError:
        return
    assert len(found) <= 12
    if len(found) < 12 and bytes(archive) != whole:
        assert sum(counts[name] for name in LOST) > 0


LOST = ("malformed", "cut_off", "no_header", "not_response", "not_html", "not_ok")


@pytest.mark.parametrize(
    "content", [b"hello world" * 100, gzip.compress(b"hello world" * 100), b"\x1f\x8b\x08junk"]
)
def test_a_file_that_is_not_an_archive_is_an_error_of_one_line(content: bytes, tmp_path: Path) -> None:
    archive = save(tmp_path, content, "crawl.warc.gz")
    with pytest.raises(DataError, match=r"crawl\.warc\.gz has no WARC record that can be read"):
        ids(plan([archive]))


def test_the_compression_is_found_by_content_not_by_name(tmp_path: Path) -> None:
    archive = save(tmp_path, pack([response(1)], "gzip"), "crawl.warc")
    assert ids(plan([archive])) == ["urn:uuid:1"]


def test_generated_ids_do_not_depend_on_how_the_file_is_cut(tmp_path: Path) -> None:
    noise = random.Random(5)
    data = pack([response(number, noise.randbytes(500), named=False) for number in range(40)], "gzip")
    archive = save(tmp_path, data, "crawl.warc.gz")
    whole = ids(plan([archive]))
    assert ids(plan([archive], 3000)) == whole
    assert len(set(whole)) == 40
    assert whole[0] == "crawl.warc.gz#0"


def test_a_wrong_length_of_another_record_does_not_swallow_pages(tmp_path: Path) -> None:
    records = [response(number, kind="request" if number == 1 else "response") for number in range(5)]
    records[1] = records[1].replace(b"Content-Length: ", b"Content-Length: 9")
    for how in ("plain", "gzip", "zstd"):
        counts = Counts()
        found = ids(plan([save(tmp_path, pack(records, how), warc_name(how))]), counts)
        assert found == ["urn:uuid:0", "urn:uuid:2", "urn:uuid:3", "urn:uuid:4"]
        assert counts["cut_off"] == counts["malformed"] == 1


@pytest.mark.parametrize(
    "last", [{}, {"kind": "request"}, {"status": "404 Not Found"}, {"http": ["Content-Type: image/png"]}]
)
@pytest.mark.parametrize("how", ["plain", "gzip", "zstd"])
def test_a_truncated_archive_is_counted_wherever_it_ends(
    how: str, last: dict[str, Any], tmp_path: Path
) -> None:
    noise = random.Random(6)
    records = [response(number, noise.randbytes(30)) for number in range(2)]
    whole = pack(records, how)
    data = pack([*records, response(2, noise.randbytes(30), **last)], how)
    for end in range(len(whole), len(data) + 1):
        counts = Counts()
        found = ids(plan([save(tmp_path, data[:end], warc_name(how))]), counts)
        assert found[:2] == ["urn:uuid:0", "urn:uuid:1"]
        is_reported = bool(counts["cut_off"] + counts["malformed"])
        # The line ends after a record are not part of it.
        assert is_reported == (len(whole) < end < (len(data) - 4 if how == "plain" else len(data))), end


def test_bytes_that_are_damaged_are_those_after_the_last_good_record(tmp_path: Path) -> None:
    counts = Counts()
    data = pack([response(1)], "gzip") + b"\xff" * 1000
    assert ids(plan([save(tmp_path, data, "crawl.warc.gz")]), counts) == ["urn:uuid:1"]
    assert +counts == {"records": 1, "malformed": 1, "damaged_bytes": 1000}


_EMPTY = gzip.compress(b"")


@pytest.mark.parametrize(
    ("how", "rest"),
    [("plain", b"\r\n"), ("gzip", b"\r\n"), ("gzip", _EMPTY), ("gzip", gzip.compress(b"\n") + _EMPTY)],
)
def test_blank_data_after_the_last_record_is_not_damage(how: str, rest: bytes, tmp_path: Path) -> None:
    counts = Counts()
    archive = save(tmp_path, pack([response(1)], how) + rest, warc_name(how))
    assert ids(plan([archive]), counts) == ["urn:uuid:1"]
    assert +counts == {"records": 1}


def test_a_body_of_very_many_empty_members_is_refused_early() -> None:
    assert decode_body(_EMPTY * 1_000_000, "gzip", None, 1_000_000) == (b"", Decoding.CUT)
    many = b"".join(gzip.compress(b"<p>%d" % number) for number in range(50))
    assert decode_body(many, "gzip", None, 1_000_000) == (
        b"".join(b"<p>%d" % n for n in range(50)),
        Decoding.WHOLE,
    )


def test_several_members_of_gzip_are_one_body(tmp_path: Path) -> None:
    body = gzip.compress(b"<p>one") + gzip.compress(b" and two")
    http = ["Content-Type: text/html charset=utf-8", "Content-Encoding: gzip"]  # the semicolon is missing
    [row] = pages(plan([save(tmp_path, response(1, body, http=http), "crawl.warc")]))
    assert row["html"] == b"<p>one and two"
