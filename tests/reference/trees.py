"""The contributions of features, in NumPy."""

import numpy as np

from maintext.arrays import Columns, FloatArray
from maintext.model.trees import Trees


def contributions(trees: Trees, columns: Columns) -> FloatArray:
    """How much each feature changed each unit's first output: (features + 1) × units; the mean is last.

    Every answer moves a unit from the mean of the leaves it could reach before to the mean of those it can
    still reach; this change is credited to the feature of the question.
    """
    answers = columns[trees.feature] > trees.bound[:, :, None]  # levels × trees × units
    leaf = sum((answers[level].astype(np.int64) << level for level in range(trees.levels)), np.int64(0))
    tree, means = np.arange(len(trees))[:, None], _means(trees)
    pushes = np.zeros((len(columns) + 1, columns.shape[1]))
    pushes[-1] = trees.bias[0] + means[0].sum()
    for level in range(trees.levels):
        below, above = leaf & ((2 << level) - 1), leaf & ((1 << level) - 1)
        moved = means[level + 1][tree, below] - means[level][tree, above]
        np.add.at(pushes, trees.feature[level], moved)
    return pushes


def _means(trees: Trees) -> list[FloatArray]:
    """By number of answers: the mean of the leaves that can still be reached, by the bits of the answers."""
    weight = trees.cover.astype(np.float64) + 1e-9
    value = trees.leaf[:, :, 0] * weight
    means = []
    for level in range(trees.levels + 1):
        shape = len(trees), 1 << (trees.levels - level), 1 << level
        means.append(value.reshape(shape).sum(axis=1) / weight.reshape(shape).sum(axis=1))
    return means
