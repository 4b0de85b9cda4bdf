"""Labelled pages: readers of data sets.

A data set is a Parquet file, or a folder of them, with the columns `id, url, html` (bytes as
served), `text` (the gold text, may be null) and, where known, `lang, page_type, title, author, date`.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from maintext.errors import DataError

_COLUMNS = ("id", "url", "lang", "page_type", "html", "text", "title", "author", "date")
_REQUIRED = ("id", "html", "text")


@dataclass(frozen=True, slots=True)
class LabelledPage:
    """A page and what a person found on it."""

    dataset: str
    id: str
    html: bytes
    text: str | None
    """The gold text; None or empty where nobody wrote one."""
    url: str | None = None
    lang: str | None = None
    page_type: str | None = None
    title: str | None = None
    author: str | None = None
    date: str | None = None

    @property
    def site(self) -> str:
        """The page's host, or its id where it has no address: pages of one site share a fold."""
        return urlsplit(self.url or "").hostname or self.id


def dataset_files(path: Path) -> list[Path]:
    """The Parquet files of a folder, or the one that is given."""
    files = sorted(path.glob("*.parquet")) if path.is_dir() else [path]
    if not files or not all(file.is_file() for file in files):
        raise DataError(f"no Parquet files at {path}")
    return files


def read_pages(path: Path) -> Iterator[LabelledPage]:
    """Every page of a Parquet file or of a folder of them, file by file, in order."""
    for file in dataset_files(path):
        yield from _read_file(file)


def _read_file(file: Path) -> Iterator[LabelledPage]:
    from pyarrow import ArrowInvalid, parquet

    try:
        table = parquet.ParquetFile(file)
    except (ArrowInvalid, OSError) as error:
        raise DataError(f"{file} is no Parquet file: {error}") from None
    present = set(table.schema_arrow.names)
    missing = [name for name in _REQUIRED if name not in present]
    if missing:
        raise DataError(f"{file} lacks the column {', '.join(missing)}")
    columns = [name for name in _COLUMNS if name in present]
    for batch in table.iter_batches(batch_size=64, columns=columns):
        for record in batch.to_pylist():
            yield LabelledPage(dataset=file.stem, **record)
