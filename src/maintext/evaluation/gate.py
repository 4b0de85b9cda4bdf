"""The gate: minimum quality (floors) of our methods. See docs/gate.md.

    pages ─run every method→ token F1 per page ─mean→ Quality ─against the floors→ Judgement
          ─Markdown of `auto`→ structure per page ─sum→ shares ┘

Nothing is cached: a page is read once and run by all methods, which takes some minutes.
"""

import hashlib
import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from maintext.errors import MaintextError, MethodError, Reason
from maintext.evaluation.datasets import LabelledPage
from maintext.evaluation.floors import (
    Corpus,
    Floor,
    Floors,
    Judgement,
    Quality,
    check_corpora,
    judge,
    lowered,
    lowered_structure,
    on_new_corpus,
    raised,
)
from maintext.evaluation.metrics import token_prf
from maintext.evaluation.progress import Progress
from maintext.evaluation.sheet import Sheet
from maintext.evaluation.structure.floors import STRUCTURED, StructureFloors, total
from maintext.evaluation.structure.gold import find_gold
from maintext.evaluation.structure.markdown import read_markdown
from maintext.evaluation.structure.measures import Counts
from maintext.evaluation.structure.measures import measure as measure_structure
from maintext.limits import Limits
from maintext.methods.registry import get_method
from maintext.pipeline import read, run
from maintext.processes import Failure, Guard

PAGE_SECONDS = 600.0
"""Time limit of a page for all methods together."""


@dataclass(frozen=True, slots=True)
class FloorChanges:
    """Requested changes of the floors."""

    rise: bool = False
    """Raise floors to better figures, and add new ones."""
    lower: tuple[str, ...] = ()
    """Methods whose floors may drop to their current figures."""
    new_corpus: bool = False
    """Set all floors again because the data has changed."""
    because: str = ""
    """The reason, if floors are lowered."""
    date: str | None = None


class GateResult(NamedTuple):
    """Measurements, and their comparison with the floors."""

    quality: Quality
    structure: StructureFloors
    judgement: Judgement
    before: Floors
    """The floors that were compared with."""
    floors: Floors
    """The floors after the requested changes; to be saved only if nothing drops."""

    def sheet(self) -> Sheet:
        """Token F1 by method and data set, with the difference to the floor if there is one."""
        datasets = sorted({dataset for own in self.quality.values() for dataset in own})
        rows = tuple(
            (method, *(self._cell(method, dataset) for dataset in datasets)) for method in self.quality
        )
        return Sheet("Token F1 (above or below the floor)", ("method", *datasets), rows)

    def _cell(self, method: str, dataset: str) -> str:
        now, floor = self.quality[method][dataset], self.before.floors.get(method, {}).get(dataset)
        distance = 0.0 if floor is None else now.f1 - floor.f1
        return f"{now.f1:.4f}" + (f" ({distance:+.4f})" if abs(distance) >= 0.00005 else "")


def run_gate(
    pages: Sequence[LabelledPage],
    methods: Sequence[str],
    floors: Floors,
    changes: FloorChanges,
    workers: int,
    progress: Progress,
) -> GateResult:
    """Measure methods, compare them with the floors, and change the floors as requested."""
    unknown = [method for method in changes.lower if method not in floors.floors]
    if unknown:
        raise MaintextError(f"no floor of {unknown[0]}; there are {', '.join(floors.floors) or 'none'}")
    found = corpora(pages)
    if changes.new_corpus:
        floors = on_new_corpus(floors, found, changes.because, changes.date)
    else:
        check_corpora(floors, found)
    quality, shares = measure(pages, methods, workers, progress)
    for method in changes.lower:
        floors = lowered(floors, quality, method, changes.because, changes.date)
        floors = lowered_structure(floors, shares, method, changes.because, changes.date)
    judgement = judge(floors, quality, shares)
    higher = raised(floors, quality, found, shares) if changes.rise or changes.new_corpus else floors
    return GateResult(quality, shares, judgement, floors, higher)


def with_floors(methods: Sequence[str], floors: Floors) -> list[str]:
    """The methods to measure: these, and all others that have a floor; those that no longer exist are not."""
    return [*methods, *(spec for spec in floors.floors if spec not in methods and _exists(spec))]


def _exists(spec: str) -> bool:
    try:
        get_method(spec)
    except MethodError:
        return False
    return True


# -- measuring --------------------------------------------------------------------------------------------


def corpora(pages: Iterable[LabelledPage]) -> dict[str, Corpus]:
    """The data sets of the pages."""
    by_set: dict[str, list[LabelledPage]] = defaultdict(list)
    for page in pages:
        by_set[page.dataset].append(page)
    return {dataset: corpus(own) for dataset, own in by_set.items()}


def corpus(pages: Iterable[LabelledPage]) -> Corpus:
    """The identity of these pages: their number, and a digest of ids, HTML and gold texts."""
    lines = sorted(f"{page.id}\0{_sha256(page.html)}\0{_sha256(_utf8(page.text or ''))}" for page in pages)
    return Corpus(len(lines), _sha256(_utf8("\n".join(lines))))


def _sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _utf8(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


class PageFigures(NamedTuple):
    """All that is measured on a page."""

    f1: list[float | None]
    """Token F1 by method; None if it raised an error or ran out of time."""
    structure: Counts
    """Of the Markdown of `auto`."""


@dataclass(frozen=True)
class PageScorer:
    """Scores all methods on a page, in a worker."""

    methods: tuple[str, ...]

    def __call__(self, page: LabelledPage) -> PageFigures:
        """Run all methods on a page."""
        limits = Limits()
        source = read(page.html, page.url, None, limits, limits.deadline())
        scores: list[float | None] = []
        markdown = ""
        for name in self.methods:
            try:
                document = run(source, get_method(name), None, limits.deadline())
                failed = Reason.SECONDS in document.reasons
                scores.append(None if failed else token_prf(document.text, page.text or "").f1)
                if name == STRUCTURED and not failed:
                    markdown = document.markdown
            except Exception:  # a method that fails is a result
                scores.append(None)
        shows = STRUCTURED in self.methods
        return PageFigures(
            scores, measure_structure(find_gold(page), read_markdown(markdown)) if shows else {}
        )


def measure(
    pages: Sequence[LabelledPage], methods: Sequence[str], workers: int, progress: Progress
) -> tuple[Quality, StructureFloors]:
    """Run methods on the pages with a gold text."""
    labelled = [page for page in pages if page.text]
    figures: dict[str, list[PageFigures]] = defaultdict(list)
    nothing = PageFigures([None] * len(methods), {})
    start = partial(PageScorer, tuple(methods))
    with Guard(start, seconds=PAGE_SECONDS, children=workers) as guard:
        for page, outcome in progress(guard.map(labelled), len(labelled), "running all methods"):
            figures[page.dataset].append(nothing if isinstance(outcome, Failure) else outcome)
    quality = {
        method: {dataset: floor_of([row.f1[column] for row in rows]) for dataset, rows in figures.items()}
        for column, method in enumerate(methods)
    }
    shares = {dataset: total(row.structure for row in rows) for dataset, rows in figures.items()}
    return quality, {STRUCTURED: shares} if STRUCTURED in methods else {}


def floor_of(scores: Sequence[float | None]) -> Floor:
    """Mean score of the pages, with failures as 0; rounded down, so that the same pages reach it again.

    >>> floor_of([0.5, 0.25001, None])
    Floor(f1=0.25, pages=3, failures=1)
    """
    mean = math.fsum(score or 0.0 for score in scores) / len(scores)
    return Floor(math.floor(mean * 1e5) / 1e5, len(scores), sum(score is None for score in scores))
