from dataclasses import replace
from importlib import resources
from statistics import fmean

import pytest

from maintext.evaluation.datasets import LabelledPage
from maintext.evaluation.metrics import Interval, Prf, bootstrap_interval, lcs_prf, paired_bootstrap
from maintext.evaluation.report.model import Figure, ReportTable, Section
from maintext.evaluation.report.papers import paper_sections
from maintext.evaluation.report.papers.news import is_news
from maintext.evaluation.report.results import Results
from maintext.evaluation.report.work import WorkPool
from maintext.methods.papers.ceds import Ceds
from maintext.page.parse import parse
from maintext.pipeline import Extractor
from tests.evaluation.report.runs import make_results

METHODS = ("fe", "cetr", "cetd", "ceds")
FORMS = [
    *("fe", "cetr:printed", "cetr", "cetd"),
    *("ceds:printed", "ceds:printed(nested='innermost')", "ceds"),
]


@pytest.fixture(scope="module")
def results() -> Results:
    return make_results(METHODS)


@pytest.fixture(scope="module")
def section(results: Results) -> Section:
    (found,) = paper_sections(results, WorkPool())
    return found


@pytest.fixture(scope="module")
def expected(results: Results) -> dict[str, list[Prf]]:
    """The scores of each method in each form, by page."""
    extractors = {name: Extractor(name) for name in FORMS}
    return {
        name: [lcs_prf(extractor.extract(page.html).text, page.text or "") for page in results.with_gold]
        for name, extractor in extractors.items()
    }


def table(section: Section, name: str) -> ReportTable:
    (found,) = [part for part in section.parts if part.name == name]
    assert isinstance(found, ReportTable)
    return found


def test_every_method_is_measured_by_common_subsequences(
    section: Section, expected: dict[str, list[Prf]]
) -> None:
    rows = [row for row in table(section, "ceds-2").rows if row[1] == "all"]
    assert [row[0] for row in rows] == FORMS
    for row in rows:
        found = expected[str(row[0])]
        precision, recall, _ = (fmean(column) for column in zip(*found, strict=True))
        assert row[3:5] == pytest.approx((precision, recall))
        assert row[5] == bootstrap_interval([prf.f1 for prf in found])
        assert row[6] == pytest.approx(2 * precision * recall / (precision + recall))


def test_there_is_a_row_for_each_source_and_form(section: Section, expected: dict[str, list[Prf]]) -> None:
    rows = {row[:2]: row[2:] for row in table(section, "ceds-1").rows}
    forms = ("as printed", "as printed, innermost blocks", "default")
    for form, name in zip(forms, FORMS[-3:], strict=True):
        means = (fmean(column) for column in zip(*expected[name], strict=True))
        assert rows["all", form] == pytest.approx((7, *means))
        assert rows["news", form][0] == 5
    assert rows["in the paper: Sina News", "as printed"] == (None, 0.9929, 0.9816, 0.9849)


def test_f1_is_listed_by_source(section: Section, expected: dict[str, list[Prf]]) -> None:
    rows = {row[0]: row[2:] for row in table(section, "ceds-2-f1").rows}
    assert rows["all"] == pytest.approx([fmean(prf.f1 for prf in expected[name]) for name in FORMS])
    assert rows["in the paper"] == (0.6647, 0.9022, None, 0.9453, 0.9821, None, None)


def test_leads_have_the_intervals_of_the_paired_bootstrap(
    section: Section, expected: dict[str, list[Prf]]
) -> None:
    f1 = {name: [prf.f1 for prf in own] for name, own in expected.items()}
    lead = paired_bootstrap(f1["ceds:printed"], f1["cetd"])
    rows = {row[:2]: row[2:] for row in table(section, "ceds-2-ahead").rows}
    shown = rows["all", "as printed"][1 + FORMS.index("cetd")]
    assert isinstance(shown, Interval)
    assert shown[:3] == pytest.approx(lead[:3])
    claims = {row[0]: row[1:] for row in table(section, "ceds-claims").rows}
    assert claims["all: F1 less that of cetd"][1] == pytest.approx(lead.difference)
    assert claims["all: F1 less that of cetd"][0] == pytest.approx(0.9821 - 0.9453)
    assert claims["all: recall"][:2] == pytest.approx(
        (0.9854, fmean(prf.recall for prf in expected["ceds:printed"]))
    )


def test_thematic_news_are_the_articles_of_news_sets(section: Section) -> None:
    page = LabelledPage("news4k", "1", b"", "text", page_type="article")
    assert is_news(page)
    assert is_news(replace(page, page_type=None))
    assert is_news(replace(page, dataset="mine", page_type="news"))
    assert not is_news(replace(page, page_type="forum"))
    assert not is_news(replace(page, dataset="wcxb-dev"))
    assert not any(row[0] == "thematic news" for row in table(section, "ceds-1").rows)
    (of_news,) = paper_sections(make_results(("ceds",), dataset="news4k"), WorkPool())
    assert [row[::2][:2] for row in table(of_news, "ceds-1").rows[:3]] == [("thematic news", 4)] * 3


def test_the_importance_figures_have_a_bar_for_each_block_with_kept_ones_in_colour(section: Section) -> None:
    html = (resources.files("maintext") / "samples" / "chinese-news.html").read_text("utf-8")
    figures = {part.name: part for part in section.parts if isinstance(part, Figure)}
    for name, method in (("ceds-importance", Ceds.as_printed()), ("ceds-importance-default", Ceds())):
        scores = method.score(parse(html))
        svg = figures[name].drawing.svg()
        assert svg.count("<rect") == len(scores.values)
        assert svg.count('class="accent"') == int(method.select(scores).sum()) > 0
