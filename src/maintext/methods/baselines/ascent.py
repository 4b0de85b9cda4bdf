"""The way from an element up to the root, for methods that choose an element of it."""

import numpy as np

from maintext.arrays import IntArray
from maintext.page.page import Page


def first_holder(page: Page, path: IntArray) -> IntArray:
    """For each leaf, the position on the path of the first node that contains it.

    Each node contains the one before. So the nodes that begin before the leaf, and those that end after it,
    are both a part of the path up to its top.
    """
    begun = np.searchsorted(path[::-1], page.leaves, side="right")
    not_ended = len(path) - np.searchsorted(page.end[path], page.leaves, side="right")
    return len(path) - np.minimum(begun, not_ended)
