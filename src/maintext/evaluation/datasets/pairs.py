"""Pairs: a folder of pages, each with a text file of the same name.

Side by side (`a.html`, `a.txt`), or the pages in `html/` and the texts in `txt/`, `text/` or `gold/`.
"""

from collections.abc import Iterator
from pathlib import Path

from maintext.evaluation.datasets.base import (
    PAGE_SUFFIXES,
    LabelledPage,
    Layout,
    find_page,
    read_gold,
    read_html,
    sorted_files,
)

_TEXT_FOLDERS = ("txt", "text", "gold")


def _folders(path: Path) -> tuple[Path, Path]:
    """The folder of the pages, and that of the texts."""
    if (path / "html").is_dir():
        for name in _TEXT_FOLDERS:
            if (path / name).is_dir():
                return path / "html", path / name
    return path, path


def _detect(path: Path) -> bool:
    pages, texts = _folders(path)
    return any(texts.glob("*.txt")) and any(any(pages.glob(f"*{suffix}")) for suffix in PAGE_SUFFIXES)


def _read(path: Path) -> Iterator[LabelledPage]:
    pages, texts = _folders(path)
    name = path.resolve().name
    for file in sorted_files(texts, "*.txt"):
        yield LabelledPage(name, file.stem, read_html(find_page(pages, file.stem)), read_gold(file).strip())


PAIRS = Layout("pairs", "*.html + *.txt, or html/ + txt/", _detect, _read)
