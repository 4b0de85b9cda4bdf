"""Write the tables and figures of a papers' report into docs/papers.

    maintext evaluate --data DATA --methods none --papers --report REPORT
    python tools/paper_docs.py REPORT

A line `<!-- table NAME -->` in a page is before a table of the report; `<!-- table NAME: all, zhnews -->`
before the rows of these sources, and those that quote the paper. Figures are files of docs/images.
"""

import json
import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

DOCS = Path(__file__).parent.parent / "docs"
_PLACE = re.compile(r"(<!-- table ([a-z0-9-]+)(?:: (.+?))? -->\n)(?:\|.*\n)*")
_QUOTED = "in the paper"


def report_tables(report: Path) -> dict[str, list[str]]:
    """The tables of a report as lines of Markdown, by name."""
    named = json.loads((report / "report.json").read_text("utf-8"))["tables"]
    written = iter(_tables((report / "report.md").read_text("utf-8")))
    found = {}
    for name, table in named.items():
        found[name] = next(written)
        assert len(found[name]) == len(table["rows"]) + 2, f"{name} is not the next table of report.md"
    return found


def _tables(markdown: str) -> Iterator[list[str]]:
    for table in re.findall(r"(?:^\|.*\n)+", markdown, re.MULTILINE):
        yield table.splitlines()


def fill(page: str, tables: dict[str, list[str]]) -> str:
    """A page with the tables that it names."""

    def table(place: re.Match[str]) -> str:
        head, name, sources = place.groups()
        lines = tables[name]
        if sources:
            wanted = [each.strip() for each in sources.split(", ")]
            rows = [line for line in lines[2:] if _source(line) in wanted or _QUOTED in _source(line)]
            lines = [*lines[:2], *rows]
        return head + "\n".join(lines) + "\n"

    return _PLACE.sub(table, page)


def _source(line: str) -> str:
    return line.split("|")[1].strip()


def main(folder: str) -> None:
    """Fill every page, and copy the figures that the docs have."""
    report = Path(folder)
    tables = report_tables(report)
    for page in sorted((DOCS / "papers").glob("*.md")):
        page.write_text(fill(page.read_text("utf-8"), tables), "utf-8")
    for figure in report.glob("*.svg"):
        if (DOCS / "images" / figure.name).exists() and not figure.name.startswith("quality"):
            shutil.copyfile(figure, DOCS / "images" / figure.name)


if __name__ == "__main__":
    main(*sys.argv[1:])
