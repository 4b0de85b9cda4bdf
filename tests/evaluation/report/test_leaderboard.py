from itertools import pairwise
from statistics import fmean, median

import pytest

from maintext.evaluation.datasets import LabelledPage
from maintext.evaluation.metrics import (
    Confusion,
    bootstrap_interval,
    paired_bootstrap,
    shingle_counts,
    shingle_scores,
    snippet_confusion,
    token_prf,
    word_prf,
)
from maintext.evaluation.report.leaderboard import breakdown_section, leaderboard_section, standings
from maintext.evaluation.report.model import ReportTable
from maintext.evaluation.report.results import Results, measure
from maintext.evaluation.report.work import WorkPool
from tests.evaluation.report.runs import make_outcomes, make_pages, make_results


def f1_of(results: Results, extractor: str, pages: tuple[LabelledPage, ...]) -> list[float]:
    return [token_prf(results.text(page, extractor), page.text).f1 for page in pages if page.text]


def test_every_figure_of_the_leaderboard_agrees_with_a_literal_computation() -> None:
    results = make_results()
    for pages in (results.pages, *results.datasets.values()):
        gold = [page for page in pages if page.text]
        for standing in standings(results, pages):
            texts = {page: results.text(page, standing.extractor) for page in pages}
            tokens = [token_prf(texts[page], page.text or "") for page in gold]
            counts = [shingle_counts(texts[page], page.text or "") for page in gold]
            snippets = [
                snippet_confusion(texts[page], page.with_, page.without) for page in pages if page.with_
            ]
            own = [results.outcomes[page.dataset, page.id][standing.extractor] for page in pages]
            assert standing.f1 == pytest.approx(bootstrap_interval([prf.f1 for prf in tokens]))
            assert standing.precision == pytest.approx(fmean(prf.precision for prf in tokens))
            assert standing.recall == pytest.approx(fmean(prf.recall for prf in tokens))
            assert standing.word_f1 == pytest.approx(
                fmean(word_prf(texts[page], page.text or "").f1 for page in gold)
            )
            assert standing.shingle_f1 == pytest.approx(shingle_scores(counts).f1.value)
            assert standing.exact == pytest.approx(fmean(count.exact for count in counts))
            expected = sum(snippets, Confusion()).f1 if snippets else None
            assert standing.snippets == expected
            assert standing.failures == sum(outcome.status != "ok" for outcome in own)
            assert standing.mean_milliseconds == pytest.approx(fmean(each.milliseconds for each in own))
            assert standing.median_milliseconds == median(each.milliseconds for each in own)


def test_neighbours_are_compared_by_the_paired_bootstrap() -> None:
    results = make_results()
    ranked = standings(results, results.pages)
    for one, next_one in pairwise(ranked):
        a, b = (f1_of(results, each.extractor, results.pages) for each in (one, next_one))
        expected = paired_bootstrap(a, b)
        assert one.lead == pytest.approx(expected.difference)
        assert one.beats_next == pytest.approx(expected.probability)
    assert ranked[-1].lead is None
    assert ranked[-1].beats_next is None


def test_the_best_comes_first_and_failures_lower_the_score() -> None:
    ranked = [standing.extractor for standing in standings(make_results(), make_pages())]
    assert ranked[0] == "peer:exact"
    assert ranked.index("peer:late") > 0


def test_there_is_a_table_for_all_pages_and_for_each_data_set() -> None:
    section = leaderboard_section(make_results())
    assert [part.title for part in section.parts] == ["All pages", "news", "tea"]
    assert section.parts[2].note == "3 pages, 2 with a gold text"


def test_without_gold_texts_snippets_decide() -> None:
    pages = tuple(
        LabelledPage("tea", page.id, page.html, None, with_=("leaves",), without=("Imprint",))
        for page in make_pages()
    )
    ranked = standings(measure(pages, make_outcomes(pages), WorkPool()), pages)
    assert ranked[0].f1 is None
    assert ranked[0].lead is None
    snippets = [standing.snippets or 0.0 for standing in ranked]
    assert snippets == sorted(snippets, reverse=True)


def test_the_mean_of_a_kind_is_the_mean_of_its_pages() -> None:
    results = make_results()
    tables = {part.name: part for part in breakdown_section(results).parts if isinstance(part, ReportTable)}
    table = tables["by-page-type"]
    assert [column.name for column in table.columns] == ["extractor", "article (4)", "listing (3)", "mean"]
    for row in table.rows:
        kinds = [
            fmean(
                f1_of(results, str(row[0]), tuple(page for page in results.pages if page.page_type == kind))
            )
            for kind in ("article", "listing")
        ]
        assert row[1:] == pytest.approx((*kinds, fmean(kinds)))
    assert [column.name for column in tables["by-language"].columns] == [
        "extractor",
        "en (3)",
        "zh (2)",
        "unknown (2)",
        "mean",
    ]
