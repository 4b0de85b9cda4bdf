"""Other tools read the output folder, and its folder `data`, with every row once and nothing else."""

import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from maintext.batch.card import CARD
from maintext.batch.duplicates import drop_duplicates
from maintext.batch.job import Job
from maintext.batch.shard import make_guard, process_shard
from maintext.batch.sources import plan
from tests.batch.archives import response
from tests.batch.hostile import BAD, JOB, page, start_hostile, write_pages

IDS = ["page-0", "page-1", "page-2", "page-3", "urn:uuid:7"]


def write_output(folder: Path, job: Job = JOB) -> Path:
    """An output with rows, failed pages and skipped responses."""
    write_pages(folder / "one.jsonl", [page(0), BAD["error"] + page(1)])
    write_pages(folder / "two.jsonl", [page(2), page(3)], 2)
    archive = response(7, page(7)) + response(8, status="404 Not Found")
    (folder / "crawl.warc").write_bytes(archive)
    with make_guard(job, start_hostile) as guard:
        for shard in plan([str(folder / name) for name in ("one.jsonl", "two.jsonl", "crawl.warc")]):
            process_shard(shard, job, str(folder / "out"), guard=guard)
    notes = folder / "out" / "_maintext"
    assert list((notes / "quarantine").iterdir())
    assert list((notes / "skipped").iterdir())
    assert not list(notes.rglob("*.parquet"))
    return folder / "out"


