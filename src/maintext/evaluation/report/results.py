"""The results of a run: pages, extracted texts, and their scores."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from maintext.errors import DataError
from maintext.evaluation.datasets import LabelledPage
from maintext.evaluation.outcome import Outcome
from maintext.evaluation.peers import PEER
from maintext.evaluation.report.work import WorkPool
from maintext.evaluation.scores import PageScore, score_page
from maintext.methods.registry import BASELINES, PAPERS
from maintext.methods.spec import read_spec

PageKey = tuple[str, str]
"""Data set and id of a page."""

Family = Literal["own", "paper", "baseline", "peer"]
FAMILIES: dict[Family, str] = {
    "own": "maintext's own",
    "paper": "the papers' methods",
    "baseline": "their opponents",
    "peer": "public extractors",
}

_PAPER_NAMES = {method.name for method in PAPERS}
_BASELINE_NAMES = {method.name for method in BASELINES}


def family(extractor: str) -> Family:
    """The family of an extractor."""
    if extractor.startswith(PEER):
        return "peer"
    name = read_spec(extractor).name
    if name in _PAPER_NAMES:
        return "paper"
    return "baseline" if name in _BASELINE_NAMES else "own"


@dataclass(frozen=True)
class Results:
    """Every extractor of the run on every page of the run."""

    pages: tuple[LabelledPage, ...]
    extractors: tuple[str, ...]
    """In the order of the outcomes."""
    outcomes: Mapping[PageKey, Mapping[str, Outcome]]
    scores: Mapping[PageKey, Mapping[str, PageScore]]

    @cached_property
    def datasets(self) -> dict[str, tuple[LabelledPage, ...]]:
        """The pages of each data set."""
        return group(self.pages, lambda page: page.dataset)

    @cached_property
    def with_gold(self) -> tuple[LabelledPage, ...]:
        """The pages with a gold text."""
        return tuple(page for page in self.pages if page.text)

    def text(self, page: LabelledPage, extractor: str) -> str:
        """The text that an extractor found on a page."""
        return self.outcomes[key(page)][extractor].text

    def scores_of(self, extractor: str, pages: Iterable[LabelledPage]) -> list[PageScore]:
        """The scores of an extractor on some pages."""
        return [self.scores[key(page)][extractor] for page in pages]


def key(page: LabelledPage) -> PageKey:
    """The key of a page."""
    return page.dataset, page.id


def group(
    pages: Iterable[LabelledPage], by: Callable[[LabelledPage], str]
) -> dict[str, tuple[LabelledPage, ...]]:
    """Pages by some property, in the order of its first occurrence."""
    groups: dict[str, list[LabelledPage]] = {}
    for page in pages:
        groups.setdefault(by(page), []).append(page)
    return {name: tuple(members) for name, members in groups.items()}


def measure(pages: Sequence[LabelledPage], outcomes: Iterable[Outcome], work: WorkPool) -> Results:
    """Score all outcomes.

    Extractors are compared on the same pages, so each must have an outcome on each page.
    """
    by_page: dict[PageKey, dict[str, Outcome]] = {key(page): {} for page in pages}
    if len(by_page) < len(pages):
        raise DataError("two pages of the run have the same data set and id")
    extractors: dict[str, None] = {}
    for outcome in outcomes:
        if (outcome.dataset, outcome.page) not in by_page:
            raise DataError(f"{outcome.dataset}/{outcome.page} has an outcome, but is not a page of the run")
        by_page[outcome.dataset, outcome.page][outcome.extractor] = outcome
        extractors[outcome.extractor] = None
    for (dataset, page), known in by_page.items():
        missing = [name for name in extractors if name not in known]
        if missing:
            raise DataError(f"there is no outcome of {', '.join(missing)} on {dataset}/{page}")
    jobs = [(page, tuple(by_page[key(page)].values())) for page in pages]
    scored = work.map(_score, jobs, "scoring")
    scores = {
        key(page): {each.extractor: each for each in row} for page, row in zip(pages, scored, strict=True)
    }
    return Results(tuple(pages), tuple(extractors), by_page, scores)


def _score(job: tuple[LabelledPage, tuple[Outcome, ...]]) -> list[PageScore]:
    return score_page(*job)
