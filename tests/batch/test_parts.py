"""The parts of a shard, by partition: few files are open at once, and a failed shard leaves none."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.dataset as ds
import pytest

from maintext.batch import Job, parts
from maintext.batch.parts import ShardParts
from maintext.batch.sinks import open_part
from maintext.errors import DataError

SCHEMA = pa.schema([("id", pa.string()), ("language", pa.string())])
LANGUAGES = [f"l{number}" for number in range(9)]


def batch(first: int) -> pa.RecordBatch:
    ids = [f"{first}-{language}" for language in LANGUAGES]
    return pa.RecordBatch.from_arrays([pa.array(ids), pa.array(LANGUAGES)], schema=SCHEMA)


@pytest.fixture
def most_open(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many parts were open, each time that one was opened."""
    counts = [0]
    now = 0

    @contextmanager
    def counted(*arguments: Any) -> Iterator[Any]:
        nonlocal now
        with open_part(*arguments) as part:
            now += 1
            counts.append(now)
            try:
                yield part
            finally:
                now -= 1

    monkeypatch.setattr(parts, "open_part", counted)
    monkeypatch.setattr(parts, "_OPEN", 3)
    return counts


def shard_parts(output: Path) -> ShardParts:
    return ShardParts(str(output), "part-000000-0123456789abcdef", "parquet", SCHEMA, partition=("language",))


@pytest.mark.parametrize(("held", "files"), [(1 << 20, 9), (1, 3 + 6 * 4)])
def test_many_partitions_have_all_rows_with_few_open_files(
    held: int, files: int, most_open: list[int], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(parts, "_HELD_BYTES", held)
    with shard_parts(tmp_path) as shard:
        for number in range(4):
            shard.write(batch(number))
    assert max(most_open) <= 4
    found = ds.dataset(tmp_path / "data", format="parquet", partitioning="hive").to_table().to_pylist()
    expected = [row for number in range(4) for row in batch(number).to_pylist()]
    assert sorted(found, key=str) == sorted(expected, key=str)
    notes = shard.notes()
    assert len(notes) == files
    assert {note.name: note.bytes for note in notes} == {
        path.relative_to(tmp_path).as_posix(): path.stat().st_size for path in tmp_path.rglob("part-*")
    }
    assert sum(note.rows for note in notes) == 36
    assert all(parts.shard_key(note.name) == "0123456789abcdef" for note in notes)


def test_a_shard_that_fails_writes_nothing_of_what_it_holds(most_open: list[int], tmp_path: Path) -> None:
    def fail() -> None:
        with shard_parts(tmp_path) as shard:
            shard.write(batch(0))
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fail()
    assert len(most_open) == 1 + 3
    assert not [path for path in tmp_path.rglob("*") if path.is_file()]


def test_a_column_is_named_once() -> None:
    with pytest.raises(DataError, match="cannot partition by a column twice: language, language"):
        Job(partition=("language", "language"))
