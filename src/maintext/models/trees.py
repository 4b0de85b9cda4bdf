"""Boosted oblivious trees as plain arrays, evaluated without the library that fitted them.

In an oblivious tree all nodes of a level ask the same question (is this feature above that bound?), so the
answers to a tree's questions, read as bits, are the number of its leaf. For all trees and units at once that
is one comparison per question and one look-up per tree: no walk from node to node. `docs/methods/auto.md` has
the measurement that speaks for them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from maintext._kernel import loops
from maintext.arrays import Columns, FloatArray, IntArray

_AT_ONCE = 1 << 16
"""Leaves that are looked up together: what they take should fit into the processor's cache."""


@dataclass(frozen=True, eq=False)
class Trees:
    """A sum of oblivious trees, all of the same depth."""

    feature: NDArray[np.int16]
    """The feature of each question: levels × trees."""
    bound: NDArray[np.float32]
    """Its bound: the answer is yes where the feature is greater; never where it is not known (NaN)."""
    leaf: NDArray[np.float32]
    """The values of each leaf: trees × 2 ** levels × outputs; bit i of its number answers level i."""
    cover: NDArray[np.float32]
    """How much of the data that the trees were fitted to fell into each leaf: trees × 2 ** levels."""
    bias: NDArray[np.float32]
    """What is added to each output."""

    def __post_init__(self) -> None:
        levels, trees = self.feature.shape
        sound = (
            self.bound.shape == (levels, trees)
            and self.leaf.shape == (trees, 1 << levels, len(self.bias))
            and self.cover.shape == (trees, 1 << levels)
            and self.feature.min(initial=0) >= 0
        )
        if not sound:
            raise ValueError("the arrays of the trees do not fit together")

    def __len__(self) -> int:
        return len(self.leaf)

    @property
    def levels(self) -> int:
        """Questions of each tree."""
        return len(self.feature)

    def margins(self, columns: Columns) -> FloatArray:
        """The sum of the trees: outputs × units; log odds, where they were fitted as such."""
        if loops is None:
            return self._margins(columns)
        margins = np.empty((len(self.bias), columns.shape[1]))
        loops.sum_trees(np.ascontiguousarray(columns), *self._packed, margins)
        return margins

    def _margins(self, columns: Columns) -> FloatArray:
        """The same in NumPy."""
        sums = np.zeros((len(self.bias), columns.shape[1]))
        step = max(_AT_ONCE // max(columns.shape[1], 1), 1)
        for start in range(0, len(self), step):
            some = slice(start, start + step)
            leaf = self.leaves(columns, some) + self._first_leaf[some]
            for output, values in enumerate(self._leaf_values):
                sums[output] += values.take(leaf).sum(axis=0)
        return sums + self.bias[:, None]

    def leaves(self, columns: Columns, some: slice = slice(None)) -> IntArray:
        """The number of the leaf that each unit falls into: trees × units, or some of the trees."""
        features, bounds = self.feature[::-1, some], self.bound[::-1, some, None]
        shape = features.shape[1], columns.shape[1]
        values = np.empty(shape, dtype=np.float32)
        yes = np.empty(shape, dtype=np.bool_)
        leaf = np.zeros(shape, dtype=np.uint8 if self.levels <= 8 else np.int64)
        for feature, bound in zip(features, bounds, strict=True):
            columns.take(feature, axis=0, out=values, mode="clip")
            np.greater(values, bound, out=yes)
            leaf += leaf  # cheaper than to shift it
            leaf += yes.view(np.uint8)
        return leaf.astype(np.int64)

    def contributions(self, columns: Columns) -> FloatArray:
        """How much each feature pushed each unit's first output: (features + 1) × units; the mean is last.

        Every answer moves a unit from the mean of the leaves it could still reach to that of those it
        still can; the move is the push of the question's feature. The pushes and the mean sum to the margin.
        """
        leaf = self.leaves(columns)
        tree = np.arange(len(self))[:, None]
        pushes = np.zeros((len(columns) + 1, columns.shape[1]))
        pushes[-1] = self.bias[0] + self._means[0].sum()
        for level in range(self.levels):
            below, above = leaf & ((2 << level) - 1), leaf & ((1 << level) - 1)
            moved = self._means[level + 1][tree, below] - self._means[level][tree, above]
            np.add.at(pushes, self.feature[level], moved)
        return pushes

    @cached_property
    def _packed(self) -> tuple[NDArray[np.int16], Columns, Columns, Columns]:
        """The arrays as loops in C read them."""
        return (
            np.ascontiguousarray(self.feature, dtype=np.int16),
            np.ascontiguousarray(self.bound, dtype=np.float32),
            np.ascontiguousarray(self.leaf, dtype=np.float32),
            np.ascontiguousarray(self.bias, dtype=np.float32),
        )

    @cached_property
    def _first_leaf(self) -> IntArray:
        """Where the leaves of each tree begin when all lie end to end."""
        return (np.arange(len(self)) << self.levels)[:, None]

    @cached_property
    def _leaf_values(self) -> list[FloatArray]:
        """By output: the values of all leaves, end to end."""
        return list(self.leaf.reshape(-1, len(self.bias)).T.astype(np.float64))

    @cached_property
    def _means(self) -> list[FloatArray]:
        """By number of answers: the mean of the leaves that can still be reached, by those answers' bits."""
        weight = self.cover.astype(np.float64) + 1e-9
        value = self.leaf[:, :, 0] * weight
        means = []
        for level in range(self.levels + 1):
            shape = len(self), 1 << (self.levels - level), 1 << level
            means.append(value.reshape(shape).sum(axis=1) / weight.reshape(shape).sum(axis=1))
        return means


def mean_of(trees: Sequence[Trees]) -> Trees:
    """Trees whose margins are the mean of the others' margins; all have the same levels and outputs."""
    return Trees(
        np.concatenate([one.feature for one in trees], axis=1),
        np.concatenate([one.bound for one in trees], axis=1),
        np.divide(np.concatenate([one.leaf for one in trees]), len(trees), dtype=np.float32),
        np.concatenate([one.cover for one in trees]),
        np.mean([one.bias for one in trees], axis=0, dtype=np.float32),
    )
