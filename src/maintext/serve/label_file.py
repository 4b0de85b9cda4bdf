"""The label file of a folder: read, replaced as a whole under a lock, its errors as errors of a request.

Several services, and other programs that take the lock, may change the same file: none loses a line.
"""

import errno
import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from maintext.errors import DataError
from maintext.files import locked, whole_local_file
from maintext.render.json import plain
from maintext.serve.errors import Refusal, busy

Record = dict[str, Any]
_TEXTS = ("text", "url", "path", "title", "author", "date", "page_type")
_LOCK_SECONDS = 10.0
_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


class Known(NamedTuple):
    """What the list of pages shows of a record."""

    url: str | None
    done: bool


class LabelFile:
    """`labels.jsonl`: a record per line, by id."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._index: tuple[object, dict[str, Known]] = (None, {})

    def content(self) -> bytes:
        """The bytes of the file; none if there is no file."""
        try:
            return self.path.read_bytes()
        except FileNotFoundError:
            return b""

    def read(self) -> dict[str, Record]:
        """The records, in the order of the file; `DataError` if a line is damaged."""
        return dict(self._records())

    def index(self) -> dict[str, Known]:
        """The records in short; the file is read again when it has changed."""
        version = self._version()
        if version != self._index[0]:
            known = {name: Known(record.get("url"), is_done(record)) for name, record in self._records()}
            self._index = version, known
        return self._index[1]

    @contextmanager
    def change(self) -> Iterator[dict[str, Record]]:
        """The records, to be changed in the block; they are saved at its end, unless that raises."""
        with reported(), locked(self.path.with_name(".labels.lock"), _LOCK_SECONDS):
            records = self.read()
            yield records
            self._save(records)

    def _records(self) -> Iterator[tuple[str, Record]]:
        for number, line in enumerate(self.content().splitlines(), 1):
            if line.strip():
                try:
                    record = _read_record(line)
                except (ValueError, RecursionError) as error:
                    raise DataError(f"{self.path}, line {number} is not a label: {error}") from None
                name = str(record.get("id", number))
                yield name, record

    def _version(self) -> object:
        try:
            found = self.path.stat()
        except FileNotFoundError:
            return "none"
        return found.st_mtime_ns, found.st_size, found.st_ino

    def _save(self, records: Mapping[str, Record]) -> None:
        lines = (json.dumps(record, ensure_ascii=False) + "\n" for record in records.values())
        with whole_local_file(self.path) as file:
            file.write("".join(lines).encode("utf-8", "replace"))


def _read_record(line: bytes) -> Record:
    """A line of the file; ValueError if it is not a label, as when another program has written it."""
    record = json.loads(line)
    if not isinstance(record, dict):
        raise ValueError("it is not an object")
    for name in _TEXTS:
        if not isinstance(record.get(name), str | None):
            raise ValueError(f"{name} must be a text or null")
    blocks = record.get("blocks")
    if blocks is not None and not (isinstance(blocks, list) and all(type(block) is int for block in blocks)):
        raise ValueError("blocks must be a list of whole numbers")
    return plain(record) if rb"\ud" in line.lower() else record  # half of a character cannot be sent


def is_done(record: Record | None) -> bool:
    """Whether a record has a label."""
    return record is not None and record.get("text") is not None


@contextmanager
def reported() -> Iterator[None]:
    """Errors of the disk and of the file become answers of one line."""
    try:
        yield
    except TimeoutError as error:
        raise busy(str(error)) from None
    except OSError as error:
        words = f"{error.strerror or error}: {error.filename or 'the folder of labels'}"
        status = 507 if error.errno in _FULL else 500
        raise Refusal(status, "storage", f"the labels cannot be read or written: {words}") from None
    except DataError as error:
        raise Refusal(500, "storage", str(error)) from None
