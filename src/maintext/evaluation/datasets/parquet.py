"""Parquet: one file, or a folder of them; a row is a page.

Columns: `id`, `html` (bytes as served), `text` (the gold text, may be null) and, where known,
`url, lang, page_type, title, author, date, with, without` (the last two are lists).
"""

from collections.abc import Iterator
from pathlib import Path

from maintext.errors import DataError
from maintext.evaluation.datasets.base import LabelledPage, Layout, read_labels

_REQUIRED = ("id", "html", "text")
_COLUMNS = (*_REQUIRED, "url", "lang", "page_type", "title", "author", "date", "with", "without")


def dataset_files(path: Path) -> list[Path]:
    """The Parquet files of a folder, or the given file."""
    files = sorted(path.glob("*.parquet")) if path.is_dir() else [path]
    if not files or not all(file.is_file() for file in files):
        raise DataError(f"no Parquet files at {path}")
    return files


def _detect(path: Path) -> bool:
    return path.suffix == ".parquet" or any(path.glob("*.parquet"))


def _read(path: Path) -> Iterator[LabelledPage]:
    for file in dataset_files(path):
        yield from _read_file(file)


def _read_file(file: Path) -> Iterator[LabelledPage]:
    from pyarrow import ArrowInvalid, parquet

    try:
        table = parquet.ParquetFile(file)
    except (ArrowInvalid, OSError) as error:
        raise DataError(f"{file} is not a Parquet file: {error}") from None
    present = set(table.schema_arrow.names)
    missing = [name for name in _REQUIRED if name not in present]
    if missing:
        raise DataError(f"{file} lacks the column {', '.join(missing)}")
    columns = [name for name in _COLUMNS if name in present]
    with table:
        for batch in table.iter_batches(batch_size=64, columns=columns):
            for record in batch.to_pylist():
                where = f"{file}, page {record['id']}"
                if not isinstance(record["html"], bytes):
                    raise DataError(f"{where}: html is not bytes")
                known = read_labels(record, where)
                yield LabelledPage(file.stem, str(record["id"]), record["html"], **known)


PARQUET = Layout("parquet", "*.parquet", _detect, _read)
