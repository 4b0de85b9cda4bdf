"""Paper 4: Table 1 (pages that survive and are right) and Table 2 (against five other methods)."""

from collections.abc import Sequence
from statistics import fmean
from typing import NamedTuple

from maintext.evaluation.metrics import Prf, is_acceptable, page_prf, token_prf
from maintext.evaluation.report.model import Column, ReportTable, Section, Value
from maintext.evaluation.report.papers.parsed import ParsedPage
from maintext.evaluation.report.results import Results
from maintext.methods.papers.path_similarity import PathSimilarity
from maintext.site.template import site_noise

_OPPONENTS = ("bte", "dsc", "fe", "lqf", "ccb")
USES = (PathSimilarity.name, *_OPPONENTS)

_WHOLE = 0.95  # share of the gold tokens on the page that must remain for the main text to survive

_PRINTED_1 = ("in the paper: portals and other sites", 1000, 976, 933, 67, 0.9330, 0.9559)
_PRINTED_2 = {
    "bte": (0.7519, 0.8916),
    "dsc": (0.6827, 0.9231),
    "fe": (0.7724, 0.6420),
    "lqf": (0.8534, 0.9147),
    "ccb": (0.8152, 0.9006),
    "path_similarity": (0.9330, 0.9559),
}


class PathFacts(NamedTuple):
    """One page."""

    correct: bool
    survived: bool
    """Whether its main text is complete after the removal of site noise."""
    token: Prf
    with_site: bool
    """Whether there are other pages of its site."""


def measure(parsed: ParsedPage) -> PathFacts:
    """The method, with other pages of the same site if the run has any."""
    text = parsed.extract(PathSimilarity(), with_site=True)
    survived = not parsed.site or _survives(parsed)
    return PathFacts(
        is_acceptable(text, parsed.gold), survived, token_prf(text, parsed.gold), bool(parsed.site)
    )


def section(results: Results, facts: Sequence[PathFacts]) -> Section:
    """Pages extracted correctly, and the methods it is compared with."""
    paired = sum(each.with_site for each in facts)
    text = (
        "Before the method runs, what a page shares with two others of its site is removed; "
        f"{paired:,} of the {len(facts):,} pages have at least one other page of their site, the others go "
        "without this step. A main text survives when 95 % of its tokens that are on the page are left. "
        "A page is correct if it is acceptable as in paper 2 (85 %). Precision is correct pages by all "
        "pages, recall correct pages by those that survived."
    )
    return Section(
        "paper-path-similarity",
        "Path similarity (paper 4)",
        text,
        (_pages_table(results, facts), _opponents_table(results, [each.token for each in facts])),
    )


def _survives(parsed: ParsedPage) -> bool:
    page = parsed.page
    left = page.leaves[~site_noise(page, parsed.site)]
    before, after = (
        token_prf("\n".join(map(page.row_text, leaves.tolist())), parsed.gold).recall
        for leaves in (page.leaves, left)
    )
    return after >= _WHOLE * before


def _pages_table(results: Results, facts: Sequence[PathFacts]) -> ReportTable:
    sources: dict[str, list[PathFacts]] = {}
    for page, each in zip(results.with_gold, facts, strict=True):
        beside = "with" if each.with_site else "without"
        sources.setdefault(f"{page.dataset}, {beside} pages of its site", []).append(each)
    if len(sources) > 1:
        sources["all"] = list(facts)
    rows = tuple(_row(source, own) for source, own in sources.items())
    columns = (
        Column("source", "text"),
        Column("pages", "count"),
        Column("survived", "count", "pages whose main text is complete after the removal of site noise"),
        Column("correct", "count"),
        Column("wrong", "count"),
        Column("precision", "percent", "correct by all pages"),
        Column("recall", "percent", "correct by pages that survived"),
    )
    return ReportTable(
        "path-similarity-1", "Table 1: pages extracted correctly", columns, (*rows, _PRINTED_1), cited=1
    )


def _row(source: str, own: Sequence[PathFacts]) -> tuple[Value, ...]:
    correct, survived = [each.correct for each in own], [each.survived for each in own]
    prf = page_prf(correct, survived)
    return (source, len(own), sum(survived), sum(correct), correct.count(False), prf.precision, prf.recall)


def _opponents_table(results: Results, with_site: Sequence[Prf]) -> ReportTable:
    rows: list[tuple[Value, ...]] = []
    measured = {
        name: [score.token for score in results.scores_of(name, results.with_gold) if score.token]
        for name in _OPPONENTS
        if name in results.extractors
    }
    for name, tokens in {**measured, PathSimilarity.name: with_site}.items():
        means = (fmean(column) for column in zip(*tokens, strict=True))
        rows.append((name, *means, *_PRINTED_2[name]))
    columns = (
        Column("algorithm", "extractor"),
        Column("precision", "percent", "of tokens, mean over pages"),
        Column("recall", "percent", "of tokens, mean over pages"),
        Column("F1", "percent", "of tokens, mean over pages"),
        Column("precision in the paper", "percent"),
        Column("recall in the paper", "percent"),
    )
    return ReportTable("path-similarity-2", "Table 2: against other methods", columns, tuple(rows))
