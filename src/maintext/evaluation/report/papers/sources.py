"""Sources of pages, as in the papers' tables: data sets, and sites with enough pages."""

from collections.abc import Sequence
from typing import TypeVar

from maintext.evaluation.datasets import LabelledPage

Value = TypeVar("Value")

LEAST_PAGES = 10
"""Pages that a site must have for a row of its own."""


def by_source(pages: Sequence[LabelledPage], values: Sequence[Value]) -> dict[str, list[Value]]:
    """The values of pages by data set; and all of them, if there are several sets."""
    sources: dict[str, list[Value]] = {}
    for page, value in zip(pages, values, strict=True):
        sources.setdefault(page.dataset, []).append(value)
    return {**sources, "all": list(values)} if len(sources) > 1 else sources


def by_site(pages: Sequence[LabelledPage], values: Sequence[Value]) -> dict[str, list[Value]]:
    """The values of pages by site, the largest first, if a site has at least `LEAST_PAGES`."""
    sites: dict[str, list[Value]] = {}
    for page, value in zip(pages, values, strict=True):
        sites.setdefault(page.site, []).append(value)
    large = sorted((own for own in sites.items() if len(own[1]) >= LEAST_PAGES), key=lambda own: -len(own[1]))
    return dict(large)
