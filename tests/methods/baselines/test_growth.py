"""Twice the leaves may cost at most 2.5 times as much."""

import time
from collections.abc import Callable

import pytest

from maintext.limits import Limits
from maintext.methods.base import Method
from maintext.methods.baselines.bte import Bte
from maintext.methods.baselines.ccb import Ccb
from maintext.methods.baselines.cetd import Cetd
from maintext.methods.baselines.cetr import Cetr
from maintext.methods.baselines.dsc import Dsc
from maintext.methods.baselines.econ import Econ
from maintext.methods.baselines.fe import Fe
from maintext.methods.baselines.lqf import Lqf
from maintext.methods.baselines.mss import Mss
from maintext.page import Page
from maintext.parse import parse

METHODS: list[Method] = [
    Bte(),
    Mss(),
    Dsc(),
    Lqf(),
    Fe(),
    Ccb(),
    Cetr(),
    Cetr(lines="source"),
    Cetd(),
    Econ(),
]
FAMILIES: dict[str, Callable[[int], str]] = {
    "flat": lambda n: "<p>some words, and a few more</p>\n" * n,
    "linked": lambda n: "<div><p>some <a href=/x>words</a></p></div>" * n,
    "deep": lambda n: ("<div>" * 400 + "<p>some words, and more</p>" * 400 + "</div>" * 400) * (n // 400),
}
_SIZE = 4000
_NOISE = 0.02  # seconds that a clock or a collector may add


def seconds(method: Method, page: Page) -> float:
    """The least processor time of three runs."""
    times = []
    for _ in range(3):
        start = time.process_time()
        method.select(method.score(page))
        times.append(time.process_time() - start)
    return min(times)


@pytest.fixture(scope="module", params=FAMILIES)
def pages(request: pytest.FixtureRequest) -> list[Page]:
    make = FAMILIES[request.param]
    both = [parse(make(size), Limits(seconds=60)) for size in (_SIZE, 2 * _SIZE)]
    for page in both:
        assert page.blocks.chars.sum() + page.markup.sum()  # what methods share is not theirs to pay for
    return both


@pytest.mark.parametrize("method", METHODS, ids=repr)
def test_twice_the_leaves_cost_at_most_two_and_a_half_times_as_much(
    method: Method, pages: list[Page]
) -> None:
    once, twice = pages
    assert seconds(method, twice) <= 2.5 * seconds(method, once) + _NOISE
