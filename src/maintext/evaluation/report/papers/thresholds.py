"""Fig. 1 of paper 2: the rate of acceptable pages by epsilon and theta; figure, rows by source, claim."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from maintext.arrays import BoolArray, FloatArray
from maintext.evaluation.datasets import LabelledPage
from maintext.evaluation.metrics import is_acceptable
from maintext.evaluation.report.model import Column, Figure, ReportTable, Value
from maintext.evaluation.report.papers.claims import Claim, beats
from maintext.evaluation.report.papers.parsed import ParsedPage
from maintext.evaluation.report.papers.sources import by_source
from maintext.evaluation.report.svg import Drawing
from maintext.methods.papers.punctuation import MARKS, Punctuation
from maintext.page.page import Page
from maintext.render import to_text

EPSILONS = (0.5, 0.6, 0.7, 0.8, 0.9, 0.95)
THETAS = (-0.5, -1.0, -1.5, -2.0, -2.5, -3.0, -3.5)
CHOSEN = (0.8, -2.5)
"""The paper's choice of epsilon and theta."""
GRIDS: dict[str, tuple[str, Punctuation]] = {
    # The paper does not state the base of the logarithm.
    "punctuation-thresholds": ("as printed, base 10", Punctuation.as_printed()),
    "punctuation-thresholds-e": ("as printed, base e", replace(Punctuation.as_printed(), base=math.e)),
    "punctuation-thresholds-default": ("our default", Punctuation()),
}

_AS_PRINTED = tuple(name for name, (_, method) in GRIDS.items() if method.marks == "cjk")
_AT_CHOSEN = (EPSILONS.index(CHOSEN[0]), THETAS.index(CHOSEN[1]))

PageGrids = Mapping[str, BoolArray]
"""Of one page, by figure: whether it is acceptable at each epsilon and theta. Only figures that show it."""


def measure_grids(parsed: ParsedPage) -> PageGrids:
    """The printed forms on pages with Chinese dots, our default on the pages for slow experiments."""
    has_dots = any(same[0] in parsed.gold for same in MARKS)
    return {
        name: _grid(parsed.page, parsed.gold, method)
        for name, (_, method) in GRIDS.items()
        if (has_dots if name in _AS_PRINTED else parsed.sampled)
    }


def _grid(page: Page, gold: str, method: Punctuation) -> BoolArray:
    grid = np.zeros((len(EPSILONS), len(THETAS)), dtype=np.bool_)
    known: dict[bytes, bool] = {}  # most thresholds keep the same blocks
    for row, epsilon in enumerate(EPSILONS):
        scores = replace(method, epsilon=epsilon).score(page)
        for column, theta in enumerate(THETAS):
            chosen = replace(method, epsilon=epsilon, theta=theta)
            kept = chosen.keep(scores, chosen.select(scores)).blocks
            marker = kept.tobytes()
            if marker not in known:
                known[marker] = is_acceptable(to_text(page, kept), gold)
            grid[row, column] = known[marker]
    return grid


class Best(NamedTuple):
    """The best of the choices that are not the paper's."""

    epsilon: float
    theta: float
    flags: Sequence[bool]
    """By page: whether it is acceptable."""


def _at_chosen(grids: Sequence[BoolArray]) -> list[bool]:
    return [bool(grid[_AT_CHOSEN]) for grid in grids]


def _best_other(grids: Sequence[BoolArray]) -> Best:
    rates = np.mean(grids, axis=0)
    rates[_AT_CHOSEN] = -1
    row, column = np.unravel_index(int(rates.argmax()), rates.shape)
    return Best(EPSILONS[row], THETAS[column], [bool(grid[row, column]) for grid in grids])


def choice_claims(pages: Sequence[PageGrids]) -> Iterator[Claim]:
    """Whether the paper's choice is better than the best other one, as printed, with either base."""
    for name in _AS_PRINTED:
        if grids := _grids(pages, name):
            best = _best_other(grids)
            words = (
                f"ε = {CHOSEN[0]}, θ = {CHOSEN[1]} less the best other choice, ε = {best.epsilon:g}, "
                f"θ = {best.theta:g} ({GRIDS[name][0]})"
            )
            yield beats(words, None, _at_chosen(grids), best.flags)


def _grids(pages: Sequence[PageGrids], name: str) -> list[BoolArray]:
    return [grids[name] for grids in pages if name in grids]


def thresholds_table(pages: Sequence[LabelledPage], found: Sequence[PageGrids]) -> ReportTable:
    """The paper's choice and the best other one, by form and source."""
    rows: list[tuple[Value, ...]] = []
    for name, (form, _) in GRIDS.items():
        shown = [page for page, grids in zip(pages, found, strict=True) if name in grids]
        if not shown:
            continue
        for source, grids in by_source(shown, _grids(found, name)).items():
            best, own = _best_other(grids), _at_chosen(grids)
            rates = sum(own) / len(own), sum(best.flags) / len(own)
            rows.append((source, form, len(own), rates[0], f"{best.epsilon:g}, {best.theta:g}", rates[1]))
    columns = (
        Column("source", "text"),
        Column("form", "text"),
        Column("pages", "count"),
        Column("rate at 0.8, -2.5", "percent", "of acceptable pages, at the paper's choice"),
        Column("best other ε, θ", "text"),
        Column("its rate", "percent", "of acceptable pages, at the best other choice"),
    )
    title = "Fig. 1 by source: the paper's thresholds and the best others"
    note = "The paper prints the curve of 200 pages of 10 sites, without figures."
    return ReportTable("punctuation-thresholds-sources", title, columns, tuple(rows), note)


def threshold_figures(pages: Sequence[PageGrids]) -> Iterator[Figure]:
    """The figure for each form."""
    for name in GRIDS:
        if grids := _grids(pages, name):
            rates: FloatArray = np.mean(grids, axis=0)
            yield _figure(name, len(grids), rates)


def _figure(name: str, pages: int, rates: FloatArray) -> Figure:
    form, _ = GRIDS[name]
    left, top, width, height = 72, 40, 76, 38
    drawing = Drawing(
        left + width * len(THETAS) + 16,
        top + height * len(EPSILONS) + 58,
        f"Rate of acceptable pages, {form}",
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
            if (epsilon, theta) == CHOSEN:
                drawing.box(x + 2, y + 2, width - 4, height - 4, "chosen")
            strong = "strong" if rate == best else ""
            drawing.text(
                x + width / 2, y + height / 2 + 4, f"{100 * rate:.1f} %", anchor="middle", style=strong
            )
    bottom = top + height * len(EPSILONS)
    for column, theta in enumerate(THETAS):
        drawing.text(left + (column + 0.5) * width, bottom + 18, f"{theta:g}", anchor="middle", style="muted")
    drawing.text(left + width * len(THETAS) / 2, bottom + 40, "θ", anchor="middle", style="muted")
    which = "whose gold text has Chinese dots" if name in _AS_PRINTED else "spread evenly over the run"
    note = (
        f"Acceptable pages by epsilon and theta, of {pages:,} pages {which}; the frame shows the paper's "
        "choice, bold the best."
    )
    return Figure(name, f"Fig. 1: the two thresholds, {form}", drawing, note)
