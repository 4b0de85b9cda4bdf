"""JSON lines: one file, or a folder of them (`.jsonl`, `.ndjson`, also `.gz`); a line is a page.

This is the project's label format, which `page_line` writes. Each line is an object with
`text` (the gold text, may be null), the page as one of

    html           the page as text
    html_base64    the page's bytes as served
    path           a file, beside the JSON lines file

and, where known, `id` (else the line's number), `url, lang, page_type, title, author, date, with, without`.
"""

import base64
import codecs
import gzip
import json
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO, cast

from maintext.errors import DataError
from maintext.evaluation.datasets.base import LabelledPage, Layout, read_html, read_labels

_SUFFIXES = (".jsonl", ".ndjson", ".jsonl.gz", ".ndjson.gz")


def page_line(page: LabelledPage) -> str:
    """A page as a line of a label file.

    >>> page_line(LabelledPage("mine", "7", b"<p>Tea", "Tea", url="https://tea.example/"))
    '{"id": "7", "html_base64": "PHA+VGVh", "text": "Tea", "url": "https://tea.example/"}'
    """
    line: dict[str, Any] = {
        "id": page.id,
        "html_base64": base64.b64encode(page.html).decode("ascii"),
        "text": page.text,
        "url": page.url,
        "lang": page.lang,
        "page_type": page.page_type,
        "title": page.title,
        "author": page.author,
        "date": page.date,
        "with": page.with_,
        "without": page.without,
    }
    kept = {key: value for key, value in line.items() if value or key in ("id", "html_base64", "text")}
    return json.dumps(kept, ensure_ascii=False)


def _detect(path: Path) -> bool:
    return path.name.endswith(_SUFFIXES) if not path.is_dir() else bool(_files(path))


def _files(path: Path) -> list[Path]:
    if not path.is_dir():
        return [path]
    return sorted(file for file in path.iterdir() if file.name.endswith(_SUFFIXES))


def _read(path: Path) -> Iterator[LabelledPage]:
    files = _files(path)
    if not files:
        raise DataError(f"no .jsonl files in {path}")
    for file in files:
        try:
            with _open(file) as lines:
                yield from _read_lines(file, lines)
        except (OSError, EOFError, zlib.error) as error:
            raise DataError(f"{file} cannot be read: {error}") from None


def _open(file: Path) -> BinaryIO:
    return cast(BinaryIO, gzip.open(file)) if file.suffix == ".gz" else file.open("rb")


def _read_lines(file: Path, lines: BinaryIO) -> Iterator[LabelledPage]:
    name = file.name.split(".")[0]
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        where = f"{file}, line {number}"
        try:
            record = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise DataError(f"{where} is not JSON: {error}") from None
        known = read_labels(record, where)
        if "text" not in record:
            raise DataError(f"{where} has no text; write null if there is none")
        yield LabelledPage(name, str(record.get("id", number)), _page(record, file, where), **known)


def _page(record: dict[str, Any], file: Path, where: str) -> bytes:
    given = [key for key in ("html", "html_base64", "path") if key in record]
    if len(given) != 1:
        raise DataError(f"{where} needs one of html, html_base64 and path; it has {len(given)} of them")
    value = record[given[0]]
    if not isinstance(value, str):
        raise DataError(f"{where}: {given[0]} is not a text")
    if given[0] == "path":
        return read_html(file.parent / value)
    if given[0] == "html":
        # The byte order mark gives every extractor the encoding, even if the page's own <meta> is wrong.
        mark = b"" if value.isascii() else codecs.BOM_UTF8
        return mark + value.removeprefix("\ufeff").encode("utf-8", "replace")
    try:
        return base64.b64decode(value, validate=True)
    except ValueError as error:
        raise DataError(f"{where}: html_base64 is not valid base64: {error}") from None


JSONL = Layout("jsonl", "*.jsonl", _detect, _read)