@pytest.fixture(scope="module")
def output(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_output(tmp_path_factory.mktemp("readers"))


@pytest.fixture(scope="module")
def partitioned(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_output(tmp_path_factory.mktemp("partitioned"), replace(JOB, partition=("status",)))


@pytest.fixture(scope="module")
def lines(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_output(tmp_path_factory.mktemp("lines"), replace(JOB, sink="jsonl.zst"))


@pytest.fixture(scope="module")
def unique(output: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The output without duplicates."""
    folder = tmp_path_factory.mktemp("unique")
    drop_duplicates([str(output)], str(folder), keep_all=True)
    return folder


def read_pandas(folder: str) -> list[str]:
    pandas = pytest.importorskip("pandas", reason="pandas is not installed")
    return list(pandas.read_parquet(folder)["id"])


def read_polars(folder: str) -> list[str]:
    polars = pytest.importorskip("polars", reason="polars is not installed")
    # polars takes every file of a folder, also hidden ones, so it is given a pattern
    return list(polars.read_parquet(f"{folder}/**/*.parquet")["id"])


def read_polars_folder(folder: str) -> list[str]:
    polars = pytest.importorskip("polars", reason="polars is not installed")
    return list(polars.read_parquet(folder if folder.endswith("data") else f"{folder}/data")["id"])


def read_duckdb(folder: str) -> list[str]:
    duckdb = pytest.importorskip("duckdb", reason="duckdb is not installed")
    return [row[0] for row in duckdb.sql(f"select id from '{folder}/**/*.parquet'").fetchall()]


def read_datasets(folder: str) -> list[str]:
    os.environ.setdefault("HF_HUB_OFFLINE", "1")
    datasets = pytest.importorskip("datasets", reason="the library datasets is not installed")
    datasets.disable_progress_bars()
    with TemporaryDirectory() as cache:  # not below the output, which others read
        loaded = datasets.load_dataset(folder, cache_dir=cache)
        return [name for split in loaded.values() for name in split["id"]]


READERS = [read_pandas, read_polars, read_polars_folder, read_duckdb, read_datasets]


@pytest.mark.filterwarnings("ignore")  # of the readers
@pytest.mark.parametrize("below", ["", "data"])
@pytest.mark.parametrize("read", READERS)
def test_the_output_is_read_by(read: Callable[[str], list[str]], below: str, output: Path) -> None:
    assert sorted(read(str(output / below).rstrip("/"))) == IDS


@pytest.fixture(scope="module")
def spark_session() -> Iterator[Any]:
    sql = pytest.importorskip("pyspark.sql", reason="PySpark is not installed")
    session = sql.SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false").getOrCreate()
    yield session
    session.stop()  # tests of the engine need a session of their own


@pytest.mark.spark
@pytest.mark.parametrize("below", ["", "data"])
def test_the_output_is_read_by_spark(spark_session: Any, below: str, output: Path) -> None:
    rows = spark_session.read.option("recursiveFileLookup", "true").parquet(str(output / below))
    assert sorted(row["id"] for row in rows.collect()) == IDS


@pytest.mark.filterwarnings("ignore")
def test_json_lines_are_read_by_datasets(lines: Path) -> None:
    assert sorted(read_datasets(str(lines))) == IDS


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("read", READERS)
def test_a_partitioned_output_is_read_by(read: Callable[[str], list[str]], partitioned: Path) -> None:
    assert sorted(path.name for path in (partitioned / "data").iterdir()) == ["status=error", "status=ok"]
    assert sorted(read(str(partitioned))) == IDS


@pytest.mark.filterwarnings("ignore")
def test_polars_never_reads_wrong_rows_of_the_folder_itself(output: Path) -> None:
    """It takes every file that is not empty, whatever its name, and refuses those of several kinds."""
    polars = pytest.importorskip("polars", reason="polars is not installed")
    for options in ({}, {"hidden_file_prefix": ["_", "."]}):
        found = IDS
        with suppress(polars.exceptions.InvalidOperationError):
            found = sorted(polars.scan_parquet(output, **options).collect()["id"])
        assert found == IDS


def statuses_in_pandas(output: Path) -> list[str]:
    pandas = pytest.importorskip("pandas", reason="pandas is not installed")
    return list(pandas.read_parquet(output)["status"])


def statuses_in_polars(output: Path) -> list[str]:
    polars = pytest.importorskip("polars", reason="polars is not installed")
    return list(polars.read_parquet(output / "data")["status"])


def statuses_in_polars_by_pattern(output: Path) -> list[str]:
    polars = pytest.importorskip("polars", reason="polars is not installed")
    return list(polars.read_parquet(f"{output}/**/*.parquet", hive_partitioning=True)["status"])


def statuses_in_duckdb(output: Path) -> list[str]:
    duckdb = pytest.importorskip("duckdb", reason="duckdb is not installed")
    return [row[0] for row in duckdb.sql(f"select status from '{output}/**/*.parquet'").fetchall()]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(
    "read", [statuses_in_pandas, statuses_in_polars, statuses_in_polars_by_pattern, statuses_in_duckdb]
)
def test_the_columns_of_partitions_are_read_from_the_names_of_their_folders(
    read: Callable[[Path], list[str]], partitioned: Path
) -> None:
    assert sorted(read(partitioned)) == ["error", "ok", "ok", "ok", "ok"]


@pytest.mark.spark
@pytest.mark.parametrize("below", ["", "data"])
def test_spark_reads_the_columns_of_partitions(spark_session: Any, below: str, partitioned: Path) -> None:
    rows = spark_session.read.parquet(str(partitioned / below)).collect()
    assert sorted(row["status"] for row in rows) == ["error", "ok", "ok", "ok", "ok"]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("below", ["", "data"])
@pytest.mark.parametrize("read", READERS)
def test_an_output_without_duplicates_is_read_by(
    read: Callable[[str], list[str]], below: str, unique: Path
) -> None:
    assert sorted(read(str(unique / below).rstrip("/"))) == IDS


@pytest.mark.filterwarnings("ignore")
def test_json_lines_without_duplicates_are_read_by_datasets(lines: Path, tmp_path: Path) -> None:
    drop_duplicates([str(lines)], str(tmp_path / "unique"), keep_all=True)
    assert sorted(read_datasets(str(tmp_path / "unique"))) == IDS
    assert "- name: cluster_size\n    dtype: int64" in (tmp_path / "unique" / CARD).read_text()


@pytest.mark.filterwarnings("ignore")
def test_json_lines_of_several_files_are_read_by_datasets_though_some_lack_rows_or_columns(
    tmp_path: Path,
) -> None:
    (tmp_path / "a.jsonl").write_text("")
    (tmp_path / "b.jsonl").write_text('{"id": "1", "text": "one"}\n')
    (tmp_path / "c.jsonl").write_text('{"id": "2", "text": "two", "words": 1}\n')
    drop_duplicates([str(tmp_path / "*.jsonl")], str(tmp_path / "unique"))
    assert read_datasets(str(tmp_path / "unique")) == ["1", "2"]


@pytest.mark.parametrize("lines", ["", '{"id": "1", "text": "one", "mine": [1]}\n'])
def test_the_card_of_json_lines_names_no_types_without_rows_or_with_columns_of_your_own(
    lines: str, tmp_path: Path
) -> None:
    (tmp_path / "a.jsonl").write_text(lines)
    drop_duplicates([str(tmp_path / "a.jsonl")], str(tmp_path / "unique"))
    assert "dataset_info" not in (tmp_path / "unique" / CARD).read_text()
