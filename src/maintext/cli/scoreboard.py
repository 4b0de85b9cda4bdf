"""Outcomes of a run → a table of quality and speed."""

from collections import defaultdict
from collections.abc import Sequence
from statistics import fmean

from rich.table import Table

from maintext.evaluation.datasets import LabelledPage
from maintext.evaluation.metrics import token_prf
from maintext.evaluation.outcome import Outcome
from maintext.evaluation.report.model import show
from maintext.evaluation.report.structure import overview
from maintext.evaluation.structure.scores import StructureScores


def scoreboard(pages: Sequence[LabelledPage], outcomes: Sequence[Outcome]) -> Table:
    """Mean token F1 by extractor and data set, with failures and time."""
    gold = {(page.dataset, page.id): page.text for page in pages}
    datasets = list(dict.fromkeys(page.dataset for page in pages))
    f1: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    runs: dict[str, list[Outcome]] = defaultdict(list)
    for outcome in outcomes:
        runs[outcome.extractor].append(outcome)
        if text := gold[outcome.dataset, outcome.page]:
            f1[outcome.extractor][outcome.dataset].append(token_prf(outcome.text, text).f1)
    table = Table("extractor", title="mean token F1")
    for name in (*datasets, "failed", "ms/page"):
        table.add_column(name, justify="right")
    for name, own in runs.items():
        means = [f"{fmean(f1[name][dataset]):.4f}" if f1[name][dataset] else "" for dataset in datasets]
        failed = sum(outcome.status != "ok" for outcome in own)
        table.add_row(name, *means, str(failed), f"{fmean(outcome.milliseconds for outcome in own):.1f}")
    return table


def structure_board(scores: StructureScores) -> Table:
    """Every measure of structure by extractor, on all pages."""
    shown = overview(scores)
    table = Table(title="structure in Markdown")
    for position, column in enumerate(shown.columns):
        table.add_column(column.name, justify="right" if position else "left")
    for row in shown.rows:
        table.add_row(*(show(value, column.kind) for value, column in zip(row, shown.columns, strict=True)))
    return table
