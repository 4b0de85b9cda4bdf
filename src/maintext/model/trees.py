"""Boosted oblivious trees as plain arrays, evaluated without the library that fitted them.

In an oblivious tree, all nodes of a level ask the same question (is this feature above that bound?), so the
answers, read as bits, are the index of a leaf, and no walk from node to node is needed.
`docs/methods/auto.md` has the measurement.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from maintext._kernel import native
from maintext.arrays import Columns, FloatArray, IntArray


@dataclass(frozen=True, eq=False)
class Trees:
    """A sum of oblivious trees, all of the same depth."""

    feature: NDArray[np.int16]
    """The feature of each question: levels × trees."""
    bound: NDArray[np.float32]
    """Its bound: the answer is yes if the feature is greater; no if it is unknown (NaN)."""
    leaf: NDArray[np.float32]
    """The values of each leaf: trees × 2 ** levels × outputs; bit i of its index answers level i."""
    cover: NDArray[np.float32]
    """Share of the training data in each leaf: trees × 2 ** levels."""
    bias: NDArray[np.float32]
    """Added to each output."""

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

    def __getstate__(self) -> dict[str, Any]:
        # Views cannot be pickled; they are made again when needed.
        return {field.name: getattr(self, field.name) for field in fields(self)}

    def __len__(self) -> int:
        return len(self.leaf)

    @property
    def levels(self) -> int:
        """Questions of each tree."""
        return len(self.feature)

    def margins(self, columns: Columns) -> FloatArray:
        """The sum of the trees: outputs × units; log odds, if they were fitted as such."""
        margins = np.empty((len(self.bias), columns.shape[1]))
        native.sum_trees(np.ascontiguousarray(columns), *self.packed, margins)
        return margins

    def pushes(self, columns: Columns, most: int, scale: float = 1.0) -> tuple[IntArray, FloatArray]:
        """The features that changed each unit's first output most, and by how much: `most` × units each.

        Every answer moves a unit from the mean of the leaves it could reach before to the mean of those it
        can still reach; this change is credited to the feature of the question. All changes and the mean of
        the trees sum to the margin. The largest comes first; `scale` multiplies every change.
        """
        features = np.empty((most, columns.shape[1]), dtype=np.int64)
        pushes = np.empty(features.shape)
        native.find_pushes(np.ascontiguousarray(columns), self.packed, self._moves, scale, features, pushes)
        return features, pushes

    @cached_property
    def packed(self) -> tuple[memoryview, memoryview, memoryview, memoryview]:
        """The arrays as the kernel reads them, for every page: views are given faster than arrays."""
        return (
            np.ascontiguousarray(self.feature, dtype=np.int16).data,
            np.ascontiguousarray(self.bound, dtype=np.float32).data,
            np.ascontiguousarray(self.leaf, dtype=np.float32).data,
            np.ascontiguousarray(self.bias, dtype=np.float32).data,
        )

    @cached_property
    def _moves(self) -> FloatArray:
        """The change by each answer: by level, tree and the bits of all answers up to that level."""
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


# -- arrays of a model file --------------------------------------------------------------------------

PARTS = {field.name: "i" if field.name == "feature" else "f" for field in fields(Trees)}
"""The arrays of trees, and the kind of type of each, as in `dtype.kind`."""
_MAX_LEVELS = 16


class UnknownColumn(Exception):
    """Trees of a file read a column that this version does not have."""


def tree_arrays(name: str, trees: Trees) -> dict[str, NDArray[Any]]:
    """The arrays of trees, as they are called in a file."""
    return {f"{name}_{part}": getattr(trees, part) for part in PARTS}


def read_trees(
    name: str, names: Sequence[str], today: Sequence[str], arrays: Mapping[str, NDArray[Any]]
) -> Trees:
    """Trees of a file that names its columns; their numbers are mapped to those of `today`, by name."""
    parts = {part: arrays[f"{name}_{part}"] for part in PARTS}
    if parts["feature"].ndim != 2 or len(parts["feature"]) > _MAX_LEVELS or parts["bias"].ndim != 1:
        raise ValueError(f"the trees for {name} have the wrong shape")
    if not all(np.isfinite(parts[part]).all() for part in ("leaf", "cover", "bias")):
        raise ValueError(f"the trees for {name} have infinite values")
    trees = Trees(**parts)
    if trees.feature.max(initial=-1) >= len(names):
        raise ValueError(f"the trees for {name} use features without a name")
    number = {name: column for column, name in enumerate(today)}
    column = np.array([number.get(name, -1) for name in names], dtype=np.int16)
    mapped = np.where(np.isinf(trees.bound), np.int16(0), column[trees.feature])  # nothing is above infinity
    if (mapped < 0).any():
        raise UnknownColumn(names[int(trees.feature[mapped < 0][0])])
    return replace(trees, feature=mapped)


# -- other trees -------------------------------------------------------------------------------------

MOST_STEPS = 4095
"""Largest leaf of rounded trees, in steps; the kernel has the same number."""
_COVER_BITS = 8


def rounded(trees: Trees) -> Trees:
    """Trees with leaves that are whole multiples of a power of two, at most `MOST_STEPS` of them.

    The kernel sums such leaves as integers, which is faster, and a file of them is smaller, also by the fewer
    bits of `cover`. Of 640 trees, log odds change by .001 on average.
    """
    cover, exponent = np.frexp(trees.cover)
    cover = np.ldexp(np.rint(np.ldexp(cover, _COVER_BITS)), exponent - _COVER_BITS).astype(np.float32)
    largest = float(np.abs(trees.leaf).max(initial=0.0))
    if not largest:
        return replace(trees, cover=cover)
    step = 2.0 ** int(np.frexp(largest)[1] - 12)
    steps = np.clip(np.rint(trees.leaf / step), -MOST_STEPS, MOST_STEPS)
    return replace(trees, leaf=(steps * step).astype(np.float32), cover=cover)


def mean_of(trees: Sequence[Trees]) -> Trees:
    """Trees whose margins are the mean of the margins of these; all have the same levels and outputs."""
    return Trees(
        np.concatenate([one.feature for one in trees], axis=1),
        np.concatenate([one.bound for one in trees], axis=1),
        np.divide(np.concatenate([one.leaf for one in trees]), len(trees), dtype=np.float32),
        np.concatenate([one.cover for one in trees]),
        np.mean([one.bias for one in trees], axis=0, dtype=np.float32),
    )
