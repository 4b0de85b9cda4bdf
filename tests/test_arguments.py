"""A wrong argument of a public call is a TypeError of one line: parameter, type, and what is accepted."""

from typing import Any

import numpy as np
import pytest

from maintext import Auto, Document, Limits, compare, extract, get_method
from maintext.errors import MethodError, quoted
from maintext.methods.baselines.dsc import Dsc
from maintext.methods.papers.p_value import PValue

HTML = "<p>The tower was built in 1911, and it leans.</p>"


def compared(**more: Any) -> dict[str, Document]:
    return compare(HTML, **more)


@pytest.mark.parametrize("spec", [None, 5, Auto(), ["auto"], Auto])
def test_a_spec_is_a_text(spec: Any) -> None:
    with pytest.raises(TypeError, match=r"^spec must be the spec of a method, such as 'ceds:printed', not "):
        get_method(spec)


@pytest.mark.parametrize(
    ("name", "given", "message"),
    [
        ("auto", {"threshold": "x"}, "auto's threshold must be a number or None, not str"),
        ("dsc", {"window": "5"}, "dsc's window must be a whole number, not str"),
        ("dsc", {"window": 2.5}, "dsc's window must be a whole number, not float"),
        ("p_value", {"images": 1}, "p_value's images must be true | false, not int"),
    ],
)
def test_a_parameter_has_its_type(name: str, given: dict[str, Any], message: str) -> None:
    with pytest.raises(TypeError) as caught:
        get_method(name, **given)
    assert str(caught.value) == message


def test_numbers_of_numpy_are_numbers() -> None:
    assert get_method("dsc", window=np.int64(5)) == Dsc(window=5)
    assert get_method("auto", threshold=np.float32(0.5)) == Auto(threshold=0.5)


def test_an_unknown_parameter_is_an_error_of_the_method() -> None:
    with pytest.raises(MethodError, match=r"^auto has no parameter 'foo'; it has threshold$"):
        get_method("auto", foo=1)
    with pytest.raises(TypeError):
        PValue(foo=1)  # type: ignore[call-arg]


def test_what_is_right_still_is() -> None:
    found = extract(
        HTML, method="p_value", rule="printed", title="always", articles_only=True, limits=Limits()
    )
    assert found.text == "The tower was built in 1911, and it leans."
    assert list(compared(methods=("p_value",), site=(HTML,))) == ["p_value"]


@pytest.mark.parametrize(
    "spec",
    [
        "x" * 4000,
        "ceds(" + "x" * 4000,
        "ceds:" + "x" * 4000,
        "x" * 2000 + ":" + "y" * 2000,
        f"ceds({'x' * 2000}={'y' * 2000})",
        f"ceds(numerator={'y' * 4000})",
        f"ceds(numerator='{'y' * 4000}')",
        f"ceds(numerator={'*' * 4000})",
        f"ceds({'x' * 2000}=1, {'x' * 2000}=2)",
        f"ceds({'x' * 4000})",
        f"ceds(numerator={'[' * 90}{']' * 90})",
        f"ceds(numerator={'[' * 900}{']' * 900})",
        f"punctuation(epsilon={'1' * 4000})",
    ],
)
def test_no_error_quotes_a_whole_spec(spec: str) -> None:
    with pytest.raises(MethodError) as caught:
        get_method(spec)
    assert len(str(caught.value)) < 350
    assert len(str(caught.value).splitlines()) == 1


def test_a_quote_is_short_and_on_one_line() -> None:
    deep: Any = []
    for _ in range(5000):
        deep = [deep]
    for value in (deep, "x\n" * 5000, {n: n for n in range(5000)}, Limits, object(), "x" * 10**6):
        assert len(quoted(value)) <= 80
        assert "\n" not in quoted(value)
