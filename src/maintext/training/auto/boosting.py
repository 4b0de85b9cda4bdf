"""Fit oblivious trees with CatBoost, and convert them to plain arrays."""

import json
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from maintext.arrays import Columns, FloatArray
from maintext.model.trees import Trees
from maintext.training.auto.ranks import MOST_BORDERS, Ranks

Loss = Literal["Logloss", "MultiClass", "RMSE"]


@dataclass(frozen=True, slots=True)
class Boosting:
    """How many trees, and how they are fitted."""

    trees: int
    levels: int
    rate: float
    regularisation: float = 5.0
    feature_share: float = 0.3


def fit_trees(
    columns: Columns | Ranks,
    target: NDArray[Any],
    weight: FloatArray | None,
    loss: Loss,
    how: Boosting,
    *,
    seed: int,
    baseline: FloatArray | None = None,
) -> Trees:
    """Trees for `columns` or their ranks (features × units); a `baseline` has margins to add to."""
    from catboost import CatBoost, Pool  # slow to import

    booster = CatBoost(
        {
            "loss_function": loss,
            "iterations": how.trees,
            "depth": how.levels,
            "learning_rate": how.rate,
            "l2_leaf_reg": how.regularisation,
            "rsm": how.feature_share,
            "border_count": MOST_BORDERS,
            "boosting_type": "Plain",
            "bootstrap_type": "Bernoulli",
            "subsample": 0.8,
            "leaf_estimation_iterations": 1,
            "boost_from_average": False,
            "random_seed": seed,
            "allow_writing_files": False,
            "verbose": False,
        }
    )
    # Ranks are read in place; floats are copied, as CatBoost treats both orders of an array differently.
    data = columns.T if columns.dtype == np.uint8 else np.ascontiguousarray(columns.T)
    booster.fit(Pool(data, target, weight=weight, baseline=baseline))
    with TemporaryDirectory() as folder:
        path = Path(folder) / "trees.json"
        booster.save_model(str(path), format="json")
        return of_catboost(json.loads(path.read_text()), how.levels)


def of_catboost(model: dict[str, Any], levels: int) -> Trees:
    """The trees of a model in CatBoost's JSON; smaller trees are padded with questions answered no."""
    found = model["oblivious_trees"]
    scale, bias = model["scale_and_bias"]
    outputs = len(bias)
    feature = np.zeros((levels, len(found)), dtype=np.int16)
    bound = np.full((levels, len(found)), np.inf, dtype=np.float32)
    leaf = np.zeros((len(found), 1 << levels, outputs), dtype=np.float32)
    cover = np.zeros((len(found), 1 << levels), dtype=np.float32)
    for number, tree in enumerate(found):
        for level, split in enumerate(tree["splits"] or ()):
            feature[level, number] = split["float_feature_index"]
            bound[level, number] = split["border"]
        values = np.array(tree["leaf_values"], dtype=np.float64).reshape(-1, outputs) * scale
        leaf[number, : len(values)] = values
        cover[number, : len(values)] = tree["leaf_weights"]
    return Trees(feature, bound, leaf, cover, np.array(bias, dtype=np.float32))
