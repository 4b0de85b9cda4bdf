import numpy as np
import pytest
from maintext.features.names import NAMES

from maintext.features import Reading
from maintext.page.parse import parse
from maintext.text.words import word_hashes
from tests.features.literal import Literal, name_words
from tests.features.pages import pages


@pytest.mark.parametrize("page", pages())
def test_names_of_a_row_have_the_words_that_a_slow_reading_finds(page: str) -> None:
    table = parse(pages()[page])
    names = Reading(table).names
    literal = Literal(table).names
    for row in range(len(table)):
        name = int(names.of_row[row])
        first = int(names.first[name])
        found = names.hash[first : first + int(names.counts[name])]
        expected = word_hashes(literal.get(row, []))
        assert found.tolist() == expected.tolist()
        assert int(names.sums[name]) == int(expected.sum(dtype=np.uint64))


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("postBody", ["post", "body"]),
        ("entry-content", ["entry", "content"]),
        ("b_c main__text", ["b", "c", "main", "text"]),
        ("col-md-6", ["col", "md"]),
        ("h1", []),
        ("item3x", ["item"]),
        ("FAQ", ["faq"]),
        ("", []),
    ],
)
def test_words_of_a_name(name: str, words: list[str]) -> None:
    assert name_words(name) == words
    page = parse(f"<div class='{name}'><p>one</div>")
    names = Reading(page).names
    assert names.hash.tolist() == word_hashes(words).tolist()


def test_a_name_means_the_same_whatever_the_next_element_is_called() -> None:
    page = parse("<p class='col a'>one</p><p class='-x'>two</p><p class='col a'>three</p><p class=b>four</p>")
    names = Reading(page).names.of_row[[int(row) for row in page.blocks.element]]
    assert names[0] == names[2]


def test_alike_names_are_read_once() -> None:
    names = Reading(parse("<p class='one two'>x</p>" * 9)).names
    assert len(names.hash) == 2


def test_only_elements_that_hold_text_have_names_and_the_root_has_none() -> None:
    page = parse("<html class=nav><body><div class=footer></div><div class=main>one</div>")
    rows, subjects = Reading(page).named_rows
    assert [page.attribute(int(row), "class") for row in rows] == ["main"]
    assert [list(NAMES)[subject] for subject in subjects] == ["main"]


def test_no_word_speaks_of_two_things() -> None:
    words = [word for subject in NAMES.values() for word in subject.split()]
    assert len(words) == len(set(words))
