"""Labels by hand: a folder of pages, and a file in the schema of the evaluation readers.

    FOLDER/any/page.html     the queue: every HTML file, and pages that were pasted
    FOLDER/labels.jsonl      a line per labelled page, and per pasted page without a label (its text is null)
    FOLDER/models/           retrained models

Every change is made under a lock, and the file is replaced as a whole, so other programs may change it, too.
"""

import codecs
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path, PurePosixPath
from threading import Lock
from typing import Any, NamedTuple

from maintext.errors import quoted
from maintext.files import whole_local_file
from maintext.model.auto import KINDS
from maintext.serve.errors import conflict, not_found
from maintext.serve.label_file import LabelFile, Record, is_done, reported
from maintext.text.decode import decode

_SUFFIXES = (".html", ".htm", ".xhtml")
_PASTED = "pasted-"
_MAX_UNDO = 100
MAX_LISTED = 500
"""Pages of the queue in one response."""
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


@dataclass(frozen=True)
class QueuedPage:
    """A page of the queue."""

    id: str
    html: bytes
    url: str | None


class LabelChange(NamedTuple):
    """A change that can be undone."""

    id: str
    before: Record | None
    after: Record | None


class Labels:
    """The pages of a folder and their labels. Threads may share it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.file = LabelFile(folder / "labels.jsonl")
        self.folder.mkdir(parents=True, exist_ok=True)
        self._changes: list[LabelChange] = []
        self._undoing = Lock()
        self.file.index()  # so that a damaged file is reported at the start

    def overview(
        self, first: int | None = None, count: int = MAX_LISTED, around: str | None = None
    ) -> dict[str, Any]:
        """How much of the queue is labelled, and a part of it: from `first`, or around a page."""
        with reported():
            known, names = self.file.index(), self._names()
        done = {name for name, record in known.items() if record.done}
        if first is None:
            first = names.index(around) // count * count if around in names else 0
        listed = names[first : first + count]
        return {
            "folder": str(self.folder),
            "done": sum(name in done for name in names),
            "total": len(names),
            "next": next((name for name in names if name not in done), None),
            "can_undo": bool(self._changes),
            "first": first,
            "pages": [
                {"id": name, "url": known[name].url if name in known else None, "done": name in done}
                for name in listed
            ],
        }

    def done(self) -> int:
        """How many pages are labelled."""
        with reported():
            return sum(record.done for record in self.file.index().values())

    def page(self, name: str) -> QueuedPage:
        """A page of the queue."""
        path = self._path(name)
        with reported():
            known = self.file.index().get(name)
            return QueuedPage(name, path.read_bytes(), known.url if known else None)

    def show(self, name: str) -> dict[str, Any]:
        """A page of the queue, and its label."""
        self._path(name)
        with reported():
            record = self.file.read().get(name)
        known = record or {}
        label = {key: known.get(key) for key in ("blocks", "text", *_FIELDS)} if is_done(record) else None
        return {"id": name, "url": known.get("url"), "done": is_done(record), "label": label}

    def add(self, html: bytes | str, url: str | None, charset: str | None) -> str:
        """Put a page at the end of the queue, unless it is there already."""
        if isinstance(html, str) or charset:
            # The byte order mark names the encoding, because the HTTP header is not kept.
            text = html if isinstance(html, str) else decode(html, charset).text
            html = codecs.BOM_UTF8 + text.removeprefix("\ufeff").encode("utf-8", "replace")
        name = f"{_PASTED}{sha256(html).hexdigest()[:12]}.html"
        path = self.folder / name
        is_new = not path.exists()
        try:
            with self.file.change() as records:
                if is_new:
                    with whole_local_file(path) as file:
                        file.write(html)
                if name not in records:
                    records[name] = {"id": name, "path": name, "text": None} | ({"url": url} if url else {})
        except BaseException:
            if is_new:  # no page without its record
                path.unlink(missing_ok=True)
            raise
        return name

    def save(self, name: str, blocks: Sequence[int], text: str, fields: Mapping[str, Any]) -> None:
        """Save a label."""
        with self.file.change() as records:
            before = records.get(name)
            known = {key: value for key, value in (before or {}).items() if key not in _FIELDS}
            given = {key: fields[key] for key in _FIELDS if fields.get(key)}
            after = known | {"id": name, "path": name, "text": text, "blocks": list(blocks)} | given
            records[name] = after
        self._remember(LabelChange(name, before, after))

    def remove(self, name: str) -> None:
        """Remove a label; the page stays in the queue."""
        with self.file.change() as records:
            record = records.get(name)
            if record is None or not is_done(record):
                raise not_found(f"page {quoted(name)} has no label")
            after = _unlabelled(record)
            _restore(records, name, after)
        self._remember(LabelChange(name, record, after))

    def undo(self) -> str:
        """Undo the last save or removal, and return the page. One that others have changed since stays."""
        with self._undoing:
            if not self._changes:
                raise conflict("there is nothing to undo")
            last = self._changes[-1]
            with self.file.change() as records:
                is_current = records.get(last.id) == last.after
                if is_current:
                    _restore(records, last.id, last.before)
            self._changes.remove(last)  # after it was saved: a full disk costs no step
        if not is_current:
            raise conflict(f"the label of {quoted(last.id)} was changed by somebody else: it stays")
        return last.id

    def file_bytes(self) -> bytes:
        """The content of the label file."""
        with reported():
            return self.file.content()

    def _remember(self, change: LabelChange) -> None:
        self._changes = [*self._changes, change][-_MAX_UNDO:]

    def _names(self) -> list[str]:
        """The pages of the queue, pasted ones last."""
        found = sorted(_pages_below(self.folder, ""), key=lambda name: PurePosixPath(name).parts)
        return sorted(found, key=lambda name: name.startswith(_PASTED))

    def _path(self, name: str) -> Path:
        """The file of a page of the queue, without a look at all of them."""
        parts = PurePosixPath(name).parts
        path = self.folder.joinpath(*parts)
        folders = [self.folder.joinpath(*parts[:count]) for count in range(1, len(parts))]
        is_page = (
            "/".join(parts) == name
            and ".." not in parts
            and not any(map(os.path.islink, folders))
            and name.lower().endswith(_SUFFIXES)
            and os.path.isfile(path)  # false for a name that is too long, where `path.is_file` raises
        )
        if not is_page:
            raise not_found(f"no page {quoted(name)} in the queue")
        return path


def _pages_below(folder: Path, prefix: str) -> Iterator[str]:
    """HTML files below a folder. Links to folders are not followed."""
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir(follow_symlinks=False):
                yield from _pages_below(Path(entry.path), f"{prefix}{entry.name}/")
            elif entry.name.lower().endswith(_SUFFIXES) and entry.is_file():
                yield prefix + entry.name


def _unlabelled(record: Record) -> Record | None:
    """A record without its label; only pasted pages with a URL keep one."""
    kept = {key: value for key, value in record.items() if key in ("id", "path", "url")}
    return kept | {"text": None} if record.get("url") else None


def _restore(records: dict[str, Record], name: str, record: Record | None) -> None:
    if record is None:
        records.pop(name, None)
    else:
        records[name] = record
