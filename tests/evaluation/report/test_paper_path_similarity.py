"""Paper 4's tables: pages that survive, pages that are correct, by source and against the opponents."""

from statistics import fmean

import pytest

from maintext.evaluation.datasets import LabelledPage
from maintext.evaluation.metrics import Interval, is_acceptable, paired_bootstrap, rate_interval, token_prf
from maintext.evaluation.outcome import Outcome
from maintext.evaluation.report.model import ReportTable, Section, Value
from maintext.evaluation.report.papers import paper_sections, same_site
from maintext.evaluation.report.papers.path_similarity import AS_PRINTED, OPPONENTS
from maintext.evaluation.report.results import Results, key, measure
from maintext.evaluation.report.work import WorkPool
from maintext.pipeline import Extractor

NOTICE = "The editors remind all readers that this notice stands on every page, and that it is long."


def news_page(number: int) -> LabelledPage:
    """A story with a longer notice below, which the other pages of the site have, too."""
    story = f"In the town number {number} it rained, and then it rained {number} more times."
    menu, body = (
        "<ul><li><a href=/>Home</a></ul>",
        f"<div><p>{story}</p></div><section><p>{NOTICE}</p></section>",
    )
    return make_page("zhnews", number, menu + body, story, "zh")


def lost_page(number: int) -> LabelledPage:
    """A page whose main text is on the other pages of its site, too, so that it is removed as noise."""
    return make_page("other", number, f"<div><p>{NOTICE}</p></div><ul><li>Page {number}</ul>", NOTICE, None)


def make_page(dataset: str, number: int, body: str, gold: str, lang: str | None) -> LabelledPage:
    html = f"<title>{dataset} {number}</title><body>{body}"
    url = f"http://www.{dataset}.example/{number}"
    return LabelledPage(dataset, str(number), html.encode(), gold, url, lang, "article")


def lone_page(number: int) -> LabelledPage:
    """A page without others of its site: nothing can be compared, and nothing survives or is lost."""
    return make_page(f"alone{number}", number, f"<div><p>{NOTICE}</p></div>", NOTICE, None)


PAGES = (
    *(news_page(number) for number in range(12)),
    *(lost_page(number) for number in range(3)),
    *(lone_page(number) for number in range(2)),
)


@pytest.fixture(scope="module")
def results() -> Results:
    outcomes = [
        Outcome(page.dataset, page.id, name, "ok", Extractor(name).extract(page.html).text, 1.0)
        for page in PAGES
        for name in ("path_similarity", *OPPONENTS)
    ]
    return measure(PAGES, outcomes, WorkPool())


@pytest.fixture(scope="module")
def tables(results: Results) -> dict[str, ReportTable]:
    section: Section
    (section,) = (one for one in paper_sections(results, WorkPool()) if one.name == "paper-path-similarity")
    return {part.name: part for part in section.parts if isinstance(part, ReportTable)}


def printed_texts(results: Results) -> list[str]:
    others = same_site(results.pages)
    extractors = [Extractor(AS_PRINTED, site=others[key(page)]) for page in results.with_gold]
    return [own.extract(page.html).text for own, page in zip(extractors, results.with_gold, strict=True)]


def measured(table: ReportTable, *keys: int) -> dict[tuple[Value, ...], tuple[Value, ...]]:
    rows = table.rows[: len(table.rows) - table.cited]
    return {tuple(row[at] for at in keys): row[len(keys) :] for row in rows}


def test_sister_pages_are_two_others_of_the_site_chosen_at_random_but_always_the_same() -> None:
    chosen = same_site(PAGES)
    assert chosen == same_site(PAGES)
    html = {page.html for page in PAGES if page.dataset == "zhnews"}
    for page in PAGES[:12]:
        others = chosen[key(page)]
        assert len(set(others)) == 2
        assert page.html not in others
        assert html.issuperset(others)
    assert len({chosen[key(page)] for page in PAGES[:12]}) > 6


def test_sister_pages_are_of_the_same_data_set_and_no_copies() -> None:
    page = PAGES[0]
    twin = LabelledPage("zhnews", "twin", page.html, page.text, page.url)
    elsewhere = LabelledPage("older", "old", PAGES[1].html, page.text, page.url)
    assert same_site([page, twin, elsewhere]) == {key(each): () for each in (page, twin, elsewhere)}


def test_table_1_counts_pages_that_survive_and_are_correct(
    results: Results, tables: dict[str, ReportTable]
) -> None:
    table = tables["path-similarity-1"]
    rows = measured(table, 0, 1)
    texts = printed_texts(results)
    correct = [is_acceptable(text, page.text or "") for text, page in zip(texts, PAGES, strict=True)]
    assert correct == [True] * 12 + [False] * 3 + [True] * 2
    assert rows["zhnews", AS_PRINTED] == (12, 12, 1.0, 12, 12, 12, 0, 1.0)
    assert rows["other", AS_PRINTED] == (3, 0, 0.0, 3, 0, 0, 0, None)
    assert rows["alone0", AS_PRINTED] == (1, 1, 1.0, 0, 0, 0, 0, None)
    assert rows["all", AS_PRINTED] == (17, 14, 14 / 17, 15, 12, 12, 0, 1.0)
    assert rows["Chinese news", AS_PRINTED] == rows["zhnews", AS_PRINTED]
    assert rows["with pages of its site", "path_similarity"][0] == 15
    assert {form for _, form in rows} == {AS_PRINTED, "path_similarity"}


