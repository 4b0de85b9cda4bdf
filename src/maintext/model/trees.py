"""Boosted oblivious trees as plain arrays, evaluated without the library that fitted them.

In an oblivious tree all nodes of a level ask the same question (is this feature above that bound?), so the
answers to a tree's questions, read as bits, are the number of its leaf. For all trees and units at once that
is one comparison per question and one look-up per tree: no walk from node to node. `docs/methods/auto.md` has
the measurement that speaks for them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from maintext._kernel import loops, native
from maintext.arrays import Columns, FloatArray, IntArray

_AT_ONCE = 128
"""Units that are evaluated together: what they take should fit into the processor's cache."""
_LOOKED_UP = 320
"""Trees whose leaves are looked up together, likewise."""


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
        loops.sum_trees(np.ascontiguousarray(columns), *self.packed, margins)
        return margins

    def _margins(self, columns: Columns) -> FloatArray:
        """The same in NumPy."""
        margins = np.zeros((len(self.bias), columns.shape[1]))
        for start in range(0, columns.shape[1], _AT_ONCE):
            some = slice(start, start + _AT_ONCE)
            leaf = self.leaves(columns[:, some]).astype(self._first_leaf.dtype)
            leaf += self._first_leaf
            for first in range(0, len(self), _LOOKED_UP):
                values = self._leaf_values.take(leaf[first : first + _LOOKED_UP], axis=0)
                margins[:, some] += values.sum(axis=0).T
        return margins + self.bias[:, None]

    def leaves(self, columns: Columns) -> NDArray[np.integer[Any]]:
        """The number of the leaf that each unit falls into: trees × units."""
        feature, bound, question = self._questions
        yes = (columns.take(feature, axis=0) > bound).view(np.uint8)
        leaf = np.zeros((len(self), columns.shape[1]), dtype=np.uint8 if self.levels <= 8 else np.int64)
        for asked in question[::-1]:
            leaf += leaf  # cheaper than to shift it
            leaf += yes.take(asked, axis=0)
        return leaf

    def pushes(self, columns: Columns, most: int, scale: float = 1.0) -> tuple[IntArray, FloatArray]:
        """The features that pushed each unit's first output most, and how much: `most` × units each.

        Every answer moves a unit from the mean of the leaves it could still reach to that of those it
        still can; the move is the push of the question's feature. All pushes and the mean of the trees sum
        to the margin. The strongest comes first; `scale` multiplies every push.
        """
        features = np.empty((most, columns.shape[1]), dtype=np.int64)
        pushes = np.empty(features.shape)
        native.find_pushes(np.ascontiguousarray(columns), self.packed, self._moves, scale, features, pushes)
        return features, pushes

    @cached_property
    def packed(self) -> tuple[NDArray[np.int16], Columns, Columns, Columns]:
        """The arrays as loops in C read them."""
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
    def _first_leaf(self) -> NDArray[np.integer[Any]]:
        """Where the leaves of each tree begin when all lie end to end; narrow numbers, which add fast."""
        first = np.arange(len(self)) << self.levels
        return first.astype(np.min_scalar_type(self.cover.size))[:, None]

    @cached_property
    def _leaf_values(self) -> FloatArray:
        """The values of all leaves, end to end: leaves × outputs."""
        return self.leaf.reshape(-1, len(self.bias)).astype(np.float64)

    @cached_property
    def _moves(self) -> FloatArray:
        """What each answer moves a unit by: by level, tree and the bits of all answers up to that level."""
        weight = self.cover.astype(np.float64) + 1e-9
        value = self.leaf[:, :, 0] * weight
        means, moves = None, []
        for level in range(self.levels + 1):
            shape = len(self), 1 << (self.levels - level), 1 << level
            reached = value.reshape(shape).sum(axis=1) / weight.reshape(shape).sum(axis=1)
            if means is not None:
                moves.append((reached - np.tile(means, 2)).ravel())
            means = reached
        return np.concatenate(moves)


def mean_of(trees: Sequence[Trees]) -> Trees:
    """Trees whose margins are the mean of the others' margins; all have the same levels and outputs."""
    return Trees(
        np.concatenate([one.feature for one in trees], axis=1),
        np.concatenate([one.bound for one in trees], axis=1),
        np.divide(np.concatenate([one.leaf for one in trees]), len(trees), dtype=np.float32),
        np.concatenate([one.cover for one in trees]),
        np.mean([one.bias for one in trees], axis=0, dtype=np.float32),
    )
