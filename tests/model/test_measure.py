"""All of a page in one call gives what the families give one after the other."""

import gc
import pickle
from dataclasses import fields, replace

import numpy as np
import pytest

from maintext._kernel import loops
from maintext.methods.auto.method import Auto
from maintext.model.auto import AutoModel, shipped_auto
from maintext.model.measure import Measured, measure, measure_by_families
from maintext.page.page import Page
from maintext.page.parse import parse
from tests.model.test_model_loops import HEADS, all_pages, all_sources

if loops is None:
    pytest.skip("the kernel was not built, or the reference is asked for", allow_module_level=True)

REVEALED = f"<div style='visibility:hidden'><p>{'All of it waits for a script. ' * 40}</div>"


def check(page: Page) -> None:
    model = shipped_auto()
    found, expected = measure(page, model), measure_by_families(page, model)
    np.testing.assert_array_equal(found.columns, expected.columns)
    np.testing.assert_array_equal(found.chars, expected.chars)
    np.testing.assert_array_equal(found.words, expected.words)
    np.testing.assert_array_equal(found.log_odds, expected.log_odds)
    np.testing.assert_allclose(found.kinds, expected.kinds, rtol=1e-14)
    np.testing.assert_allclose(found.probability, expected.probability, rtol=1e-14)


@pytest.mark.parametrize("name", list(all_pages()))
def test_a_page_measured_at_once_is_as_by_families(name: str) -> None:
    check(all_pages()[name])


@pytest.mark.parametrize(
    "head", ["".join(HEADS), "<title>One</title>", "<svg><title>x</title></svg><title>é a</title>"]
)
def test_what_a_page_declares_counts_in_both_ways(head: str) -> None:
    types = '<script type="application/ld+json">{"@type": ["NewsArticle"], "x": {"@type":"Product"}}</script>'
    check(parse(head + types + "<h1>One a</h1><p>Two, é.<x-y>three</x-y>"))


@pytest.mark.parametrize("name", list(all_pages()))
def test_scores_made_when_the_page_is_parsed_are_those_made_later(name: str) -> None:
    model = shipped_auto()
    page = parse(all_sources()[name], scorer=model.scorer)
    assert page.scored is not None
    found, expected = measure(page, model), measure(replace(page), model)
    for field in fields(Measured):
        np.testing.assert_array_equal(getattr(found, field.name), getattr(expected, field.name))
        assert not getattr(found, field.name).flags.writeable


@pytest.mark.parametrize("tag", ["x-y", "x-é正文", "X-ABC"])
def test_tags_of_the_pages_own_count_by_their_characters(tag: str) -> None:
    check(parse(f"<{tag}><p>One, two.</p><{tag}>three</{tag}></{tag}><p>four"))


def test_scores_of_another_model_are_not_taken_for_ones_own() -> None:
    model = shipped_auto()
    other = replace(model, calibration=(1.0, 5.0))
    page = parse("<h1>One</h1><p>two three", scorer=other.scorer)
    assert measure(page, other).log_odds.tolist() != measure(page, model).log_odds.tolist()
    assert measure(page, model).log_odds.tolist() == measure(replace(page), model).log_odds.tolist()


def test_a_page_without_blocks_is_not_scored() -> None:
    assert parse("<p> ", scorer=shipped_auto().scorer).scored is None


def test_what_is_no_scorer_is_refused() -> None:
    with pytest.raises(ValueError, match="PyCapsule"):
        parse("<p>One", scorer="auto")  # type: ignore[arg-type]


def test_scores_outlive_the_page() -> None:
    model = shipped_auto()
    measured = measure(parse("<p>One, two." * 50, scorer=model.scorer), model)
    gc.collect()
    assert measured.words.tolist() == [2] * 50


def test_a_page_that_was_revealed_is_measured_as_it_is_shown() -> None:
    page = parse(REVEALED, scorer=shipped_auto().scorer)
    assert len(page.blocks)
    assert page.scored is None
    check(page)


def test_a_page_without_a_table_of_the_kernel_is_measured_by_families() -> None:
    page = parse("<h1>One</h1><p>two three")
    alone: Page = pickle.loads(pickle.dumps(page))
    model = shipped_auto()
    np.testing.assert_array_equal(measure(page, model).columns, measure(alone, model).columns)


def test_a_model_that_was_used_can_go_to_another_process() -> None:
    model = shipped_auto()
    page = parse("<p>One, two.")
    used: AutoModel = pickle.loads(pickle.dumps(model))
    assert measure(page, used).log_odds.tolist() == measure(page, model).log_odds.tolist()


def test_a_page_whose_arrays_do_not_fit_is_refused() -> None:
    page = parse("<h1>One</h1><p>two")
    model = shipped_auto()
    beyond = page.parent.copy()
    beyond[-1] = len(page)
    with pytest.raises(ValueError, match="points beyond"):
        measure(replace(page, parent=beyond), model)
    with pytest.raises(ValueError, match="items"):
        measure(replace(page, depth=page.depth[:-1]), model)
    lost = page.text_start.copy()
    lost[-1] = 1 << 40
    far = page.text_end.copy()
    far[-1] = 1 << 41
    measured: Measured | None = None
    with pytest.raises(ValueError, match="not those of a page"):
        measured = measure(replace(page, text_start=lost, text_end=far), model)
    assert measured is None


def test_a_model_whose_trees_ask_for_more_is_refused() -> None:
    model = shipped_auto()
    feature = model.blocks.feature.copy()
    feature[0, 0] = 30_000
    wrong = replace(model, blocks=replace(model.blocks, feature=feature))
    with pytest.raises(ValueError, match="columns that do not exist"):
        measure(parse("<p>One"), wrong)


def test_many_pages_one_after_the_other_share_nothing() -> None:
    small, large = parse("<p>One, two."), parse("<p>One, two." * 400)
    model = shipped_auto()
    before = measure(small, model)
    measure(large, model)
    after = measure(small, model)
    np.testing.assert_array_equal(before.columns, after.columns)
    assert Auto().score(small).values.tolist() == before.log_odds.tolist()
