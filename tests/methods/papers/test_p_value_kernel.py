"""The kernel finds the same elements, P values and units as the formula."""

from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from maintext.methods.papers.p_value import PValue
from maintext.page.page import Page
from maintext.page.parse import parse
from maintext.verdict import JUDGED
from tests.reference.p_value import p_values
from tests.render.pages import random_source
from tests.soup import soups


def check(page: Page) -> None:
    noise = np.arange(len(page.leaves)) % 3 == 0
    methods = (PValue(), PValue.as_printed(), JUDGED, PValue(wrapper_share=0.0))
    for method in (*methods, PValue(lengths="source", cjk_weight=3)):
        for known in (None, noise):
            elements, values, units = p_values(method, page, known)
            found = method.score(page, known)
            assert found.element is not None
            assert found.element.tolist() == elements
            assert found.values.tolist() == values
            assert found.leaf_unit.tolist() == units


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32))
def test_random_pages(seed: int) -> None:
    random = Random(seed)
    check(parse(random_source(random, random.randint(1, 25))))


@settings(max_examples=60, deadline=None)
@given(soups)
def test_soups(html: str) -> None:
    check(parse(html))


def test_columns_of_different_lengths_are_refused() -> None:
    page = parse("<p>a<p>b")
    tags, none = np.zeros(1, dtype=np.bool_), page.leaves[:0]
    with pytest.raises(ValueError, match="an array has"):
        page.table.p_values(page.chars, page.chars, tags, tags, 0.5, True, False, none)
