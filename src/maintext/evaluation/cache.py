"""Outcomes of earlier runs, in one SQLite file: a second run is free, an interrupted run resumes."""

import hashlib
import os
import sqlite3
import zlib
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from types import TracebackType
from typing import NamedTuple, Self

from maintext.errors import DataError
from maintext.evaluation.outcome import Status

FILE_NAME = "outcomes.sqlite"
_FORMAT = 1
_SCHEMA = """
create table outcomes (
    extractor text, version text, page blob, status text, text blob, milliseconds real, error text,
    primary key (extractor, version, page)
) without rowid
"""


class Extraction(NamedTuple):
    """The result of an extractor on a page, in any data set."""

    status: Status
    text: str
    milliseconds: float
    error: str | None = None


def default_folder() -> Path:
    """`$XDG_CACHE_HOME/maintext`, or the same below `~/.cache`."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "maintext"


def page_key(html: bytes, url: str | None) -> bytes:
    """The key of a page: a digest of its bytes and URL."""
    digest = hashlib.sha256(html)
    digest.update(b"\0" + (url or "").encode("utf-8", "surrogatepass"))
    return digest.digest()


class Cache:
    """Extractions by extractor, its version and page. Each is written to disk at once."""

    def __init__(self, folder: Path, versions: Mapping[str, str]) -> None:
        """Open or create the cache in a folder, for extractors in the given versions."""
        self.versions = versions
        file = folder / FILE_NAME
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._database = _open(file)
        except (OSError, sqlite3.Error) as error:
            raise DataError(f"the cache {file} cannot be used: {error}") from None

    def get(self, extractor: str, page: bytes, seconds: float | None) -> Extraction | None:
        """The cached result, if it is valid under this time limit."""
        row = self._database.execute(
            "select status, text, milliseconds, error from outcomes "
            "where extractor = ? and version = ? and page = ?",
            (extractor, self.versions[extractor], page),
        ).fetchone()
        if row is None:
            return None
        status, text, milliseconds, error = row
        limit = float("inf") if seconds is None else seconds * 1000
        if (milliseconds < limit) if status == "timeout" else (milliseconds > limit):
            return None
        return Extraction(status, zlib.decompress(text).decode("utf-8", "surrogatepass"), milliseconds, error)

    def put(self, extractor: str, page: bytes, extraction: Extraction) -> None:
        """Store an extraction."""
        text = zlib.compress(extraction.text.encode("utf-8", "surrogatepass"), 1)
        status, _, milliseconds, error = extraction
        self._database.execute(
            "insert or replace into outcomes values (?, ?, ?, ?, ?, ?, ?)",
            (extractor, self.versions[extractor], page, status, text, milliseconds, error),
        )

    def close(self) -> None:
        """Close the file."""
        self._database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _open(file: Path) -> sqlite3.Connection:
    # Autocommit with a write-ahead log: every outcome is on disk at once, for the cost of a short append.
    database = sqlite3.connect(file, isolation_level=None, timeout=60)
    try:
        database.execute("pragma journal_mode = wal")
        database.execute("pragma synchronous = normal")
        with closing(database.execute("pragma user_version")) as cursor:
            (found,) = cursor.fetchone()
        if found != _FORMAT:
            database.execute("begin immediate")
            database.execute("drop table if exists outcomes")
            database.execute(_SCHEMA)
            database.execute(f"pragma user_version = {_FORMAT}")
            database.execute("commit")
    except BaseException:
        database.close()
        raise
    return database
