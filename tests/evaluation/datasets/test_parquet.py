"""Parquet files."""

from pathlib import Path

import pyarrow as pa
import pytest
from pyarrow import parquet

from maintext.errors import DataError
from maintext.evaluation.datasets import LabelledPage, dataset_files, read_pages


def write(path: Path, **columns: list[object]) -> Path:
    parquet.write_table(pa.table(columns), path)
    return path


def test_a_folder_is_read_file_by_file_in_order(tmp_path: Path) -> None:
    write(tmp_path / "b.parquet", id=["2"], html=[b"<p>two"], text=["two"])
    write(tmp_path / "a.parquet", id=["1"], html=[b"<p>one"], text=["one"], url=["https://a.example/x"])
    assert list(read_pages(tmp_path)) == [
        LabelledPage("a", "1", b"<p>one", "one", url="https://a.example/x"),
        LabelledPage("b", "2", b"<p>two", "two"),
    ]


def test_snippets_are_read_if_there_are_any(tmp_path: Path) -> None:
    columns: dict[str, list[object]] = {"with": [["in"], None], "without": [["out", "off"], []]}
    file = write(tmp_path / "a.parquet", id=["1", "2"], html=[b"", b""], text=[None, None], **columns)
    assert [(page.with_, page.without) for page in read_pages(file)] == [(("in",), ("out", "off")), ((), ())]


def test_unknown_columns_are_ignored(tmp_path: Path) -> None:
    file = write(tmp_path / "a.parquet", id=["1"], html=[b""], text=[None], other=[3])
    assert [page.text for page in read_pages(file)] == [None]


def test_a_missing_column_is_named(tmp_path: Path) -> None:
    file = write(tmp_path / "a.parquet", id=["1"], text=["x"])
    with pytest.raises(DataError, match="lacks the column html"):
        list(read_pages(file))


def test_a_page_that_is_not_bytes_is_named(tmp_path: Path) -> None:
    file = write(tmp_path / "a.parquet", id=["seven"], html=["<p>"], text=["x"])
    with pytest.raises(DataError, match="page seven: html is not bytes"):
        list(read_pages(file))


def test_a_file_of_another_kind_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "a.parquet"
    file.write_text("not parquet")
    with pytest.raises(DataError, match="is not a Parquet file"):
        list(read_pages(file))


def test_a_folder_without_parquet_files_is_named(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="no Parquet files at"):
        dataset_files(tmp_path)
