"""The growth test itself must be able to fail."""

from collections.abc import Callable

import pytest

from tests import growth


@pytest.fixture
def spend(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Work that takes exactly so many seconds: a busy machine changes nothing."""
    now = [0.0]
    monkeypatch.setattr("time.thread_time", lambda: now[0])

    def work(seconds: float) -> None:
        now[0] += seconds

    return work


def test_linear_work_passes(spend: Callable[[float], None]) -> None:
    assert growth.grows_linearly(lambda: spend(1), lambda: spend(2))


def test_quadratic_work_fails(spend: Callable[[float], None]) -> None:
    assert not growth.grows_linearly(lambda: spend(1), lambda: spend(4))


def test_the_least_of_several_runs_counts(spend: Callable[[float], None]) -> None:
    disturbed = iter([8.0, 2.0])
    assert growth.grows_linearly(lambda: spend(1), lambda: spend(next(disturbed)))


def test_linear_work_passes_though_all_but_one_run_is_disturbed(spend: Callable[[float], None]) -> None:
    disturbed = iter([3.0, 1.0] + [3.0] * 11)
    assert growth.grows_linearly(lambda: spend(next(disturbed)), lambda: spend(6))


def test_quadratic_work_fails_though_some_runs_are_disturbed(spend: Callable[[float], None]) -> None:
    disturbed = iter([1.0, *[1.0, 3.0] * 6])
    assert not growth.grows_linearly(lambda: spend(next(disturbed)), lambda: spend(4))


def test_quadratic_work_fails_though_the_first_run_loads_something(spend: Callable[[float], None]) -> None:
    loading = iter([3.0] + [1.0] * 12)
    assert not growth.grows_linearly(lambda: spend(next(loading)), lambda: spend(4))
