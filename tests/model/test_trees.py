from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from maintext._kernel import _native as native
from maintext.model.auto import AutoModel, shipped_auto
from maintext.model.measure import measure
from maintext.model.schema import BLOCK_FEATURES
from maintext.model.trees import MOST_STEPS, Trees, mean_of, rounded
from maintext.page.parse import parse
from tests.reference.trees import contributions


def random_trees(seed: int, trees: int = 7, levels: int = 3, outputs: int = 1, features: int = 5) -> Trees:
    random = np.random.default_rng(seed)
    return Trees(
        feature=random.integers(0, features, (levels, trees)).astype(np.int16),
        bound=random.normal(size=(levels, trees)).astype(np.float32),
        leaf=random.normal(size=(trees, 1 << levels, outputs)).astype(np.float32),
        cover=random.integers(0, 9, (trees, 1 << levels)).astype(np.float32),
        bias=random.normal(size=outputs).astype(np.float32),
    )


def random_columns(
    seed: int, units: int = 11, features: int = 5
) -> np.ndarray[tuple[int, int], np.dtype[np.float32]]:
    columns = np.random.default_rng(seed).normal(size=(features, units)).astype(np.float32)
    columns[np.random.default_rng(seed + 1).random(columns.shape) < 0.2] = np.nan
    return columns


def walk(trees: Trees, tree: int, unit: list[float]) -> int:
    """The leaf that a unit reaches, question by question."""
    leaf = 0
    for level in range(trees.levels):
        if unit[trees.feature[level, tree]] > trees.bound[level, tree]:
            leaf |= 1 << level
    return leaf


@pytest.mark.parametrize("units", [0, 1, 2, 33, 257])
@pytest.mark.parametrize("outputs", [1, 3])
@pytest.mark.parametrize("levels", [1, 3, 4, 6, 9])
def test_margins_agree_with_a_walk_through_every_tree(levels: int, outputs: int, units: int) -> None:
    trees = random_trees(levels, levels=levels, outputs=outputs)
    columns = random_columns(outputs, units=units)
    margins = trees.margins(columns)
    assert margins.shape == (outputs, columns.shape[1])
    for unit in range(columns.shape[1]):
        reached = [walk(trees, tree, columns[:, unit].tolist()) for tree in range(len(trees))]
        sums = sum(trees.leaf[tree, leaf].astype(np.float64) for tree, leaf in enumerate(reached))
        assert margins[:, unit].tolist() == pytest.approx((sums + trees.bias).tolist())


def test_a_page_of_very_many_units_is_summed_tree_by_tree() -> None:
    trees, columns = random_trees(2), random_columns(2)
    many = np.tile(columns, 7000)
    assert np.allclose(trees.margins(many), np.tile(trees.margins(columns), 7000))


def test_a_units_margin_does_not_depend_on_the_other_units() -> None:
    trees, columns = random_trees(1, trees=25, levels=6), random_columns(1, units=300)
    together = trees.margins(columns)[0].tolist()
    assert together == [trees.margins(columns[:, [unit]])[0, 0] for unit in range(300)]


def test_an_unknown_value_answers_no() -> None:
    trees = random_trees(1)
    unknown = np.full((5, 1), np.nan, dtype=np.float32)
    none = trees.leaf[:, 0].astype(np.float64).sum(axis=0) + trees.bias
    assert trees.margins(unknown)[:, 0].tolist() == pytest.approx(none.tolist())


def test_the_bound_itself_is_not_above_it() -> None:
    trees = Trees(
        np.array([[0]], dtype=np.int16),
        np.array([[0.5]], dtype=np.float32),
        np.array([[[1.0], [2.0]]], dtype=np.float32),
        np.ones((1, 2), dtype=np.float32),
        np.zeros(1, dtype=np.float32),
    )
    assert trees.margins(np.array([[0.5, 0.6]], dtype=np.float32)).tolist() == [[1.0, 2.0]]


