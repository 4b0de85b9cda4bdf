from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from maintext import extract
from maintext.evaluation.extractors import choose
from maintext.evaluation.metrics import Grade, Interval, grade
from maintext.evaluation.report.model import ReportTable, Section
from maintext.evaluation.report.papers import paper_extractors, paper_sections
from maintext.evaluation.report.papers.naive_bayes import half_of
from maintext.evaluation.report.results import Results, measure
from maintext.evaluation.report.work import WorkPool
from maintext.methods.papers.naive_bayes import NaiveBayes
from maintext.methods.registry import PAPERS, get_method
from maintext.options import TitleChoice
from maintext.training.naive_bayes import train
from tests.evaluation.report.runs import make_outcomes, make_pages, make_results, table

METHODS = ("naive_bayes", "punctuation", "p_value", "path_similarity", "ceds", "cetd", "fe", "bte")


@pytest.fixture(scope="module")
def results() -> Results:
    return make_results(METHODS)


@pytest.fixture(scope="module")
def sections(results: Results) -> dict[str, Section]:
    return {section.name: section for section in paper_sections(results, WorkPool())}


def test_there_is_a_section_for_each_paper_whose_method_was_run(sections: dict[str, Section]) -> None:
    assert list(sections) == [
        "paper-naive-bayes",
        "paper-punctuation",
        "paper-p-value",
        "paper-path-similarity",
        "paper-ceds",
    ]
    assert [section.name for section in paper_sections(make_results(("fe", "ceds")), WorkPool())] == [
        "paper-ceds"
    ]
    assert paper_sections(make_results(), WorkPool()) == []


def test_the_papers_need_their_methods_printed_forms_and_opponents() -> None:
    needed = paper_extractors()
    assert {method.name for method in PAPERS} <= set(needed)
    assert {f"{method.name}:printed" for method in PAPERS} <= set(needed)
    assert {"bte", "dsc", "fe", "lqf", "ccb", "cetr", "cetd"} <= set(needed)
    assert choose(needed, []) == needed, "USES has canonical specs"


TABLES = {
    "paper-naive-bayes": ["Table 2", "Table 3"],
    "paper-punctuation": ["Table I", "Table II", "Table III", "Fig. 1"],
    "paper-p-value": ["Table 1", "Table 2", "Table 3"],
    "paper-path-similarity": ["Table 1", "Table 2"],
    "paper-ceds": ["Table I", "Table II", "Fig. 4"],
}


@pytest.fixture(scope="module")
def complete() -> list[Section]:
    """The sections of a run with all that `--papers` needs."""
    return paper_sections(make_results(tuple(paper_extractors())), WorkPool())


def test_every_table_and_figure_of_the_papers_is_made(complete: list[Section]) -> None:
    for section in complete:
        titles = [part.title.partition(":")[0] for part in section.parts]
        assert [title for title in dict.fromkeys(titles) if title in TABLES[section.name]] == TABLES[
            section.name
        ]


def test_tables_by_source_have_a_row_for_all_pages_that_is_the_last(complete: list[Section]) -> None:
    by_source = [
        part
        for section in complete
        for part in section.parts
        if isinstance(part, ReportTable) and part.columns[0].name == "source"
    ]
    assert len(by_source) == 18
    for part in by_source:
        own = part.rows[: len(part.rows) - part.cited]
        assert own[-1][0] == "all", part.name
        assert {"news", "all"} <= {row[0] for row in own}, part.name


def test_the_docs_list_every_part_of_the_papers_sections(complete: list[Section]) -> None:
    listed = (Path(__file__).parents[3] / "docs/papers/README.md").read_text("utf-8")
    for section in complete:
        assert [part.name for part in section.parts if f"`{part.name}`" not in listed] == []


