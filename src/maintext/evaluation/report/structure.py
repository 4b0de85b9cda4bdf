"""The section on structure: tables of all pages, and by data set."""

from collections.abc import Sequence

from maintext.evaluation.datasets import LabelledPage
from maintext.evaluation.extractors import MARKDOWN
from maintext.evaluation.metrics import Interval
from maintext.evaluation.outcome import Outcome
from maintext.evaluation.report.model import Column, ReportTable, Section
from maintext.evaluation.report.work import WorkPool
from maintext.evaluation.structure.measures import MEASURES, Measure
from maintext.evaluation.structure.scores import StructureScores, measure_page

_TEXT = (
    "What the markup of a page says inside its gold text, against the Markdown of each extractor as "
    "markdown-it reads it. The figures are shares of things, not of pages; the intervals are over pages. "
    "A dash: the extractor has no way to show it. See docs/structure.md."
)


def measure_structure(
    pages: Sequence[LabelledPage], outcomes: Sequence[Outcome], work: WorkPool
) -> StructureScores:
    """Measure the Markdown of extractors, which must have an outcome on each page with a gold text."""
    by_page: dict[tuple[str, str], list[Outcome]] = {}
    for outcome in outcomes:
        by_page.setdefault((outcome.dataset, outcome.page), []).append(outcome)
    labelled = [page for page in pages if page.text and (page.dataset, page.id) in by_page]
    jobs = [(page, tuple(by_page[page.dataset, page.id])) for page in labelled]
    counts = work.map(measure_page, jobs, "comparing structure")
    names = dict.fromkeys(outcome.extractor.removeprefix(MARKDOWN) for outcome in outcomes)
    return StructureScores(tuple(labelled), tuple(names), tuple(counts))


def structure_section(scores: StructureScores) -> Section:
    """The tables of the report."""
    by_set = [_by_dataset(scores, each) for each in MEASURES if scores.total(each.name)]
    return Section("structure", "Structure", _TEXT, (overview(scores), *by_set))


def overview(scores: StructureScores) -> ReportTable:
    """Every measure on all pages: a row for each, a column for each extractor."""
    columns = (
        Column("measure", "text"),
        Column("number", "count", "things in the gold texts"),
        *(Column(name.removeprefix("peer:"), "percent") for name in scores.extractors),
    )
    rows = tuple(
        (each.title, scores.total(each.name), *(scores.figure(name, each.name) for name in scores.extractors))
        for each in MEASURES
        if scores.total(each.name)
    )
    note = "; ".join(f"{each.title}: {each.meaning}" for each in MEASURES)
    return ReportTable("structure-all", "All pages", columns, rows, f"{note}.")


def _by_dataset(scores: StructureScores, each: Measure) -> ReportTable:
    sets = [name for name in scores.datasets if scores.total(each.name, name)]
    columns = (
        Column("extractor", "extractor"),
        *(Column(f"{name} ({scores.total(each.name, name):,})", "percent", best="high") for name in sets),
    )
    rows = tuple(
        (extractor, *(_value(scores.figure(extractor, each.name, name)) for name in sets))
        for extractor in scores.extractors
    )
    title = f"{each.title[0].upper()}{each.title[1:]}, by data set"
    return ReportTable(f"structure-{each.name}", title, columns, rows, f"Share of {each.meaning}.")


def _value(figure: Interval | None) -> float | None:
    return None if figure is None else figure.value
