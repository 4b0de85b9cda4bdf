"""Outcomes → a report: Markdown, JSON and one HTML page with plots. See docs/report.md."""

from collections.abc import Sequence
from pathlib import Path

from maintext.errors import DataError
from maintext.evaluation.datasets import LabelledPage
from maintext.evaluation.outcome import Outcome
from maintext.evaluation.progress import Progress
from maintext.evaluation.report.html import to_html
from maintext.evaluation.report.inputs import inputs_digest, is_made
from maintext.evaluation.report.json import to_json
from maintext.evaluation.report.leaderboard import breakdown_section, leaderboard_section
from maintext.evaluation.report.markdown import to_markdown
from maintext.evaluation.report.model import Figure, ReportTable, Section, short_name, show
from maintext.evaluation.report.papers import paper_sections
from maintext.evaluation.report.plots import quality_speed_section
from maintext.evaluation.report.results import Results, measure
from maintext.evaluation.report.structure import measure_structure, structure_section
from maintext.evaluation.report.work import WorkPool
from maintext.evaluation.report.worst import worst_pages

__all__ = ["write_report"]


def write_report(
    pages: Sequence[LabelledPage],
    outcomes: Sequence[Outcome],
    directory: Path,
    *,
    structure: Sequence[Outcome] = (),
    workers: int = 1,
    progress: Progress | None = None,
) -> None:
    """Write `report.md`, `report.json`, `report.html` and the figures as SVG into a folder.

    Each extractor must have an outcome on each page; `structure` has those in Markdown, if any. The same
    input gives the same bytes, so a report of the same input is not written again.
    """
    if not pages or not outcomes:
        raise DataError("there is nothing to report: no pages, or no outcomes")
    inputs = inputs_digest(pages, [*outcomes, *structure])
    if is_made(directory, inputs):
        return
    with WorkPool(workers, progress) as work:
        results = measure(pages, outcomes, work)
        sections = [
            leaderboard_section(results),
            breakdown_section(results),
            quality_speed_section(results),
            *([structure_section(measure_structure(pages, structure, work))] if structure else []),
            *paper_sections(results, work),
        ]
        worst = worst_pages(results, _ranked(sections[0]), work)
    title, lead = "Main text extraction", _lead(results, sections[0])
    directory.mkdir(parents=True, exist_ok=True)
    _write(directory / "report.md", to_markdown(title, lead, sections, worst))
    _write(directory / "report.html", to_html(title, lead, results, sections, worst))
    for section in sections:
        for part in section.parts:
            if isinstance(part, Figure):
                _write(directory / f"{part.name}.svg", part.drawing.standalone())
    # last: it shows that the report is complete
    _write(directory / "report.json", to_json(inputs, results, sections))


def _ranked(leaderboard: Section) -> list[str]:
    board = leaderboard.parts[0]
    return [str(row[0]) for row in board.rows] if isinstance(board, ReportTable) else []


def _lead(results: Results, leaderboard: Section) -> str:
    """A summary of the result in two sentences."""
    sets = len(results.datasets)
    count = f"{len(results.extractors)} extractors on {len(results.pages):,} pages"
    count += f" of {sets} data sets." if sets > 1 else "."
    board = leaderboard.parts[0]
    if not isinstance(board, ReportTable) or board.rows[0][1] is None:
        return count
    name, f1 = board.rows[0][:2]
    return f"{count} {short_name(str(name))} leads with a token F1 of {show(f1, 'score')}."


def _write(file: Path, text: str) -> None:
    file.write_bytes(text.encode("utf-8", "replace"))  # a lone surrogate cannot be written
