"""The article extraction benchmark of Scrapinghub (Zyte): `ground-truth.json` and `html/<id>.html.gz`.

The JSON file maps ids to objects with `articleBody` and `url`. Other benchmarks in this layout add
`title, author, publish_date, with, without`, which are also read.
"""

from collections.abc import Iterator
from pathlib import Path

from maintext.evaluation.datasets.base import (
    LabelledPage,
    Layout,
    find_page,
    read_html,
    read_json,
    read_labels,
)

_LABELS = "ground-truth.json"


def _folder(path: Path) -> Path:
    return path.parent if path.name == _LABELS else path


def _detect(path: Path) -> bool:
    folder = _folder(path)
    return (folder / _LABELS).is_file() and (folder / "html").is_dir()


def _read(path: Path) -> Iterator[LabelledPage]:
    folder = _folder(path)
    file = folder / _LABELS
    for page_id, labels in read_json(file).items():
        where = f"{file}, page {page_id}"
        if isinstance(labels, dict):
            labels = {**labels, "text": labels.get("articleBody"), "date": labels.get("publish_date")}
        known = read_labels(labels, where)
        yield LabelledPage("aeb", page_id, read_html(find_page(folder / "html", page_id)), **known)


AEB = Layout("aeb", "ground-truth.json + html/*.html.gz", _detect, _read)
