"""Scores → kept units. Methods only score; the choice is made here."""

import numpy as np

from maintext.arrays import BoolArray, FloatArray


def above(values: FloatArray, threshold: float) -> BoolArray:
    """Units whose score is greater than the threshold."""
    return values > threshold


def at_least(values: FloatArray, threshold: float) -> BoolArray:
    """Units whose score is at least the threshold."""
    return values >= threshold


def only_best(values: FloatArray) -> BoolArray:
    """The one unit with the largest score, the first at a tie; none if no score is positive."""
    kept = np.zeros(len(values), dtype=np.bool_)
    if len(values):
        best = int(values.argmax())
        if np.isnan(values[best]):  # argmax counts NaN as the largest
            best = int(np.nan_to_num(values).argmax())
        kept[best] = values[best] > 0
    return kept
