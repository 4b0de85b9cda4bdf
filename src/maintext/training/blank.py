"""A model that has learned nothing."""

from functools import cache

import numpy as np

from maintext.model.auto import BUCKETS, AutoModel, Choice, WordWeights
from maintext.model.schema import KINDS, SCORES
from maintext.model.trees import Trees


def no_trees(outputs: int = 1) -> Trees:
    """Trees with a sum of 0."""
    return Trees(
        np.zeros((1, 0), np.int16),
        np.zeros((1, 0), np.float32),
        np.zeros((0, 2, outputs), np.float32),
        np.zeros((0, 2), np.float32),
        np.zeros(outputs, np.float32),
    )


@cache
def blank_model() -> AutoModel:
    """A model that has learned nothing, to measure pages with before the first fit."""
    empty = WordWeights(np.zeros(BUCKETS, np.int8), 1.0, 0.0)
    return AutoModel(
        tables=dict.fromkeys(SCORES, empty),
        kinds=no_trees(len(KINDS)),
        blocks=no_trees(),
        confidence=no_trees(),
        calibration=(1.0, 0.0),
        choice=Choice((1.0,) * len(KINDS), 1.0, 0.0),
        site_prior=0.0,
        card={},
    )
