"""Paper 3: Table 1 (CTD and P value), Table 2 (accurate pages), Table 3 (pages with an article)."""

from collections.abc import Mapping, Sequence
from itertools import compress
from statistics import fmean
from typing import NamedTuple

from maintext.evaluation.metrics import (
    Prf,
    is_accurate,
    judgement_confusion,
    rate_interval,
    token_lcs_prf,
    token_prf,
)
from maintext.evaluation.report.model import Column, ReportTable, Section, Value
from maintext.evaluation.report.papers.claims import Claim, beats, claims_table, reaches
from maintext.evaluation.report.papers.parsed import ParsedPage
from maintext.evaluation.report.papers.sources import in_paper, source_rows, source_table
from maintext.evaluation.report.results import Results
from maintext.methods.baselines.cetd import Cetd
from maintext.methods.papers.p_value import PValue
from maintext.verdict import ARTICLE_FROM, judge_page

AS_PRINTED = PValue.as_printed().spec
CTD = Cetd.name
USES = (PValue.name, AS_PRINTED, CTD)

WITH_ARTICLE = frozenset({"article", "documentation"})
WITHOUT_ARTICLE = frozenset({"collection", "listing", "product", "service"})
"""Page types; the paper says nothing about forums."""

OURS = "our verdict"

_TABLE_1 = {CTD: (0.9686, 0.8964, 0.9283), AS_PRINTED: (0.9697, 0.9821, 0.9762)}
_TABLE_2 = (262, 250, 250 / 262)
_TABLE_3 = (23, 0, 5, 55, 78 / 83)
_FOUND = 23 / 28
"""The share of articles that Table 3 finds."""


class Both(NamedTuple):
    """The two measures of the paper's reference [7]."""

    words: Prf
    """Over bags of words."""
    order: Prf
    """Over words in their order, by the longest common subsequence; stricter."""


class Judged(NamedTuple):
    """Whether a page has an article."""

    said: Mapping[str, bool]
    """By the paper's rule with P as printed and by default, and by our verdict."""
    true: bool


class PageFacts(NamedTuple):
    """One page."""

    found: Mapping[str, Both]
    """By method."""
    judged: Judged | None
    """None if it is not known whether the page has an article."""


def measure(parsed: ParsedPage) -> PageFacts:
    """The scores of each method, and the judgement of the page."""
    found = {
        name: Both(*(measured(parsed.texts[name], parsed.gold) for measured in (token_prf, token_lcs_prf)))
        for name in USES
        if name in parsed.texts
    }
    if parsed.page_type not in WITH_ARTICLE | WITHOUT_ARTICLE:
        return PageFacts(found, None)
    verdict = judge_page(parsed.page)
    said = {
        AS_PRINTED: verdict.has_article_as_printed,
        PValue.name: PValue().largest(parsed.page) >= ARTICLE_FROM,
        OURS: verdict.has_article,
    }
    return PageFacts(found, Judged(said, parsed.page_type in WITH_ARTICLE))


def section(results: Results, facts: Sequence[PageFacts]) -> Section:
    """Extraction against CTD, judgement by page type, and the claims."""
    text = (
        "CTD is CETD. Precision, recall and F1 are those of the paper's reference [7]: over bags of words, "
        "and, stricter, over words in their order by the longest common subsequence; means over pages. A "
        "page is accurate when all three are above 95 %. A page has an article where its type is "
        f"{' or '.join(sorted(WITH_ARTICLE))}, and none where it is {' or '.join(sorted(WITHOUT_ARTICLE))}; "
        "other pages are not judged. The model behind our verdict may be fitted to these pages."
    )
    found = {
        name: [each.found[name] for each in facts]
        for name in (AS_PRINTED, PValue.name, CTD)
        if name in results.extractors
    }
    parts = [_extraction_table(results, found), _accuracy_table(results, found)]
    if any(each.judged for each in facts):
        parts.append(_judgement_table(results, facts))
    parts.append(claims_table("p-value", _claims(results, facts, found)))
    return Section("paper-p-value", "P value (paper 3)", text, tuple(parts))


# -- Tables 1 and 2 ------------------------------------------------------------------------------------


def _extraction_table(results: Results, found: Mapping[str, Sequence[Both]]) -> ReportTable:
    names = ("precision", "recall", "F1")
    columns = (
        Column("pages", "count"),
        *(Column(name, "percent", "over bags of words") for name in names),
        *(Column(f"{name} in order", "percent", "by the longest common subsequence") for name in names),
    )
    quoted = [
        row
        for name, figures in _TABLE_1.items()
        for row in in_paper(name, {"Chaos": (None, *figures, None, None, None)})
    ]
    rows = source_rows(results.with_gold, found, _means)
    note = (
        "The figures that the paper prints for CTD are those of the classifier of its reference [6] on "
        "Chaos, which counts text blocks; [6] quotes 96.2 % as the F1 of CTD there."
    )
    return source_table("p-value-1", "Table 1: CTD and P value", columns, rows, quoted, note)


