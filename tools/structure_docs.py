"""Write the structure figures of a report into docs/structure.md.

make structure DATA=pages REPORT=REPORT
python tools/structure_docs.py REPORT
"""

import json
import sys
from pathlib import Path
from typing import Any

from paper_docs import DOCS, fill

BEFORE = {
    "blocks": 0.915,
    "code exact": 0.922,
    "language": 0.963,
    "table cells": 0.706,
    "table header": 0.604,
    "heading recall": 0.901,
    "heading precision": 0.848,
    "list items": 0.871,
    "nesting": 0.855,
    "formulas": 0.0,
    "links": 0.795,
    "images": 0.701,
    "captioned images": 0.030,
}
"""`auto` of version 0.1, by an earlier form of these measures."""
BY_SET = (
    "blocks code table_header section_headings heading_precision list_items links images captioned_images"
)
LEAST = 20
"""Things of a data set; with fewer, its share says little."""


def _percent(share: float | dict[str, float] | None) -> str:
    if share is None:
        return "–"
    if isinstance(share, dict):
        return f"{_percent(share['value'])} ({_percent(share['low'])}–{_percent(share['high'])})"
    return f"{share:.1%}".replace("%", " %")


def _lines(columns: list[str], rows: list[list[str]]) -> list[str]:
    ruler = ["---", *["--:"] * (len(columns) - 1)]
    return ["| " + " | ".join(row) + " |" for row in (columns, ruler, *rows)]


def all_pages(table: dict[str, Any]) -> list[str]:
    """The table of all pages, with the figures of version 0.1."""
    columns = [*table["columns"][:2], "auto 0.1", *table["columns"][2:]]
    rows = [
        [measure, f"{number:,}", _percent(BEFORE.get(measure)), *map(_percent, shares)]
        for measure, number, *shares in table["rows"]
    ]
    return _lines(columns, rows)


def by_data_set(tables: dict[str, Any]) -> list[str]:
    """The shares of `auto`, by data set."""
    shares: dict[str, dict[str, str]] = {}
    measures = BY_SET.split()
    for measure in measures:
        table = tables[f"structure-{measure}"]
        own = next(row for row in table["rows"] if row[0] == "auto")
        for column, share in zip(table["columns"][1:], own[1:], strict=True):
            name, number = column.rstrip(")").split(" (")
            if int(number.replace(",", "")) >= LEAST:
                shares.setdefault(name, {})[measure] = f"{_percent(share)} of {number}"
    rows = [[name, *(found.get(each, "–") for each in measures)] for name, found in sorted(shares.items())]
    return _lines(["data set", *(each.replace("_", " ") for each in measures)], rows)


def main(report: str) -> None:
    """Fill the page."""
    tables = json.loads((Path(report) / "report.json").read_text("utf-8"))["tables"]
    page = DOCS / "structure.md"
    made = {"structure-all": all_pages(tables["structure-all"]), "structure-by-set": by_data_set(tables)}
    page.write_text(fill(page.read_text("utf-8"), made), "utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
