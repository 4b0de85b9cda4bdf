from collections import Counter
from dataclasses import replace
from statistics import fmean

import pytest

from maintext import extract
from maintext.evaluation.extractors import choose
from maintext.evaluation.metrics import Grade, Interval, grade, is_acceptable, is_accurate, lcs_prf, token_prf
from maintext.evaluation.report.model import ReportTable, Section, Value
from maintext.evaluation.report.papers import paper_extractors, paper_sections, same_site
from maintext.evaluation.report.papers.ceds import importance_figure
from maintext.evaluation.report.papers.naive_bayes import half_of
from maintext.evaluation.report.papers.punctuation import MARKS
from maintext.evaluation.report.results import Results, measure
from maintext.evaluation.report.work import WorkPool
from maintext.methods.papers.ceds import Ceds
from maintext.methods.papers.naive_bayes import NaiveBayes
from maintext.methods.papers.path_similarity import PathSimilarity
from maintext.methods.papers.punctuation import Punctuation
from maintext.methods.registry import PAPERS, get_method
from maintext.page.parse import parse
from maintext.pipeline import Extractor, judge
from maintext.render import TitleChoice
from maintext.training.naive_bayes import train
from tests.evaluation.report.runs import make_outcomes, make_pages, make_results

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
        ("naive-bayes-2", "naive_bayes", "kept"),
        ("naive-bayes-3", "naive_bayes:printed(block_tags='table')", "always"),
        ("naive-bayes-3", "naive_bayes(block_tags='table')", "kept"),
    ],
)
def test_grades_are_counted_by_source_with_models_of_other_sites(
    results: Results, sections: dict[str, Section], name: str, spec: str, title: TitleChoice
) -> None:
    counts = Counter(graded(results, spec, title))
    rows = {row[:2]: row[2:] for row in table(sections, name).rows}
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
        rows = table(sections, name).rows[-table(sections, name).cited :]
        portals = "Sohu", "Sina", "Netease", "People's daily", "Tencent", "five portals"
        assert [row[0] for row in rows] == [f"in the paper: {portal}" for portal in portals]
        assert [row[2] for row in rows] == [100] * 5 + [500]
        rates = [rate.value for rate in rows[-1][-2:] if isinstance(rate, Interval)]
        assert rates == pytest.approx(means)


def test_the_claims_of_paper_1_are_judged_in_its_scope_and_on_all_pages(
    sections: dict[str, Section],
) -> None:
    for name in ("naive-bayes-claims", "naive-bayes-claims-default"):
        rows = table(sections, name).rows
        assert [str(row[0]).partition(":")[0] for row in rows] == ["Chinese articles"] * 5 + ["all pages"] * 5
        assert [row[1] for row in rows[:5]] == [0.358, 0.962, 0.086, 0.032, None]


def test_the_readings_of_paper_1_are_compared_with_the_default(
    results: Results, sections: dict[str, Section]
) -> None:
    readings = {row[1]: row[2:] for row in table(sections, "naive-bayes-readings").rows}
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


def test_ceds_is_measured_by_common_subsequences(results: Results, sections: dict[str, Section]) -> None:
    rows = measured(table(sections, "ceds-2"))
    assert list(rows) == ["fe", "cetd", "ceds"]
    for name in ("fe", "cetd", "ceds"):
        found = [lcs_prf(results.text(page, name), page.text or "") for page in results.with_gold]
        assert rows[name][:3] == pytest.approx([fmean(column) for column in zip(*found, strict=True)])
    assert measured(table(sections, "ceds-1"))["all"][1:] == rows["ceds"][:3]


def test_the_importance_figure_has_a_bar_for_each_block_with_kept_ones_in_colour() -> None:
    from importlib import resources

    html = (resources.files("maintext") / "samples" / "chinese-news.html").read_text("utf-8")
    scores = Ceds().score(parse(html))
    svg = importance_figure().drawing.svg()
    assert svg.count("<rect") == len(scores.values)
    assert svg.count('class="accent"') == int(Ceds().select(scores).sum()) > 0
