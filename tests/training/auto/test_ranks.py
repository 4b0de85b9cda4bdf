"""Columns as ranks: what trees that are fitted to them say about columns."""

import numpy as np
import pytest

from maintext.training.auto.boosting import Boosting, fit_trees
from maintext.training.auto.ranks import MOST_BORDERS, Borders

pytest.importorskip("catboost", reason="catboost is missing: pip install 'maintext[train]'")


def some_columns(units: int = 3000) -> np.ndarray[tuple[int, int], np.dtype[np.float32]]:
    random = np.random.default_rng(0)
    columns = random.normal(size=(4, units)).astype(np.float32)
    columns[1] = columns[1] > 0
    columns[2] = 7
    columns[3, random.random(units) < 0.3] = np.nan
    return columns


def test_a_rank_counts_the_borders_below_a_value() -> None:
    borders = Borders([np.array([0.5, 1.5], dtype=np.float32), np.array([], dtype=np.float32)])
    columns = np.array([[0.5, 0.6, 1.5, 9.0, np.nan], [1, 2, 3, 4, 5]], dtype=np.float32)
    assert borders.ranks([columns[:, :2], columns[:, 2:]], 5).tolist() == [[0, 1, 1, 2, 0], [0] * 5]


def test_borders_separate_what_can_be_separated() -> None:
    found = Borders.of(some_columns()).by_feature
    assert [len(borders) for borders in found[:3]] == [MOST_BORDERS, 1, 0]
    assert 0 < float(found[1][0]) < 1


def test_trees_fitted_to_ranks_say_the_same_about_columns() -> None:
    columns = some_columns()
    target = (np.nan_to_num(columns[0] + columns[1] + columns[3], nan=2.0) > 1).astype(np.int64)
    borders = Borders.of(columns)
    ranks = borders.ranks([columns], columns.shape[1])
    trees = fit_trees(ranks, target, None, "Logloss", Boosting(60, 4, 0.3, feature_share=1.0), seed=0)
    margins = borders.restore(trees).margins(columns)[0]
    assert margins.tolist() == trees.margins(ranks.astype(np.float32))[0].tolist()
    assert ((margins > 0) == target).mean() > 0.95


def test_parts_of_any_size_give_the_same_ranks() -> None:
    columns = np.tile(some_columns(), 9)
    borders = Borders.of(columns)
    whole = borders.ranks([columns], columns.shape[1])
    parts = borders.ranks(np.array_split(columns, 50, axis=1), columns.shape[1])
    assert np.array_equal(whole, parts)
