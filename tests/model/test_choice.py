"""The choice of blocks and its clean-up in the kernel, compared with slow versions."""

from dataclasses import replace
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from maintext._kernel import _native as native
from maintext.methods.auto.cleanup import _tidy
from maintext.methods.auto.method import Auto
from maintext.model.auto import Choice, _read_choice, second_look_of, shipped_auto
from maintext.model.measure import choose
from maintext.model.schema import KINDS
from maintext.page.parse import parse
from tests.model.pages import pages
from tests.reference.features import best_by_expected_f1
from tests.reference.tidying import tidied


@pytest.mark.parametrize("units", [0, 1, 2, 9, 40, 300])
@pytest.mark.parametrize("steps", [1, 3, 1 << 30])
def test_the_choice_has_the_largest_expected_f1(units: int, steps: int) -> None:
    random = np.random.default_rng(units)
    log_odds = 6 * random.integers(-steps, steps, units, endpoint=True) / steps
    size = random.integers(0, 30, units)
    kinds = np.array([0.5, 0.25, 0.25, 0, 0, 0, 0])
    kept = choose(log_odds, size, kinds, Choice((1.25, 0.5, 1.0, 9, 9, 9, 9), 1.5, -0.25))
    probability = (1 / (1 + np.exp(-(1.5 * log_odds - 0.25)))) ** (0.5 * 1.25 + 0.25 * 0.5 + 0.25)
    assert kept.tolist() == best_by_expected_f1(probability.tolist(), size.tolist())


def choose_by(probability: list[float], size: list[int]) -> list[bool]:
    """The choice with unchanged probabilities."""
    with np.errstate(divide="ignore"):
        log_odds = np.log(probability) - np.log1p(-np.array(probability))
    sizes = np.array(size, dtype=np.int64)
    kinds = np.eye(len(KINDS))[0]
    kept: list[bool] = choose(log_odds, sizes, kinds, Choice((1.0,) * len(KINDS), 1.0, 0.0)).tolist()
    return kept


UNITS = st.lists(st.tuples(st.sampled_from([0.0, 0.1, 0.3, 0.5, 0.8, 1.0]), st.integers(0, 50)), max_size=12)


@given(UNITS)
def test_units_with_the_same_probability_are_kept_or_dropped_together(found: list[tuple[float, int]]) -> None:
    probability, size = [p for p, _ in found], [words for _, words in found]
    kept = choose_by(probability, size)
    chosen = [p for p, is_kept in zip(probability, kept, strict=True) if is_kept]
    others = [p for p, is_kept in zip(probability, kept, strict=True) if not is_kept]
    assert min(chosen, default=2.0) > max(others, default=-1.0)
    assert bool(chosen) == any(probability)


def test_a_long_unit_outweighs_many_short_ones() -> None:
    probability = [0.9, 0.2, 0.2, 0.4]
    assert choose_by(probability, [500, 3, 3, 4]) == [True, False, False, False]
    assert choose_by(probability, [5, 3, 3, 40]) == [True, False, False, True]


def test_every_unit_is_decided_whatever_the_values() -> None:
    values, random = [np.nan, -1.0, 0.0, 1.0], np.random.default_rng(1)
    some = [random.choice(values, size).tolist() for size in random.integers(5, 70, 500)]
    for log_odds in [*product(values, repeat=4), *some]:
        kept = np.full(len(log_odds), 2, dtype=np.uint8)  # neither kept nor dropped
        size = np.ones(len(log_odds), dtype=np.int64)
        native.choose_weighed(np.array(log_odds), 1.0, 0.0, 1.0, size, kept.view(np.bool_))
        assert kept.max() < 2, log_odds


def test_arrays_that_do_not_fit_are_refused() -> None:
    log_odds, size, kept = np.zeros(3), np.ones(3, dtype=np.int64), np.zeros(3, dtype=np.bool_)
    native.choose_weighed(log_odds, 1.0, 0.0, 1.0, size, kept)
    wrong_arrays: list[Any] = [
        (log_odds.astype(np.float32), size, kept),
        (log_odds.view(np.int64), size, kept),
        (log_odds, size.view(np.float64), kept),
        (log_odds, size[:2], kept),
        (log_odds, size, kept.view(np.uint8)),
    ]
    for wrong in wrong_arrays:
        with pytest.raises(ValueError, match="an array"):
            native.choose_weighed(wrong[0], 1.0, 0.0, 1.0, *wrong[1:])


@pytest.mark.parametrize("name", list(pages()))
def test_the_clean_up_agrees_with_the_rules(name: str) -> None:
    page = parse(pages()[name])
    scores, random = Auto().score(page), np.random.default_rng(len(page))
    for share in (0.0, 0.2, 0.5, 0.8, 1.0):
        probability = random.random(len(page.blocks))
        kept = random.random(len(page.blocks)) < share
        other = replace(scores, site_probability=probability)
        expected = tidied(other, kept.tolist())
        changed = dict(_tidy(other, kept, np.zeros_like(kept), second_look_of(shipped_auto())))
        assert (kept.tolist(), [changed.get(block, 0) for block in range(len(kept))]) == expected


def test_a_model_with_one_exponent_for_articles_and_one_for_others_is_read() -> None:
    old = {"exponent": 0.8, "article": 0.3, "slope": 1.5, "offset": -0.25}
    choice = _read_choice(old)
    assert dict(zip(KINDS, choice.exponents, strict=True)) == dict.fromkeys(KINDS, 0.8) | {"article": 1.1}
    assert choice[1:] == (1.5, -0.25)
