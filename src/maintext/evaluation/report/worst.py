"""The pages on which each extractor does worst, and what went wrong there."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from urllib.parse import quote

from maintext.evaluation.datasets import LabelledPage
from maintext.evaluation.metrics import Prf
from maintext.evaluation.outcome import Status
from maintext.evaluation.report.diff import Stretch, difference
from maintext.evaluation.report.results import Results, key
from maintext.evaluation.report.work import WorkPool

WORST = 20
"""Pages of each extractor; their texts are most of the size of a report."""


@dataclass(frozen=True, slots=True)
class Worst:
    """One extractor on one of its worst pages."""

    extractor: str
    page: LabelledPage
    token: Prf
    status: Status
    error: str | None
    best: str
    """The extractor that did best on the page."""
    best_f1: float
    difference: tuple[Stretch, ...]

    @property
    def anchor(self) -> str:
        """Where `report.html` shows the difference."""
        return "diff/" + quote(
            f"{self.extractor}/{self.page.dataset}/{self.page.id}", safe="/", errors="replace"
        )


def worst_pages(results: Results, extractors: Sequence[str], work: WorkPool) -> dict[str, tuple[Worst, ...]]:
    """For each extractor, the pages with the lowest token F1; ties by the most gold text."""
    chosen = [
        (name, page)
        for name in extractors
        for page in sorted(results.with_gold, key=partial(_merit, results, name))[:WORST]
    ]
    texts = [(results.text(page, name), page.text or "") for name, page in chosen]
    differences = work.map(_difference, texts, "comparing texts")
    worst: dict[str, list[Worst]] = {name: [] for name in extractors}
    for (name, page), stretches in zip(chosen, differences, strict=True):
        outcome = results.outcomes[key(page)][name]
        best = max(extractors, key=lambda other: _token(results, page, other).f1)
        best_f1 = _token(results, page, best).f1
        token = _token(results, page, name)
        worst[name].append(
            Worst(name, page, token, outcome.status, outcome.error, best, best_f1, tuple(stretches))
        )
    return {name: tuple(pages) for name, pages in worst.items()}


def _merit(results: Results, extractor: str, page: LabelledPage) -> tuple[float, int]:
    return _token(results, page, extractor).f1, -len(page.text or "")


def _token(results: Results, page: LabelledPage, extractor: str) -> Prf:
    token = results.scores[key(page)][extractor].token
    assert token is not None  # the page has a gold text
    return token


def _difference(texts: tuple[str, str]) -> list[Stretch]:
    return difference(*texts)
