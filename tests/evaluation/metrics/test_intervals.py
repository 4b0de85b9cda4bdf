"""The bootstrap, against pages drawn one by one."""

import numpy as np
import pytest

from maintext.evaluation.metrics import (
    Comparison,
    bootstrap_interval,
    difference_interval,
    f1_interval,
    intervals,
    page_interval,
    paired_bootstrap,
    rate_interval,
    ratio_interval,
)

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


def test_a_difference_has_the_interval_of_the_comparison_and_its_own_deviation() -> None:
    interval = difference_interval(A, B)
    assert interval[:3] == paired_bootstrap(A, B)[:3]
    assert interval.deviation > 0
    with pytest.raises(ValueError, match="A has 30 pages and B 29"):
        difference_interval(A, B[1:])


def test_a_ratio_is_that_of_the_sums_over_the_pages_drawn() -> None:
    part, whole = RANDOM.integers(0, 9, 30), RANDOM.integers(9, 99, 30)
    value, low, high, _ = ratio_interval(part.tolist(), whole.tolist(), resamples=300)
    draws = np.random.default_rng(0).integers(0, 30, (300, 30))
    ratios = [part[draw].sum() / whole[draw].sum() for draw in draws]
    assert value == pytest.approx(part.sum() / whole.sum())
    assert (low, high) == pytest.approx(np.quantile(ratios, [0.025, 0.975]))


def test_draws_without_anything_to_divide_by_are_left_out_of_a_ratio() -> None:
    assert ratio_interval([1, 0, 0], [2, 0, 0])[:3] == (0.5, 0.5, 0.5)
    with pytest.raises(ValueError, match="nothing to divide by"):
        ratio_interval([0], [0])


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


@pytest.mark.parametrize(("right", "pages"), [(0, 10), (10, 10), (1, 3), (776, 810), (250, 262)])
def test_wilsons_interval_ends_where_the_score_test_is_just_significant(right: int, pages: int) -> None:
    rate, low, high, deviation = rate_interval([True] * right + [False] * (pages - right))
    assert rate == right / pages
    assert deviation == pytest.approx(np.std([True] * right + [False] * (pages - right)) / pages**0.5)
    assert 0 <= low <= rate <= high <= 1
    for bound in (low, high):
        if 0 < bound < 1:
            assert abs(rate - bound) == pytest.approx(1.959964 * (bound * (1 - bound) / pages) ** 0.5)


def test_a_rate_of_no_pages_is_refused() -> None:
    with pytest.raises(ValueError, match="no pages"):
        rate_interval([])


def test_flags_have_wilsons_interval_and_scores_the_bootstraps() -> None:
    assert page_interval([True, False, True]) == rate_interval([True, False, True])
    assert page_interval([0.5, 1.0, 0.7]) == bootstrap_interval([0.5, 1.0, 0.7])


def test_the_f1_of_means_is_resampled_by_page_with_both_figures() -> None:
    own, other = list(zip(A, B, strict=True)), list(zip(B - 0.1, A - 0.2, strict=True))

    def f1(precision: float, recall: float) -> float:
        return 2 * precision * recall / (precision + recall)

    for sides in ([own], [own, other]):
        columns = [np.array([page[at] for page in side]) for side in sides for at in (0, 1)]
        drawn = [
            f1(*means[:2]) - (f1(*means[2:]) if means[2:] else 0)
            for means in zip(*(literal_means(column, 300, 0) for column in columns), strict=True)
        ]
        found = f1_interval(*sides, resamples=300)
        assert found[1:3] == pytest.approx(tuple(np.quantile(drawn, [0.025, 0.975])))
        figures = [float(column.mean()) for column in columns]
        assert found.value == pytest.approx(f1(*figures[:2]) - (f1(*figures[2:]) if figures[2:] else 0))


def test_the_f1_of_pages_without_any_overlap_is_0() -> None:
    assert f1_interval([(0.0, 0.0)] * 3)[:3] == (0, 0, 0)
    with pytest.raises(ValueError, match="same pages"):
        f1_interval([(1.0, 1.0)], [])
