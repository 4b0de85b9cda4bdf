r"""Runs of four tokens, as in the article extraction benchmark of Scrapinghub (Zyte).

Its tokens are runs of `\w`, with case. Shingles depend on order: the right words in the wrong place count
little. A page's counts are divided by their sum; precision and recall are means over pages, and F1 is
computed from these means.
"""

import re
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from maintext.arrays import FloatArray
from maintext.evaluation.metrics.intervals import RESAMPLES, Interval, interval, resampled_means
from maintext.evaluation.metrics.overlap import shared

_WORD = re.compile(r"\w+")


class ShingleCounts(NamedTuple):
    """One page: shares of its shingles that are right, extra and missing; and whether all tokens agree."""

    right: float
    extra: float
    missing: float
    exact: bool


class ShingleScores(NamedTuple):
    """A data set."""

    precision: Interval
    recall: Interval
    f1: Interval
    exact: Interval
    """Share of pages whose tokens are exactly the gold tokens; the benchmark calls it accuracy."""


def shingle_counts(text: str, gold: str, length: int = 4) -> ShingleCounts:
    """Compare the shingles of an extraction with those of the gold text; a shorter text is one shingle.

    >>> shingle_counts("a b c d e", "b c d e f")
    ShingleCounts(right=0.3333333333333333, extra=0.3333333333333333, missing=0.3333333333333333, exact=False)
    """
    return compare_shingles(shingles(text, length), shingles(gold, length))


class Shingles(NamedTuple):
    """A text as words and shingles."""

    words: list[str]
    runs: Counter[tuple[str, ...]]


def shingles(text: str, length: int = 4) -> Shingles:
    """The words of a text, and its sequences of `length` words; a shorter text is one sequence."""
    words = _WORD.findall(text)
    if 0 < len(words) < length:
        return Shingles(words, Counter([tuple(words)]))
    return Shingles(words, Counter(zip(*(words[at:] for at in range(length)), strict=False)))


def compare_shingles(found: Shingles, wanted: Shingles) -> ShingleCounts:
    """Compare an extraction and the gold text, both cut up before: saves time if one is compared often."""
    right = shared(found.runs, wanted.runs)
    extra, missing = found.runs.total() - right, wanted.runs.total() - right
    whole = (right + extra + missing) or 1
    return ShingleCounts(right / whole, extra / whole, missing / whole, found.words == wanted.words)


def shingle_scores(
    pages: Sequence[ShingleCounts], *, level: float = 0.95, resamples: int = RESAMPLES, seed: int = 0
) -> ShingleScores:
    """Precision, recall, F1 and exact rate of a data set, with bootstrap intervals.

    A page without extracted text has no precision, one without gold text no recall.

    >>> scores = shingle_scores([shingle_counts("a b c d", "a b c d"), shingle_counts("", "a b c d")])
    >>> scores.precision.value, scores.recall.value, scores.exact.value
    (1.0, 0.5, 0.5)
    """
    counts = np.array(pages, dtype=np.float64).reshape(-1, 4)
    right, found, wanted = counts[:, 0], counts[:, 0] + counts[:, 1], counts[:, 0] + counts[:, 2]
    # A mean over some of the pages is a ratio of two means over all of them.
    columns = np.column_stack(
        [_ratio(right, found), found > 0, _ratio(right, wanted), wanted > 0, counts[:, 3]]
    )
    means = resampled_means(columns, resamples, seed)
    figures = _figures(columns.mean(axis=0, keepdims=True))
    resampled = _figures(means)
    return ShingleScores(
        *(interval(float(one[0]), many, level) for one, many in zip(figures, resampled, strict=True))
    )


def _figures(means: FloatArray) -> tuple[FloatArray, FloatArray, FloatArray, FloatArray]:
    precision, recall = _ratio(means[:, 0], means[:, 1]), _ratio(means[:, 2], means[:, 3])
    return precision, recall, _ratio(2 * precision * recall, precision + recall), means[:, 4]


def _ratio(part: FloatArray, whole: FloatArray) -> FloatArray:
    """The ratio; 0 if the whole is 0."""
    return np.divide(part, whole, out=np.zeros_like(part), where=whole > 0)
