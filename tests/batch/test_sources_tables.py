"""Parquet and JSON lines."""

import gzip
import json
import random
from collections.abc import Mapping
from pathlib import Path

import pyarrow as pa
import pytest
import zstandard
from hypothesis import given, settings
from hypothesis import strategies as st
from pyarrow import parquet

from maintext.batch.sources import BatchSize, Columns, Counts, Shard, plan, read_shard
from maintext.errors import DataError


def rows(
    shards: list[Shard], columns: Columns = Columns(), counts: Counts | None = None
) -> list[dict[str, object]]:
    found = []
    for shard in shards:
        for batch in read_shard(Shard.from_json(json.loads(json.dumps(shard.to_json()))), columns, counts):
            found += batch.select(["id", "url", "html", "charset"]).to_pylist()
    return found


def save_table(path: Path, columns: Mapping[str, object], groups: int = 10) -> str:
    parquet.write_table(pa.table(dict(columns)), path, row_group_size=groups)
    return str(path)


def save_lines(path: Path, records: list[object]) -> str:
    path.write_text("".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records), "utf-8")
    return str(path)


def test_pages_of_a_table_come_out_with_their_columns(tmp_path: Path) -> None:
    table = {"id": [7, 8], "html": [b"<p>a", None], "url": ["http://a", None], "charset": ["gbk", None]}
    assert rows(plan([save_table(tmp_path / "p.parquet", table)])) == [
        {"id": "7", "url": "http://a", "html": b"<p>a", "charset": "gbk"},
        {"id": "8", "url": None, "html": b"", "charset": None},
    ]


@pytest.mark.parametrize("kind", [pa.string(), pa.large_string(), pa.dictionary(pa.int32(), pa.string())])
def test_pages_given_as_text_are_utf_8_whatever_they_declare(kind: pa.DataType, tmp_path: Path) -> None:
    page = "<meta charset=gbk><p>正文"
    path = save_table(tmp_path / "p.parquet", {"raw_html": pa.array([page], pa.string()).cast(kind)})
    assert rows(plan([path])) == [
        {"id": "p.parquet#0", "url": None, "html": page.encode(), "charset": "utf-8"}
    ]
    assert rows(plan([save_lines(tmp_path / "p.jsonl", [{"body": page}])])) == [
        {"id": "p.jsonl#0", "url": None, "html": page.encode(), "charset": "utf-8"}
    ]


def test_columns_can_be_named(tmp_path: Path) -> None:
    table = {"html": ["no"], "source": ["yes"], "link": ["http://a"], "key": ["k"]}
    columns = Columns(html="source", url="link", id="key")
    wanted = [{"id": "k", "url": "http://a", "html": b"yes", "charset": "utf-8"}]
    assert rows(plan([save_table(tmp_path / "p.parquet", table)], columns=columns), columns) == wanted
    line = {name: values[0] for name, values in table.items()}
    assert rows(plan([save_lines(tmp_path / "p.jsonl", [line])], columns=columns), columns) == wanted


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        (Columns(), r"no column html, raw_html, content or body; it has text, link"),
        (Columns(html="page"), r"no column page; it has text, link"),
        (Columns(html="text", url="address"), r"no column address; it has text, link"),
    ],
)
def test_a_missing_column_is_an_error_of_one_line_that_lists_the_columns(
    columns: Columns, message: str, tmp_path: Path
) -> None:
    table = {"text": ["a"], "link": ["b"]}
    path = save_table(tmp_path / "p.parquet", table)
    with pytest.raises(DataError, match=message):
        plan([path], columns=columns)
    with pytest.raises(DataError, match=message):
        rows([Shard(path, "parquet", plan([path], columns=Columns("text"))[0].identity, 100)], columns)
    lines = save_lines(tmp_path / "p.jsonl", [{"text": "a", "link": "b"}])
    with pytest.raises(DataError, match=message):
        plan([lines], columns=columns)
    with pytest.raises(DataError, match=message):
        rows(plan([lines], columns=Columns("text")), columns)
    with pytest.raises(DataError, match=message):
        plan([path, lines], columns=columns)


def test_a_column_without_text_is_an_error_of_one_line(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="column html holds int64, neither text nor bytes"):
        plan([save_table(tmp_path / "p.parquet", {"html": [1, 2]})])


@pytest.mark.parametrize("content", [b"PAR1 but no more", b"hello"])
def test_a_file_that_is_not_parquet_is_an_error_of_one_line(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "p.parquet").write_bytes(content)
    with pytest.raises(DataError, match=r"p\.parquet is not a Parquet file"):
        plan([str(tmp_path / "p.parquet")])


def test_a_damaged_table_is_an_error_of_one_line(tmp_path: Path) -> None:
    noise = random.Random(1)
    path = tmp_path / "p.parquet"
    save_table(path, {"html": [noise.randbytes(3000) for _ in range(20)]})
    data = bytearray(path.read_bytes())
    data[4:40] = b"\xff" * 36
    path.write_bytes(data)
    with pytest.raises(DataError, match=r"p\.parquet is damaged"):
        rows(plan([str(path)]))


