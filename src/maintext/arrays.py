"""Array types, and the array operations that everything above the table shares."""

from collections.abc import Iterable
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
    """The array, from now on read-only."""
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
    """How long runs are of which each ends where the next one begins, and the last at `end`.

    >>> lengths(np.array([0, 2, 2]), 7).tolist()
    [2, 0, 5]
    """
    length = np.empty_like(first)
    np.subtract(first[1:], first[:-1], out=length[:-1])
    length[-1:] = end - first[-1:]
    return length


def ranges(first: IntArray, count: IntArray) -> IntArray:
    """`first, first + 1, ...` for each first, as many as its count, end to end.

    >>> ranges(np.array([7, 0, 4]), np.array([2, 0, 3])).tolist()
    [7, 8, 4, 5, 6]
    """
    end = np.cumsum(count)
    return np.repeat(first - end + count, count) + np.arange(int(end[-1]) if len(end) else 0)


def stack(columns: Iterable[NDArray[np.generic]], out: Columns) -> None:
    """Write columns, and arrays of several, one below the other.

    >>> out = np.empty((3, 2), dtype=np.float32)
    >>> stack([np.array([1, 2]), np.eye(2)], out)
    >>> out.tolist()
    [[1.0, 2.0], [1.0, 0.0], [0.0, 1.0]]
    """
    row = 0
    for column in columns:
        rows = 1 if column.ndim == 1 else len(column)
        out[row : row + rows] = column
        row += rows
    if row != len(out):
        raise AssertionError(f"{row} columns for {len(out)} names")
