"""Tables with a row for each source of pages, as the papers have them: data sets, their sites, all pages."""

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from maintext.evaluation.datasets import LabelledPage
from maintext.evaluation.report.model import Column, ReportTable
from maintext.evaluation.report.model import Value as Cell
from maintext.evaluation.sites import site_key

Value = TypeVar("Value")

LEAST_PAGES = 10
"""Pages of a site that has its own row, and pages on which a claim can be decided."""
ALL = "all"
"""The last source of every table: all pages."""


def by_source(pages: Sequence[LabelledPage], values: Sequence[Value]) -> dict[str, list[Value]]:
    """The values of pages by data set, by site within it (`zhnews: nbd.com.cn`), and of all pages.

    A site needs ten pages, and pages of other sites beside it. "all" is always there, and the last.
    """
    sets: dict[str, dict[str, list[Value]]] = {}
    for page, value in zip(pages, values, strict=True):
        sites = sets.setdefault(page.dataset, {})
        sites.setdefault(site_key(page.url, page.html), []).append(value)
    found: dict[str, list[Value]] = {}
    for dataset, sites in sets.items():
        found[dataset] = [value for page, value in zip(pages, values, strict=True) if page.dataset == dataset]
        for site, own in sorted(sites.items()):
            if LEAST_PAGES <= len(own) < len(found[dataset]):
                found[f"{dataset}: {site}"] = own
    return {**found, ALL: list(values)}


def source_rows(
    pages: Sequence[LabelledPage],
    by_method: Mapping[str, Sequence[Value]],
    figures: Callable[[Sequence[Value]], tuple[Cell, ...]],
) -> list[tuple[Cell, ...]]:
    """For each source, a row for each method: source, method, and the figures of its pages."""
    sources = {method: by_source(pages, values) for method, values in by_method.items()}
    names = next(iter(sources.values()), {})
    return [(name, method, *figures(own[name])) for name in names for method, own in sources.items()]


def in_paper(method: str, figures: Mapping[str, tuple[Cell, ...]]) -> list[tuple[Cell, ...]]:
    """Rows that quote a paper, for the end of a table: the paper's figures by its own sources.

    >>> in_paper("ceds", {"Sina": (0.9929, 0.9816)})
    [('in the paper: Sina', 'ceds', 0.9929, 0.9816)]
    """
    return [(f"in the paper: {source}", method, *own) for source, own in figures.items()]


def source_table(
    name: str,
    title: str,
    columns: Sequence[Column],
    rows: Sequence[tuple[Cell, ...]],
    quoted: Sequence[tuple[Cell, ...]],
    note: str = "",
) -> ReportTable:
    """A table of `source_rows`, and of rows that quote the paper; `columns` are those of the figures."""
    first = (Column("source", "text"), Column("method", "extractor"))
    return ReportTable(name, title, (*first, *columns), (*rows, *quoted), note, cited=len(quoted))
