"""The loops over words in C find what their NumPy twins find."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from maintext.features.hashed import BUCKETS, TABLES
from maintext.features.names import Names
from maintext.features.wording import Wording
from numpy.typing import NDArray

from maintext._kernel import loops
from maintext.cli.sample_pages import sample_pages
from maintext.evaluation.hostile import hostile_pages
from maintext.features import Reading, hashed, text, wording
from maintext.page.page import Page
from maintext.page.parse import parse
from maintext.text.decode import decode
from maintext.text.words import LETTERS
from tests.features.pages import pages, random_html

if loops is None:
    pytest.skip("the kernel was not built, or is not asked for", allow_module_level=True)

_WEIGHT = np.random.default_rng(2).integers(-127, 128, BUCKETS).astype(np.int8)
_ROUNDED = {name for name in text.MEANINGS if name.startswith("log_")}
_PIECES = (
    "a", "B", "é", "ß", "İ", "塔", "𠮷", "한", "1", "٣", "_", "-", " ", "\n", "\u00ad", "\u0301", "।", "?", "？",
    "©", "’", "“", "🙂", "\ud800", "foot", "postBody", "x" * 40, "2019", "&amp;", "\0", "\r", ".", "」", ":",
    "：", "ﬁ", "\uffff", "$", "#", "<b>", "</b>", "<p>", "<a href=/>", "</a>", "<i hidden>", "</i>", "<br>",
)  # fmt: skip
_HTML = st.lists(st.sampled_from(_PIECES), max_size=40).map("".join)


@cache
def all_pages() -> dict[str, str | bytes]:
    """Random pages, small special ones, the bundled samples, hostile ones."""
    made = {f"seed {seed}": random_html(seed) for seed in range(100, 115)}
    hostile = {f"hostile: {name}": make(200) for name, make in hostile_pages().items()}
    return {**pages(), **made, **sample_pages(), **hostile}


def page_of(html: str | bytes) -> Page:
    return parse(html if isinstance(html, str) else decode(html).source)


def in_numpy(page: Page) -> Page:
    """The same page with attributes that no kernel reads."""
    return replace(page, attributes=dict(page.attributes))


def assert_same_wording(page: Page, title: str) -> None:
    if not len(page.blocks):
        return
    found = wording.read_wording(page, title)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(wording, "loops", None)
        expected = wording.read_wording(page, title)
    for name in Wording._fields:
        assert np.array_equal(getattr(found, name), getattr(expected, name)), name


def words_by_row(names: Names) -> list[list[int]]:
    end = (names.first + names.counts).tolist()
    return [names.hash[int(names.first[name]) : end[name]].tolist() for name in names.of_row.tolist()]


def stacked(reading: Reading) -> NDArray[np.float32]:
    columns = [np.atleast_2d(column).astype(np.float32) for column in text.text_columns(reading)]
    return np.vstack(columns)


@pytest.mark.parametrize("name", all_pages())
def test_texts_have_the_same_words_and_counts(name: str) -> None:
    page = page_of(all_pages()[name])
    assert_same_wording(page, f"{page.title} The Tower, the tower 塔")


@settings(max_examples=60)
@given(_HTML, _HTML)
def test_texts_of_any_characters_have_the_same_words_and_counts(html: str, title: str) -> None:
    assert_same_wording(parse(html), f"{title} ")


@pytest.mark.parametrize(
    "piece", ["a", "Bc9", "x" * 8, "y" * 33, "z" * 70, "é", "caf\u00e9", "塔", "?", '."', ": "]
)
def test_words_and_signs_are_the_same_wherever_a_stretch_of_bytes_ends(piece: str) -> None:
    rest = "<p>" + "and so on " * 20
    for before in range(50, 80):
        assert_same_wording(parse(f"<p>{'it ' * (before // 3)}{'-' * (before % 3)}{piece}{rest}"), "it ")
        assert_same_wording(parse(f"<p>{'w' * before} {piece} tail{rest}<p>{piece}"), piece)


@pytest.mark.parametrize("name", all_pages())
def test_rows_have_names_of_the_same_words(name: str) -> None:
    page = page_of(all_pages()[name])
    if len(page.blocks):
        names, expected = Reading(page).names, Reading(in_numpy(page)).names
        assert words_by_row(names) == words_by_row(expected)
        assert np.array_equal(names.sums[names.of_row], expected.sums[expected.of_row])


@settings(max_examples=60)
@given(st.lists(st.tuples(st.sampled_from(("class", "ID", "role", "itemprop", "title")), _HTML), max_size=6))
def test_names_of_any_characters_have_the_same_words(attributes: list[tuple[str, str]]) -> None:
    tags = [f"""<div {name}="{value.replace('"', "")}">x""" for name, value in attributes]
    page = parse("".join(tags) + "<p " + " ".join(tag[5:-2] for tag in tags) + ">x")
    names, expected = Reading(page).names, Reading(in_numpy(page)).names
    assert words_by_row(names) == words_by_row(expected)


@pytest.mark.parametrize("name", all_pages())
def test_rows_speak_of_the_same_things(name: str) -> None:
    page = page_of(all_pages()[name])
    if len(page.blocks):
        for found, expected in zip(Reading(page).named_rows, Reading(in_numpy(page)).named_rows, strict=True):
            assert np.array_equal(found, expected)


@pytest.mark.parametrize("name", all_pages())
def test_text_features_are_the_same_but_for_the_last_digit_of_logarithms(name: str) -> None:
    page = page_of(all_pages()[name])
    if not len(page.blocks):
        return
    found = stacked(Reading(page))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(text, "loops", None)
        expected = stacked(Reading(page))
    for feature, one, other in zip(text.MEANINGS, found, expected, strict=True):
        most = 1 if feature in _ROUNDED else 0
        assert np.abs(one.view(np.int32) - other.view(np.int32)).max() <= most, feature


@pytest.mark.parametrize("name", all_pages())
def test_scores_by_words_are_the_same(name: str) -> None:
    page = page_of(all_pages()[name])
    if not len(page.blocks):
        return
    for table, find in TABLES.items():
        reading = Reading(page)
        found = hashed.word_scores(reading, table, _WEIGHT, 0.013, -0.25)
        expected = find(Reading(in_numpy(page))).score(_WEIGHT, 0.013, -0.25, reading.size)
        assert np.array_equal(found, expected), table


@pytest.mark.parametrize(
    "wrong",
    [
        {"text_end": np.array([99])},  # beyond the text
        {"text_start": np.array([-1])},
        {"tag": np.array([0], dtype=np.int32)},
        {"flags": np.array([0, 0])},
        {"letters": LETTERS[:-1]},
        {"told": np.empty((3, 1), dtype=np.int64)},
        {"first_row": np.arange(4)[::2]},  # not contiguous
    ],
)
def test_arrays_that_do_not_fit_are_a_value_error(wrong: dict[str, NDArray[np.generic]]) -> None:
    column = {name: np.array([0]) for name in ("tag", "flags", "text_start", "text_end", "chars", "cjk")}
    given = {**column, "first_row": np.array([0]), "letters": LETTERS, "told": np.empty((27, 1), np.int64)}
    given |= {"text_end": np.array([3]), **wrong}
    assert loops is not None
    with pytest.raises((ValueError, BufferError)):
        loops.read_texts(b"abc", b"", *given.values())
