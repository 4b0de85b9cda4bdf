"""Twice the leaves may cost at most 2.5 times as much."""

from collections.abc import Callable

import pytest

from maintext.evaluation.hostile import MARKUP, TEXT
from maintext.limits import Limits
from maintext.methods.base import Method
from maintext.methods.baselines.cetr import Cetr
from maintext.methods.registry import BASELINES
from maintext.page.page import Page
from maintext.page.parse import parse
from tests.growth import grows_linearly

METHODS: list[Method] = [*(method() for method in BASELINES), Cetr(lines="source")]
FAMILIES = {"flat paragraphs": MARKUP["flat paragraphs"]} | TEXT
_SIZE = 4000


def work(method: Method, page: Page) -> Callable[[], object]:
    return lambda: method.select(method.score(page))


@pytest.fixture(scope="module", params=FAMILIES)
def pages(request: pytest.FixtureRequest) -> list[Page]:
    make = FAMILIES[request.param]
    both = [parse(make(size), Limits(seconds=60)) for size in (_SIZE, 2 * _SIZE)]
    for page in both:
        assert page.blocks.chars.sum() + page.markup.sum()  # shared columns are not timed
    return both


@pytest.mark.parametrize("method", METHODS, ids=repr)
def test_methods_take_linear_time(method: Method, pages: list[Page]) -> None:
    once, twice = pages
    assert grows_linearly(work(method, once), work(method, twice))
