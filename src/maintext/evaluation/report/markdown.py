"""The report as Markdown, for a terminal, a repository or a review."""

import re
from collections.abc import Mapping, Sequence

from maintext.evaluation.report.model import Column, Figure, ReportTable, Section, Value, number, show
from maintext.evaluation.report.worst import Worst

_SPECIAL = re.compile(r"([\\`*\[\]<>|~&])")


def to_markdown(
    title: str, lead: str, sections: Sequence[Section], worst: Mapping[str, Sequence[Worst]]
) -> str:
    """All sections; figures are separate files, and differences are in `report.html`."""
    parts = [f"# {_plain(title)}", _plain(lead)]
    for section in sections:
        parts += [f"## {_plain(section.title)}", _plain(section.text)]
        for part in section.parts:
            parts += [f"### {_plain(part.title)}", *([_plain(part.note)] if part.note else [])]
            parts.append(_figure(part) if isinstance(part, Figure) else _table(part))
    parts += ["## Worst pages", "Links lead to the difference between gold text and extraction."]
    for extractor, pages in worst.items():
        if pages:
            parts += [f"### {_plain(show(extractor, 'extractor'))}", _worst(pages)]
    return "\n\n".join(parts) + "\n"


def _figure(figure: Figure) -> str:
    return f"![{_plain(figure.title)}]({figure.name}.svg)"


def _table(table: ReportTable) -> str:
    head = "| " + " | ".join(_plain(column.name) for column in table.columns) + " |"
    rule = (
        "|"
        + "|".join("---" if column.kind in ("text", "extractor") else "--:" for column in table.columns)
        + "|"
    )
    bests = [best(table, at) for at in range(len(table.columns))]
    rows = ["| " + " | ".join(map(_cell, row, table.columns, bests)) + " |" for row in table.rows]
    return "\n".join([head, rule, *rows])


def best(table: ReportTable, at: int) -> float | None:
    """The best value of a column, if it has one."""
    column = table.columns[at]
    values = [value for row in table.rows if (value := number(row[at])) is not None]
    if column.best is None or len(values) < 2:
        return None
    return max(values) if column.best == "high" else min(values)


def _cell(value: Value, column: Column, best_value: float | None) -> str:
    shown = _plain(show(value, column.kind))
    return f"**{shown}**" if best_value is not None and number(value) == best_value else shown


def _worst(pages: Sequence[Worst]) -> str:
    lines = ["| page | F1 | precision | recall | status | best there |", "|---|--:|--:|--:|---|---|"]
    for each in pages:
        figures = " | ".join(
            show(value, "score") for value in (each.token.f1, each.token.precision, each.token.recall)
        )
        page = _plain(f"{each.page.dataset}/{each.page.id}")
        others = f"{_plain(show(each.best, 'extractor'))} {show(each.best_f1, 'score')}"
        lines.append(f"| [{page}](report.html#{each.anchor}) | {figures} | {each.status} | {others} |")
    return "\n".join(lines)


def _plain(text: str) -> str:
    """Text on one line, escaped so that Markdown shows it as it is."""
    return _SPECIAL.sub(r"\\\1", " ".join(text.split()))
