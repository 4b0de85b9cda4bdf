"""Paper 5: Table I (by source), Table II (against four methods), Fig. 4 (ContentImportance of a page)."""

from collections.abc import Sequence
from importlib import resources
from statistics import fmean

from maintext.evaluation.datasets import LabelledPage
from maintext.evaluation.metrics import Prf, lcs_prf
from maintext.evaluation.report.model import Column, Figure, ReportTable, Section, Value
from maintext.evaluation.report.papers.parsed import ParsedPage
from maintext.evaluation.report.papers.sources import by_source
from maintext.evaluation.report.results import Results
from maintext.evaluation.report.svg import Drawing, linear, steps
from maintext.methods.papers.ceds import Ceds
from maintext.page.parse import parse
from maintext.text.decode import decode

USES = (Ceds.name, "fe", "ccb", "cetr", "cetd")
SAMPLE_PAGE = "chinese-news.html"

_PRINTED_1: tuple[tuple[Value, ...], ...] = (
    ("in the paper: The Economist", None, 0.9812, 0.9634, 0.9698),
    ("in the paper: Sina", None, 0.9929, 0.9816, 0.9849),
    ("in the paper: Huanqiu", None, 0.9733, 0.9841, 0.9749),
    ("in the paper: Sohu", None, 0.9658, 0.9912, 0.9747),
    ("in the paper: Firefox", None, 0.9717, 0.9982, 0.9798),
)
_PRINTED_F1 = {"fe": 0.6647, "ccb": 0.8557, "cetr": 0.9022, "cetd": 0.9453, "ceds": 0.9821}


def measure(parsed: ParsedPage) -> dict[str, Prf]:
    """The longest common subsequences of the gold text and the text of each method."""
    return {name: lcs_prf(parsed.texts[name], parsed.gold) for name in USES if name in parsed.texts}


def section(results: Results, facts: Sequence[dict[str, Prf]]) -> Section:
    """Precision, recall and F1 by the longest common subsequence of characters."""
    by_method = {
        name: [each[name] for each in facts] for name in (*USES[1:], Ceds.name) if name in results.extractors
    }
    text = (
        "Precision and recall by the longest common subsequence of characters, white space left out; means "
        "over pages. The figure shows every block of the bundled page "
        f"{SAMPLE_PAGE}, in document order, with its ContentImportance."
    )
    return Section(
        "paper-ceds",
        "CEDS (paper 5)",
        text,
        (
            _sources_table(results.with_gold, by_method[Ceds.name]),
            _methods_table(by_method),
            importance_figure(),
        ),
    )


def _sources_table(pages: Sequence[LabelledPage], measured: Sequence[Prf]) -> ReportTable:
    rows: list[tuple[Value, ...]] = [
        (source, len(own), *_means(own)) for source, own in by_source(pages, measured).items()
    ]
    columns = (
        Column("source", "text"),
        Column("pages", "count"),
        Column("precision", "percent"),
        Column("recall", "percent"),
        Column("F1", "percent"),
    )
    return ReportTable("ceds-1", "Table I: by source", columns, (*rows, *_PRINTED_1), cited=len(_PRINTED_1))


def _methods_table(by_method: dict[str, list[Prf]]) -> ReportTable:
    rows: tuple[tuple[Value, ...], ...] = tuple(
        (name, *_means(own), _PRINTED_F1[name]) for name, own in by_method.items()
    )
    columns = (
        Column("method", "extractor"),
        Column("precision", "percent"),
        Column("recall", "percent"),
        Column("F1", "percent", "mean of the pages' F1"),
        Column("F1 in the paper", "percent"),
    )
    return ReportTable("ceds-2", "Table II: against other methods", columns, rows)


def _means(own: Sequence[Prf]) -> tuple[float, ...]:
    return tuple(fmean(column) for column in zip(*own, strict=True))


def importance_figure() -> Figure:
    """A bar for each block of the sample page; kept blocks are in colour."""
    html = (resources.files("maintext") / "samples" / SAMPLE_PAGE).read_bytes()
    method = Ceds()
    scores = method.score(parse(decode(html).source))
    kept = method.select(scores)
    values = scores.values.tolist()
    left, top, bottom, width = 56, 44, 244, 860
    step = (width - left - 12) / max(len(values), 1)
    drawing = Drawing(width, bottom + 48, "ContentImportance of each block of a page")
    up = linear(0.0, max(values, default=1.0) * 1.04, bottom, top)
    ticks = [(tick, f"{tick:g}") for tick in steps(0.0, max(values, default=1.0), 5)]
    drawing.y_axis(up, ticks, "ContentImportance", left, width - 12, top)
    for at, value in enumerate(values):
        height = max(bottom - up(value), 1.0)
        style = "accent" if kept[at] else "quiet"
        x = left + at * step + min(step * 0.1, 2)
        drawing.box(x, bottom - height, step * 0.8, height, style, hint=method.describe(scores, at))
    middle = (left + width) / 2
    drawing.text(
        middle,
        bottom + 26,
        "blocks in document order; those in colour are kept",
        anchor="middle",
        style="muted",
    )
    return Figure("ceds-importance", "Fig. 4: ContentImportance of every block of a page", drawing)
