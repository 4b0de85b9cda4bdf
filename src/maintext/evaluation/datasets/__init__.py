"""Labelled pages: readers for data sets in their published layouts. See docs/data-sets.md."""

from collections.abc import Iterator
from pathlib import Path

from maintext.errors import DataError
from maintext.evaluation.datasets.aeb import AEB
from maintext.evaluation.datasets.base import LabelledPage, Layout
from maintext.evaluation.datasets.cleaneval import CLEANEVAL
from maintext.evaluation.datasets.dragnet import DRAGNET
from maintext.evaluation.datasets.jsonl import JSONL, page_line
from maintext.evaluation.datasets.pairs import PAIRS
from maintext.evaluation.datasets.parquet import PARQUET, dataset_files
from maintext.evaluation.datasets.readability import READABILITY
from maintext.evaluation.datasets.trafilatura import TRAFILATURA
from maintext.evaluation.datasets.wcxb import WCXB

__all__ = ["LAYOUTS", "LabelledPage", "Layout", "dataset_files", "find_layout", "page_line", "read_pages"]

# In the order in which they are tried. The plainest layout is last, because it matches others, too.
_ALL = (PARQUET, JSONL, WCXB, AEB, TRAFILATURA, CLEANEVAL, DRAGNET, READABILITY, PAIRS)

LAYOUTS = {layout.name: layout for layout in _ALL}
"""Every layout by name."""


def read_pages(path: Path, layout: str | None = None) -> Iterator[LabelledPage]:
    """The pages of a data set, one by one, in a fixed order.

    `layout` is a name from `LAYOUTS`; without it, it is detected from the files.
    """
    return find_layout(path, layout).read(path)


def find_layout(path: Path, layout: str | None = None) -> Layout:
    """The layout of that name, or the one that fits the files at `path`."""
    if layout is not None and layout not in LAYOUTS:
        raise DataError(f"no data set layout is called {layout!r}; there are {', '.join(LAYOUTS)}")
    if not path.exists():
        raise DataError(f"no data set at {path}: there is no such file or folder")
    if layout is not None:
        return LAYOUTS[layout]
    for known in _ALL:
        if known.detect(path):
            return known
    shapes = "; ".join(f"{known.name}: {known.files}" for known in _ALL)
    raise DataError(f"{path} has none of the known layouts ({shapes})")