@settings(max_examples=15, deadline=None)
@given(
    lengths=st.lists(st.integers(0, 2000), min_size=1, max_size=60),
    group=st.integers(1, 20),
    shard_bytes=st.integers(500, 30_000),
)
def test_every_row_of_a_table_is_in_exactly_one_shard(
    lengths: list[int], group: int, shard_bytes: int, tmp_path_factory: pytest.TempPathFactory
) -> None:
    noise = random.Random(0)
    path = tmp_path_factory.mktemp("table") / "p.parquet"
    save_table(path, {"html": [noise.randbytes(length) for length in lengths]}, group)
    found = rows(plan([str(path)], shard_bytes))
    assert [row["id"] for row in found] == [f"p.parquet#{number}" for number in range(len(lengths))]


@settings(max_examples=25, deadline=None)
@given(
    texts=st.lists(st.text(max_size=80), min_size=1, max_size=40),
    ends=st.sampled_from(["\n", "\r\n", "\n\n"]),
    last=st.booleans(),
    shard_bytes=st.integers(20, 2000),
)
def test_every_line_is_in_exactly_one_shard(
    texts: list[str], ends: str, last: bool, shard_bytes: int, tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.mktemp("lines") / "p.jsonl"
    content = ends.join(json.dumps({"html": text, "id": number}) for number, text in enumerate(texts))
    path.write_bytes((content + ends * last).encode())
    found = rows(plan([str(path)], shard_bytes))
    assert [row["id"] for row in found] == [str(number) for number in range(len(texts))]
    assert [row["html"] for row in found] == [text.encode("utf-8", "replace") for text in texts]


def test_large_files_are_cut_into_several_shards(tmp_path: Path) -> None:
    page = "<p>" + "x" * 1000
    lines = save_lines(tmp_path / "p.jsonl", [{"html": page}] * 200)
    assert len(plan([lines], 50_000)) == 9
    noise = random.Random(1)
    table = save_table(tmp_path / "p.parquet", {"html": [noise.randbytes(1000) for _ in range(200)]})
    assert 6 <= len(plan([table], 50_000)) <= 9
    made_up = [str(row["id"]) for row in rows(plan([lines, table], 50_000))]
    assert made_up == [str(row["id"]) for row in rows(plan([lines, table]))]
    assert len(set(made_up)) == 400


@pytest.mark.parametrize("suffix", [".gz", ".zst"])
def test_compressed_lines_are_one_shard_with_a_note(suffix: str, tmp_path: Path) -> None:
    noise = random.Random(1)
    lines = "".join(json.dumps({"html": noise.randbytes(500).hex()}) + "\n" for _ in range(50)).encode()
    path = tmp_path / f"p.jsonl{suffix}"
    path.write_bytes(gzip.compress(lines) if suffix == ".gz" else zstandard.compress(lines))
    [shard] = plan([str(path)], 1000)
    assert shard.note == "in one piece: it is compressed"
    assert len(rows([shard])) == 50


@pytest.mark.parametrize("suffix", [".gz", ".zst"])
def test_a_truncated_compressed_file_gives_its_complete_lines(suffix: str, tmp_path: Path) -> None:
    noise = random.Random(1)
    lines = "".join(json.dumps({"html": noise.randbytes(2000).hex()}) + "\n" for _ in range(500)).encode()
    data = gzip.compress(lines) if suffix == ".gz" else zstandard.compress(lines)
    path = tmp_path / f"p.jsonl{suffix}"
    path.write_bytes(data[: len(data) // 2])
    counts = Counts()
    assert 100 < len(rows(plan([str(path)]), counts=counts)) < 400
    assert counts["cut_off"] + counts["malformed"] >= 1


def test_lines_that_are_not_objects_are_counted(tmp_path: Path) -> None:
    path = tmp_path / "p.jsonl"
    path.write_bytes(
        b'\xef\xbb\xbf{"html": "a"}\nnonsense\n[1]\n\n{"html": "b"\n{"html": 5, "id": "c"}\n\xff\n'
        + b"[" * 99999
    )
    counts = Counts()
    assert [row["html"] for row in rows(plan([str(path)]), counts=counts)] == [b"a", b""]
    assert counts == {"records": 2, "malformed": 5, "no_id": 1}


def test_a_line_that_is_too_long_is_counted_once_and_skipped(tmp_path: Path) -> None:
    path = tmp_path / "p.jsonl"
    path.write_text(json.dumps({"html": "x" * 3_000_000}) + "\n" + json.dumps({"html": "b"}) + "\n")
    counts = Counts()
    found = [
        row
        for shard in plan([str(path)])
        for batch in read_shard(shard, counts=counts, size=BatchSize(page=1000))
        for row in batch.to_pylist()
    ]
    assert [row["html"] for row in found] == [b"b"]
    assert counts["malformed"] == 1


def test_a_file_without_json_lines_is_an_error_of_one_line(tmp_path: Path) -> None:
    path = tmp_path / "p.jsonl"
    path.write_bytes(b"PAR1 hello\nworld\n")
    with pytest.raises(DataError, match=r"p\.jsonl has no line that is a JSON object"):
        rows(plan([str(path)]))


def test_batches_are_limited_in_rows_and_bytes(tmp_path: Path) -> None:
    path = save_lines(tmp_path / "p.jsonl", [{"html": "x" * 1000}] * 95)
    [shard] = plan([path])
    sizes = [len(batch) for batch in read_shard(shard, size=BatchSize(rows=10))]
    assert sizes == [10] * 9 + [5]
    sizes = [len(batch) for batch in read_shard(shard, size=BatchSize(bytes=3500))]
    assert sizes == [3] * 31 + [2]


def test_invalid_utf_8_loses_no_row(tmp_path: Path) -> None:
    broken = pa.array([b"<p>one \xff", b"<p>two"], pa.binary()).view(pa.string())
    path = save_table(tmp_path / "p.parquet", {"id": broken, "html": broken})
    found = rows(plan([path]))
    assert [row["id"] for row in found] == ["<p>one �", "<p>two"]
    assert [row["html"] for row in found] == [b"<p>one \xff", b"<p>two"]


def test_ids_outside_of_pythons_range_become_text(tmp_path: Path) -> None:
    far = pa.array([2**60], pa.int64()).cast(pa.timestamp("ms"))
    [row] = rows(plan([save_table(tmp_path / "p.parquet", {"id": far, "html": [b"<p>a"]})]))
    assert row["id"]


def test_two_columns_of_one_name_are_an_error_of_one_line(tmp_path: Path) -> None:
    table = pa.Table.from_arrays([pa.array([b"a"]), pa.array([b"b"])], names=["html", "html"])
    parquet.write_table(table, tmp_path / "p.parquet")
    with pytest.raises(DataError, match="has 2 columns html"):
        plan([str(tmp_path / "p.parquet")])


def test_the_key_of_a_table_does_not_depend_on_the_files_before_it(tmp_path: Path) -> None:
    first, second = (save_table(tmp_path / f"{name}.parquet", {"html": [b"<p>a"] * 30}) for name in "ab")
    for size in (64 << 20, 100):
        alone = {shard.key for name in (first, second) for shard in plan([name], size)}
        for inputs in ([first, second], [second, first], [str(tmp_path)]):
            assert {shard.key for shard in plan(inputs, size)} == alone


def test_the_column_of_the_page_is_the_same_in_all_lines(tmp_path: Path) -> None:
    path = save_lines(tmp_path / "p.jsonl", [{"html": "<p>a", "content": "x"}, {"content": "y"}])
    assert [row["html"] for row in rows(plan([path]))] == [b"<p>a", b""]


def test_pages_without_ids_are_counted(tmp_path: Path) -> None:
    counts = Counts()
    lines = save_lines(tmp_path / "p.jsonl", [{"html": "a", "id": "1"}, {"html": "b"}])
    table = save_table(tmp_path / "p.parquet", {"html": [b"a", b"b", b"c"], "id": ["", None, "3"]})
    rows(plan([lines, table]), counts=counts)
    assert counts == {"records": 5, "no_id": 3}


@pytest.mark.parametrize("frames", [1, 20])
@pytest.mark.parametrize("end", ["whole", "cut", "garbage", "index"])
def test_missing_zstandard_lines_are_counted_and_the_rest_is_read(
    frames: int, end: str, tmp_path: Path
) -> None:
    noise = random.Random(1)
    lines = [json.dumps({"html": noise.randbytes(500).hex()}).encode() + b"\n" for _ in range(20)]
    size = 20 // frames
    data = b"".join(zstandard.compress(b"".join(lines[at : at + size])) for at in range(0, 20, size))
    index = b"\x5e\x2a\x4d\x18" + (9).to_bytes(4, "little") + b"any index"
    ends = {"whole": data, "cut": data[:-50], "garbage": data + b"garbage" * 10, "index": data + index}
    (tmp_path / "p.jsonl.zst").write_bytes(ends[end])
    counts = Counts()
    found = rows(plan([str(tmp_path / "p.jsonl.zst")]), counts=counts)
    assert counts["cut_off"] == (end in ("cut", "garbage"))
    assert len(found) == (20 if end != "cut" else 20 - size)


def test_a_frame_that_needs_too_much_memory_is_an_error_of_one_line(tmp_path: Path) -> None:
    parameters = zstandard.ZstdCompressionParameters(window_log=30, enable_ldm=True)
    packer = zstandard.ZstdCompressor(compression_params=parameters)
    with (tmp_path / "p.jsonl.zst").open("wb") as file, packer.stream_writer(file) as stream:
        stream.write(b'{"html": "a"}\n')
    with pytest.raises(DataError, match="needs more than 128 MB"):
        rows(plan([str(tmp_path / "p.jsonl.zst")]))
