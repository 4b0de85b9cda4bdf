"""The claims of a paper, each judged by the paper's own measure, with an interval over pages.

A claim holds if the whole interval supports it, and does not if the whole interval is against it; in between
it is not decided. A figure of the paper is supported from that figure up. That one method beats another is
supported where the difference, over the same pages, is above 0.
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


def f1_reaches(words: str, printed: float, own: Sequence[Prf]) -> Claim:
    """The claim that the F1 of the mean precision and the mean recall is as printed."""
    return _reaches(words, printed, f1_interval(own))


def _reaches(words: str, printed: float, ours: Interval) -> Claim:
    holds: Holds = "yes" if ours.low >= printed else "no" if ours.high < printed else "not decided"
    return Claim(words, printed, *ours[:3], holds)


def beats(words: str, printed: float | None, ours: Sequence[float], other: Sequence[float]) -> Claim:
    """The claim that a method is better than another, measured on the same pages in the same order."""
    return _beats(words, printed, difference_interval(ours, other))


def f1_beats(words: str, printed: float | None, own: Sequence[Prf], other: Sequence[Prf]) -> Claim:
    """The same for the F1 of the mean precision and the mean recall."""
    return _beats(words, printed, f1_interval(own, other))


def _beats(words: str, printed: float | None, difference: Interval) -> Claim:
    holds: Holds = "yes" if difference.low > 0 else "no" if difference.high < 0 else "not decided"
    return Claim(words, printed, *difference[:3], holds)


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
