"""Boosted oblivious trees as plain arrays, evaluated without the library that fitted them.

In an oblivious tree all nodes of a level ask the same question (is this feature above that bound?), so the
answers to a tree's questions, read as bits, are the number of its leaf. No walk from node to node is needed;
`docs/methods/auto.md` has the measurement.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from maintext._kernel import _native as native
from maintext.arrays import Columns, FloatArray, IntArray


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
        margins = np.empty((len(self.bias), columns.shape[1]))
        native.sum_trees(np.ascontiguousarray(columns), *self.packed, margins)
        return margins

    def leaves(self, columns: Columns) -> NDArray[np.integer[Any]]:
        """The number of the leaf that each unit falls into: trees × units."""
        feature, bound, question = self._questions
        yes = (columns.take(feature, axis=0) > bound).view(np.uint8)
        leaf = np.zeros((len(self), columns.shape[1]), dtype=np.uint8 if self.levels <= 8 else np.int64)
        for asked in question[::-1]:
            leaf += leaf  # cheaper than to shift it
            leaf += yes.take(asked, axis=0)
        return leaf

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
    def packed(self) -> tuple[NDArray[np.int16], Columns, Columns, Columns]:
        """The arrays as the kernel reads them."""
        return (
            np.ascontiguousarray(self.feature, dtype=np.int16),
            np.ascontiguousarray(self.bound, dtype=np.float32),
            np.ascontiguousarray(self.leaf, dtype=np.float32),
            np.ascontiguousarray(self.bias, dtype=np.float32),
        )

    @cached_property
    def _questions(self) -> tuple[IntArray, Columns, IntArray]:
        """The features and bounds of the different questions, and the question that each tree asks by level.

        Trees ask many questions again: answered once, they cost less.
        """
        pairs = self.feature.astype(np.int64) << 32 | np.ascontiguousarray(self.bound).view(np.uint32)
        _, first, question = np.unique(pairs, return_index=True, return_inverse=True)
        feature, bound = self.feature.ravel()[first], self.bound.ravel()[first]
        return feature.astype(np.int64), bound[:, None], question.reshape(pairs.shape)

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
