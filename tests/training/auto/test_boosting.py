"""Columns and targets → trees as plain arrays."""

from typing import Any

import numpy as np
import pytest
from catboost import CatBoost, Pool
from numpy.typing import NDArray

from maintext.arrays import Columns, FloatArray
from maintext.model.trees import Trees
from maintext.training.auto.boosting import Boosting, Loss, fit_trees


def data(units: int = 400) -> tuple[Columns, FloatArray]:
    random = np.random.default_rng(7)
    columns = random.normal(size=(6, units)).astype(np.float32)
    columns[3, ::11] = np.nan
    return columns, columns[0] + columns[1] * columns[2] + 0.1 * random.normal(size=units)


def fit(
    columns: Columns,
    target: NDArray[Any],
    loss: Loss = "Logloss",
    how: Boosting = Boosting(trees=25, levels=3, rate=0.3),
    seed: int = 0,
    baseline: NDArray[Any] | None = None,
) -> Trees:
    return fit_trees(columns, target, None, loss, how, seed=seed, baseline=baseline)


@pytest.mark.parametrize("loss", ["Logloss", "MultiClass", "RMSE"])
def test_trees_as_arrays_agree_with_catboost(loss: Loss, monkeypatch: pytest.MonkeyPatch) -> None:
    columns, value = data()
    target = value if loss == "RMSE" else np.digitize(value, [-0.5, 0.5] if loss == "MultiClass" else [0.0])
    fitted: list[CatBoost] = []
    save = CatBoost.save_model

    def remember(self: CatBoost, *arguments: object, **options: object) -> None:
        fitted.append(self)
        save(self, *arguments, **options)

    monkeypatch.setattr(CatBoost, "save_model", remember)
    trees = fit(columns, target, loss)
    expected = np.asarray(fitted[0].predict(Pool(columns.T), prediction_type="RawFormulaVal"))
    np.testing.assert_allclose(trees.margins(columns), np.atleast_2d(expected.T), atol=1e-4)


def test_only_the_same_seed_gives_the_same_trees() -> None:
    columns, value = data()
    one, same, other = (fit(columns, value > 0, seed=seed).leaf for seed in (1, 1, 2))
    assert one.tobytes() == same.tobytes()
    assert one.tobytes() != other.tobytes()


def test_with_a_baseline_the_trees_fit_the_residual() -> None:
    columns, value = data()
    target = (value > 0).astype(np.int64)
    known = 8.0 * (2 * target - 1)
    assert np.abs(fit(columns, target, baseline=known).margins(columns)).max() < 0.1
    assert np.abs(fit(columns, target).margins(columns)).max() > 1


def test_a_tree_with_fewer_levels_is_padded() -> None:
    columns = np.zeros((1, 40), dtype=np.float32)
    columns[0, 20:] = 1  # there is only one possible question
    trees = fit(columns, columns[0] > 0, how=Boosting(3, 4, 0.3, feature_share=1.0))
    assert trees.levels == 4
    margins = trees.margins(columns)[0]
    assert (margins[:20] < 0).all()
    assert (margins[20:] > 0).all()