def graded(results: Results, spec: str, title: TitleChoice) -> list[Grade]:
    """Every page, with a model that was fitted to the pages of the other half of the sites."""
    grades = []
    for page in results.with_gold:
        others = [other for other in results.with_gold if half_of(other) != half_of(page)]
        method = get_method(spec)
        assert isinstance(method, NaiveBayes)
        method = replace(method, model=train(others, segmentations=method.segmentation.family))
        text = extract(page.html, url=page.url, method=method, title=title).text
        grades.append(grade(text, page.text or ""))
    return grades


@pytest.mark.parametrize(
    ("name", "spec", "title"),
    [
        ("naive-bayes-2", "naive_bayes:printed", "always"),
        ("naive-bayes-2", "naive_bayes", "auto"),
        ("naive-bayes-3", "naive_bayes:printed(block_tags='table')", "always"),
        ("naive-bayes-3", "naive_bayes(block_tags='table')", "auto"),
    ],
)
def test_grades_are_counted_by_source_with_models_of_other_sites(
    results: Results, sections: dict[str, Section], name: str, spec: str, title: TitleChoice
) -> None:
    counts = Counter(graded(results, spec, title))
    rows = {row[:2]: row[2:] for row in table(sections["paper-naive-bayes"], name).rows}
    pages, excellent, good, poor, excellent_rate, good_rate = rows["all", spec]
    assert (pages, excellent, good, poor) == (7, *(counts[each] for each in Grade))
    assert isinstance(excellent_rate, Interval)
    assert isinstance(good_rate, Interval)
    assert excellent_rate.value == pytest.approx(counts[Grade.EXCELLENT] / 7)
    assert good_rate.value == pytest.approx(1 - counts[Grade.POOR] / 7)
    assert rows["news", spec][0] == 5
    assert rows["Chinese articles", spec][0] == 1


def test_every_row_that_paper_1_prints_is_quoted(sections: dict[str, Section]) -> None:
    for name, means in (("naive-bayes-2", (0.358, 0.962)), ("naive-bayes-3", (0.272, 0.930))):
        found = table(sections["paper-naive-bayes"], name)
        rows = found.rows[-found.cited :]
        portals = "Sohu", "Sina", "Netease", "People's daily", "Tencent", "five portals"
        assert [row[0] for row in rows] == [f"in the paper: {portal}" for portal in portals]
        assert [row[2] for row in rows] == [100] * 5 + [500]
        rates = [rate.value for rate in rows[-1][-2:] if isinstance(rate, Interval)]
        assert rates == pytest.approx(means)


def test_the_claims_of_paper_1_are_judged_in_its_scope_and_on_all_pages(
    sections: dict[str, Section],
) -> None:
    for name in ("naive-bayes-claims", "naive-bayes-claims-default"):
        rows = table(sections["paper-naive-bayes"], name).rows
        assert [str(row[0]).partition(":")[0] for row in rows] == ["Chinese articles"] * 5 + ["all pages"] * 5
        assert [row[1] for row in rows[:5]] == [0.358, 0.962, 0.086, 0.032, None]


def test_the_readings_of_paper_1_are_compared_with_the_default(
    results: Results, sections: dict[str, Section]
) -> None:
    readings = {row[1]: row[2:] for row in table(sections["paper-naive-bayes"], "naive-bayes-readings").rows}
    default, nothing = readings.pop("naive_bayes")
    assert nothing is None
    assert {"naive_bayes:printed", "naive_bayes(blocks='subtree')", "title=always"} < readings.keys()
    for f1, difference in readings.values():
        assert isinstance(default, Interval)
        assert isinstance(f1, Interval)
        assert isinstance(difference, Interval)
        assert f1.value - difference.value == pytest.approx(default.value)


def test_a_run_with_a_single_site_has_no_tables_of_paper_1() -> None:
    page = make_pages()[0]
    results = measure([page], make_outcomes((page,), ("naive_bayes",)), WorkPool())
    section = paper_sections(results, WorkPool())[0]
    assert section.parts == ()
    assert "nothing is measured" in section.text
