import json
from pathlib import Path

import pytest

from maintext.evaluation.extractors import MARKDOWN
from maintext.evaluation.metrics.intervals import ratio_interval
from maintext.evaluation.outcome import Outcome
from maintext.evaluation.report import write_report
from maintext.evaluation.report.structure import measure_structure, overview, structure_section
from maintext.evaluation.report.work import WorkPool
from maintext.evaluation.structure.scores import StructureScores
from tests.evaluation.structure.pages import AFTER, BEFORE, labelled

HEADED = labelled("<h2>Why it leans</h2><div><math alttext=x></math></div>", "Why it leans")
MARKDOWNS = {
    "auto": "## Why it leans\n\n$x$",
    "peer:resiliparse": f"{BEFORE}\n\n{AFTER}",
    "peer:html2text": "",
}


def outcomes() -> list[Outcome]:
    return [
        Outcome("towers", "1", MARKDOWN + name, "ok" if text else "error", text, 1.0)
        for name, text in MARKDOWNS.items()
    ]


@pytest.fixture
def scores() -> StructureScores:
    with WorkPool() as work:
        return measure_structure([HEADED], outcomes(), work)


def test_shares_are_of_things_and_not_of_pages() -> None:
    assert ratio_interval([1, 0, 0], [1, 9, 0]).value == 0.1
    with pytest.raises(ValueError, match="nothing to divide by"):
        ratio_interval([0.0], [0.0])


def test_every_extractor_has_a_figure_for_what_the_pages_have(scores: StructureScores) -> None:
    assert scores.extractors == tuple(MARKDOWNS)
    values = {name: scores.figure(name, "heading_recall") for name in scores.extractors}
    assert {name: value and value.value for name, value in values.items()} == {
        "auto": 1.0,
        "peer:resiliparse": 0.0,
        "peer:html2text": 0.0,
    }
    assert scores.figure("auto", "code") is None
    assert scores.total("heading_recall") == scores.total("heading_recall", "towers") == 1


def test_what_an_extractor_cannot_show_is_a_dash(scores: StructureScores) -> None:
    assert scores.figure("peer:resiliparse", "formulas") is None
    assert scores.figure("peer:html2text", "formulas") is not None


def test_the_tables_have_all_pages_and_each_data_set(scores: StructureScores) -> None:
    board = overview(scores)
    assert [column.name for column in board.columns] == [
        "measure",
        "number",
        "auto",
        "resiliparse",
        "html2text",
    ]
    assert "code exact" not in [row[0] for row in board.rows]
    names = [part.name for part in structure_section(scores).parts]
    assert names[:2] == ["structure-all", "structure-blocks"]
    assert "structure-formulas" in names


def test_the_report_has_a_section_on_structure(tmp_path: Path) -> None:
    plain = [Outcome("towers", "1", "auto", "ok", BEFORE, 1.0)]
    write_report([HEADED], plain, tmp_path / "with", structure=outcomes())
    write_report([HEADED], plain, tmp_path / "without")
    for name in "report.md", "report.html":
        assert "Heading recall, by data set" in (tmp_path / "with" / name).read_text()
        assert "Heading recall" not in (tmp_path / "without" / name).read_text()
    tables = json.loads((tmp_path / "with" / "report.json").read_text())["tables"]
    assert tables["structure-formulas"]["section"] == "Structure"
