"""Array types, and the array operations that everything above the table shares."""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

IntArray: TypeAlias = NDArray[np.int64]
FloatArray: TypeAlias = NDArray[np.float64]
BoolArray: TypeAlias = NDArray[np.bool_]


def frozen(values: object, dtype: type[np.generic] = np.int64) -> NDArray[np.generic]:
    """The values as a read-only array."""
    array = np.asarray(values, dtype=dtype)
    array.flags.writeable = False
    return array


def prefix_sums(values: IntArray | BoolArray) -> IntArray:
    """Sums of `values[:i]` for every i from 0 to n: a range's sum is then one subtraction."""
    sums = np.zeros(len(values) + 1, dtype=np.int64)
    np.cumsum(values, out=sums[1:])
    return sums
