"""The kernel finds the same elements, P values and units as NumPy."""

from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from maintext import parse
from maintext._kernel import loops
from maintext.judge import JUDGED
from maintext.methods.papers.p_value import AS_PRINTED, PValue
from maintext.page.page import Page
from tests.loops import only_with_loops, twin, without_loops
from tests.render.pages import random_source
from tests.soup import soups

pytestmark = only_with_loops


def check(page: Page) -> None:
    noise = np.arange(len(page.leaves)) % 3 == 0
    same = twin(page)
    for method in (PValue(), AS_PRINTED, JUDGED, PValue(wrapper_share=0.0)):
        for known in (None, noise):
            with without_loops():
                wanted = method.score(same, known)
            found = method.score(page, known)
            assert found.element is not None
            assert wanted.element is not None
            assert found.element.tolist() == wanted.element.tolist()
            assert found.values.tolist() == wanted.values.tolist()
            assert found.leaf_unit.tolist() == wanted.leaf_unit.tolist()


@settings(max_examples=150, deadline=None)
@given(st.integers(0, 2**32))
def test_random_pages(seed: int) -> None:
    random = Random(seed)
    check(parse.parse(random_source(random, random.randint(1, 60))))


@settings(max_examples=150, deadline=None)
@given(soups)
def test_soups(html: str) -> None:
    check(parse.parse(html))


def test_columns_of_different_lengths_are_refused() -> None:
    page = parse.parse("<p>a<p>b")
    tags, none = np.zeros(1, dtype=np.bool_), page.leaves[:0]
    assert loops is not None
    with pytest.raises(ValueError, match="an array has"):
        loops.p_values(
            page.columns, page.chars, page.chars, page.chars, tags, tags, 0.5, True, none, page.leaves
        )
