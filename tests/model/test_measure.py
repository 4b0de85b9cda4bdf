"""The call that measures a page: when it is made, what it refuses, what it keeps."""

import gc
import pickle
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
import pytest

from maintext.evaluation.hostile import MARKUP, METADATA, TEXT
from maintext.lazy import lazy
from maintext.limits import Limits
from maintext.methods.auto.method import Auto
from maintext.model.auto import AutoModel, shipped_auto
from maintext.model.measure import Measured, measure, page_kinds
from maintext.page.page import Page
from maintext.page.parse import empty_page, parse
from tests.growth import grows_linearly
from tests.model.pages import pages
from tests.reference.features import best_by_expected_f1

REVEALED = f"<div style='visibility:hidden'><p>{'All of it waits for a script. ' * 40}</div>"
HOSTILE = MARKUP | TEXT | METADATA


def arrays(measured: Measured) -> dict[str, Any]:
    names = [name for name, value in vars(Measured).items() if isinstance(value, lazy)]
    return {name: getattr(measured, name) for name in names}


def assert_same(one: Measured, other: Measured) -> None:
    for name, array in arrays(one).items():
        np.testing.assert_array_equal(array, getattr(other, name))


@pytest.mark.parametrize("name", list(pages()))
def test_measuring_again_gives_the_same_read_only_arrays(name: str) -> None:
    page, model = parse(pages()[name]), shipped_auto()
    found = measure(page, model)
    assert_same(found, measure(page, model))
    assert not any(array.flags.writeable for array in arrays(found).values())


def test_another_model_gives_other_scores() -> None:
    page, model = parse("<h1>One</h1><p>two three"), shipped_auto()
    other = replace(model, calibration=(1.0, 5.0))
    assert measure(page, other).log_odds.tolist() != measure(page, model).log_odds.tolist()


def test_anything_but_a_scorer_is_refused() -> None:
    with pytest.raises(ValueError, match="PyCapsule"):
        parse("<p>One").table.measure("auto", 0)  # type: ignore[arg-type]


def test_a_table_without_blocks_cannot_be_measured() -> None:
    with pytest.raises(ValueError, match="no blocks"):
        parse("<p> ").table.measure(shipped_auto().scorer, 0)


def test_scores_outlive_the_page() -> None:
    measured = measure(parse("<p>One, two." * 50), shipped_auto())
    gc.collect()
    assert measured.words.tolist() == [2] * 50


def test_a_revealed_page_is_measured_as_shown() -> None:
    page = parse(REVEALED)
    assert len(page.blocks)
    assert measure(page, shipped_auto()).words.sum() > 100


def test_a_page_without_blocks_has_empty_measures() -> None:
    for page in (empty_page(), parse("<script>1</script>")):
        measured = measure(page, shipped_auto())
        assert (len(measured.words), measured.columns.shape[1], len(measured.chosen)) == (0, 0, 0)
        assert not measured.kinds.any()
        assert not page_kinds(page, shipped_auto()).any()


def test_the_kind_alone_equals_that_of_a_full_measurement() -> None:
    for html in pages().values():
        page = parse(html)
        assert page_kinds(page, shipped_auto()).tolist() == measure(page, shipped_auto()).kinds.tolist()


def test_the_log_odds_are_the_calibrated_sum_of_the_trees() -> None:
    model = replace(shipped_auto(), calibration=(0.5, -2.0))
    measured = measure(parse(pages()["random 3"]), model)
    margins = model.blocks.margins(measured.columns)[0]
    np.testing.assert_allclose(measured.log_odds, 0.5 * margins - 2.0, rtol=1e-12)
    np.testing.assert_allclose(measured.probability, 1 / (1 + np.exp(-measured.log_odds)), rtol=1e-12)
    kinds = np.exp(model.kinds.margins(measured.page_columns)[:, 0])
    np.testing.assert_allclose(measured.kinds, kinds / kinds.sum(), rtol=1e-12)


@pytest.mark.parametrize("name", list(pages()))
def test_the_chosen_blocks_have_the_largest_expected_f1(name: str) -> None:
    model = shipped_auto()
    measured = measure(parse(pages()[name]), model)
    exponent = measured.kinds @ np.array(model.choice.exponents)
    counted = 1 / (1 + np.exp(-(model.choice.slope * measured.log_odds + model.choice.offset)))
    expected = best_by_expected_f1((counted**exponent).tolist(), measured.words.tolist())
    assert measured.chosen.tolist() == expected


def test_a_used_model_can_be_pickled() -> None:
    model = shipped_auto()
    page = parse("<p>One, two.")
    used: AutoModel = pickle.loads(pickle.dumps(model))
    assert measure(page, used).log_odds.tolist() == measure(page, model).log_odds.tolist()


def test_a_model_whose_trees_use_unknown_columns_is_refused() -> None:
    model = shipped_auto()
    feature = model.blocks.feature.copy()
    feature[0, 0] = 30_000
    wrong = replace(model, blocks=replace(model.blocks, feature=feature))
    with pytest.raises(ValueError, match="columns that do not exist"):
        measure(parse("<p>One"), wrong)


def test_pages_measured_one_after_the_other_do_not_affect_each_other() -> None:
    small, large = parse("<p>One, two."), parse("<p>One, two." * 400)
    model = shipped_auto()
    before = measure(small, model)
    measure(large, model)
    after = measure(small, model)
    np.testing.assert_array_equal(before.columns, after.columns)
    assert Auto().score(small).values.tolist() == before.log_odds.tolist()


@pytest.mark.parametrize("family", HOSTILE)
def test_a_page_takes_linear_time(family: str) -> None:
    small, large = (parse("x" + HOSTILE[family](n), Limits(nodes=20_000)) for n in (1000, 2000))

    def work(page: Page) -> object:
        return measure(page, shipped_auto())

    assert grows_linearly(partial(work, small), partial(work, large))
