from collections import Counter
from statistics import fmean

import pytest

from maintext.evaluation.extractors import choose
from maintext.evaluation.metrics import Grade, grade, is_acceptable, is_accurate, token_prf
from maintext.evaluation.report.model import ReportTable, Section, Value
from maintext.evaluation.report.papers import paper_extractors, paper_sections, same_site
from maintext.evaluation.report.papers.punctuation import MARKS
from maintext.evaluation.report.results import Results
from maintext.evaluation.report.work import WorkPool
from maintext.methods.papers.naive_bayes import NaiveBayes
from maintext.methods.papers.path_similarity import PathSimilarity
from maintext.methods.papers.punctuation import Punctuation
from maintext.methods.registry import PAPERS
from maintext.pipeline import Extractor, judge
from tests.evaluation.report.runs import make_pages, make_results

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
    "paper-punctuation": ["Table I", "Table II", "Fig. 1"],
    "paper-p-value": ["Table 1", "Table 2", "Table 3"],
    "paper-path-similarity": ["Table 1", "Table 2"],
    "paper-ceds": ["Table I", "Table II", "Fig. 4"],
}


def test_every_table_and_figure_of_the_papers_is_made() -> None:
    needed = tuple(paper_extractors())
    for section in paper_sections(make_results(needed), WorkPool()):
        titles = [part.title.partition(":")[0] for part in section.parts]
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


def test_marks_are_counted_in_gold_texts_and_on_pages(results: Results, sections: dict[str, Section]) -> None:
    rows = measured(table(sections, "punctuation-1"))
    assert list(rows) == list(MARKS)
    gold = sum((page.text or "").count(",") + (page.text or "").count("，") for page in results.with_gold)
    on_pages = sum(
        page.html.decode().count(",") + page.html.decode().count("，") for page in results.with_gold
    )
    assert rows["comma"][:3] == (gold, on_pages, gold / on_pages)


def test_acceptable_pages_are_counted_by_source(results: Results, sections: dict[str, Section]) -> None:
    found = [is_acceptable(results.text(page, "punctuation"), page.text or "") for page in results.with_gold]
    rows = measured(table(sections, "punctuation-2"))
    assert rows["all"] == (7, sum(found), found.count(False), sum(found) / 7)
    assert rows["news"][0] == 5


def test_the_threshold_figure_shows_the_rate_at_each_pair(
    results: Results, sections: dict[str, Section]
) -> None:
    svg = sections["paper-punctuation"].parts[2].drawing.svg()  # type: ignore[union-attr]
    for epsilon, theta in ((0.5, -0.5), (0.8, -2.5), (0.95, -1.0)):
        extractor = Extractor(Punctuation(epsilon=epsilon, theta=theta))
        rate = fmean(
            is_acceptable(extractor.extract(page.html).text, page.text or "") for page in results.with_gold
        )
        assert f"ε = {epsilon:g}, θ = {theta:g}: {rate:.1%} of the pages" in svg


def test_cetd_and_p_value_are_compared_by_means_over_pages(
    results: Results, sections: dict[str, Section]
) -> None:
    rows = {row[:2]: row[2:] for row in table(sections, "p-value-1").rows}
    accurate = {row[:2]: row[2:] for row in table(sections, "p-value-2").rows}
    for extractor, name in (("cetd", "CTD"), ("p_value", "P value")):
        tokens = [token_prf(results.text(page, extractor), page.text or "") for page in results.with_gold]
        assert rows[name, "all"] == pytest.approx([fmean(column) for column in zip(*tokens, strict=True)])
        right = sum(map(is_accurate, tokens))
        assert accurate[name, "all"] == (7, right, right / 7)


def test_judgements_are_counted_by_page_type(results: Results, sections: dict[str, Section]) -> None:
    said = [judge(page.html).has_article_as_printed for page in results.with_gold]
    true = [page.page_type == "article" for page in results.with_gold]
    counts = Counter(zip(said, true, strict=True))
    row = measured(table(sections, "p-value-3"))["P as printed ≥ 0.5"]
    assert row[:4] == (counts[True, True], counts[True, False], counts[False, True], counts[False, False])
    assert row[4] == pytest.approx((counts[True, True] + counts[False, False]) / 7)


def test_path_similarity_uses_other_pages_of_the_site(results: Results, sections: dict[str, Section]) -> None:
    others = same_site(results.pages)
    texts = [
        Extractor(PathSimilarity(), site=others[page.dataset, page.id] or None).extract(page.html).text
        for page in results.with_gold
    ]
    correct = [
        is_acceptable(text, page.text or "") for text, page in zip(texts, results.with_gold, strict=True)
    ]
    rows = measured(table(sections, "path-similarity-1"))
    assert rows["news, with pages of its site"][0] == 3
    assert rows["all"][2:4] == (sum(correct), correct.count(False))
    tokens = [token_prf(text, page.text or "") for text, page in zip(texts, results.with_gold, strict=True)]
    against = measured(table(sections, "path-similarity-2"))
    assert list(against) == ["bte", "fe", "path_similarity"]
    assert against["path_similarity"][:3] == pytest.approx(
        [fmean(column) for column in zip(*tokens, strict=True)]
    )


def test_a_page_is_compared_with_two_other_pages_of_its_site() -> None:
    pages = make_pages()
    others = same_site(pages)
    assert others["news", "p0"] == (pages[1].html, pages[2].html)
    assert others["news", "p1"] == (pages[2].html, pages[0].html)
    assert others["news", "p3"] == ()
