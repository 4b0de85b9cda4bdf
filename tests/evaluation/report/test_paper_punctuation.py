import math
from dataclasses import replace
from statistics import fmean

import pytest

from maintext.evaluation.metrics import is_acceptable, paired_bootstrap, rate_interval
from maintext.evaluation.report.model import Figure, ReportTable, Section
from maintext.evaluation.report.papers import paper_sections
from maintext.evaluation.report.papers.punctuation import DOTS, GRIDS, MARKS, USES
from maintext.evaluation.report.results import Results
from maintext.evaluation.report.work import WorkPool
from maintext.methods.papers.punctuation import Punctuation
from maintext.pipeline import Extractor
from tests.evaluation.report.runs import make_results


@pytest.fixture(scope="module")
def results() -> Results:
    return make_results(USES)


@pytest.fixture(scope="module")
def section(results: Results) -> Section:
    (only,) = paper_sections(results, WorkPool())
    return only


def table(section: Section, name: str) -> ReportTable:
    found = next(part for part in section.parts if part.name == name)
    assert isinstance(found, ReportTable)
    return found


def acceptable(results: Results, name: str) -> list[bool]:
    return [is_acceptable(results.text(page, name), page.text or "") for page in results.with_gold]


def test_marks_are_counted_in_gold_texts_and_on_pages(results: Results, section: Section) -> None:
    rows = {row[0]: row[1:] for row in table(section, "punctuation-1").rows}
    assert list(rows) == list(MARKS)

    def counts(lang: str | None) -> tuple[int, int]:
        pages = [page for page in results.with_gold if lang in (None, page.lang)]
        texts = ("".join(page.text or "" for page in pages), "".join(page.html.decode() for page in pages))
        return texts[0].count(",") + texts[0].count("，"), texts[1].count(",") + texts[1].count("，")

    (gold, on_pages), (chinese_gold, chinese_pages) = counts(None), counts("zh")
    assert rows["comma"][:3] == (gold, on_pages, gold / on_pages)
    assert rows["comma"][3:6] == (chinese_gold, chinese_pages, chinese_gold / chinese_pages)
    assert rows["comma"][6:] == (22938, 23907, 22938 / 23907)
    assert rows["emphasis"] == (0, 0, None, 0, 0, None, 0, 0, None)


def test_the_seven_dots_are_those_that_the_method_counts() -> None:
    page = "".join(f"<p>a{MARKS[mark].characters[0]}</p>" for mark in DOTS)
    kept = Extractor(Punctuation(marks="cjk")).extract(page).text.split()
    assert len(kept) == len(DOTS) == 7


def test_acceptable_pages_are_counted_by_source_and_form(results: Results, section: Section) -> None:
    rows = {row[:2]: row[2:] for row in table(section, "punctuation-2").rows}
    for name in ("punctuation", "punctuation:printed"):
        found = acceptable(results, name)
        assert rows["all", name] == (7, sum(found), found.count(False), sum(found) / 7)
        assert rows["news", name][0] == 5
    quoted = {source: row for (source, name), row in rows.items() if str(source).startswith("in the paper")}
    assert list(quoted) == [f"in the paper: {site}" for site in "sina sohu infzm cctv yahoo total".split()]
    counts = [tuple(map(int, map(str, row[:3]))) for row in quoted.values()]
    assert [sum(column) for column in zip(*counts[:-1], strict=True)] == list(counts[-1])
    assert all(right + wrong == pages for pages, right, wrong in counts)


def test_the_opponent_is_compared_on_the_same_pages(results: Results, section: Section) -> None:
    rows = {row[:2]: row[2] for row in table(section, "punctuation-3").rows}
    for name in USES:
        assert rows["all", name] == rate_interval(acceptable(results, name))
    assert rows["in the paper: cctv", "song"] == 0.829
    assert rows["in the paper: cctv", "punctuation:printed"] == 0.910


def test_the_claims_are_judged_by_the_printed_form(results: Results, section: Section) -> None:
    rows = {row[0]: row[1:] for row in table(section, "punctuation-claims").rows}
    own, other = acceptable(results, "punctuation:printed"), acceptable(results, "song")
    assert rows["pages extracted acceptably"][:2] == (0.958, sum(own) / 7)
    difference = paired_bootstrap(own, other).difference
    assert rows["ahead of literature [4] (song)"][1] == pytest.approx(difference)
    assert sum("is the best choice" in str(words) for words in rows) == 2


@pytest.mark.parametrize("name", GRIDS)
def test_a_figure_shows_the_rate_at_each_pair_of_thresholds(
    results: Results, section: Section, name: str
) -> None:
    figure = next(part for part in section.parts if part.name == name)
    assert isinstance(figure, Figure)
    svg = figure.drawing.svg()
    method = {"": Punctuation.as_printed(), "-e": replace(Punctuation.as_printed(), base=math.e)}.get(
        name.removeprefix("punctuation-thresholds"), Punctuation()
    )
    pages = [page for page in results.with_gold if page.lang == "zh" or method.marks == "all"]
    for epsilon, theta in ((0.5, -0.5), (0.8, -2.5), (0.95, -1.0)):
        extractor = Extractor(replace(method, epsilon=epsilon, theta=theta))
        rate = fmean(is_acceptable(extractor.extract(page.html).text, page.text or "") for page in pages)
        assert f"ε = {epsilon:g}, θ = {theta:g}: {rate:.1%} of the pages" in svg
