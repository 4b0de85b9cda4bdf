import math
from dataclasses import replace
from itertools import product
from statistics import fmean

import numpy as np
import pytest

from maintext.evaluation.metrics import is_acceptable, paired_bootstrap, rate_interval, ratio_interval
from maintext.evaluation.report.model import Figure, Section, show
from maintext.evaluation.report.papers.punctuation import TABLE_1, USES
from maintext.evaluation.report.papers.sources import LEAST_PAGES
from maintext.evaluation.report.papers.thresholds import EPSILONS, GRIDS, THETAS, choice_claims
from maintext.evaluation.report.results import Results
from maintext.methods.papers.punctuation import Punctuation
from maintext.page.parse import parse
from maintext.pipeline import Extractor
from tests.evaluation.report.runs import make_results, only_section, table


@pytest.fixture(scope="module")
def results() -> Results:
    return make_results(USES)


@pytest.fixture(scope="module")
def section(results: Results) -> Section:
    return only_section(results)


def acceptable(results: Results, name: str) -> list[bool]:
    return [is_acceptable(results.text(page, name), page.text or "") for page in results.with_gold]


def test_marks_are_counted_in_gold_texts_and_on_pages(results: Results, section: Section) -> None:
    rows = {row[0]: row[1:] for row in table(section, "punctuation-1").rows}
    assert list(rows) == list(TABLE_1)

    def counts(lang: str | None) -> tuple[int, int]:
        pages = [page for page in results.with_gold if lang in (None, page.lang)]
        texts = ("".join(page.text or "" for page in pages), "".join(page.html.decode() for page in pages))
        return texts[0].count(",") + texts[0].count("，"), texts[1].count(",") + texts[1].count("，")

    (gold, on_pages), (chinese_gold, chinese_pages) = counts(None), counts("zh")
    assert rows["comma"][:3] == (gold, on_pages, gold / on_pages)
    assert rows["comma"][3:6] == (chinese_gold, chinese_pages, chinese_gold / chinese_pages)
    assert rows["comma"][6:] == (22938, 23907, 22938 / 23907)
    assert rows["emphasis"] == (0, 0, None, 0, 0, None, 0, 0, None)


def test_the_first_seven_rows_are_the_dots_that_the_method_counts() -> None:
    assert "".join(mark.characters[0] for mark in list(TABLE_1.values())[:7]) == "。，？、；：！"
    page = "".join(f"<p>a{mark.characters[0]}</p>" for mark in TABLE_1.values())
    kept = Extractor(Punctuation(marks="cjk")).extract(page).text.split()
    assert kept == ["a" + mark.characters[0] for mark in list(TABLE_1.values())[:7]]


def test_shares_of_punctuation_are_listed_by_source(section: Section) -> None:
    whole = {row[0]: row[3] for row in table(section, "punctuation-1").rows}
    quoted = {row[0]: row[9] for row in table(section, "punctuation-1").rows}
    by_source = table(section, "punctuation-1-shares")
    assert [row[:2] for row in by_source.rows] == [
        *(("news", 5), ("tea", 2), ("all", 7)),
        ("in the paper: three portals", 431),
    ]
    assert by_source.rows[-2][2:] == tuple(whole.values())
    assert by_source.rows[-1][2:] == tuple(quoted.values())


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


def interval(low: float, high: float) -> str:
    return f"{show(low, 'percent')} to {show(high, 'percent')}"


def test_the_rates_are_judged_by_the_printed_form(results: Results, section: Section) -> None:
    rows = {row[0]: row[1:] for row in table(section, "punctuation-claims").rows}
    own, other = acceptable(results, "punctuation:printed"), acceptable(results, "song")
    rate, low, high, _ = rate_interval(own)
    assert rows["pages extracted acceptably"] == (0.958, rate, interval(low, high), "no")
    difference, low, high, _ = paired_bootstrap(own, other)
    holds = "yes" if low > 0 else "no" if high < 0 else "not decided"
    assert rows["ahead of literature [4] (song)"] == (0.029, difference, interval(low, high), holds)


@pytest.mark.parametrize(("mark", "both"), [("full stop", "。."), ("comma", "，,")])
@pytest.mark.parametrize(("scope", "lang"), [("", None), (", Chinese pages", "zh")])
def test_table_i_is_judged_by_the_counts_of_all_pages_together(
    results: Results, section: Section, mark: str, both: str, scope: str, lang: str | None
) -> None:
    pages = [page for page in results.with_gold if lang in (None, page.lang)]
    in_gold = [sum(map((page.text or "").count, both)) for page in pages]
    on_page = [sum(map("\n".join(parse(page.html.decode()).block_texts).count, both)) for page in pages]
    share, low, high, _ = ratio_interval(in_gold, on_page)
    assert share == sum(in_gold) / sum(on_page)
    printed = TABLE_1[mark].in_text / TABLE_1[mark].on_page
    (row,) = [
        row
        for row in table(section, "punctuation-claims").rows
        if row[0] == f"share of all {mark}s that are in the text{scope}"
    ]
    assert len(pages) < LEAST_PAGES  # too few to decide
    assert row[1:] == (printed, share, interval(low, high), "not decided")


@pytest.mark.parametrize(("name", "base"), [("as printed, base 10", 10), ("as printed, base e", math.e)])
def test_the_papers_thresholds_are_compared_with_the_best_others_page_by_page(
    results: Results, section: Section, name: str, base: float
) -> None:
    pages = [page for page in results.with_gold if page.lang == "zh"]
    flags = {}
    for epsilon, theta in product(EPSILONS, THETAS):
        extractor = Extractor(replace(Punctuation.as_printed(), base=base, epsilon=epsilon, theta=theta))
        flags[epsilon, theta] = [
            is_acceptable(extractor.extract(page.html).text, page.text or "") for page in pages
        ]
    chosen = flags.pop((0.8, -2.5))
    best = max(flags, key=lambda choice: sum(flags[choice]))
    words = f"ε = 0.8, θ = -2.5 less the best other choice, ε = {best[0]:g}, θ = {best[1]:g} ({name})"
    difference, low, high, _ = paired_bootstrap(chosen, flags[best])
    holds = "yes" if low > 0 else "no" if high < 0 else "not decided"
    rows = {row[0]: row[1:] for row in table(section, "punctuation-claims").rows}
    assert rows[words] == (None, difference, interval(low, high), holds)
    sources = {row[:2]: row[2:] for row in table(section, "punctuation-thresholds-sources").rows}
    rates = fmean(chosen), f"{best[0]:g}, {best[1]:g}", fmean(flags[best])
    assert sources["all", name] == (len(pages), *rates)


def test_a_choice_is_best_only_if_its_interval_is_above_the_best_other() -> None:
    """On these flags the paper's choice is right on 30 pages more than any other, of 40."""
    grid = np.zeros((len(EPSILONS), len(THETAS)), dtype=np.bool_)
    chosen, none = grid.copy(), grid.copy()
    chosen[EPSILONS.index(0.8), THETAS.index(-2.5)] = True
    pages = [{"punctuation-thresholds": chosen}] * 30 + [{"punctuation-thresholds": none}] * 10
    (claim,) = choice_claims(pages)
    assert (claim.ours, claim.holds) == (0.75, "yes")
    assert claim.low < 0.75 < claim.high
    (tie,) = choice_claims([{"punctuation-thresholds": none}] * 10)
    assert (tie.ours, tie.low, tie.high, tie.holds) == (0.0, 0.0, 0.0, "not decided")


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
