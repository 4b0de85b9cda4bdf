"""The claims of a paper, each judged by the paper's own measure, with an interval over pages.

A figure holds if ours is not below it: the upper end of our interval reaches it. One method beats another if
the interval of the difference, over the same pages, is above 0.
"""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from maintext.evaluation.metrics import Interval, difference_interval, page_interval, ratio_interval
from maintext.evaluation.report.model import Column, ReportTable, show

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
    return _reaches(words, printed, page_interval(values))


def share_reaches(words: str, printed: float, part: Sequence[int], whole: Sequence[int]) -> Claim:
    """The claim that a share of things is as printed: all parts divided by all wholes, not page by page."""
    return _reaches(words, printed, ratio_interval(part, whole))


def _reaches(words: str, printed: float, ours: Interval) -> Claim:
    return Claim(words, printed, *ours[:3], "yes" if ours.high >= printed else "no")


def beats(words: str, printed: float | None, ours: Sequence[float], other: Sequence[float]) -> Claim:
    """The claim that a method is better than another, measured on the same pages in the same order."""
    difference, low, high, _ = difference_interval(ours, other)
    holds: Holds = "yes" if low > 0 else "no" if high < 0 else "not decided"
    return Claim(words, printed, difference, low, high, holds)


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
