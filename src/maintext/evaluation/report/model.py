"""The parts of a report: sections of tables and figures. Markdown, JSON and HTML show the same ones."""

from dataclasses import dataclass
from typing import Literal

from maintext.evaluation.metrics import Interval
from maintext.evaluation.report.svg import Drawing

Value = str | int | float | Interval | None

Kind = Literal["text", "extractor", "count", "score", "percent", "milliseconds", "difference"]


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table, and how its values are written."""

    name: str
    kind: Kind = "score"
    note: str = ""
    """A short explanation."""
    best: Literal["high", "low"] | None = None
    """Which value of the column is the best, if any."""
    shaded: bool = False
    """Whether the colour of a cell shows its value."""


@dataclass(frozen=True, slots=True)
class ReportTable:
    """Figures in rows; a row has one value for each column, or None."""

    name: str
    """Unique in a report."""
    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Value, ...], ...]
    note: str = ""
    cited: int = 0
    """Number of rows at the end that quote figures of a paper."""

    def __post_init__(self) -> None:
        for row in self.rows:
            if len(row) != len(self.columns):
                raise ValueError(
                    f"a row of {self.name} has {len(row)} values for {len(self.columns)} columns"
                )


@dataclass(frozen=True, slots=True)
class Figure:
    """A drawing."""

    name: str
    title: str
    drawing: Drawing
    note: str = ""


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the report."""

    name: str
    title: str
    text: str
    """One paragraph: what is shown here, and how it was measured."""
    parts: tuple[ReportTable | Figure, ...] = ()


def show(value: Value, kind: Kind) -> str:
    """A value as text.

    >>> show(0.8625, "score"), show(Interval(0.8625, 0.85, 0.875, 0.01), "score"), show(None, "score")
    ('.863', '.863 (.850–.875)', '–')
    >>> show(0.958, "percent"), show(-0.0125, "difference"), show(1234, "count"), show(12.345, "milliseconds")
    ('95.8 %', '-.013', '1,234', '12.3')
    >>> show(-0.0001, "percent")
    '0.0 %'
    """
    if value is None:
        return "–"
    if isinstance(value, str):
        return short_name(value) if kind == "extractor" else value
    if isinstance(value, Interval):
        return f"{show(value.value, kind)} ({show(value.low, kind)}–{show(value.high, kind)})"
    if kind == "percent":
        return f"{100 * value:z.1f} %"
    if kind == "count":
        return f"{value:,}"
    if kind == "milliseconds":
        return f"{value:,.0f}" if value >= 100 else f"{value:.1f}" if value >= 10 else f"{value:.2f}"
    return _score(value, "+" if kind == "difference" else "")


def short_name(extractor: str) -> str:
    """The displayed name of an extractor: without `peer:`."""
    return extractor.removeprefix("peer:")


def number(value: Value) -> float | None:
    """The number that a value is sorted and shaded by; None for words."""
    if isinstance(value, Interval):
        return value.value
    return None if value is None or isinstance(value, str) else float(value)


def _score(value: float, sign: str) -> str:
    digits = f"{value:{sign}.3f}"
    if float(digits) == 0:
        return ".000"
    return digits.replace("0.", ".", 1) if abs(float(digits)) < 1 else digits