def test_recall_has_one_denominator_in_both_tables(tables: dict[str, ReportTable]) -> None:
    first, second = measured(tables["path-similarity-1"], 0, 1), measured(tables["path-similarity-2"], 0, 1)
    by_source = measured(tables["path-similarity-2-recall"], 0)
    for (source, form), row in first.items():
        survived, recall = row[4], row[7]
        shown = second[source, form][2]
        assert (shown.value if isinstance(shown, Interval) else shown) == recall
        assert by_source.get((source,), (0,))[0] == survived


def test_table_1_has_all_rows_of_the_paper_and_its_identities(tables: dict[str, ReportTable]) -> None:
    table = tables["path-similarity-1"]
    cited = {str(row[0]).removeprefix("in the paper: "): row[2:] for row in table.rows[-table.cited :]}
    assert list(cited) == "Sina,NetEase,Sohu,Tencent,China News,Huanqiu,other sites,all".split(",")
    for pages, correct, precision, compared, survived, of_these, _, recall in cited.values():
        assert (compared, of_these) == (pages, correct)
        assert isinstance(pages, int)
        assert isinstance(correct, int)
        assert isinstance(survived, int)
        assert precision == pytest.approx(correct / pages, abs=5e-5)
        assert recall == pytest.approx(correct / survived, abs=5e-5)
    *portals, others, whole = cited.values()
    assert all(wrong == survived - correct for _, correct, _, _, survived, _, wrong, _ in portals)  # type: ignore[operator]
    for column in (0, 1, 4, 6):  # also the column of wrong pages, with its two misprints
        assert sum(row[column] for row in (*portals, others)) == whole[column]  # type: ignore[misc]


def test_table_2_counts_pages_for_every_algorithm(results: Results, tables: dict[str, ReportTable]) -> None:
    table = tables["path-similarity-2"]
    rows = {name: row for (source, name), row in measured(table, 0, 1).items() if source == "all"}
    assert list(rows) == [*OPPONENTS, AS_PRINTED, "path_similarity"]
    for name in OPPONENTS:
        texts = [results.text(page, name) for page in PAGES]
        correct = [is_acceptable(text, page.text or "") for text, page in zip(texts, PAGES, strict=True)]
        f1 = fmean(token_prf(text, page.text or "").f1 for text, page in zip(texts, PAGES, strict=True))
        pages, precision, recall, measured_f1 = rows[name]
        assert pages == 17
        assert precision == rate_interval(correct)
        assert recall == rate_interval(correct[:12])  # three do not survive, two are not compared
        assert measured_f1 == pytest.approx(f1)
    cited = {row[1]: row[2:] for row in table.rows[-table.cited :]}
    assert cited[AS_PRINTED] == (1000, 0.9330, 0.9559, None)
    assert cited["fe"] == (1000, 0.7724, 0.6420, None)


@pytest.mark.parametrize(("name", "pages", "cited"), [("precision", 17, 0.7519), ("recall", 12, 0.8916)])
def test_table_2_by_source_has_a_column_for_each_algorithm(
    tables: dict[str, ReportTable], name: str, pages: int, cited: float
) -> None:
    table = tables[f"path-similarity-2-{name}"]
    assert [column.name for column in table.columns[2:]] == [*OPPONENTS, AS_PRINTED, "path_similarity"]
    whole = measured(tables["path-similarity-2"], 0, 1)
    at = 1 if name == "precision" else 2
    own = measured(table, 0)["all",]
    assert own[0] == pages
    for algorithm, value in zip([*OPPONENTS, AS_PRINTED, "path_similarity"], own[1:], strict=True):
        figure = whole["all", algorithm][at]
        assert isinstance(figure, Interval)
        assert value == pytest.approx(figure.value)
    assert table.rows[-1][2] == cited


def test_the_claim_is_judged_by_pages_with_intervals(
    results: Results, tables: dict[str, ReportTable]
) -> None:
    ours = [
        is_acceptable(text, page.text or "") for text, page in zip(printed_texts(results), PAGES, strict=True)
    ]
    bte = [is_acceptable(results.text(page, "bte"), page.text or "") for page in PAGES]
    difference, low, high, _ = paired_bootstrap(ours, bte)
    ahead = measured(tables["path-similarity-2-ahead"], 0)["all",][1]
    assert isinstance(ahead, Interval)
    assert ahead[:3] == (difference, low, high)
    assert ahead.deviation > 0
    claims = {row[0]: row[1:] for row in tables["path-similarity-claims"].rows}
    assert claims["all: page precision less that of bte"][1] == pytest.approx(difference)
    assert claims["Chinese news: page precision"][::3] == (0.9330, "not decided")  # a dozen pages
    survive = claims["all: main texts of compared pages that survive the removal of site noise"]
    assert (survive[0], survive[1], survive[3]) == (0.976, 12 / 15, "no")
    assert claims["all: page recall"][1] == 1.0
    _, bte_recall, *_, printed_recall, _ = measured(tables["path-similarity-2-recall"], 0)["all",]
    assert isinstance(bte_recall, float)
    assert isinstance(printed_recall, float)
    assert claims["all: page recall less that of bte"][:2] == pytest.approx(
        (0.9559 - 0.8916, printed_recall - bte_recall)
    )
