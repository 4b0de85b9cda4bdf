"""Rows by data set, site and in all; and claims with their intervals."""

from statistics import fmean

import pytest

from maintext.evaluation.datasets import LabelledPage
from maintext.evaluation.metrics import (
    Prf,
    bootstrap_interval,
    f1_interval,
    paired_bootstrap,
    rate_interval,
    ratio_interval,
)
from maintext.evaluation.report.model import Column, Value, show
from maintext.evaluation.report.papers.claims import (
    beats,
    claims_table,
    f1_beats,
    f1_reaches,
    reaches,
    share_reaches,
)
from maintext.evaluation.report.papers.sources import by_source, in_paper, source_rows, source_table
from maintext.evaluation.report.results import family


def make(dataset: str, host: str | None, count: int) -> list[LabelledPage]:
    urls = [None if host is None else f"http://{host}/{at}" for at in range(count)]
    return [
        LabelledPage(dataset, f"{host}{at}", f"{host}{at}".encode(), "x", url=url)
        for at, url in enumerate(urls)
    ]


PAGES = [
    *make("zhnews", "finance.nbd.com.cn", 6),
    *make("zhnews", "www.yicai.com", 9),
    *make("tea", "tea.example.org", 12),
    *make("zhnews", "www.nbd.com.cn", 4),
    *make("zhnews", None, 11),
]


def test_a_site_with_ten_pages_has_a_row_below_its_data_set() -> None:
    sources = by_source(PAGES, range(len(PAGES)))
    assert list(sources) == ["zhnews", "zhnews: nbd.com.cn", "tea", "all"]
    assert sources["zhnews"] == [*range(15), *range(27, 42)]
    assert sources["zhnews: nbd.com.cn"] == [*range(6), *range(27, 31)]
    assert sources["all"] == list(range(42))


def test_one_data_set_of_one_site_is_one_row_and_all() -> None:
    assert by_source(PAGES[15:27], range(12)) == {"tea": list(range(12)), "all": list(range(12))}


def test_every_source_has_a_row_for_each_method_and_the_papers_rows_come_last() -> None:
    values = {"ceds": range(42), "ceds:printed": range(42, 84)}

    def figures(own: object) -> tuple[Value, ...]:
        assert isinstance(own, list)
        return len(own), fmean(own)

    rows = source_rows(PAGES, values, figures)
    assert [row[:3] for row in rows[:2]] == [("zhnews", "ceds", 30), ("zhnews", "ceds:printed", 30)]
    assert rows[-1] == ("all", "ceds:printed", 42, fmean(range(42, 84)))
    quoted = in_paper("ceds", {"Sina": (100, 0.99), "Sohu": (100, 0.98)})
    table = source_table("ceds-1", "Table I", (Column("pages"), Column("F1")), rows, quoted)
    assert table.cited == 2
    assert table.rows[-1] == ("in the paper: Sohu", "ceds", 100, 0.98)
    assert [column.name for column in table.columns] == ["source", "method", "pages", "F1"]


def test_a_printed_form_belongs_to_the_family_of_its_method() -> None:
    assert family("ceds:printed") == family("ceds(numerator='ratio')") == "paper"
    assert family("cetr:printed") == "baseline"
    assert (family("auto-cv"), family("peer:gne")) == ("own", "peer")


def test_a_rate_holds_if_the_whole_interval_reaches_the_papers_figure() -> None:
    flags = [True] * 90 + [False] * 10
    low, high = rate_interval(flags)[1:3]
    for printed, holds in (
        *((0.5, "yes"), (low, "yes"), (low + 0.001, "not decided")),
        *((0.9, "not decided"), (high, "not decided"), (high + 0.001, "no")),
    ):
        claim = reaches("nine in ten", printed, flags)
        assert (claim.ours, claim.low, claim.high, claim.holds) == (0.9, low, high, holds)


def test_a_mean_has_a_bootstrap_interval() -> None:
    f1 = [0.9, 0.8, 1.0, 0.7]
    assert reaches("F1", 0.5, f1)[2:5] == bootstrap_interval(f1)[:3]


def test_a_share_is_that_of_all_counts_not_the_mean_over_pages() -> None:
    part, whole = [1, 90] * 20, [10, 100] * 20
    claim = share_reaches("marks in the text", 0.85, part, whole)
    assert claim.ours == 91 / 110
    assert claim[2:5] == ratio_interval(part, whole)[:3]
    assert claim.low < 91 / 110 < claim.high
    assert claim.holds == "not decided"
    assert share_reaches("marks in the text", claim.low, part, whole).holds == "yes"
    assert share_reaches("marks in the text", 0.95, part, whole).holds == "no"


def test_the_f1_of_means_is_judged_like_other_figures() -> None:
    ours, other = [Prf(0.9, 0.5, 0.64), Prf(0.5, 0.9, 0.64)] * 20, [Prf(0.6, 0.6, 0.6)] * 40
    claim = f1_reaches("F1", 0.5, ours)
    assert claim[2:5] == f1_interval(ours)[:3]
    assert claim.ours == pytest.approx(0.7)
    assert claim.holds == "yes"
    assert f1_reaches("F1", claim.high + 0.001, ours).holds == "no"
    ahead = f1_beats("F1", None, ours, other)
    assert ahead.ours == pytest.approx(0.1)
    assert ahead.holds == "yes"
    assert f1_beats("F1", None, other, ours).holds == "no"
    assert f1_beats("F1", None, ours, ours).holds == "not decided"


def test_a_claim_that_is_nearly_zero_has_no_sign() -> None:
    table = claims_table("ceds", [beats("more", None, [0.0] * 3000, [0.0001] * 3000)])
    assert show(table.rows[0][2], "percent") == "0.0 %"
    assert table.rows[0][3:] == ("0.0 % to 0.0 %", "no")


@pytest.mark.parametrize(("other", "holds"), [(0.5, "yes"), (1.0, "no"), (0.75, "not decided")])
def test_a_method_beats_another_if_the_interval_is_above_zero(other: float, holds: str) -> None:
    ours = [0.7, 0.8] * 20
    claim = beats("better", None, ours, [other] * 40)
    assert claim[2:5] == paired_bootstrap(ours, [other] * 40)[:3]
    assert claim.holds == holds


@pytest.mark.parametrize(("pages", "holds"), [(1, "not decided"), (9, "not decided"), (10, "yes")])
def test_on_few_pages_only_rates_are_decided(pages: int, holds: str) -> None:
    good, bad = [Prf(1.0, 1.0, 1.0)] * pages, [Prf(0.5, 0.5, 0.5)] * pages
    claims = [
        reaches("a mean", 0.5, [0.9] * pages),
        share_reaches("a share", 0.5, [9] * pages, [10] * pages),
        f1_reaches("F1", 0.5, good),
        beats("more", None, [1.0] * pages, [0.5] * pages),
        f1_beats("more F1", None, good, bad),
    ]
    assert {claim.holds for claim in claims} == {holds}
    assert reaches("a rate", 0.9, [False] * pages).holds == "no"  # Wilson's interval of one page ends at 79 %


def test_claims_are_a_table_of_their_own() -> None:
    table = claims_table(
        "ceds", [reaches("all pages", 0.9, [True] * 10), beats("more", None, [1] * 10, [0] * 10)]
    )
    assert table.name == "ceds-claims"
    assert table.rows == (
        ("all pages", 0.9, 1.0, "72.2 % to 100.0 %", "not decided"),
        ("more", None, 1.0, "100.0 % to 100.0 %", "yes"),
    )