def _means(own: Sequence[Both]) -> tuple[Value, ...]:
    words, order = ([fmean(column) for column in zip(*prf, strict=True)] for prf in zip(*own, strict=True))
    return len(own), *words, *order


def _accuracy_table(results: Results, found: Mapping[str, Sequence[Both]]) -> ReportTable:
    columns = (
        Column("pages", "count"),
        Column("accurate", "count"),
        Column("accuracy", "percent"),
        Column("accurate in order", "count", "by the longest common subsequence"),
        Column("accuracy in order", "percent"),
    )
    rows = source_rows(results.with_gold, found, _accurate)
    quoted = in_paper(AS_PRINTED, {"all links of [6]": (*_TABLE_2, None, None)})
    return source_table("p-value-2", "Table 2: accurate pages", columns, rows, quoted)


def _accurate(own: Sequence[Both]) -> tuple[Value, ...]:
    words, order = ([is_accurate(prf) for prf in prfs] for prfs in zip(*own, strict=True))
    return len(own), sum(words), rate_interval(words), sum(order), rate_interval(order)


# -- Table 3 -------------------------------------------------------------------------------------------


def _judgement_table(results: Results, facts: Sequence[PageFacts]) -> ReportTable:
    both = [
        (page, each.judged)
        for page, each in zip(results.with_gold, facts, strict=True)
        if each.judged is not None
    ]
    pages = [page for page, _ in both]
    by_rule = {rule: [(judged.said[rule], judged.true) for _, judged in both] for rule in both[0][1].said}
    columns = (
        Column("article, said so", "count"),
        Column("no article, said so", "count", "a false alarm"),
        Column("article, denied", "count"),
        Column("no article, denied", "count"),
        Column("accuracy", "percent"),
    )
    rows = source_rows(pages, by_rule, _confused)
    quoted = in_paper(AS_PRINTED, {"BBC": _TABLE_3})
    title, note = (
        "Table 3: which pages have an article",
        "The paper has no opponent here: CTD judges no pages.",
    )
    return source_table("p-value-3", title, columns, rows, quoted, note)


def _confused(decisions: Sequence[tuple[bool, bool]]) -> tuple[Value, ...]:
    table = judgement_confusion(decisions)
    counts = (table.true_positives, table.false_positives, table.false_negatives, table.true_negatives)
    return *counts, table.accuracy


# -- claims --------------------------------------------------------------------------------------------


def _claims(results: Results, facts: Sequence[PageFacts], found: Mapping[str, Sequence[Both]]) -> list[Claim]:
    articles = [page.page_type == "article" for page in results.with_gold]
    scopes = {"": [True] * len(articles)} | ({", articles": articles} if any(articles) else {})
    claims = []
    for scope, within in scopes.items():
        own = {name: list(compress(pages, within)) for name, pages in found.items()}
        if AS_PRINTED in own:
            claims += _extraction_claims(scope, own[AS_PRINTED], own.get(CTD))
    judged = [each.judged for each in facts if each.judged is not None]
    return [*claims, *_judgement_claims(judged)]


def _judgement_claims(judged: Sequence[Judged]) -> list[Claim]:
    right, found, denied = (
        [each.said[AS_PRINTED] == each.true for each in judged if each.true in wanted]
        for wanted in ((True, False), (True,), (False,))
    )
    claims = [("pages with an article that P ≥ 0.5 finds", _FOUND, found)]
    if denied:  # without such pages, "right" would be "found" under another name
        claims.append(("pages judged right by P ≥ 0.5", _TABLE_3[-1], right))
        claims.append(("pages without an article that P ≥ 0.5 denies", 1.0, denied))
    return [reaches(words, printed, flags) for words, printed, flags in claims if flags]


def _extraction_claims(scope: str, both: Sequence[Both], others: Sequence[Both] | None) -> list[Claim]:
    own, other = ([each.words for each in side or ()] for side in (both, others))
    claims = []
    for at, figure in enumerate(("precision", "recall", "F1")):
        lead = _TABLE_1[AS_PRINTED][at] - _TABLE_1[CTD][at]
        if other:
            values = ([prf[at] for prf in side] for side in (own, other))
            claims.append(beats(f"the P value is ahead of CTD in {figure}{scope}", lead, *values))
    accurate = list(map(is_accurate, own))
    in_order = [is_accurate(each.order) for each in both]
    claims.append(reaches(f"pages extracted accurately{scope}", _TABLE_2[-1], accurate))
    claims.append(reaches(f"pages extracted accurately, words in order{scope}", _TABLE_2[-1], in_order))
    higher, lower = [prf.recall for prf in own], [prf.precision for prf in own]
    claims.append(beats(f"recall is above precision{scope}", 0.9821 - 0.9697, higher, lower))
    return claims
