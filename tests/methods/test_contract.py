"""Rules for every method."""

import dataclasses
from pathlib import Path
from typing import Literal, get_origin, get_type_hints

import numpy as np
import pytest

from maintext.methods.base import Method, Paper, Scores
from maintext.methods.registry import METHODS, get_method
from maintext.page.page import Page
from maintext.page.parse import empty_page, parse
from tests.random_html import random_page

_SENTENCE = "The tower was built in 1911, of brick and lime, and it leans to the south; nobody knows why. "
_CHINESE = "这座塔建于一九一一年，用砖和石灰砌成。它向南倾斜，没有人知道为什么！"

PAGES: dict[str, str] = {
    "no rows": "",
    "no text": "<div><img src=x></div>",
    "one leaf": "one",
    "one character": "<p>.",
    "no links": f"<div><p>{_SENTENCE}<p>{_SENTENCE * 3}<p>{_SENTENCE}</div>",
    "only links": "<ul>" + "<li><a href=/x>Some headline</a>" * 9 + "</ul>",
    "article": f"<nav><a href=/>Home</a></nav><h1>Tower</h1><div><p>{_SENTENCE * 4}</p><p>{_SENTENCE}</div>"
    "<footer>© 2020 <a href=/i>Imprint</a></footer>",
    "chinese": f"<div><a href=/>首页</a></div><div><p>{_CHINESE * 3}</p><p>{_CHINESE}</p></div>",
    "deep": "<div>" * 300 + _SENTENCE + "</div>" * 300 + _SENTENCE,
    "hidden": f"<p hidden>{_SENTENCE}</p><p>{_SENTENCE}</p><template>{_SENTENCE}</template>",
    "table": "<table>" + f"<tr><td>{_SENTENCE}<td><a href=/>more</a>" * 4 + "</table>",
    "breaks": f"<body>{_SENTENCE}<br><br>{_SENTENCE}<br>{_SENTENCE}<hr>",
    "only unshown elements": "<head><title>one</title></head><body><form><label>two</label></form>",
    "unlisted tags": f"<x-page><x-text>{_SENTENCE}</x-text><x-text>{_SENTENCE}</x-text></x-page>",
    "frames": "<frameset><frame src=a><noframes>one</noframes></frameset>",
    "alike": "<div><p>one</p></div>" * 30,
}


def pages() -> list[Page]:
    written = [parse(html) if html else empty_page() for html in PAGES.values()]
    return written + [random_page(seed) for seed in range(20)]


def noises(page: Page) -> list[np.ndarray[tuple[int], np.dtype[np.bool_]] | None]:
    some = np.random.default_rng(len(page)).random(len(page.leaves)) < 0.3
    return [None, some, np.zeros_like(some), np.ones_like(some)]


@pytest.fixture(params=METHODS)
def method(request: pytest.FixtureRequest) -> Method:
    return get_method(request.param)


def assert_scores_are_sound(page: Page, scores: Scores) -> None:
    assert scores.page is page
    assert scores.values.dtype == np.float64
    assert scores.values.ndim == 1
    assert not np.isinf(scores.values).any()
    assert scores.leaf_unit.shape == page.leaves.shape
    assert np.issubdtype(scores.leaf_unit.dtype, np.integer)
    assert ((scores.leaf_unit >= -1) & (scores.leaf_unit < len(scores.values))).all()
    if scores.element is not None:
        assert scores.element.shape == scores.values.shape
        assert ((scores.element >= 0) & (scores.element < len(page))).all()
    if scores.probability is not None:
        assert scores.probability.shape == scores.values.shape
        scored = scores.probability[~np.isnan(scores.values)]
        assert ((scored >= 0) & (scored <= 1)).all()


def test_scores_and_selection_are_sound_on_any_page(method: Method) -> None:
    for page in pages():
        for noise in noises(page):
            scores = method.score(page, noise)
            assert_scores_are_sound(page, scores)
            kept = method.select(scores)
            assert kept.dtype == np.bool_
            assert kept.shape == scores.values.shape
            assert np.isfinite(scores.values[kept]).all(), "what has no score is never kept"
            assert scores.leaves_of(kept).shape == page.leaves.shape


def test_every_unit_is_described_in_one_line(method: Method) -> None:
    for page in pages():
        scores = method.score(page)
        for unit in range(len(scores.values)):
            words = method.describe(scores, unit)
            assert words == words.strip()
            assert len(words.splitlines()) == 1


def test_the_same_page_gives_the_same_result(method: Method) -> None:
    for html in PAGES.values():
        first, again = (method.score(parse(html)) for _ in range(2))
        assert np.array_equal(first.values, again.values, equal_nan=True)
        assert np.array_equal(first.leaf_unit, again.leaf_unit)
        assert np.array_equal(method.select(first), method.select(again))


def test_scoring_changes_neither_page_nor_noise(method: Method) -> None:
    page = parse(PAGES["article"])
    noise = np.zeros(len(page.leaves), dtype=np.bool_)
    noise.flags.writeable = False
    columns = [page.chars.copy(), page.flags.copy(), page.parent.copy()]
    method.select(method.score(page, noise))
    assert all(map(np.array_equal, columns, [page.chars, page.flags, page.parent]))


def test_a_method_is_a_frozen_dataclass_that_only_stores(method: Method) -> None:
    assert dataclasses.is_dataclass(method)
    with pytest.raises(dataclasses.FrozenInstanceError):
        method.anything = 1
    assert dataclasses.replace(method) == method
    assert eval(repr(method), {type(method).__name__: type(method)}) == method


def test_a_method_has_a_name_paper_and_description(method: Method) -> None:
    assert METHODS[method.name] is type(method)
    assert method.name.isidentifier()
    assert method.name.islower()
    assert isinstance(method.paper, Paper)
    assert str(method.paper)
    assert method.needs in ("page", "site", "model")
    assert type(method).__doc__


def test_a_method_has_a_page_in_the_docs(method: Method) -> None:
    docs = Path(__file__).parents[2] / "docs" / "methods"
    assert (docs / f"{method.name}.md").read_text(encoding="utf-8").startswith("# ")


def test_an_article_is_separated_from_its_navigation(method: Method) -> None:
    page = parse(PAGES["article"])
    scores = method.score(page)
    kept = scores.leaves_of(method.select(scores))
    texts = [page.row_text(leaf) for leaf in page.leaves[kept].tolist()]
    assert any("The tower was built" in text for text in texts)


@pytest.mark.parametrize("method", METHODS.values(), ids=METHODS)
def test_an_invalid_parameter_value_is_refused_by_the_constructor(method: type[Method]) -> None:
    for name, hint in get_type_hints(method).items():
        if get_origin(hint) is Literal:
            with pytest.raises(ValueError, match=f"{name} is one of"):
                get_method(method.name, **{name: "no such thing"})
