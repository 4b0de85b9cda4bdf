"""Trafilatura's evaluation set: `evaldata.json`, and the pages in `cache/` and `eval/` beside it.

The JSON file maps URLs to objects with `file` and the snippets `with` and `without`; there is no
gold text. In a clone of the repository, all of it is in `tests/`.
"""

from collections.abc import Iterator
from pathlib import Path

from maintext.errors import DataError
from maintext.evaluation.datasets.base import LabelledPage, Layout, read_html, read_json, read_labels

_LABELS = "evaldata.json"
_PAGE_FOLDERS = ("cache", "eval")


def _labels_file(path: Path) -> Path:
    if path.name == _LABELS:
        return path
    in_clone = path / "tests" / _LABELS
    return in_clone if in_clone.is_file() else path / _LABELS


def _detect(path: Path) -> bool:
    return _labels_file(path).is_file()


def _read(path: Path) -> Iterator[LabelledPage]:
    file = _labels_file(path)
    for url, labels in read_json(file).items():
        known = read_labels(labels, f"{file}, {url}") | {"url": url}
        name = labels.get("file")
        if not name or not isinstance(name, str):
            raise DataError(f"{file}, {url} names no file")
        yield LabelledPage("trafilatura", name, read_html(_find(file.parent, name)), **known)


def _find(folder: Path, name: str) -> Path:
    for page_folder in _PAGE_FOLDERS:
        file = folder / page_folder / name
        if file.is_file():
            return file
    raise DataError(f"the page {name} is missing: it is neither in cache nor in eval of {folder}")


TRAFILATURA = Layout("trafilatura", "evaldata.json + cache/ + eval/", _detect, _read)
