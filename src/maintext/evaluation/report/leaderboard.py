"""Rankings: on all pages, on each data set, and by page type and language."""

from collections.abc import Callable, Sequence
from itertools import pairwise
from statistics import fmean, median
from typing import NamedTuple

import numpy as np

from maintext.arrays import FloatArray
from maintext.evaluation.datasets import LabelledPage
from maintext.evaluation.metrics import Confusion, Interval, shingle_scores
from maintext.evaluation.metrics.intervals import RESAMPLES, interval, resampled_means
from maintext.evaluation.report.model import Column, ReportTable, Section, Value
from maintext.evaluation.report.results import Results, group
from maintext.evaluation.scores import PageScore

_LEVEL = 0.95
SURE = 1 - (1 - _LEVEL) / 2
"""Share of the resamples above which one extractor beats another: a two-sided test."""


class Standing(NamedTuple):
    """An extractor on some pages; fields are in the order of the leaderboard's columns."""

    extractor: str
    f1: Interval | None
    precision: float | None
    recall: float | None
    word_f1: float | None
    shingle_f1: float | None
    exact: float | None
    snippets: float | None
    failures: int
    mean_milliseconds: float
    median_milliseconds: float
    lead: float | None = None
    beats_next: float | None = None


COLUMNS = (
    Column("extractor", "extractor"),
    Column("token F1", "score", "mean over pages, and its 95 % interval", "high"),
    Column("precision", "score", "of tokens, mean over pages", "high"),
    Column("recall", "score", "of tokens, mean over pages", "high"),
    Column("word F1", "score", "over runs of word characters, as WCXB counts", "high"),
    Column("shingle F1", "score", "over runs of four words: order counts", "high"),
    Column("exact", "percent", "pages whose words are all right and in order", "high"),
    Column("snippets", "score", "F1 over the snippets that must and must not appear", "high"),
    Column("failures", "count", "timeouts, crashes and exceptions", "low"),
    Column("ms/page", "milliseconds", "mean", "low"),
    Column("median", "milliseconds", "of the ms/page", "low"),
    Column("lead", "difference", "in token F1, over the next one"),
    Column("beats next", "percent", "resamples of the pages in which it does (paired bootstrap)"),
)


def leaderboard_section(results: Results) -> Section:
    """The rankings: on all pages, then on each data set."""
    boards = [_board(results, "all", "All pages", results.pages)]
    if len(results.datasets) > 1:
        boards += [_board(results, name, name, pages) for name, pages in results.datasets.items()]
    text = (
        "Ranked by token F1: words, and single Han, kana and hangul characters, compared with the gold "
        "text as bags; mean over pages, with a bootstrap interval over pages. “Beats next” is the share of "
        f"{RESAMPLES:,} resamples of the pages in which an extractor is ahead of the one below it: where it "
        f"is less than {100 * SURE:.1f} %, the difference is not significant. A failure counts as an "
        "empty text and with the time it took. Pages without gold text count for snippets, failures and "
        "time only."
    )
    return Section("leaderboard", "Leaderboard", text, tuple(boards))


def standings(results: Results, pages: Sequence[LabelledPage]) -> list[Standing]:
    """Every extractor on these pages, the best first, each compared with the next.

    Without gold texts, snippets decide; ties keep the order of the run.
    """
    gold = [page for page in pages if page.text]
    f1 = f1_matrix(results, gold)
    means = resampled_means(f1, RESAMPLES, 0) if gold else np.zeros((0, len(results.extractors)))
    own = [
        _standing(results.scores_of(name, pages), f1[:, at], means[:, at])
        for at, name in enumerate(results.extractors)
    ]
    order = sorted(range(len(own)), key=lambda at: -_merit(own[at]))
    ranked = [own[at] for at in order]
    if gold:
        # The same resamples for all, so the differences are those of a paired bootstrap.
        for place, (at, below) in enumerate(pairwise(order)):
            lead = float((f1[:, at] - f1[:, below]).mean())
            ahead = means[:, at] - means[:, below]
            sure = float(np.mean(ahead > 0) + np.mean(ahead == 0) / 2)
            ranked[place] = ranked[place]._replace(lead=lead, beats_next=sure)
    return ranked


def f1_matrix(results: Results, pages: Sequence[LabelledPage]) -> FloatArray:
    """Token F1: pages (all with a gold text) × extractors."""
    columns = [
        [score.token.f1 for score in results.scores_of(name, pages) if score.token is not None]
        for name in results.extractors
    ]
    return np.array(columns, dtype=np.float64).T


def _board(results: Results, name: str, title: str, pages: Sequence[LabelledPage]) -> ReportTable:
    gold = sum(bool(page.text) for page in pages)
    note = f"{len(pages):,} pages" + (f", {gold:,} with a gold text" if gold < len(pages) else "")
    return ReportTable(f"leaderboard-{name}", title, COLUMNS, tuple(standings(results, pages)), note)


def _merit(standing: Standing) -> float:
    return standing.f1.value if standing.f1 else standing.snippets or 0.0


def _standing(scores: Sequence[PageScore], f1: FloatArray, resampled: FloatArray) -> Standing:
    tokens = [score.token for score in scores if score.token is not None]
    words = [score.word for score in scores if score.word is not None]
    counts = [score.shingles for score in scores if score.shingles is not None]
    shingles = shingle_scores(counts, resamples=1) if counts else None
    snippets = [score.snippets for score in scores if score.snippets is not None]
    milliseconds = [score.milliseconds for score in scores]
    return Standing(
        extractor=scores[0].extractor,
        f1=interval(float(f1.mean()), resampled, _LEVEL) if tokens else None,
        precision=fmean(token.precision for token in tokens) if tokens else None,
        recall=fmean(token.recall for token in tokens) if tokens else None,
        word_f1=fmean(word.f1 for word in words) if words else None,
        shingle_f1=shingles.f1.value if shingles else None,
        exact=shingles.exact.value if shingles else None,
        snippets=sum(snippets, Confusion()).f1 if snippets else None,
        failures=sum(score.failed for score in scores),
        mean_milliseconds=fmean(milliseconds),
        median_milliseconds=median(milliseconds),
    )


def breakdown_section(results: Results) -> Section:
    """Mean token F1 by data set, by page type and by language."""
    properties: dict[str, Callable[[LabelledPage], str]] = {
        "data set": lambda page: page.dataset,
        "page type": lambda page: page.page_type or "unknown",
        "language": lambda page: page.lang or "unknown",
    }
    tables = [_breakdown(results, name, by) for name, by in properties.items() if results.with_gold]
    text = "Mean token F1 over the pages of each kind; their number is in brackets."
    return Section("breakdown", "By data set, page type and language", text, tuple(tables))


def _breakdown(results: Results, name: str, by: Callable[[LabelledPage], str]) -> ReportTable:
    """A column for each kind of page, the most frequent first, and the mean of the columns."""
    kinds = sorted(group(results.with_gold, by).items(), key=lambda item: -len(item[1]))
    means = np.array([f1_matrix(results, pages).mean(axis=0) for _, pages in kinds])
    overall = means.mean(axis=0)
    rows: list[tuple[Value, ...]] = [
        (results.extractors[at], *means[:, at].tolist(), float(overall[at]))
        for at in np.argsort(-overall, kind="stable").tolist()
    ]
    columns = (
        Column("extractor", "extractor"),
        *(Column(f"{kind} ({len(pages):,})", "score", "", "high", True) for kind, pages in kinds),
        Column("mean", "score", "of the columns, with equal weights", "high", True),
    )
    return ReportTable(f"by-{name.replace(' ', '-')}", f"By {name}", columns, tuple(rows))
