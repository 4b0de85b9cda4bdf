"""A wrong argument of a public call is a TypeError of one line: parameter, type, and what is accepted."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from maintext import Auto, Document, Extractor, Limits, SiteTemplate, compare, extract, get_method, judge
from maintext.errors import MethodError, quoted
from maintext.methods.baselines.dsc import Dsc
from maintext.methods.papers.p_value import PValue

HTML = "<p>The tower was built in 1911, and it leans.</p>"
METHOD = "a method or the spec of one, such as 'ceds:printed'"
METHODS = "a list of methods or specs, or specs with commas between them"
PAGES = "a SiteTemplate, a list of pages or None"


def learn(pages: Any = (), **more: Any) -> SiteTemplate:
    return SiteTemplate.learn(pages, **more)


def compared(**more: Any) -> dict[str, Document]:
    return compare(HTML, **more)


@pytest.mark.parametrize(
    ("call", "given", "message"),
    [
        (extract, {"method": None}, f"method must be {METHOD}, not NoneType"),
        (extract, {"method": 1}, f"method must be {METHOD}, not int"),
        (extract, {"method": ["auto"]}, f"method must be {METHOD}, not list"),
        (extract, {"method": b"auto"}, f"method must be {METHOD}, not bytes"),
        (extract, {"method": Auto}, f"method must be {METHOD}, not the class Auto"),
        (extract, {"url": 5}, "url must be a text or None, not int"),
        (extract, {"charset": b"gbk"}, "charset must be a text or None, not bytes"),
        (extract, {"site": "site.json"}, f"site must be {PAGES}, not str"),
        (extract, {"site": b"<p>"}, f"site must be {PAGES}, not bytes"),
        (extract, {"site": 5}, f"site must be {PAGES}, not int"),
        (extract, {"site": [5]}, "html must be str or bytes-like, not int"),
        (extract, {"limits": 5}, "limits must be a Limits object, not int"),
        (extract, {"limits": None}, "limits must be a Limits object, not NoneType"),
        (extract, {"articles_only": "yes"}, "articles_only must be True or False, not str"),
        (extract, {"rule": None}, "rule must be 'model' or 'printed', not NoneType"),
        (extract, {"title": ["auto"]}, "title must be 'auto', 'always' or 'never', not list"),
        (extract, {"tables": None}, "tables must be 'pipe', 'auto' or 'html', not NoneType"),
        (extract, {"colour": 1}, "no argument 'colour'; there are articles_only, rule, title, tables"),
        (judge, {"model": Auto()}, "model must be an AutoModel or None, not Auto"),
        (judge, {"model": "mine.npz"}, "model must be an AutoModel or None, not str"),
        (judge, {"rule": 5}, "rule must be 'model' or 'printed', not int"),
        (judge, {"limits": 3}, "limits must be a Limits object, not int"),
        (judge, {"charset": b"x"}, "charset must be a text or None, not bytes"),
        (compare, {"methods": None}, f"methods must be {METHODS}, not NoneType"),
        (compare, {"methods": 5}, f"methods must be {METHODS}, not int"),
        (compare, {"methods": ["auto", None]}, f"each of methods must be {METHOD}, not NoneType"),
        (compare, {"limits": 5}, "limits must be a Limits object, not int"),
        (compare, {"site": "site.json"}, f"site must be {PAGES}, not str"),
    ],
)  # fmt: skip
def test_a_wrong_type_is_one_line(call: Any, given: dict[str, Any], message: str) -> None:
    with pytest.raises(TypeError) as caught:
        call(HTML, **given)
    assert str(caught.value) == message
    if call is extract:
        of_page = {name: value for name, value in given.items() if name in ("url", "charset")}
        with pytest.raises(TypeError) as caught:
            Extractor(**({} if of_page else given)).extract(HTML, **of_page)
        assert str(caught.value) == message


@pytest.mark.parametrize("html", [None, 5, ["<p>"], Path("page.html"), str])
def test_a_page_is_text_or_bytes(html: Any) -> None:
    for call in (extract, judge, compare, Extractor().extract):
        with pytest.raises(TypeError, match=r"^html must be str or bytes-like, not "):
            call(html)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (
            {"pages": [HTML]},
            "a page of pages must be a Page, as `maintext.page.parse.parse` makes it, not str",
        ),
        ({"pages": HTML}, "a page of pages must be a Page, as `maintext.page.parse.parse` makes it, not str"),
        ({"pages": 5}, "pages must be a list of pages, as `maintext.page.parse.parse` makes them, not int"),
        ({"host": 5}, "host must be a text or None, not int"),
        ({"min_share": "half"}, "min_share must be a number from 0 to 1, not str"),
    ],
)
def test_a_template_is_learned_from_pages(given: dict[str, Any], message: str) -> None:
    with pytest.raises(TypeError) as caught:
        learn(**given)
    assert str(caught.value) == message


@pytest.mark.parametrize("spec", [None, 5, Auto(), ["auto"], Auto])
def test_a_spec_is_a_text(spec: Any) -> None:
    with pytest.raises(TypeError, match=r"^spec must be the spec of a method, such as 'ceds:printed', not "):
        get_method(spec)


@pytest.mark.parametrize(
    ("name", "given", "message"),
    [
        ("auto", {"model": "mine.npz"}, "auto's model must be AutoModel | none, not str"),
        ("auto", {"threshold": "x"}, "auto's threshold must be a number | none, not str"),
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
