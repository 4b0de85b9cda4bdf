"""Labels by hand: a folder of pages, and a file in the schema of the evaluation readers.

    FOLDER/any/page.html     the queue: every HTML file, and pages that were pasted
    FOLDER/labels.jsonl      a line per labelled page, and per pasted page without a label (its text is null)
    FOLDER/models/           retrained models

The file is read again for every request and replaced as a whole, so other programs may edit it, too.
"""

import codecs
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from maintext.errors import DataError, quoted
from maintext.files import whole_local_file
from maintext.model.auto import KINDS
from maintext.serve.errors import conflict, not_found
from maintext.text.decode import decode

_SUFFIXES = (".html", ".htm", ".xhtml")
_MAX_UNDO = 100
_FIELDS = ("title", "author", "date", "page_type")
_TEXT: Mapping[str, Any] = {"type": ["string", "null"], "maxLength": 2000}
LABEL: dict[str, Mapping[str, Any]] = {
    "blocks": {"type": "array", "items": {"type": "integer", "minimum": 0}, "maxItems": 1_000_000},
    "title": _TEXT,
    "author": _TEXT,
    "date": _TEXT,
    "page_type": {"type": ["string", "null"], "enum": [*KINDS, None]},
}
"""The fields of a label; `blocks` are the indices of the blocks that are main text."""

Record = dict[str, Any]


@dataclass(frozen=True)
class QueuedPage:
    """A page of the queue."""

    id: str
    html: bytes
    url: str | None


class Labels:
    """The pages of a folder and their labels."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.file = folder / "labels.jsonl"
        self.folder.mkdir(parents=True, exist_ok=True)
        self._undone: list[tuple[str, Record | None]] = []
        self._read()  # so that a damaged file is reported at the start

    def overview(self) -> dict[str, Any]:
        """The queue, and how much of it is labelled."""
        records = self._read()
        pages = [
            {"id": name, "url": records.get(name, {}).get("url"), "done": _is_done(records.get(name))}
            for name in self._pages()
        ]
        return {
            "folder": str(self.folder),
            "done": sum(page["done"] for page in pages),
            "total": len(pages),
            "next": next((page["id"] for page in pages if not page["done"]), None),
            "can_undo": bool(self._undone),
            "pages": pages,
        }

    def done(self) -> int:
        """How many pages are labelled."""
        return sum(map(_is_done, self._read().values()))

    def page(self, name: str) -> QueuedPage:
        """A page of the queue."""
        path = self._pages().get(name)
        if path is None:
            raise not_found(f"no page {quoted(name)} in the queue")
        return QueuedPage(name, path.read_bytes(), self._read().get(name, {}).get("url"))

    def show(self, name: str) -> dict[str, Any]:
        """A page of the queue, and its label."""
        if name not in self._pages():
            raise not_found(f"no page {quoted(name)} in the queue")
        record = self._read().get(name)
        known = record or {}
        label = {key: known.get(key) for key in ("blocks", "text", *_FIELDS)} if _is_done(record) else None
        return {"id": name, "url": known.get("url"), "done": _is_done(record), "label": label}

    def add(self, html: bytes | str, url: str | None, charset: str | None) -> str:
        """Put a page at the end of the queue, unless it is there already."""
        if isinstance(html, str) or charset:
            # The byte order mark names the encoding, because the HTTP header is not kept.
            text = html if isinstance(html, str) else decode(html, charset).text
            html = codecs.BOM_UTF8 + text.removeprefix("\ufeff").encode("utf-8", "replace")
        name = f"pasted-{sha256(html).hexdigest()[:12]}.html"
        path = self.folder / name
        if not path.exists():
            with whole_local_file(path) as file:
                file.write(html)
        records = self._read()
        if name not in records:
            records[name] = {"id": name, "path": name, "text": None} | ({"url": url} if url else {})
            self._save(records)
        return name

    def save(self, name: str, blocks: Sequence[int], text: str, fields: Mapping[str, Any]) -> None:
        """Save a label."""
        records = self._read()
        before = records.get(name)
        self._remember(name, before)
        known = {key: value for key, value in (before or {}).items() if key not in _FIELDS}
        given = {key: fields[key] for key in _FIELDS if fields.get(key)}
        records[name] = known | {"id": name, "path": name, "text": text, "blocks": list(blocks)} | given
        self._save(records)

    def remove(self, name: str) -> None:
        """Remove a label; the page stays in the queue."""
        records = self._read()
        record = records.get(name)
        if record is None or not _is_done(record):
            raise not_found(f"page {quoted(name)} has no label")
        self._remember(name, record)
        _restore(records, name, _unlabelled(record))
        self._save(records)

    def undo(self) -> None:
        """Undo the last save or removal."""
        if not self._undone:
            raise conflict("there is nothing to undo")
        records = self._read()
        _restore(records, *self._undone.pop())
        self._save(records)

    def file_bytes(self) -> bytes:
        """The content of the label file."""
        return self.file.read_bytes() if self.file.exists() else b""

    def _remember(self, name: str, record: Record | None) -> None:
        self._undone = [*self._undone, (name, record)][-_MAX_UNDO:]

    def _pages(self) -> dict[str, Path]:
        """Files by id, pasted ones last."""
        found = sorted(path for path in self.folder.rglob("*") if path.suffix.lower() in _SUFFIXES)
        files = {path.relative_to(self.folder).as_posix(): path for path in found if path.is_file()}
        return dict(sorted(files.items(), key=lambda item: item[0].startswith("pasted-")))

    def _read(self) -> dict[str, Record]:
        """Labels by id, in the order of the file."""
        records: dict[str, Record] = {}
        for number, line in enumerate(self.file_bytes().splitlines(), 1):
            if line.strip():
                try:
                    record = json.loads(line)
                    records[str(record.get("id", number))] = record
                except (ValueError, AttributeError, RecursionError) as error:
                    raise DataError(f"{self.file}, line {number} is not a label: {error}") from None
        return records

    def _save(self, records: Mapping[str, Record]) -> None:
        lines = (json.dumps(record, ensure_ascii=False) + "\n" for record in records.values())
        with whole_local_file(self.file) as file:
            file.write("".join(lines).encode("utf-8", "replace"))


def _is_done(record: Record | None) -> bool:
    return record is not None and record.get("text") is not None


def _unlabelled(record: Record) -> Record | None:
    """A record without its label; only pasted pages with a URL keep one."""
    return (
        {"id": record["id"], "path": record["path"], "text": None, "url": record["url"]}
        if record.get("url")
        else None
    )


def _restore(records: dict[str, Record], name: str, record: Record | None) -> None:
    if record is None:
        records.pop(name, None)
    else:
        records[name] = record
