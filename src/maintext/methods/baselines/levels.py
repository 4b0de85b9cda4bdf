"""Values passed between parents and children, with one array operation per level of the tree."""

from collections.abc import Iterator

import numpy as np

from maintext.arrays import FloatArray, IntArray
from maintext.page.page import Page


def levels(page: Page) -> list[IntArray]:
    """The rows of each depth, from the root down."""
    order = np.argsort(page.depth, kind="stable")
    return np.split(order, np.cumsum(np.bincount(page.depth))[:-1]) if len(page) else []


def pairs_down(page: Page) -> Iterator[tuple[IntArray, IntArray]]:
    """Parents and children, level by level from the root: a parent is final before it is read."""
    for children in levels(page)[1:]:
        yield page.parent[children], children


def pairs_up(page: Page) -> Iterator[tuple[IntArray, IntArray]]:
    """Parents and children, level by level from the deepest: a child is final before it is read."""
    for children in levels(page)[:0:-1]:
        yield page.parent[children], children


def largest_above(page: Page, values: FloatArray) -> FloatArray:
    """For each row, the largest value of the row and its ancestors."""
    largest = values.copy()
    for parents, children in pairs_down(page):
        largest[children] = np.maximum(largest[children], largest[parents])
    return largest
