import gzip
import json
import os
from pathlib import Path

import fsspec
import pyarrow as pa
import pytest
import zstandard
from fastwarc.warc import ArchiveIterator
from pyarrow import parquet

from maintext.batch.sinks import SINKS, open_part
from maintext.errors import DataError

SCHEMA = pa.schema(
    [
        pa.field("id", pa.string()),
        pa.field("url", pa.string()),
        pa.field("status", pa.string()),
        pa.field("text", pa.string()),
        pa.field("probability", pa.float32()),
        pa.field("language", pa.string()),
    ]
)
ROWS: list[dict[str, object]] = [
    {
        "id": "urn:uuid:1",
        "url": "http://a/1",
        "status": "ok",
        "text": "正文\nsecond",
        "probability": 0.9,
        "language": "zh",
    },
    {"id": "urn:uuid:2", "url": None, "status": "empty", "text": None, "probability": None, "language": None},
    {"id": "c.html", "url": None, "status": "ok", "text": "third", "probability": 0.25, "language": "en"},
]
BATCH = pa.RecordBatch.from_pylist(ROWS, schema=SCHEMA)


def write(output: str, sink: str) -> None:
    with open_part(output, "part-1", sink, SCHEMA) as part:
        part.write(BATCH.slice(0, 2))
        part.write(BATCH.slice(2))


def lines(data: bytes) -> list[dict[str, object]]:
    return [json.loads(line) for line in data.splitlines()]


def test_parquet_has_all_rows_unchanged_in_one_row_group(tmp_path: Path) -> None:
    write(str(tmp_path), "parquet")
    file = parquet.ParquetFile(tmp_path / "part-1.parquet")
    assert file.read().equals(pa.Table.from_batches([BATCH]))
    assert file.num_row_groups == 1
    assert file.metadata.row_group(0).column(0).compression == "ZSTD"


def test_json_lines_have_every_row_with_every_column(tmp_path: Path) -> None:
    for sink in ("jsonl", "jsonl.gz", "jsonl.zst"):
        write(str(tmp_path), sink)
    plain = (tmp_path / "part-1.jsonl").read_bytes()
    assert lines(plain) == ROWS
    assert "正文".encode() in plain
    assert gzip.decompress((tmp_path / "part-1.jsonl.gz").read_bytes()) == plain
    compressed = (tmp_path / "part-1.jsonl.zst").read_bytes()
    assert zstandard.ZstdDecompressor().stream_reader(compressed).read() == plain


def test_wet_has_the_texts_as_conversion_records_that_refer_to_their_pages(tmp_path: Path) -> None:
    write(str(tmp_path), "warc.wet.gz")
    with (tmp_path / "part-1.warc.wet.gz").open("rb") as file:
        records = [(str(r.record_type), dict(r.headers), r.reader.read()) for r in ArchiveIterator(file)]
    assert [kind for kind, _, _ in records] == ["warcinfo", "conversion", "conversion"]
    _, headers, text = records[1]
    assert text.decode() == "正文\nsecond"
    assert headers["WARC-Refers-To"] == "<urn:uuid:1>"
    assert headers["WARC-Target-URI"] == "http://a/1"
    assert headers["Content-Type"] == "text/plain"
    assert "WARC-Refers-To" not in records[2][1]


def test_a_url_cannot_add_headers_to_a_record(tmp_path: Path) -> None:
    row = ROWS[0] | {"url": "http://a/\r\nWARC-Type: response"}
    with open_part(str(tmp_path), "p", "warc.wet.gz", SCHEMA) as part:
        part.write(pa.RecordBatch.from_pylist([row], schema=SCHEMA))
    with (tmp_path / "p.warc.wet.gz").open("rb") as file:
        assert [str(record.record_type) for record in ArchiveIterator(file)] == ["warcinfo", "conversion"]


@pytest.mark.parametrize("sink", SINKS)
@pytest.mark.parametrize("output", ["local", "memory://sink-tests"])
def test_a_part_that_fails_leaves_nothing(sink: str, output: str, tmp_path: Path) -> None:
    target = str(tmp_path) if output == "local" else output
    system, folder = fsspec.core.url_to_fs(target)

    def fail() -> None:
        with open_part(target, "part-2", sink, SCHEMA) as part:
            part.write(BATCH)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert not system.exists(folder) or not system.find(folder)


@pytest.mark.parametrize("sink", SINKS)
def test_a_part_is_not_visible_before_it_is_complete(sink: str, tmp_path: Path) -> None:
    with open_part(str(tmp_path), "part-3", sink, SCHEMA) as part:
        part.write(BATCH)
        assert all(name.startswith(".") for name in os.listdir(tmp_path))
    assert os.listdir(tmp_path) == [f"part-3.{sink}"]


def test_leftovers_of_a_killed_writer_are_removed_and_other_parts_are_not(tmp_path: Path) -> None:
    (tmp_path / ".part-1.parquet.0123abcd.tmp").write_bytes(b"half")
    (tmp_path / ".part-9.parquet.0123abcd.tmp").write_bytes(b"half")
    write(str(tmp_path), "parquet")
    assert sorted(os.listdir(tmp_path)) == [".part-9.parquet.0123abcd.tmp", "part-1.parquet"]


def test_an_empty_part_is_an_empty_file(tmp_path: Path) -> None:
    for sink in SINKS:
        with open_part(str(tmp_path), "part-4", sink, SCHEMA):
            pass
    assert parquet.read_table(tmp_path / "part-4.parquet").num_rows == 0
    assert (tmp_path / "part-4.jsonl").read_bytes() == b""


@pytest.mark.parametrize("sink", SINKS)
def test_a_store_gets_the_same_bytes_as_a_disk(sink: str, tmp_path: Path) -> None:
    write(str(tmp_path), sink)
    write("memory://sink-bytes", sink)
    local = (tmp_path / f"part-1.{sink}").read_bytes()
    remote = fsspec.filesystem("memory").cat(f"/sink-bytes/part-1.{sink}")
    assert remote == local or sink == "warc.wet.gz"  # its first record has the time and the software
    assert len(remote) == pytest.approx(len(local), abs=20)


@pytest.mark.parametrize("sink", ["jsonl", "jsonl.gz", "jsonl.zst", "parquet"])
def test_the_same_rows_make_the_same_bytes(sink: str, tmp_path: Path) -> None:
    write(str(tmp_path / "a"), sink)
    write(str(tmp_path / "b"), sink)
    first, second = ((tmp_path / name / f"part-1.{sink}").read_bytes() for name in "ab")
    assert first == second


def test_an_unknown_sink_is_an_error_of_one_line(tmp_path: Path) -> None:
    with (
        pytest.raises(DataError, match=r"unknown sink csv; known are parquet, jsonl, "),
        open_part(str(tmp_path), "part", "csv", SCHEMA),
    ):
        pass
