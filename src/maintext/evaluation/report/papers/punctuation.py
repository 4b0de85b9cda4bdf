"""Paper 2: Table I (punctuation in text and page), Table II (acceptable pages), Fig. 1 (thresholds)."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from maintext.arrays import FloatArray
from maintext.evaluation.metrics import is_acceptable
from maintext.evaluation.report.model import Column, Figure, ReportTable, Section, Value
from maintext.evaluation.report.papers.parsed import ParsedPage
from maintext.evaluation.report.papers.sources import by_source
from maintext.evaluation.report.results import Results
from maintext.evaluation.report.svg import Drawing
from maintext.methods.papers.punctuation import Punctuation
from maintext.page.page import Page
from maintext.render import to_text

USES = (Punctuation.name,)

MARKS: dict[str, tuple[str, float | None]] = {
    # Each punctuation mark, its counterparts in other scripts, and its share on the paper's 431 pages.
    "full stop": ("。.．｡।॥።", 8137 / 8509),
    "comma": ("，,،፣", 22938 / 23907),
    "question mark": ("？?؟", 742 / 1136),
    "enumeration comma": ("、､", 364 / 583),
    "semicolon": ("；;؛", 327 / 506),
    "colon": ("：:", 511 / 770),
    "exclamation mark": ("！!", 213 / 541),
    "quotation marks": ('“”‘’"「」『』«»„', 229 / 411),
    "brackets": ("（）()[]【】〔〕", 192 / 574),
    "dash": ("—–", 81 / 374),
    "connecting mark": ("－～", 0 / 15),
    "ellipsis": ("…", 5 / 33),
    "interval mark": ("·・", 162 / 495),
    "book title marks": ("《》〈〉", 28 / 63),
}
EPSILONS = (0.5, 0.6, 0.7, 0.8, 0.9, 0.95)
THETAS = (-0.5, -1.0, -1.5, -2.0, -2.5, -3.0, -3.5)

_CHOSEN = (0.8, -2.5)
_PRINTED = ("in the paper: five sites", 810, 776, 34, 776 / 810)


class MarkFacts(NamedTuple):
    """One page."""

    in_gold: list[int]
    """How often each punctuation mark is in the gold text."""
    on_page: list[int]
    """How often each is in all text of the page."""
    acceptable: bool
    grid: FloatArray | None
    """Whether the page is acceptable at each epsilon and theta; for sampled pages."""


def measure(parsed: ParsedPage) -> MarkFacts:
    """Counts of punctuation, and acceptability."""
    shown = "\n".join(parsed.page.block_texts)
    return MarkFacts(
        _mark_counts(parsed.gold),
        _mark_counts(shown),
        is_acceptable(parsed.texts[Punctuation.name], parsed.gold),
        _threshold_grid(parsed.page, parsed.gold) if parsed.sampled else None,
    )


def section(results: Results, facts: Sequence[MarkFacts]) -> Section:
    """Punctuation, acceptable pages and thresholds."""
    grids = [each.grid for each in facts if each.grid is not None]
    text = (
        "A page is acceptable when 85 % or more of the tokens of gold text and extraction together are "
        f"right. The figure runs the method on {len(grids)} pages, spread evenly over the run; the base of "
        "the logarithm in I, which the paper leaves open, is 10."
    )
    return Section(
        "paper-punctuation",
        "Punctuation (paper 2)",
        text,
        (
            _marks_table(facts),
            _acceptable_table(results, [each.acceptable for each in facts]),
            _thresholds_figure(np.mean(grids, axis=0)),
        ),
    )


def _mark_counts(text: str) -> list[int]:
    return [sum(map(text.count, characters)) for characters, _ in MARKS.values()]


def _marks_table(facts: Sequence[MarkFacts]) -> ReportTable:
    rows: list[tuple[Value, ...]] = []
    for at, (mark, (_, printed)) in enumerate(MARKS.items()):
        gold, page = sum(each.in_gold[at] for each in facts), sum(each.on_page[at] for each in facts)
        rows.append((mark, gold, page, gold / page if page else None, printed))
    columns = (
        Column("mark", "text"),
        Column("in gold texts", "count"),
        Column("on pages", "count"),
        Column("share", "percent", "of the marks on the pages that are in the gold text"),
        Column("in the paper", "percent", "the same, on 431 pages of three Chinese portals"),
    )
    return ReportTable(
        "punctuation-1", "Table I: marks in the text and on the whole page", columns, tuple(rows)
    )


def _acceptable_table(results: Results, acceptable: Sequence[bool]) -> ReportTable:
    rows: list[tuple[Value, ...]] = [
        (source, len(own), sum(own), own.count(False), sum(own) / len(own))
        for source, own in by_source(results.with_gold, acceptable).items()
    ]
    columns = (
        Column("source", "text"),
        Column("pages", "count"),
        Column("acceptable", "count"),
        Column("unacceptable", "count"),
        Column("rate", "percent"),
    )
    return ReportTable("punctuation-2", "Table II: acceptable pages", columns, (*rows, _PRINTED), cited=1)


def _threshold_grid(page: Page, gold: str) -> FloatArray:
    grid = np.zeros((len(EPSILONS), len(THETAS)))
    known: dict[bytes, bool] = {}  # most thresholds keep the same blocks
    for row, epsilon in enumerate(EPSILONS):
        scores = Punctuation(epsilon=epsilon).score(page)
        for column, theta in enumerate(THETAS):
            method = Punctuation(epsilon=epsilon, theta=theta)
            kept = method.keep(scores, method.select(scores)).blocks
            marker = kept.tobytes()
            if marker not in known:
                known[marker] = is_acceptable(to_text(page, kept), gold)
            grid[row, column] = known[marker]
    return grid


def _thresholds_figure(rates: FloatArray) -> Figure:
    left, top, width, height = 72, 40, 76, 38
    drawing = Drawing(
        left + width * len(THETAS) + 16, top + height * len(EPSILONS) + 58, "Rate of acceptable pages"
    )
    drawing.text(left - 10, 24, "ε", anchor="end", style="muted")
    best = rates.max()
    for row, epsilon in enumerate(EPSILONS):
        y = top + row * height
        drawing.text(left - 10, y + height / 2 + 4, f"{epsilon:g}", anchor="end", style="muted")
        for column, theta in enumerate(THETAS):
            x, rate = left + column * width, float(rates[row, column])
            depth = 0.08 + 0.62 * (rate / best if best else 0.0)
            hint = f"ε = {epsilon:g}, θ = {theta:g}: {rate:.1%} of the pages are acceptable"
            drawing.box(x + 1, y + 1, width - 2, height - 2, "accent", opacity=depth, hint=hint)
            if (epsilon, theta) == _CHOSEN:
                drawing.box(x + 2, y + 2, width - 4, height - 4, "chosen")
            strong = "strong" if rate == best else ""
            drawing.text(
                x + width / 2, y + height / 2 + 4, f"{100 * rate:.1f} %", anchor="middle", style=strong
            )
    bottom = top + height * len(EPSILONS)
    for column, theta in enumerate(THETAS):
        drawing.text(left + (column + 0.5) * width, bottom + 18, f"{theta:g}", anchor="middle", style="muted")
    drawing.text(left + width * len(THETAS) / 2, bottom + 40, "θ", anchor="middle", style="muted")
    note = "Acceptable pages by epsilon and theta; the frame marks the paper's choice, bold the best."
    return Figure("punctuation-thresholds", "Fig. 1: the two thresholds", drawing, note)
