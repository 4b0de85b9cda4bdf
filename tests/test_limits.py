import pytest

from maintext.limits import Deadline, Limits, OutOfTime


@pytest.mark.parametrize("name", ["bytes", "nodes", "depth", "seconds"])
@pytest.mark.parametrize("value", [0, -1, float("nan")])
def test_a_limit_must_be_positive(name: str, value: float) -> None:
    with pytest.raises(ValueError, match=f"the limit on {name} must be positive"):
        Limits(**{name: value})  # type: ignore[arg-type]


def test_a_deadline_passes_in_silence_until_its_moment() -> None:
    Limits(seconds=60).deadline().check()
    with pytest.raises(OutOfTime):
        Deadline(0.0).check()


def test_a_deadline_may_be_never() -> None:
    Limits(seconds=float("inf")).deadline().check()
