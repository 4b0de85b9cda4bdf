"""The papers' own tables and figures, on the pages of a run, for the methods of the run."""

from collections.abc import Mapping, Sequence
from functools import partial
from random import Random
from typing import Any, Protocol

from maintext.evaluation.datasets import LabelledPage
from maintext.evaluation.report.model import Section
from maintext.evaluation.report.papers import ceds, naive_bayes, p_value, path_similarity, punctuation
from maintext.evaluation.report.papers.parsed import Assignment, ParsedPage
from maintext.evaluation.report.results import Results, group, key
from maintext.evaluation.report.work import WorkPool
from maintext.methods.registry import PAPERS
from maintext.methods.spec import PRINTED

SAMPLE = 200
"""Pages for slow experiments, spread evenly over the run; the same number as in paper 2."""
OTHERS = 2
"""Other pages of the same site to compare a page with, as in paper 4."""


class PaperModule(Protocol):
    """A module for one paper: measures pages, and makes tables and figures from that."""

    @property
    def USES(self) -> tuple[str, ...]:  # noqa: N802
        """Specs of the extractors whose texts it uses, its own method first; `--papers` runs them all."""

    def measure(self, parsed: ParsedPage) -> Any:
        """Facts of one page."""

    def section(self, results: Results, facts: Sequence[Any]) -> Section:
        """Tables and figures from the facts of all pages with a gold text."""


_PAPERS: tuple[PaperModule, ...] = (naive_bayes, punctuation, p_value, path_similarity, ceds)


def paper_extractors() -> list[str]:
    """All extractors that the papers' tables use: the papers' methods, their printed forms, the opponents."""
    methods = [name for method in PAPERS for name in (method.name, f"{method.name}:{PRINTED}")]
    return list(dict.fromkeys([*methods, *(name for paper in _PAPERS for name in paper.USES)]))


def paper_sections(results: Results, work: WorkPool) -> list[Section]:
    """A section for each paper whose method was run."""
    present = [at for at, paper in enumerate(_PAPERS) if paper.USES[0] in results.extractors]
    if not present or not results.with_gold:
        return []
    facts = work.map(partial(_measure, present), _assignments(results), "measuring the papers' tables")
    sections = []
    for place, at in enumerate(present):
        own = [page_facts[place] for page_facts in facts]
        if _PAPERS[at] is naive_bayes:
            own = _measure_fitted(results, own, work)
        sections.append(_PAPERS[at].section(results, own))
    return sections


def _measure_fitted(results: Results, counts: Sequence[Any], work: WorkPool) -> list[Any]:
    """Paper 1 is fitted to the pages before it is measured on them."""
    models = naive_bayes.fit(results, counts)
    what = "measuring paper 1, fitted to half of the sites"
    pages = [Assignment(page, {}, (), sampled=False) for page in results.with_gold]
    return work.map(partial(_measure_with, models), pages, what)


def _measure_with(models: Any, assignment: Assignment) -> Any:
    return naive_bayes.measure_fitted(models, assignment.label, assignment.read())


def _measure(papers: Sequence[int], assignment: Assignment) -> list[Any]:
    parsed = assignment.read()
    return [_PAPERS[at].measure(parsed) for at in papers]


def _assignments(results: Results) -> list[Assignment]:
    used = {name for paper in _PAPERS for name in paper.USES if name in results.extractors}
    pages, others = results.with_gold, same_site(results.pages)
    count = min(SAMPLE, len(pages))
    sampled = {at * len(pages) // count for at in range(count)}
    return [
        Assignment(
            page, {name: results.text(page, name) for name in sorted(used)}, others[key(page)], at in sampled
        )
        for at, page in enumerate(pages)
    ]


def same_site(pages: Sequence[LabelledPage]) -> Mapping[tuple[str, str], tuple[bytes, ...]]:
    """For each page, other pages of its site, chosen at random; the same ones in every run.

    They are of the same data set: others are years apart, and sites are redesigned.
    """
    found: dict[tuple[str, str], tuple[bytes, ...]] = {}
    for members in group(pages, lambda page: f"{page.dataset} {page.site}").values():
        for page in members:
            others = [other.html for other in members if other.html != page.html]
            chosen = Random("/".join(key(page))).sample(others, min(OTHERS, len(others)))
            found[key(page)] = tuple(chosen)
    return found
