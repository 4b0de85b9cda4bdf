import gc
import pickle
import re
import weakref
from dataclasses import FrozenInstanceError

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from maintext.errors import Reason
from maintext.page.page import Page
from maintext.page.parse import empty_page, parse
from maintext.page.tags import TAG_ID, TEXT, Flag
from maintext.text.characters import CJK_PUNCTUATION, LATIN_PUNCTUATION
from tests.soup import soups

DERIVED = (
    "chars words cjk cjk_punctuation latin_punctuation punctuation digits upper link_chars is_element "
    "is_link is_paragraph is_image is_image_link tag_chars markup is_leaf leaves child_count "
    "subtree_chars"
).split()
COLUMNS = "tag parent end depth flags block text_start text_end line offset".split()

_INVISIBLE = "\u00ad\u200b\u200c\u200d\u200e\u200f\u2060\ufeff"


def words_of(text: str) -> list[str]:
    return re.sub(f"[{_INVISIBLE}]", " ", text).split()


@given(soups)
def test_children_agree_with_the_parent_column(html: str) -> None:
    page = parse(html)
    for row in range(len(page)):
        children = [child for child in range(len(page)) if page.parent[child] == row]
        assert page.child_count[row] == sum(
            page.tag[child] != TEXT or bool(page.is_leaf[child]) for child in children
        )


@given(soups)
def test_counts_agree_with_the_shown_texts(html: str) -> None:
    page = parse(html)
    shown = ((page.tag == TEXT) & ~page.has(Flag.UNSHOWN | Flag.HIDDEN)).tolist()
    for row, seen in enumerate(shown):
        text = page.row_text(row) if seen else ""
        assert page.chars[row] == len(" ".join(words_of(text)))
        assert page.words[row] == len(words_of(text))
        assert page.digits[row] == sum(char.isdecimal() for char in text)
        assert page.upper[row] == sum(char.isupper() for char in text)
        assert page.cjk[row] == len(re.findall("[\u4e00-\u9fff]", text))
        assert page.cjk_punctuation[row] == sum(char in CJK_PUNCTUATION for char in text)
        assert page.latin_punctuation[row] == sum(char in LATIN_PUNCTUATION for char in text)
        assert page.punctuation[row] == sum(char in CJK_PUNCTUATION + LATIN_PUNCTUATION for char in text)
        assert page.link_chars[row] == (page.chars[row] if page.flags[row] & Flag.LINK else 0)
    assert page.leaves.tolist() == [row for row in range(len(page)) if page.chars[row]]


@given(soups, st.randoms(use_true_random=False))
def test_sums_and_marks_cover_exactly_the_rows_below(html: str, random: object) -> None:
    page = parse(html)
    generator = np.random.default_rng(len(html))
    values = generator.integers(0, 9, len(page))
    marked = generator.random(len(page)) < 0.2
    below = [range(row, int(page.end[row])) for row in range(len(page))]
    assert page.subtree(values).tolist() == [sum(int(values[r]) for r in rows) for rows in below]
    assert page.subtree(marked).tolist() == [sum(bool(marked[r]) for r in rows) for rows in below]
    inside = {r for row, rows in enumerate(below) if marked[row] for r in rows}
    assert np.flatnonzero(page.inside(marked)).tolist() == sorted(inside)


@given(soups)
def test_an_xpath_leads_back_to_its_row(html: str) -> None:
    page = parse(html)
    for row in range(len(page)):
        assert follow(page, page.xpath(row)) == [row]


def follow(page: Page, xpath: str) -> list[int]:
    """Rows that the steps of an absolute path lead to."""
    found = [-1]
    for step in xpath.split("/")[1:]:
        parts = re.fullmatch(r"(.+?)(?:\[(\d+)\])?", step)
        assert parts
        name = "#text" if parts[1] == "text()" else parts[1]
        named = [
            [row for row in range(len(page)) if page.parent[row] == above and page.tag_name(row) == name]
            for above in found
        ]
        found = [row for rows in named for row in (rows[int(parts[2]) - 1 :][:1] if parts[2] else rows)]
    return found


@given(soups)
@example("a\r\n<p>b\r<i>c\n\r<b>d")
@example("a\r\n<p>b\r\n<i>😀<b>d")
def test_an_offset_is_the_position_of_the_start_tag(html: str) -> None:
    page = parse(html)
    for row in range(len(page)):
        offset = int(page.offset[row])
        if offset >= 0:
            start = html[offset + 1 :].lower()
            assert html[offset] == "<"
            assert start.startswith(page.tag_name(row).lower())
            before = html[:offset].replace("\r\n", "\n").replace("\r", "\n")
            assert page.line[row] == before.count("\n") + 1


