"""What holds for all features, whatever they measure."""

from copy import copy
from functools import partial

import numpy as np
import pytest
from hypothesis import given, settings
from maintext.features.hashed import BUCKETS, TABLES
from numpy.typing import NDArray

from maintext.evaluation.hostile import MARKUP, METADATA, TEXT
from maintext.features import (
    CONTEXT_FEATURES,
    MEANINGS,
    OWN_FEATURES,
    PAGE_FEATURES,
    Landmarks,
    Reading,
    context,
    context_columns,
    describe_blocks,
    groups,
    landmarks,
    methods,
    own_columns,
    page_columns,
    place,
    shape,
    text,
    whole,
)
from maintext.limits import Limits
from maintext.page.page import Page
from maintext.page.parse import parse
from tests.features.pages import pages
from tests.growth import grows_linearly
from tests.soup import soups

_FAMILIES = (text, place, shape, landmarks, groups, methods, context, whole)
_MAY_BE_UNKNOWN = [
    name for name in CONTEXT_FEATURES if "@" in name or name.startswith(("heading_", "label_"))
]
_WEIGHT = np.random.default_rng(0).integers(-9, 10, BUCKETS).astype(np.int8)


def measure(page: Page) -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.float32]]:
    """The features of the blocks, of their surroundings, and of the page."""
    reading = Reading(page)
    marks = Landmarks(reading)
    own = own_columns(reading, marks)
    scores = np.array([find(reading).score(_WEIGHT, 0.1, 0.0, reading.size) for find in TABLES.values()])
    return own, context_columns(reading, own, scores), page_columns(reading, marks)


def assert_sound(page: Page) -> None:
    own, around, whole_page = measure(page)
    size = len(page.blocks)
    assert own.shape == (len(OWN_FEATURES), size)
    assert around.shape == (len(CONTEXT_FEATURES), size)
    assert whole_page.shape == (len(PAGE_FEATURES), 1)
    for name, column in zip((*OWN_FEATURES, *CONTEXT_FEATURES), (*own, *around), strict=True):
        assert name in _MAY_BE_UNKNOWN or np.isfinite(column).all(), name
    assert not np.isinf(around).any()
    assert np.isfinite(whole_page).all()


@pytest.mark.parametrize("name", pages())
def test_every_column_is_finite_where_it_is_known(name: str) -> None:
    assert_sound(parse(pages()[name]))


@settings(max_examples=60, deadline=None)
@given(soups)
def test_any_page_with_a_block_can_be_measured(html: str) -> None:
    page = parse(html)
    if len(page.blocks):
        assert_sound(page)


def test_names_are_unique_and_every_one_has_a_meaning() -> None:
    names = [name for family in _FAMILIES for name in family.MEANINGS]
    assert len(names) == len(set(names)) == len(MEANINGS)
    assert tuple(names) == (*OWN_FEATURES, *CONTEXT_FEATURES, *PAGE_FEATURES)
    for name, meaning in MEANINGS.items():
        assert name.strip() == name
        assert name
        assert meaning.strip() == meaning
        assert meaning


def test_no_two_features_have_the_same_meaning() -> None:
    assert len(set(MEANINGS.values())) == len(MEANINGS)


def test_the_same_page_gives_the_same_columns() -> None:
    html = pages()["random 3"]
    for one, other in zip(measure(parse(html)), measure(parse(html)), strict=True):
        assert np.array_equal(one, other, equal_nan=True)


def test_a_block_is_described_by_what_is_its_own() -> None:
    reading = Reading(parse("<h1>One</h1><p>two three"))
    described = describe_blocks(own_columns(reading, Landmarks(reading)))[1]
    assert set(described) <= set(OWN_FEATURES)
    assert described["log_words"] == pytest.approx(np.log1p(2))
    assert described["block_position"] == 0.5


_HOSTILE = MARKUP | TEXT | METADATA


@pytest.mark.parametrize("family", _HOSTILE)
def test_twice_the_page_costs_at_most_two_and_a_half_times_as_much(family: str) -> None:
    small, large = (parse("x" + _HOSTILE[family](n), Limits(nodes=20_000)) for n in (1000, 2000))

    def work(page: Page) -> object:
        return measure(copy(page))  # without what is derived from the table

    assert grows_linearly(partial(work, small), partial(work, large))
