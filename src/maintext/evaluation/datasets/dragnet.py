"""Dragnet's training data: `HTML/<id>.html` and `Corrected/<id>.html.corrected.txt`.

The page's comments may follow the text after a marker line; the gold text ends before it.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from maintext.evaluation.datasets.base import (
    LabelledPage,
    Layout,
    find_page,
    read_gold,
    read_html,
    sorted_files,
)

_SUFFIX = ".html.corrected.txt"
_COMMENTS = re.compile(r"!@#\$%\^&\*\(\)\s+COMMENTS")


def _detect(path: Path) -> bool:
    return (path / "HTML").is_dir() and (path / "Corrected").is_dir()


def _read(path: Path) -> Iterator[LabelledPage]:
    for file in sorted_files(path / "Corrected", f"*{_SUFFIX}"):
        page_id = file.name.removesuffix(_SUFFIX)
        text = _COMMENTS.split(read_gold(file), maxsplit=1)[0].strip()
        yield LabelledPage("dragnet", page_id, read_html(find_page(path / "HTML", page_id)), text)


DRAGNET = Layout("dragnet", "HTML/*.html + Corrected/*.html.corrected.txt", _detect, _read)
