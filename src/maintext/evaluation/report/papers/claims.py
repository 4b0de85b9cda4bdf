"""The claims of a paper, each judged by the paper's own measure, with an interval over pages.

A claim holds if the whole interval supports it, and does not if the whole interval is against it; in between
it is not decided. A figure of the paper is supported from that figure up. That one method beats another is
supported where the difference, over the same pages, is above 0. On fewer than ten pages only rates are
decided: Wilson's interval is wide there, but the bootstrap's is too narrow, and that of one page is a point.
"""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from maintext.evaluation.metrics import (
    Interval,
    Prf,
    difference_interval,
    f1_interval,
    page_interval,
    ratio_interval,
)
from maintext.evaluation.report.model import Column, ReportTable, show
from maintext.evaluation.report.papers.sources import LEAST_PAGES

Holds = Literal["yes", "no", "not decided"]


class Claim(NamedTuple):
    """A claim of a paper, measured here."""

    words: str
    printed: float | None
    """The paper's figure; for a difference, in the same units."""
    ours: float
    low: float
    high: float
    holds: Holds


def reaches(words: str, printed: float, values: Sequence[float]) -> Claim:
    """The claim that a rate of pages, or a mean over pages, is as printed; `values` has one per page."""
    is_rate = all(isinstance(value, bool) for value in values)
    return _reaches(words, printed, page_interval(values), LEAST_PAGES if is_rate else len(values))


def share_reaches(words: str, printed: float, part: Sequence[int], whole: Sequence[int]) -> Claim:
    """The claim that a share of things is as printed: all parts divided by all wholes, not page by page."""
    return _reaches(words, printed, ratio_interval(part, whole), len(whole))


def f1_reaches(words: str, printed: float, own: Sequence[Prf]) -> Claim:
    """The claim that the F1 of the mean precision and the mean recall is as printed."""
    return _reaches(words, printed, f1_interval(own), len(own))


def _reaches(words: str, printed: float, ours: Interval, pages: int) -> Claim:
    holds = _holds(pages, supported=ours.low >= printed, refuted=ours.high < printed)
    return Claim(words, printed, *ours[:3], holds)


def beats(words: str, printed: float | None, ours: Sequence[float], other: Sequence[float]) -> Claim:
    """The claim that a method is better than another, measured on the same pages in the same order."""
    return _beats(words, printed, difference_interval(ours, other), len(ours))


def f1_beats(words: str, printed: float | None, own: Sequence[Prf], other: Sequence[Prf]) -> Claim:
    """The same for the F1 of the mean precision and the mean recall."""
    return _beats(words, printed, f1_interval(own, other), len(own))


def _beats(words: str, printed: float | None, difference: Interval, pages: int) -> Claim:
    holds = _holds(pages, supported=difference.low > 0, refuted=difference.high < 0)
    return Claim(words, printed, *difference[:3], holds)


def _holds(pages: int, *, supported: bool, refuted: bool) -> Holds:
    """What the whole interval says; nothing on few pages."""
    if pages < LEAST_PAGES:
        return "not decided"
    return "yes" if supported else "no" if refuted else "not decided"


def claims_table(paper: str, claims: Sequence[Claim]) -> ReportTable:
    """The claims of a paper; `paper` begins the name of the table, as in `ceds-claims`."""
    columns = (
        Column("claim", "text"),
        Column("in the paper", "percent"),
        Column("here, as printed", "percent"),
        Column("95 % interval", "text", "over pages"),
        Column("holds", "text"),
    )
    rows = tuple(
        (
            claim.words,
            claim.printed,
            claim.ours,
            f"{show(claim.low, 'percent')} to {show(claim.high, 'percent')}",
            claim.holds,
        )
        for claim in claims
    )
    return ReportTable(f"{paper}-claims", "Claims", columns, rows)
