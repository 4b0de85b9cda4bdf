r"""Runs of four tokens, as in the article extraction benchmark of Scrapinghub (Zyte).

Its tokens are runs of `\w`, case kept. Shingles see order: the right words in the wrong place count
little. A page's counts are divided by their sum; precision and recall are means over pages, F1 is
theirs, not a mean.
"""

import re
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from maintext.arrays import FloatArray
from maintext.evaluation.metrics.intervals import RESAMPLES, Interval, interval, resampled_means

_WORD = re.compile(r"\w+")


class ShingleCounts(NamedTuple):
    """One page: shares of its shingles that are right, too much and missing; and whether all tokens agree."""

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
    """Share of pages whose tokens are the gold tokens; the benchmark calls it accuracy."""


def shingle_counts(text: str, gold: str, length: int = 4) -> ShingleCounts:
    """Compare the shingles of an extraction with those of the gold text; a shorter text is one shingle.

    >>> shingle_counts("a b c d e", "b c d e f")
    ShingleCounts(right=0.3333333333333333, extra=0.3333333333333333, missing=0.3333333333333333, exact=False)
    """
    words, gold_words = _WORD.findall(text), _WORD.findall(gold)
    found, wanted = _shingles(words, length), _shingles(gold_words, length)
    right = (found & wanted).total()
    extra, missing = found.total() - right, wanted.total() - right
    whole = (right + extra + missing) or 1
    return ShingleCounts(right / whole, extra / whole, missing / whole, words == gold_words)


def shingle_scores(
    pages: Sequence[ShingleCounts], *, level: float = 0.95, resamples: int = RESAMPLES, seed: int = 0
) -> ShingleScores:
    """Precision, recall, F1 and exact rate of a data set, with bootstrap intervals.

    A page where nothing was extracted has no precision, one without gold text no recall.

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


def _shingles(words: list[str], length: int) -> Counter[tuple[str, ...]]:
    if not words:
        return Counter()
    return Counter(tuple(words[i : i + length]) for i in range(max(1, len(words) - length + 1)))


def _figures(means: FloatArray) -> tuple[FloatArray, FloatArray, FloatArray, FloatArray]:
    precision, recall = _ratio(means[:, 0], means[:, 1]), _ratio(means[:, 2], means[:, 3])
    return precision, recall, _ratio(2 * precision * recall, precision + recall), means[:, 4]


def _ratio(part: FloatArray, whole: FloatArray) -> FloatArray:
    """Part by whole, 0 where there is no whole."""
    return np.divide(part, whole, out=np.zeros_like(part), where=whole > 0)
