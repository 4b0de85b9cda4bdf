"""The bootstrap, against pages drawn one by one."""

import numpy as np
import pytest

from maintext.evaluation.metrics import Comparison, bootstrap_interval, intervals, paired_bootstrap

RANDOM = np.random.default_rng(11)
A = RANDOM.beta(8, 2, 30)
B = A - RANDOM.normal(0.02, 0.1, 30)


def literal_means(
    values: np.ndarray[tuple[int], np.dtype[np.float64]], resamples: int, seed: int
) -> list[float]:
    draws = np.random.default_rng(seed).integers(0, len(values), (resamples, len(values)))
    return [float(np.mean([values[i] for i in draw])) for draw in draws]


def test_an_interval_is_the_middle_of_the_resampled_means() -> None:
    value, low, high, deviation = bootstrap_interval(A, level=0.9, resamples=300, seed=5)
    means = sorted(literal_means(A, 300, 5))
    assert value == pytest.approx(A.mean())
    assert (low, high) == pytest.approx(np.quantile(means, [0.05, 0.95]))
    assert deviation == pytest.approx(np.std(means))


def test_a_comparison_draws_the_same_pages_for_both() -> None:
    comparison = paired_bootstrap(A, B, resamples=300, seed=5)
    means = np.subtract(literal_means(A, 300, 5), literal_means(B, 300, 5))
    assert comparison.difference == pytest.approx(A.mean() - B.mean())
    assert (comparison.low, comparison.high) == pytest.approx(np.quantile(means, [0.025, 0.975]))
    assert comparison.probability == np.mean(means > 0)


def test_the_interval_does_not_depend_on_the_batch_size(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = bootstrap_interval(A)
    assert bootstrap_interval(list(A)) == whole
    monkeypatch.setattr(intervals, "_CELLS", 100)
    assert bootstrap_interval(A) == pytest.approx(whole)


def test_a_text_compared_with_itself_is_a_tie() -> None:
    assert paired_bootstrap(A, A) == Comparison(0.0, 0.0, 0.0, 0.5)


def test_swapping_the_sides_of_a_comparison_swaps_its_figures() -> None:
    there, back = paired_bootstrap(A, B), paired_bootstrap(B, A)
    assert back.difference == -there.difference
    assert back.probability == pytest.approx(1 - there.probability)
    assert (back.low, back.high) == pytest.approx((-there.high, -there.low))


def test_more_pages_make_a_narrower_interval() -> None:
    one, many = bootstrap_interval(A), bootstrap_interval(np.tile(A, 16))
    assert many.high - many.low < (one.high - one.low) / 2


def test_values_of_different_lengths_are_refused() -> None:
    with pytest.raises(ValueError, match="A has 2 pages and B 1"):
        paired_bootstrap([1.0, 0.0], [1.0])


def test_an_interval_of_no_values_is_an_error() -> None:
    with pytest.raises(ValueError, match="no pages"):
        bootstrap_interval([])
