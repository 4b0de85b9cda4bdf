"""Array types, and array operations used everywhere above the node table."""

from typing import Any, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

IntArray: TypeAlias = NDArray[np.int64]
FloatArray: TypeAlias = NDArray[np.float64]
BoolArray: TypeAlias = NDArray[np.bool_]
Columns: TypeAlias = NDArray[np.float32]
"""Features × units: a row per feature."""

_Array = TypeVar("_Array", bound=NDArray[Any])


def frozen(array: _Array) -> _Array:
    """Make an array read-only, and return it."""
    if array.flags.writeable:
        array.flags.writeable = False
    return array


def prefix_sums(values: IntArray | BoolArray) -> IntArray:
    """Sums of `values[:i]` for every i from 0 to n: a range's sum is then one subtraction.

    >>> prefix_sums(np.array([3, 1, 2])).tolist()
    [0, 3, 4, 6]
    """
    sums = np.zeros(len(values) + 1, dtype=np.int64)
    np.cumsum(values, out=sums[1:])
    return sums


def lengths(first: IntArray, end: int) -> IntArray:
    """Lengths of consecutive runs: each ends where the next begins, the last at `end`.

    >>> lengths(np.array([0, 2, 2]), 7).tolist()
    [2, 0, 5]
    """
    length = np.empty_like(first)
    np.subtract(first[1:], first[:-1], out=length[:-1])
    length[-1:] = end - first[-1:]
    return length


def sigmoid(log_odds: FloatArray) -> FloatArray:
    """Log odds as probabilities.

    >>> sigmoid(np.array([-1.0, 0.0])).round(3).tolist()
    [0.269, 0.5]
    """
    return 1 / (1 + np.exp(-log_odds))
