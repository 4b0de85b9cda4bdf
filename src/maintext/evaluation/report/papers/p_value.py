"""Paper 3: Table 1 (CTD and P value), Table 2 (accurate pages), Table 3 (pages with an article)."""

from collections.abc import Sequence
from statistics import fmean

from maintext.evaluation.metrics import is_accurate, judgement_confusion
from maintext.evaluation.report.model import Column, ReportTable, Section, Value
from maintext.evaluation.report.papers.parsed import ParsedPage
from maintext.evaluation.report.papers.sources import by_source
from maintext.evaluation.report.results import Results
from maintext.judge import judge_page
from maintext.methods.papers.p_value import PValue

USES = (PValue.name, "cetd")

WITH_ARTICLE = frozenset({"article", "documentation"})
WITHOUT_ARTICLE = frozenset({"collection", "listing", "product", "service"})
"""Page types; the paper says nothing about forums."""

_NAMES = {"cetd": "CTD", "p_value": "P value"}
_PRINTED_1: tuple[tuple[Value, ...], ...] = (
    ("CTD", "in the paper: Chaos", 0.9686, 0.8964, 0.9283),
    ("P value", "in the paper: Chaos", 0.9697, 0.9821, 0.9762),
)
_PRINTED_2 = ("P value", "in the paper", 262, 250, 250 / 262)
_PRINTED_3 = ("in the paper: P ≥ 0.5", 23, 0, 5, 55, 78 / 83)


def measure(parsed: ParsedPage) -> tuple[bool, bool] | None:
    """Whether the page has an article, by the paper and by maintext; None if the truth is unknown."""
    if parsed.page_type not in WITH_ARTICLE | WITHOUT_ARTICLE:
        return None
    verdict = judge_page(parsed.page)
    return verdict.has_article_as_printed, verdict.has_article


def section(results: Results, facts: Sequence[tuple[bool, bool] | None]) -> Section:
    """Extraction against CETD, and judgement by page type."""
    text = (
        "CTD is CETD. Precision, recall and F1 are of tokens, means over pages. A page is accurate when all "
        "three are above 95 %. A page has an article where its type is "
        f"{' or '.join(sorted(WITH_ARTICLE))}, and none where it is {' or '.join(sorted(WITHOUT_ARTICLE))}; "
        "other pages are not judged."
    )
    parts = [_extraction_table(results), _accuracy_table(results)]
    judged = [
        (both, page.page_type in WITH_ARTICLE)
        for both, page in zip(facts, results.with_gold, strict=True)
        if both is not None
    ]
    if judged:
        parts.append(_judgement_table(judged))
    return Section("paper-p-value", "P value (paper 3)", text, tuple(parts))


def _extraction_table(results: Results) -> ReportTable:
    rows: list[tuple[Value, ...]] = []
    for source, pages in by_source(results.with_gold, results.with_gold).items():
        for extractor, name in _NAMES.items():
            if extractor in results.extractors:
                tokens = [score.token for score in results.scores_of(extractor, pages) if score.token]
                means = (fmean(column) for column in zip(*tokens, strict=True))
                rows.append((name, source, *means))
    columns = (
        Column("algorithm", "text"),
        Column("data set", "text"),
        Column("precision", "percent"),
        Column("recall", "percent"),
        Column("F1", "percent"),
    )
    return ReportTable("p-value-1", "Table 1: CTD and P value", columns, (*rows, *_PRINTED_1), cited=2)


def _accuracy_table(results: Results) -> ReportTable:
    rows: list[tuple[Value, ...]] = []
    for source, pages in by_source(results.with_gold, results.with_gold).items():
        for extractor, name in _NAMES.items():
            if extractor in results.extractors:
                tokens = [score.token for score in results.scores_of(extractor, pages) if score.token]
                accurate = sum(map(is_accurate, tokens))
                rows.append((name, source, len(tokens), accurate, accurate / len(tokens)))
    columns = (
        Column("algorithm", "text"),
        Column("data set", "text"),
        Column("pages", "count"),
        Column("accurate", "count"),
        Column("accuracy", "percent"),
    )
    return ReportTable("p-value-2", "Table 2: accurate pages", columns, (*rows, _PRINTED_2), cited=1)


def _judgement_table(judged: Sequence[tuple[tuple[bool, bool], bool]]) -> ReportTable:
    rows: list[tuple[Value, ...]] = []
    for at, rule in enumerate(("P as printed ≥ 0.5", "maintext's verdict")):
        table = judgement_confusion((both[at], true) for both, true in judged)
        counts = (table.true_positives, table.false_positives, table.false_negatives, table.true_negatives)
        rows.append((rule, *counts, table.accuracy))
    columns = (
        Column("rule", "text"),
        Column("article, said so", "count"),
        Column("no article, said so", "count", "a false alarm"),
        Column("article, denied", "count"),
        Column("no article, denied", "count"),
        Column("accuracy", "percent"),
    )
    return ReportTable(
        "p-value-3", "Table 3: which pages have an article", columns, (*rows, _PRINTED_3), cited=1
    )
