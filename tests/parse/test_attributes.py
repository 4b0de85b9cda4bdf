"""Attributes read by the kernel agree with those read one by one."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from maintext.errors import Reason
from maintext.page.attributes import Search
from maintext.page.page import Page
from maintext.page.parse import parse
from maintext.page.tags import TAG_ID
from tests.soup import soups


@given(soups, st.sampled_from(("class", "id", "href", "rel", "content", "CLASS", "")))
def test_shared_values_are_the_values_of_the_rows(html: str, name: str) -> None:
    page = parse(html)
    values, of_row = page.shared_values(name)
    rows = np.flatnonzero(of_row >= 0).tolist()
    assert [(row, values[of_row[row]]) for row in rows] == page.values_of(name)
    assert sorted(set(of_row[rows].tolist())) == list(range(len(values)))


def test_shared_values_are_made_once_for_equal_elements() -> None:
    page = parse('<p class="a b"><p class=c><p class="a b"><p class="a  b"><p>')
    assert page.shared_values("class")[0] == ["a b", "c", "a b"]  # different spellings are different values


_SEARCHES = (
    Search("class", "id", "b two"),
    Search("href", None, "/x b"),
    Search("id", "class", "c"),
    Search("data-x", None, "a"),
    Search("", None, "a"),
)


@given(soups)
def test_finding_words_agrees_with_a_search_row_by_row(html: str) -> None:
    page = parse(html)
    assert page.table.values_holding(_SEARCHES, 3) == [one_by_one(page, search)[:3] for search in _SEARCHES]


def one_by_one(page: Page, search: Search) -> list[tuple[int, str]]:
    found = []
    for row, attributes in page.attributes.items():
        value = attributes.get(search.name) or attributes.get(search.otherwise or "", "")
        lower = "".join(letter.lower() if letter.isascii() else letter for letter in value)
        if any(word in lower for word in search.words.split()):
            found.append((row, value))
    return found


@pytest.mark.parametrize(
    ("html", "held"),
    [
        ("<p class=Byline>", "Byline"),
        ("<p class='' id=byline>", "byline"),
        ("<p class=' \n ' id=byline>", "byline"),
        ("<p class='&#32;' id=byline>", "byline"),
        ("<p id=byline class=other>", None),
        ("<p class='by&#108;ine'>", "byline"),
        ("<p class='a  by-line \n b'>", "a by-line b"),
        ("<p class=bylin>", None),
        (f"<p class='{'x' * 4000} byline'>", None),
        ("<p class=ｂyline>", None),
    ],
)
def test_words_are_found_in_decoded_attribute_values(html: str, held: str | None) -> None:
    search = (Search("class", "id", "author byline by-line"),)
    [found] = parse(html).values_holding(*search)
    assert [value for _, value in found] == ([] if held is None else [held])


@pytest.mark.parametrize("blank", ["  ", " \n", "\t", "   "])
def test_white_space_is_folded_at_every_place_of_a_value(blank: str) -> None:
    for before in range(1, 40):  # the kernel takes 16 bytes at a time
        page = parse(f"<p class='{'a' * before}{blank}b'>Some words after it.")
        assert [value for _, value in page.values_of("class")] == ["a" * before + " b"]


def test_the_number_of_found_rows_is_limited() -> None:
    page = parse("<p class=a id=b>" * 20)
    found = page.table.values_holding((Search("class", None, "a"), Search("id", None, "b")), 7)
    assert [len(rows) for rows in found] == [7, 7]


def test_invalid_searches_are_refused() -> None:
    table = parse("<p class=a>").table
    with pytest.raises(ValueError, match="too many searches"):
        table.values_holding((Search("class", None, "a"),) * 9, 10)
    with pytest.raises(ValueError, match="too many words"):
        table.values_holding((Search("class", None, "a " * 33),), 10)
    with pytest.raises(TypeError):
        table.values_holding(("class",), 10)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        table.values_holding((("class", None, None),), 10)  # type: ignore[arg-type]


def test_elements_that_are_opened_again_have_their_attributes_up_to_a_limit() -> None:
    few = parse("<p><b class=mark>one<p>two<p>three")
    assert [value for _, value in few.values_of("class")] == ["mark"] * 3
    many = parse(f"<p><b class='{'x' * 100_000}'>one" + "<p>two" * 1_000)
    assert 3 < len(many.values_of("class")) < 20
    assert (few.problems, many.problems) == ((), (Reason.NODES,))
    assert len(many.rows_of(TAG_ID["b"])) == 1_001


def test_an_array_of_another_length_gets_no_shared_values() -> None:
    page = parse("<p class=a>")
    table = page.table
    with pytest.raises(ValueError, match="array"):
        table.shared_values("class", np.empty(len(page) + 1, dtype=np.int64))
    with pytest.raises(ValueError, match="array"):
        table.shared_values("class", np.empty(len(page), dtype=np.int32))