def test_a_page_cannot_be_changed() -> None:
    page = parse("<p>one <a href=/>two</a>")
    with pytest.raises(FrozenInstanceError):
        page.problems = ()  # type: ignore[misc]
    for name in COLUMNS + DERIVED:
        with pytest.raises(ValueError, match="read-only"):
            getattr(page, name)[:] = 0


def test_a_pickled_page_has_no_derived_columns() -> None:
    page = parse("<title>t</title><p class=a>one<p>two")
    small = len(pickle.dumps(page))
    assert page.blocks.chars.tolist() == [3, 3]
    assert len(pickle.dumps(page)) == small
    copy = pickle.loads(pickle.dumps(page))
    assert all(np.array_equal(getattr(page, name), getattr(copy, name)) for name in COLUMNS + DERIVED)
    assert (copy.text, copy.tag_names, copy.problems) == (page.text, page.tag_names, page.problems)
    assert dict(copy.attributes) == dict(page.attributes)


def test_every_property_works_on_a_page_without_text() -> None:
    page = empty_page(Reason.NO_INPUT)
    assert page.problems == (Reason.NO_INPUT,)
    assert repr(page) == "<Page: 3 rows, 0 leaves, 0 characters>"
    assert all(len(getattr(page, name)) == 3 for name in COLUMNS)
    assert not page.chars.any()
    assert len(page.blocks) == 0
    assert page.title == ""


def test_a_page_owns_its_blocks_and_is_freed_without_a_garbage_collection() -> None:
    gc.collect()
    gc.disable()
    try:
        page = parse("<p>one<p>two")
        assert page.blocks is page.blocks
        assert page.block_text(1) == "two"
        alive = weakref.ref(page)
        del page
        assert alive() is None
    finally:
        gc.enable()


def test_single_rows_are_reached_by_name() -> None:
    page = parse('<p id=x lang="">one <b>two</b></p>')
    (row,) = page.rows_of(TAG_ID["p"]).tolist()
    assert page.row_text(row) == "one two"
    assert page.attribute(row, "id") == "x"
    assert page.attribute(row, "lang") == ""
    assert page.attribute(row, "class") is page.attribute(0, "id") is None
    assert [page.tag_name(above) for above in page.ancestors(row)] == ["body", "html"]


def test_the_title_is_the_first_that_is_not_empty() -> None:
    assert parse("<title> </title><title> A \n tower </title>").title == "A tower"


def test_the_title_of_a_drawing_is_not_that_of_the_page() -> None:
    assert parse("<body><svg><g><title>Icon</title></g></svg>").title == ""


def test_characters_outside_the_basic_plane_and_lone_surrogates_count_as_one() -> None:
    page = parse("<p>😀\U00020000\ud800")
    assert page.chars[page.leaves].tolist() == [3]
    assert page.words[page.leaves].tolist() == [1]


@given(soups)
def test_nearest_is_the_first_marked_row_upwards(html: str) -> None:
    page = parse(html)
    marked = page.tag % 3 == 0
    for row, found in enumerate(page.nearest(marked).tolist()):
        climb = [above for above in (row, *page.ancestors(row)) if marked[above]]
        assert found == (climb[0] if climb else -1)


def test_texts_of_rows_and_around_them() -> None:
    page = parse("<p>Tee und <b>Käse</b><p>𠮷野家<p><p>\ud800")
    rows = np.arange(len(page))
    assert page.table.row_texts(rows) == [page.row_text(row) for row in range(len(page))]
    starts = [*page.text_start.tolist(), len(page.text)]
    for before, after in [(0, 0), (1, 0), (0, 3), (4, 2), (99, 99)]:
        around = [page.text[max(0, start - before) : start + after] for start in starts]
        assert page.table.text_around(np.arange(len(page) + 1), before, after) == around


@pytest.mark.parametrize("row", [-1, 99])
def test_texts_of_rows_that_do_not_exist(row: int) -> None:
    table = parse("<p>Tee").table
    with pytest.raises(ValueError, match="not those of a table"):
        table.row_texts(np.array([row]))
    with pytest.raises(ValueError, match="not those of a table"):
        table.text_around(np.array([row]), 1, 1)
