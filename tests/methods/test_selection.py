import numpy as np
import pytest
from hypothesis import given

from maintext.methods.selection import above, at_least, kept_blocks, only_best
from maintext.parse import parse
from tests.soup import soups


def test_the_threshold_itself_is_not_above_it_but_at_least_it() -> None:
    values = np.array([0.4, 0.5, 0.6, np.nan])
    assert above(values, 0.5).tolist() == [False, False, True, False]
    assert at_least(values, 0.5).tolist() == [False, True, True, False]


@pytest.mark.parametrize(
    ("values", "best"),
    [
        ([0.1, 0.9, 0.3], [1]),
        ([0.5, 0.5], [0]),
        ([np.nan, 0.2], [1]),
        ([0.0, 0.0], []),
        ([-1.0], []),
        ([np.nan, np.nan], []),
        ([], []),
    ],
)
def test_the_best_is_the_first_largest_positive_score(values: list[float], best: list[int]) -> None:
    assert np.flatnonzero(only_best(np.array(values, dtype=np.float64))).tolist() == best


@given(soups)
def test_a_block_is_kept_with_half_its_characters(html: str) -> None:
    page = parse(html)
    leaves = np.random.default_rng(len(html)).random(len(page.leaves)) < 0.5
    for block, kept in enumerate(kept_blocks(page.blocks, leaves)):
        mine = page.blocks.of_leaf == block
        chars = page.chars[page.leaves[mine]]
        assert kept == (chars[leaves[mine]].sum() >= chars.sum() / 2)


def test_a_linked_word_stays_in_its_sentence() -> None:
    page = parse("<p>The tower leans <a href=/>visibly</a> to the south.")
    assert kept_blocks(page.blocks, np.array([True, False, True])).tolist() == [True]
    assert kept_blocks(page.blocks, np.array([False, True, False])).tolist() == [False]
