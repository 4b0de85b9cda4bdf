"""The papers' own grades of a page, with our reading where a paper leaves it open.

This is the only definition of each: reports, tools and docs use these functions. `docs/metrics.md` has the
papers' words beside the readings.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import NamedTuple

from maintext.evaluation.metrics.overlap import Prf, overlap_prf
from maintext.text.words import tokens

_SENTENCE_END = re.compile(r"(?<=[。！？!?…])[”’」』）)\"']*|(?<=\.)[”’)\"']*(?=\s)|\n")

_TOLERATED = 2  # paper 1: "1-2 sentences lost", "1-2 noise blocks"


class Grade(StrEnum):
    """Paper 1 (Table 2)."""

    EXCELLENT = "excellent"
    GOOD = "good"
    POOR = "poor"

    @property
    def is_good(self) -> bool:
        """Good or better: the paper's good rate includes the excellent pages."""
        return self is not Grade.POOR


class GradeRates(NamedTuple):
    """Shares of pages, as in Table 2 of paper 1; good includes excellent."""

    excellent: float
    good: float


def grade(text: str, gold: str) -> Grade:
    r"""Excellent, good or poor (paper 1).

    The paper: *excellent*, "consistent with the text manually labeled"; *good*, "only 1-2 sentences lost, or
    the text contains 1-2 noise blocks"; *poor*, "many mistakes".

    Our reading: *excellent*, the same tokens in the same order. *Good*, at most two sentences of the gold
    text are lost and at most two lines of the extraction are noise (a page with both is good, too), and
    some sentence is found. *Poor*, all else. A sentence is found if its tokens are consecutive in the
    extraction; a line, which is a block of the page, is noise if its tokens are not consecutive in the gold
    text.

    >>> gold = "Boil water. Add the leaves.\nWait a while."
    >>> grade("Boil water. Add the leaves. Wait a while.", gold)
    <Grade.EXCELLENT: 'excellent'>
    >>> grade("Boil water. Add the leaves.\nShare this page", gold)
    <Grade.GOOD: 'good'>
    >>> grade("Home\nShare this page\nLog in\n" + gold, gold)
    <Grade.POOR: 'poor'>
    """
    found, wanted = tokens(text), tokens(gold)
    if found == wanted:
        return Grade.EXCELLENT
    sentences = [unit for unit in map(tokens, _SENTENCE_END.split(gold)) if unit]
    lines = [unit for unit in map(tokens, text.splitlines()) if unit]
    tolerated = min(_TOLERATED, len(sentences) - 1)
    if _absent(sentences, found, tolerated) <= tolerated and _absent(lines, wanted, _TOLERATED) <= _TOLERATED:
        return Grade.GOOD
    return Grade.POOR


def grade_rates(grades: Iterable[Grade]) -> GradeRates:
    """Excellent rate, and good rate (which includes the excellent pages).

    >>> grade_rates([Grade.EXCELLENT, Grade.GOOD, Grade.POOR, Grade.POOR])
    GradeRates(excellent=0.25, good=0.5)
    """
    all_grades = list(grades)
    pages = len(all_grades) or 1
    good = sum(each.is_good for each in all_grades)
    return GradeRates(all_grades.count(Grade.EXCELLENT) / pages, good / pages)


def accuracy(text: str, gold: str) -> float:
    """Right tokens divided by right, lost and extra ones (paper 2).

    The paper does not define its accuracy. Our reading: an error is text that "is not extracted" or that the
    result contains beside the main text, so both lower it. This is the Jaccard index of two bags, not F1:
    85 % are an F1 of 91.9 %.

    >>> accuracy("a b c d", "b c d e")
    0.6
    """
    found, wanted = Counter(tokens(text)), Counter(tokens(gold))
    either = (found | wanted).total()
    return (found & wanted).total() / either if either else 1.0


def is_acceptable(text: str, gold: str) -> bool:
    """Accuracy of at least 85 % (paper 2: acceptable "above", not acceptable "below 85 %").

    Paper 4 counts correct pages and does not say what is correct; our reading is the same.
    """
    return accuracy(text, gold) >= 0.85


def is_accurate(prf: Prf) -> bool:
    """Precision, recall and F1 all above 95 % (paper 3)."""
    return min(prf) > 0.95


def page_prf(correct: Sequence[bool], survived: Sequence[bool]) -> Prf:
    """Precision and recall in pages (paper 4), from two flags per page.

    Precision is the correct pages divided by all pages; recall, divided by the pages whose main text was
    complete after the removal of site noise.

    >>> page_prf(correct=[True, True, False, False], survived=[True, True, True, False])
    Prf(precision=0.5, recall=0.6666666666666666, f1=0.5714285714285714)
    """
    if len(correct) != len(survived):
        raise ValueError(f"correct has {len(correct)} pages, survived has {len(survived)}")
    return overlap_prf(sum(correct), len(correct), sum(survived))


def _absent(units: Iterable[list[str]], sequence: list[str], enough: int) -> int:
    """Number of units that do not occur in the tokens; counting stops above `enough`.

    Units are mostly in the order of the tokens, so each is first searched for after the one before.
    """
    whole = f" {' '.join(sequence)} "
    absent = position = 0
    for unit in units:
        run = f" {' '.join(unit)} "
        found = whole.find(run, position)
        if found < 0:
            found = whole.find(run, 0, position + len(run))
        if found < 0:
            absent += 1
            if absent > enough:
                break
        else:
            position = found
    return absent
