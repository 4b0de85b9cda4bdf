from collections import Counter
from statistics import fmean

import pytest

from maintext.evaluation.metrics import is_accurate, paired_bootstrap, rate_interval, token_lcs_prf, token_prf
from maintext.evaluation.report.model import Section
from maintext.evaluation.report.papers.p_value import OURS, USES
from maintext.evaluation.report.results import Results
from maintext.methods.papers.p_value import PValue
from maintext.page.parse import parse
from maintext.pipeline import judge
from tests.evaluation.report.runs import make_results, only_section, table


@pytest.fixture(scope="module")
def results() -> Results:
    return make_results(USES)


@pytest.fixture(scope="module")
def section(results: Results) -> Section:
    return only_section(results)


def test_ctd_and_both_forms_are_compared_by_both_measures(results: Results, section: Section) -> None:
    means = {row[:2]: row[2:] for row in table(section, "p-value-1").rows}
    accurate = {row[:2]: row[2:] for row in table(section, "p-value-2").rows}
    for name in ("p_value", "p_value:printed", "cetd"):
        texts = [(results.text(page, name), page.text or "") for page in results.with_gold]
        bags, orders = ([measure(*both) for both in texts] for measure in (token_prf, token_lcs_prf))
        expected = [fmean(column) for measured in (bags, orders) for column in zip(*measured, strict=True)]
        assert means["all", name] == pytest.approx((7, *expected))
        right, in_order = (list(map(is_accurate, measured)) for measured in (bags, orders))
        rates = rate_interval(right), rate_interval(in_order)
        assert accurate["all", name] == (7, sum(right), rates[0], sum(in_order), rates[1])
    assert means["in the paper: Chaos", "p_value:printed"][1:4] == (0.9697, 0.9821, 0.9762)
    assert means["in the paper: Chaos", "cetd"][1:4] == (0.9686, 0.8964, 0.9283)


def test_judgements_are_counted_by_page_type_and_rule(results: Results, section: Section) -> None:
    rows = {row[:2]: row[2:] for row in table(section, "p-value-3").rows}
    verdicts = [judge(page.html) for page in results.with_gold]
    true = [page.page_type == "article" for page in results.with_gold]
    said = {
        "p_value:printed": [verdict.has_article_as_printed for verdict in verdicts],
        "p_value": [PValue().largest(parse(page.html.decode())) >= 0.5 for page in results.with_gold],
        OURS: [verdict.has_article for verdict in verdicts],
    }
    for rule, decisions in said.items():
        counts = Counter(zip(decisions, true, strict=True))
        cells = [counts[said_so, is_so] for said_so in (True, False) for is_so in (True, False)]
        assert rows["all", rule][:4] == tuple(cells)
        assert rows["all", rule][4] == pytest.approx((cells[0] + cells[3]) / 7)
    assert rows["in the paper: BBC", "p_value:printed"] == (23, 0, 5, 55, 78 / 83)


def test_the_claims_are_judged_by_the_printed_form(results: Results, section: Section) -> None:
    rows = {row[0]: row[1:] for row in table(section, "p-value-claims").rows}
    own, other = (
        [token_prf(results.text(page, name), page.text or "").recall for page in results.with_gold]
        for name in ("p_value:printed", "cetd")
    )
    printed, ours, _, holds = rows["the P value is ahead of CTD in recall"]
    assert printed == pytest.approx(0.0857)
    assert ours == pytest.approx(paired_bootstrap(own, other).difference)
    assert holds in ("yes", "no", "not decided")


def test_articles_that_are_found_are_judged_apart_from_pages_that_are_denied(
    results: Results, section: Section
) -> None:
    rows = {row[0]: row[1:] for row in table(section, "p-value-claims").rows}
    verdicts = [
        (judge(page.html).has_article_as_printed, page.page_type == "article") for page in results.with_gold
    ]
    for words, printed, flags in (
        ("pages with an article that P ≥ 0.5 finds", 23 / 28, [said for said, true in verdicts if true]),
        (
            "pages without an article that P ≥ 0.5 denies",
            1.0,
            [not said for said, true in verdicts if not true],
        ),
    ):
        rate = rate_interval(flags)
        assert rows[words][:2] == (printed, rate.value)
        assert rows[words][2] == f"{100 * rate.low:.1f} % to {100 * rate.high:.1f} %"


def test_accurate_pages_are_judged_by_both_measures(results: Results, section: Section) -> None:
    rows = {row[0]: row[1:] for row in table(section, "p-value-claims").rows}
    texts = [(results.text(page, "p_value:printed"), page.text or "") for page in results.with_gold]
    for words, measure in (("", token_prf), (", words in order", token_lcs_prf)):
        rate = rate_interval([is_accurate(measure(*both)) for both in texts])
        assert rows[f"pages extracted accurately{words}"][:2] == (250 / 262, rate.value)
