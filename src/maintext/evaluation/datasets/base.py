"""A labelled page, and helpers to read its files."""

import gzip
import json
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from maintext.errors import DataError
from maintext.text.decode import decode

PAGE_SUFFIXES = (".html", ".htm", ".html.gz", ".htm.gz")


@dataclass(frozen=True, slots=True)
class LabelledPage:
    """A page and its gold text."""

    dataset: str
    id: str
    html: bytes
    text: str | None
    """The gold text; None or empty if there is none."""
    url: str | None = None
    lang: str | None = None
    page_type: str | None = None
    title: str | None = None
    author: str | None = None
    date: str | None = None
    with_: tuple[str, ...] = ()
    """Snippets that an extraction must contain."""
    without: tuple[str, ...] = ()
    """Snippets that it must not contain."""

    @property
    def site(self) -> str:
        """The page's host, or its id without a URL: pages of one site share a fold."""
        try:
            host = urlsplit(self.url or "").hostname
        except ValueError:  # not a valid URL, such as http://[
            host = None
        return host or self.id


@dataclass(frozen=True, slots=True)
class Layout:
    """A layout of data sets on disk. A reader follows the labels.

    A page without a label is skipped; a label whose page is missing is an error.
    """

    name: str
    files: str
    """A short description."""
    detect: Callable[[Path], bool]
    read: Callable[[Path], Iterator[LabelledPage]]


def read_html(file: Path) -> bytes:
    """The bytes of a page as served; `.gz` is decompressed."""
    data = _read_bytes(file)
    if file.suffix != ".gz":
        return data
    try:
        return gzip.decompress(data)
    except (OSError, EOFError, zlib.error) as error:
        raise DataError(f"{file} is not a gzip file: {error}") from None


def read_gold(file: Path) -> str:
    """A text written by a person, in any encoding."""
    return decode(_read_bytes(file)).text


def read_json(file: Path) -> dict[str, Any]:
    """A file that holds one JSON object."""
    try:
        value = json.loads(_read_bytes(file))
    except (ValueError, RecursionError) as error:
        raise DataError(f"{file} is not a JSON file: {error}") from None
    if not isinstance(value, dict):
        raise DataError(f"{file} has no JSON object")
    return value


def find_page(folder: Path, name: str) -> Path:
    """The page of that name, whatever its suffix."""
    for suffix in PAGE_SUFFIXES:
        file = folder / (name + suffix)
        if file.is_file():
            return file
    raise DataError(f"the page of the label {name} is missing: no {name}.html or {name}.html.gz in {folder}")


def sorted_files(folder: Path, pattern: str) -> list[Path]:
    """The matching files of a folder, by name; an error if there are none."""
    files = sorted(file for file in folder.glob(pattern) if file.is_file())
    if not files:
        raise DataError(f"no {pattern} in {folder}")
    return files


def read_labels(labels: Any, where: object) -> dict[str, Any]:
    """The fields of a label, as named in `LabelledPage`; unknown keys are skipped, empty values become None.

    `where` goes into the error message when a value has the wrong type.
    """
    if not isinstance(labels, dict):
        raise DataError(f"{where} is not a JSON object")
    known: dict[str, Any] = {}
    for key in ("url", "lang", "page_type", "title", "author", "date", "text"):
        value = labels.get(key)
        if value is not None and not isinstance(value, str):
            raise DataError(f"{where}: {key} is not a text")
        known[key] = value or None
    for key, name in (("with", "with_"), ("without", "without")):
        snippets = labels.get(key) or ()
        if not isinstance(snippets, list | tuple) or not all(isinstance(item, str) for item in snippets):
            raise DataError(f"{where}: {key} is not a list of texts")
        known[name] = tuple(snippets)
    return known


def _read_bytes(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except FileNotFoundError:
        raise DataError(f"{file} is missing") from None
    except OSError as error:
        raise DataError(f"{file} cannot be read: {error.strerror}") from None
