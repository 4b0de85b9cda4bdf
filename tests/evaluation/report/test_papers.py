from collections import Counter

import pytest

from maintext.evaluation.extractors import choose
from maintext.evaluation.metrics import Grade, grade
from maintext.evaluation.report.model import ReportTable, Section, Value
from maintext.evaluation.report.papers import paper_extractors, paper_sections
from maintext.evaluation.report.results import Results
from maintext.evaluation.report.work import WorkPool
from maintext.methods.papers.naive_bayes import NaiveBayes
from maintext.methods.registry import PAPERS
from maintext.pipeline import Extractor
from tests.evaluation.report.runs import make_results

METHODS = ("naive_bayes", "punctuation", "p_value", "path_similarity", "ceds", "cetd", "fe", "bte")


@pytest.fixture(scope="module")
def results() -> Results:
    return make_results(METHODS)


@pytest.fixture(scope="module")
def sections(results: Results) -> dict[str, Section]:
    return {section.name: section for section in paper_sections(results, WorkPool())}


def table(sections: dict[str, Section], name: str) -> ReportTable:
    parts = (part for section in sections.values() for part in section.parts if part.name == name)
    found = next(parts)
    assert isinstance(found, ReportTable)
    return found


def measured(table: ReportTable) -> dict[Value, tuple[Value, ...]]:
    """The rows that do not quote the paper, by their first value."""
    return {row[0]: row[1:] for row in table.rows[: len(table.rows) - table.cited]}


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


def test_every_table_and_figure_of_the_papers_is_made() -> None:
    needed = tuple(paper_extractors())
    for section in paper_sections(make_results(needed), WorkPool()):
        titles = dict.fromkeys(part.title.partition(":")[0] for part in section.parts)
        assert [title for title in titles if title in TABLES[section.name]] == TABLES[section.name]


@pytest.mark.parametrize(("name", "block_tags"), [("naive-bayes-2", "paper"), ("naive-bayes-3", "table")])
def test_grades_are_counted_by_source(
    results: Results, sections: dict[str, Section], name: str, block_tags: str
) -> None:
    extractor = Extractor(NaiveBayes(block_tags=block_tags))  # type: ignore[arg-type]
    grades = Counter(grade(extractor.extract(page.html).text, page.text or "") for page in results.with_gold)
    pages, excellent, good, poor, excellent_rate, good_rate = measured(table(sections, name))["all"]
    assert (pages, excellent, good, poor) == (7, *(grades[each] for each in Grade))
    assert excellent_rate == grades[Grade.EXCELLENT] / 7
    assert good_rate == pytest.approx((grades[Grade.EXCELLENT] + grades[Grade.GOOD]) / 7)
