"""A row for each source of pages, as in the papers' tables; here a source is a data set."""

from collections.abc import Sequence
from typing import TypeVar

from maintext.evaluation.datasets import LabelledPage

Value = TypeVar("Value")


def by_source(pages: Sequence[LabelledPage], values: Sequence[Value]) -> dict[str, list[Value]]:
    """The values of pages by data set; and all of them, if there are several sets."""
    sources: dict[str, list[Value]] = {}
    for page, value in zip(pages, values, strict=True):
        sources.setdefault(page.dataset, []).append(value)
    return {**sources, "all": list(values)} if len(sources) > 1 else sources
