from dataclasses import replace
from importlib import resources
from statistics import fmean

import pytest

from maintext.evaluation.datasets import LabelledPage
from maintext.evaluation.metrics import (
    Interval,
    Prf,
    bootstrap_interval,
    difference_interval,
    f1_interval,
    lcs_prf,
    paired_bootstrap,
)
from maintext.evaluation.report.model import Figure, Section
from maintext.evaluation.report.papers.news import is_news
from maintext.evaluation.report.results import Results
from maintext.methods.papers.ceds import Ceds
from maintext.page.parse import parse
from maintext.pipeline import Extractor
from tests.evaluation.report.runs import make_results, only_section, table

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
    return only_section(results)


@pytest.fixture(scope="module")
def expected(results: Results) -> dict[str, list[Prf]]:
    """The scores of each method in each form, by page."""
    extractors = {name: Extractor(name) for name in FORMS}
    return {
        name: [lcs_prf(extractor.extract(page.html).text, page.text or "") for page in results.with_gold]
        for name, extractor in extractors.items()
    }


def test_every_method_is_measured_by_common_subsequences(
    section: Section, expected: dict[str, list[Prf]]
) -> None:
    rows = [row for row in table(section, "ceds-2").rows if row[0] == "all"]
    assert [row[1] for row in rows] == FORMS
    for row in rows:
        found = expected[str(row[1])]
        precision, recall, _ = (fmean(column) for column in zip(*found, strict=True))
        assert row[3:5] == pytest.approx((precision, recall))
        assert row[5] == bootstrap_interval([prf.f1 for prf in found])
        assert isinstance(row[6], Interval)
        assert row[6].value == pytest.approx(2 * precision * recall / (precision + recall))
        assert row[6] == f1_interval(found)


def test_there_is_a_row_for_each_source_and_form(section: Section, expected: dict[str, list[Prf]]) -> None:
    rows = {row[:2]: row[2:] for row in table(section, "ceds-1").rows}
    for name in FORMS[-3:]:
        means = (fmean(column) for column in zip(*expected[name], strict=True))
        assert rows["all", name] == pytest.approx((7, *means))
        assert rows["news", name][0] == 5
    assert rows["in the paper: Sina News", "ceds:printed"] == (None, 0.9929, 0.9816, 0.9849)


def test_f1_is_listed_by_source(section: Section, expected: dict[str, list[Prf]]) -> None:
    rows = {row[0]: row[2:] for row in table(section, "ceds-2-f1").rows}
    assert rows["all"] == pytest.approx([fmean(prf.f1 for prf in expected[name]) for name in FORMS])
    assert rows["in the paper"] == (0.6647, 0.9022, None, 0.9453, 0.9821, None, None)


def test_a_method_is_quoted_at_the_same_form_in_both_tables(section: Section) -> None:
    quoted = {row[1]: row[6] for row in table(section, "ceds-2").rows if row[0] == "in the paper"}
    by_source = table(section, "ceds-2-f1")
    names = [column.name for column in by_source.columns[2:]]
    f1 = {name: value for name, value in zip(names, by_source.rows[-1][2:], strict=True) if value is not None}
    assert f1 == {name: value for name, value in quoted.items() if name in names}
    assert list(quoted) == ["fe", "ccb", "cetr:printed", "cetd", "ceds:printed"]


def test_leads_have_the_intervals_of_the_paired_bootstrap(
    section: Section, expected: dict[str, list[Prf]]
) -> None:
    f1 = {name: [prf.f1 for prf in own] for name, own in expected.items()}
    lead = paired_bootstrap(f1["ceds:printed"], f1["cetd"])
    rows = {row[:2]: row[2:] for row in table(section, "ceds-2-ahead").rows}
    shown = rows["all", "ceds:printed"][1 + FORMS.index("cetd")]
    assert isinstance(shown, Interval)
    assert shown[:3] == pytest.approx(lead[:3])
    assert shown == difference_interval(f1["ceds:printed"], f1["cetd"])


@pytest.mark.parametrize(
    ("scope", "form"),
    [("all", "ceds:printed"), ("all, innermost blocks", "ceds:printed(nested='innermost')")],
)
def test_both_readings_are_judged_by_every_figure_of_table_2(
    section: Section, expected: dict[str, list[Prf]], scope: str, form: str
) -> None:
    claims = {row[0]: row[1:] for row in table(section, "ceds-claims").rows}
    own = expected[form]
    both = f1_interval(own)
    assert claims[f"{scope}: F1 of both"][:2] == (0.9821, both.value)
    assert claims[f"{scope}: F1 of both"][2] == f"{100 * both.low:.1f} % to {100 * both.high:.1f} %"
    above = both.value - f1_interval(expected["cetd"]).value
    assert claims[f"{scope}: F1 of both less that of cetd"][:2] == pytest.approx((0.9821 - 0.9453, above))
    assert claims[f"{scope}: F1 of both less that of cetr:printed"][0] == pytest.approx(0.9821 - 0.9022)
    assert claims[f"{scope}: F1 of both less that of cetr"][0] is None  # our default is not in the paper
    for at, (figure, printed, fe) in enumerate((("precision", 0.9790, 0.7419), ("recall", 0.9854, 0.6021))):
        mean, others = fmean(prf[at] for prf in own), fmean(prf[at] for prf in expected["fe"])
        assert claims[f"{scope}: {figure}"][:2] == pytest.approx((printed, mean))
        assert claims[f"{scope}: {figure} less that of fe"][:2] == pytest.approx(
            (printed - fe, mean - others)
        )


def test_thematic_news_are_the_articles_of_news_sets(section: Section) -> None:
    page = LabelledPage("news4k", "1", b"", "text", page_type="article")
    assert is_news(page)
    assert is_news(replace(page, page_type=None))
    assert is_news(replace(page, dataset="mine", page_type="news"))
    assert not is_news(replace(page, page_type="forum"))
    assert not is_news(replace(page, dataset="wcxb-dev"))
    assert not any(row[0] == "thematic news" for row in table(section, "ceds-1").rows)
    of_news = only_section(make_results(("ceds",), dataset="news4k"))
    assert [row[::2][:2] for row in table(of_news, "ceds-1").rows[:3]] == [("thematic news", 4)] * 3


def test_the_importance_figures_have_a_bar_for_each_block_with_kept_ones_in_colour(section: Section) -> None:
    html = (resources.files("maintext") / "samples" / "chinese-news.html").read_text("utf-8")
    figures = {part.name: part for part in section.parts if isinstance(part, Figure)}
    for name, method in (("ceds-importance", Ceds.as_printed()), ("ceds-importance-default", Ceds())):
        scores = method.score(parse(html))
        svg = figures[name].drawing.svg()
        assert svg.count("<rect") == len(scores.values)
        assert svg.count('class="accent"') == int(method.select(scores).sum()) > 0
