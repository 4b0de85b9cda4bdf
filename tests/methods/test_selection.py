import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from maintext.methods.selection import above, at_least, expected_f1, only_best


def test_the_threshold_itself_is_not_above_it_but_at_least_it() -> None:
    values = np.array([0.4, 0.5, 0.6, np.nan])
    assert above(values, 0.5).tolist() == [False, False, True, False]
    assert at_least(values, 0.5).tolist() == [False, True, True, False]


@pytest.mark.parametrize(
    ("values", "best"),
    [
        ([0.1, 0.9, 0.3], [1]),
        ([0.5, 0.5], [0]),
        ([np.nan, 0.2], [1]),
        ([0.0, 0.0], []),
        ([-1.0], []),
        ([np.nan, np.nan], []),
        ([], []),
    ],
)
def test_the_best_is_the_first_largest_positive_score(values: list[float], best: list[int]) -> None:
    assert np.flatnonzero(only_best(np.array(values, dtype=np.float64))).tolist() == best


def literal_f1(probability: list[float], size: list[int], kept: list[int]) -> float:
    """The expected F1 of a choice: units without a word count a little."""
    weight = [words + 1e-3 for words in size]
    found = sum(probability[unit] * weight[unit] for unit in kept)
    everything = sum(p * words for p, words in zip(probability, weight, strict=True))
    return 2 * found / (sum(weight[unit] for unit in kept) + everything)


units = st.lists(st.tuples(st.sampled_from([0.0, 0.1, 0.3, 0.5, 0.8, 1.0]), st.integers(0, 50)), max_size=12)


@given(units)
def test_no_beginning_of_the_order_has_a_larger_expected_f1(found: list[tuple[float, int]]) -> None:
    probability, size = [p for p, _ in found], [words for _, words in found]
    kept = expected_f1(np.array(probability, dtype=np.float64), np.array(size, dtype=np.int64))
    assert len(kept) == len(found)
    if not any(probability):
        assert not kept.any()
        return
    order = sorted(range(len(found)), key=lambda unit: -probability[unit])
    best = max(literal_f1(probability, size, order[: end + 1]) for end in range(len(order)))
    assert literal_f1(probability, size, np.flatnonzero(kept).tolist()) == pytest.approx(best)


@given(units)
def test_units_of_the_same_probability_are_kept_or_dropped_together(found: list[tuple[float, int]]) -> None:
    probability = np.array([p for p, _ in found], dtype=np.float64)
    kept = expected_f1(probability, np.array([words for _, words in found], dtype=np.int64))
    assert probability[kept].min(initial=2.0) > probability[~kept].max(initial=-1.0)


def test_a_long_unit_outweighs_many_short_ones() -> None:
    probability = np.array([0.9, 0.2, 0.2, 0.4])
    assert expected_f1(probability, np.array([500, 3, 3, 4])).tolist() == [True, False, False, False]
    assert expected_f1(probability, np.array([5, 3, 3, 40])).tolist() == [True, False, False, True]
