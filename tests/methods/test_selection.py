import numpy as np
import pytest

from maintext.methods.selection import above, at_least, only_best


def test_the_threshold_itself_counts_for_at_least_but_not_for_above() -> None:
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
