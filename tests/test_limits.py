import math
import pickle
from typing import Any

import numpy as np
import pytest

from maintext import extract
from maintext.limits import MOST, Deadline, Limits, OutOfTime

WHOLE = ["bytes", "nodes", "depth"]


@pytest.mark.parametrize("name", [*WHOLE, "seconds"])
@pytest.mark.parametrize("value", [0, -1, -(10**30)])
def test_a_limit_must_be_positive(name: str, value: Any) -> None:
    with pytest.raises(ValueError, match=f"^the limit on {name} must be positive, not {value}$"):
        Limits(**{name: value})


@pytest.mark.parametrize("value", [float("nan"), -0.5, float("-inf")])
def test_seconds_must_be_positive(value: float) -> None:
    with pytest.raises(ValueError, match=f"^the limit on seconds must be positive, not {value}$"):
        Limits(seconds=value)


@pytest.mark.parametrize("name", WHOLE)
@pytest.mark.parametrize("value", [1.5, 2.0, float("nan"), float("inf"), "9", None])
def test_a_limit_that_counts_must_be_a_whole_number(name: str, value: Any) -> None:
    with pytest.raises(ValueError, match=f"^the limit on {name} must be a whole number, not {value!r}$"):
        Limits(**{name: value})


@pytest.mark.parametrize("value", ["9", None, 1j])
def test_seconds_must_be_a_number(value: Any) -> None:
    with pytest.raises(ValueError, match="limit on seconds must be a number, not "):
        Limits(seconds=value)


@pytest.mark.parametrize("name", WHOLE)
@pytest.mark.parametrize("value", [MOST + 1, 10**30])
def test_a_limit_above_the_maximum_of_the_kernel_becomes_the_maximum(name: str, value: int) -> None:
    limits = Limits(**{name: value})
    assert limits == Limits(**{name: MOST})
    assert (
        extract("<p>The tower was built in 1911.</p>", limits=limits).text == "The tower was built in 1911."
    )


def test_infinite_seconds_are_allowed() -> None:
    assert Limits(seconds=10**400) == Limits(seconds=math.inf)
    Limits(seconds=math.inf).deadline().check()
    assert extract("<p>The tower was built in 1911.</p>", limits=Limits(seconds=10**400)).text


def test_numpy_numbers_are_allowed() -> None:
    assert Limits(nodes=np.int64(5), seconds=np.float32(0.5)) == Limits(nodes=5, seconds=0.5)  # type: ignore[arg-type]


def test_limits_can_be_pickled() -> None:
    limits = Limits(bytes=10**30, seconds=2)
    assert pickle.loads(pickle.dumps(limits)) == limits


def test_a_deadline_raises_only_when_it_has_passed() -> None:
    Limits(seconds=60).deadline().check()
    with pytest.raises(OutOfTime):
        Deadline(0.0).check()
