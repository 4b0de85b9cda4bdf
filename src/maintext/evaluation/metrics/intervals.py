"""Confidence of a mean over pages: the bootstrap over pages; for a rate of pages, Wilson's interval.

Bootstrap: pages are drawn with replacement, as many as there are, many times; the spread of the means is the
interval. Seeded: the same values give the same interval.
"""

import math
from collections.abc import Sequence
from statistics import NormalDist
from typing import NamedTuple

import numpy as np

from maintext.arrays import FloatArray

RESAMPLES = 2000

_CELLS = 1 << 22  # drawn pages in memory at once


class Interval(NamedTuple):
    """A figure, its confidence interval, and its standard deviation over the resamples."""

    value: float
    low: float
    high: float
    deviation: float


class Comparison(NamedTuple):
    """A compared with B on the same pages."""

    difference: float
    """Mean of A minus mean of B."""
    low: float
    high: float
    probability: float
    """Share of the resamples in which A beats B; a tie counts half."""


def bootstrap_interval(
    values: Sequence[float] | FloatArray, *, level: float = 0.95, resamples: int = RESAMPLES, seed: int = 0
) -> Interval:
    """The mean of one value per page, and its interval.

    >>> bootstrap_interval([1.0, 1.0, 1.0])
    Interval(value=1.0, low=1.0, high=1.0, deviation=0.0)
    """
    column = np.asarray(values, dtype=np.float64)[:, None]
    means = resampled_means(column, resamples, seed)[:, 0]
    return interval(float(column.mean()), means, level)


def rate_interval(flags: Sequence[bool], *, level: float = 0.95) -> Interval:
    """The share of pages with a property, and its interval by Wilson's score.

    Unlike a bootstrap, it has a width where all pages or none have the property.

    >>> rate = rate_interval([True] * 776 + [False] * 34)
    >>> [round(figure, 3) for figure in rate[:3]]
    [0.958, 0.942, 0.97]
    """
    pages = len(flags)
    if not pages:
        raise ValueError("there are no pages to count")
    z, rate = NormalDist().inv_cdf((1 + level) / 2), sum(flags) / pages
    middle = (rate + z * z / (2 * pages)) / (1 + z * z / pages)
    reach = z / (1 + z * z / pages) * math.sqrt(rate * (1 - rate) / pages + z * z / (4 * pages * pages))
    low, high = min(rate, middle - reach), max(rate, middle + reach)  # rounding aside, they are
    return Interval(rate, max(0.0, low), min(1.0, high), math.sqrt(rate * (1 - rate) / pages))


def page_interval(values: Sequence[float]) -> Interval:
    """The mean of one value per page: with Wilson's interval for true and false, else with the bootstrap."""
    if all(isinstance(value, bool) for value in values):
        return rate_interval([bool(value) for value in values])
    return bootstrap_interval(values)


def paired_bootstrap(
    a: Sequence[float] | FloatArray,
    b: Sequence[float] | FloatArray,
    *,
    level: float = 0.95,
    resamples: int = RESAMPLES,
    seed: int = 0,
) -> Comparison:
    """How likely A beats B, measured on the same pages in the same order.

    >>> paired_bootstrap([0.9, 0.8, 0.9], [0.5, 0.7, 0.6]).probability
    1.0
    """
    column = _differences(a, b)[:, None]
    means = resampled_means(column, resamples, seed)[:, 0]
    difference, low, high, _ = interval(float(column.mean()), means, level)
    probability = float(np.mean(means > 0) + np.mean(means == 0) / 2)
    return Comparison(difference, low, high, probability)


def difference_interval(a: Sequence[float] | FloatArray, b: Sequence[float] | FloatArray) -> Interval:
    """The mean of A minus that of B, on the same pages in the same order, and its interval.

    >>> difference_interval([0.75, 1.0], [0.5, 0.75])
    Interval(value=0.25, low=0.25, high=0.25, deviation=0.0)
    """
    return bootstrap_interval(_differences(a, b))


def ratio_interval(
    part: Sequence[float], whole: Sequence[float], *, level: float = 0.95, resamples: int = RESAMPLES
) -> Interval:
    """The sum of the parts divided by the sum of the wholes, which have one count per page each.

    Pages are drawn with both of their counts. A draw without any whole is left out.

    >>> ratio_interval([1, 2, 3], [2, 4, 6])
    Interval(value=0.5, low=0.5, high=0.5, deviation=0.0)
    """
    both = np.column_stack([part, whole]).astype(np.float64)
    if not both[:, 1].any():
        raise ValueError("there is nothing to divide by")
    parts, wholes = resampled_means(both, resamples, 0).T
    return interval(
        float(both[:, 0].sum() / both[:, 1].sum()), (parts[wholes > 0] / wholes[wholes > 0]), level
    )


def f1_interval(
    own: Sequence[Sequence[float]],
    other: Sequence[Sequence[float]] | None = None,
    *,
    resamples: int = RESAMPLES,
) -> Interval:
    """The F1 of the mean precision and the mean recall over pages, and its interval.

    Each page begins with its precision and its recall. With `other`, on the same pages in the same order: how
    far the F1 is above that of the other.

    >>> f1_interval([(1.0, 0.5), (0.5, 1.0)]).value
    0.75
    """
    sides = [own] if other is None else [own, other]
    if len({len(side) for side in sides}) > 1:
        raise ValueError("both must have the same pages")
    columns = np.array(
        [[figure for page in both for figure in page[:2]] for both in zip(*sides, strict=True)]
    )
    value = _f1_above(columns.mean(axis=0, keepdims=True))
    return interval(float(value[0]), _f1_above(resampled_means(columns, resamples, 0)), 0.95)


def _f1_above(means: FloatArray) -> FloatArray:
    """The F1 of the first precision and recall, less that of the second if there is one."""
    sums = means[:, ::2] + means[:, 1::2]
    f1 = np.divide(2 * means[:, ::2] * means[:, 1::2], sums, out=np.zeros_like(sums), where=sums > 0)
    return f1[:, 0] - f1[:, 1:].sum(axis=1)


def _differences(a: Sequence[float] | FloatArray, b: Sequence[float] | FloatArray) -> FloatArray:
    if len(a) != len(b):
        raise ValueError(f"A has {len(a)} pages and B {len(b)}: they must be the same pages")
    return np.asarray(a, dtype=np.float64) - np.asarray(b, dtype=np.float64)


def resampled_means(columns: FloatArray, resamples: int, seed: int) -> FloatArray:
    """The mean of each column (pages × columns) over each resample of the pages (resamples × columns)."""
    pages = len(columns)
    if not pages:
        raise ValueError("there are no pages to resample")
    random = np.random.default_rng(seed)
    means = np.empty((resamples, columns.shape[1]))
    step = max(1, _CELLS // columns.size)
    for start in range(0, resamples, step):
        drawn = random.integers(0, pages, (min(step, resamples - start), pages))
        means[start : start + len(drawn)] = columns[drawn].mean(axis=1)
    return means


def interval(value: float, resampled: FloatArray, level: float) -> Interval:
    """The middle `level` of the resampled values."""
    low, high = np.quantile(resampled, [(1 - level) / 2, (1 + level) / 2])
    return Interval(value, float(low), float(high), float(resampled.std()))