@pytest.mark.parametrize("seed", range(4))
def test_contributions_sum_to_the_margin(seed: int) -> None:
    trees = random_trees(seed, trees=9, levels=4)
    columns = random_columns(seed)
    pushes = contributions(trees, columns)
    assert pushes.shape == (len(columns) + 1, columns.shape[1])
    assert pushes.sum(axis=0).tolist() == pytest.approx(trees.margins(columns)[0].tolist())


def test_only_used_features_contribute() -> None:
    trees = random_trees(3, features=3)
    pushes = contributions(trees, random_columns(3, features=5))
    assert not pushes[3:5].any()
    assert pushes[:3].any()


def test_a_contribution_is_the_change_of_the_mean_of_the_reachable_leaves() -> None:
    trees = Trees(
        np.array([[0], [1]], dtype=np.int16),
        np.array([[0.0], [0.0]], dtype=np.float32),
        np.array([[[1.0], [2.0], [3.0], [6.0]]], dtype=np.float32),
        np.ones((1, 4), dtype=np.float32),
        np.array([10.0], dtype=np.float32),
    )
    pushes = contributions(trees, np.array([[1.0], [1.0]], dtype=np.float32))
    assert pushes[:, 0].tolist() == pytest.approx([4.0 - 3.0, 6.0 - 4.0, 13.0])


@pytest.mark.parametrize("units", [0, 1, 7, 8, 9, 20])
@pytest.mark.parametrize("levels", [1, 3, 6, 9])
def test_the_largest_contributions_are_found_in_order(levels: int, units: int) -> None:
    trees, columns = random_trees(levels, trees=40, levels=levels), random_columns(units, units=units)
    pushed = -1.5 * contributions(trees, columns)[:-1]
    order = np.argsort(-np.abs(pushed), axis=0, kind="stable")
    for most in (1, 3, 5):
        features, pushes = trees.pushes(columns, most, -1.5)
        assert features.tolist() == order[:most].tolist()
        assert pushes.tolist() == np.take_along_axis(pushed, order[:most], axis=0).tolist()


def test_of_equal_contributions_the_first_features_come_first() -> None:
    features, pushes = random_trees(1, features=2).pushes(random_columns(1, features=6), 6)
    assert features[2:].tolist() == [[feature] * 11 for feature in range(2, 6)]
    assert not pushes[2:].any()


def test_the_number_of_strongest_features_is_limited_to_all_features() -> None:
    with pytest.raises(ValueError, match="more features are requested"):
        random_trees(1).pushes(random_columns(1), 6)


@pytest.mark.parametrize("trees", [0, 1])
@pytest.mark.parametrize("units", [0, 1])
def test_few_trees_and_few_units_work(trees: int, units: int) -> None:
    few = random_trees(0, trees=trees)
    columns = random_columns(0, units=units)
    assert few.margins(columns).shape == (1, units)
    assert contributions(few, columns).sum(axis=0).tolist() == pytest.approx(few.margins(columns)[0].tolist())


def test_mean_trees_have_the_mean_of_the_margins() -> None:
    several = [random_trees(seed) for seed in range(3)]
    columns = random_columns(9)
    expected = np.mean([trees.margins(columns) for trees in several], axis=0)
    assert mean_of(several).margins(columns)[0].tolist() == pytest.approx(expected[0].tolist(), abs=1e-5)


def test_rounded_leaves_are_whole_steps_close_to_the_old_ones() -> None:
    trees = random_trees(4, trees=50, levels=6)
    few = rounded(trees)
    largest = np.abs(trees.leaf).max()
    step = 2.0 ** np.floor(np.log2(largest)) / 2048
    steps = few.leaf / step
    assert np.array_equal(steps, np.rint(steps))
    assert 2048 <= np.abs(steps).max() <= MOST_STEPS
    assert np.abs(few.leaf - trees.leaf).max() <= step
    assert few.cover.tolist() == trees.cover.tolist()  # whole numbers below 256 stay
    assert np.array_equal(rounded(few).leaf, few.leaf)
    assert not rounded(replace(trees, leaf=np.zeros_like(trees.leaf))).leaf.any()


