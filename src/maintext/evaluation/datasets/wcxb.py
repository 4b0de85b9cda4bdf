"""WCXB, the Web Content eXtraction Benchmark: a clone with `dev/` and `test/`, or one of the two.

In each, `html/NNNN.html.gz` is a page and `ground-truth/NNNN.json` its label: URL, page type, and under
`ground_truth` the text, title, author, date and snippets.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from maintext.errors import DataError
from maintext.evaluation.datasets.base import (
    LabelledPage,
    Layout,
    find_page,
    read_html,
    read_json,
    read_labels,
    sorted_files,
)

_SPLITS = ("dev", "test")


def _splits(path: Path) -> list[Path]:
    if (path / "ground-truth").is_dir():
        return [path]
    return [path / name for name in _SPLITS if (path / name / "ground-truth").is_dir()]


def _detect(path: Path) -> bool:
    return bool(_splits(path))


def _read(path: Path) -> Iterator[LabelledPage]:
    splits = _splits(path)
    if not splits:
        raise DataError(f"no ground-truth folder in {path}, nor in its dev and test")
    for split in splits:
        for file in sorted_files(split / "ground-truth", "*.json"):
            html = read_html(find_page(split / "html", file.stem))
            known = read_labels(_labels(read_json(file), file), file)
            yield LabelledPage(f"wcxb-{split.resolve().name}", file.stem, html, **known)


def _labels(record: dict[str, Any], file: Path) -> dict[str, Any]:
    truth = record.get("ground_truth")
    if not isinstance(truth, dict):
        raise DataError(f"{file} has no ground_truth")
    internal = record.get("_internal")
    page_type = internal.get("page_type") if isinstance(internal, dict) else None
    if isinstance(page_type, dict):
        page_type = page_type.get("primary")
    return {
        **truth,
        "url": record.get("url"),
        "text": truth.get("main_content"),
        "date": truth.get("publish_date"),
        # The benchmark's own script maps this older name in the same way.
        "page_type": "collection" if page_type == "category" else page_type,
    }


WCXB = Layout("wcxb", "dev|test/ground-truth/*.json + html/*.html.gz", _detect, _read)
