"""The growth test itself must be able to fail."""

from tests.growth import grows_linearly


def spin(steps: int) -> int:
    return sum(number % 7 for number in range(steps))


def test_linear_work_passes() -> None:
    assert grows_linearly(lambda: spin(1_500_000), lambda: spin(3_000_000))


def test_quadratic_work_fails() -> None:
    assert not grows_linearly(lambda: spin(1_500_000), lambda: spin(6_000_000), tries=2)