def with_trees(count: int, *, scale: float = 1.0) -> AutoModel:
    """The shipped model with other block trees, whose leaves are whole steps."""
    trees = random_trees(count, trees=count, levels=6, features=len(BLOCK_FEATURES))
    trees = rounded(replace(trees, leaf=trees.leaf * np.float32(scale)))
    return replace(shipped_auto(), blocks=trees, calibration=(1.0, 0.0))


@pytest.mark.parametrize("blocks", [1, 2, 31, 32, 33, 64, 100])
@pytest.mark.parametrize("trees", [1, 7, 8, 9, 50])
def test_sums_of_whole_steps_are_equal_to_sums_of_floats(trees: int, blocks: int) -> None:
    page = parse("".join(f"<div>Block {number} {'word ' * (number % 7)}</div>" for number in range(blocks)))
    for scale in (1.0, 1e-3, 1e3):
        model = with_trees(trees, scale=scale)
        measured = measure(page, model)
        assert measured.columns.shape[1] == blocks
        alone = measured.unit < 0  # the log odds of a unit are pooled
        assert alone.all()
        assert measured.log_odds.tolist() == model.blocks.margins(measured.columns)[0].tolist()


def test_the_largest_steps_of_many_trees_do_not_overflow() -> None:
    model = with_trees(600)
    step = float(np.abs(model.blocks.leaf).max()) / MOST_STEPS
    step = 2.0 ** np.rint(np.log2(step))
    for sign in (1, -1):
        leaf = np.full_like(model.blocks.leaf, sign * MOST_STEPS * step)
        extreme = replace(model, blocks=replace(model.blocks, leaf=leaf))
        found = measure(parse("<p>One block.<p>Another one."), extreme)
        assert found.log_odds.tolist() == extreme.blocks.margins(found.columns)[0].tolist()
        assert found.log_odds[0] == pytest.approx(sign * 600 * MOST_STEPS * step, rel=1e-3)


@pytest.mark.parametrize("part", ["bound", "leaf", "cover", "feature"])
def test_arrays_that_do_not_fit_together_are_refused(part: str) -> None:
    trees = random_trees(0)
    arrays = {name: getattr(trees, name) for name in ("feature", "bound", "leaf", "cover", "bias")}
    arrays[part] = -arrays[part] - 1 if part == "feature" else arrays[part][:-1]
    with pytest.raises(ValueError, match="do not fit together"):
        Trees(**arrays)


def test_arrays_that_do_not_fit_are_refused_by_the_kernel() -> None:
    trees, columns, margins = random_trees(0), random_columns(5), np.empty((1, 11))
    sum_trees: Callable[..., None] = native.sum_trees
    arrays: list[Any] = [columns, trees.feature, trees.bound, trees.leaf, trees.bias, margins]
    wrong: list[tuple[int, Any]] = [
        (0, columns[:1]),  # a used column is missing
        (0, columns[0]),
        (0, columns.astype(np.float64)),
        (0, columns.view(np.int32)),
        (0, columns[:, ::2]),
        (1, -trees.feature - 1),
        (1, trees.feature.view(np.uint16)),
        (1, np.zeros((17, 25), dtype=np.int16)),
        (2, trees.bound[:, 1:].copy()),
        (3, trees.leaf[1:]),
        (4, np.zeros(2, dtype=np.float32)),
        (5, np.empty((1, 4))),
        (5, np.empty((1, 11), dtype=np.int64)),
    ]
    for number, array in wrong:
        changed = [*arrays[:number], array, *arrays[number + 1 :]]
        with pytest.raises(ValueError, match=r"array|trees|columns|contiguous"):
            sum_trees(*changed)
    frozen = np.zeros((1, 11))
    frozen.flags.writeable = False
    with pytest.raises(ValueError, match="read-only"):
        sum_trees(*arrays[:5], frozen)
