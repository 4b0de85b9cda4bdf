from collections.abc import Callable

import numpy as np
import pytest

from maintext.methods.baselines.sequence import Sequence
from maintext.page.page import Page
from maintext.page.parse import parse
from tests.methods.baselines.literal import TAG, characters, random_pages, tokens


@pytest.mark.parametrize(
    ("make", "literal"), [(Sequence.of_tokens, tokens), (Sequence.of_characters, characters)]
)
def test_positions_of_leaves_agree_with_the_sequence_of_text_and_tags(
    make: Callable[[Page, None], Sequence], literal: Callable[[Page], list[int]]
) -> None:
    for page in random_pages():
        row = literal(page)
        sequence = make(page, None)
        assert sequence.length == len(row)
        assert sequence.code == row.count(TAG)
        for leaf, (start, end) in enumerate(zip(sequence.start, sequence.end, strict=True)):
            assert row[start:end] == [leaf] * row.count(leaf)
        places = np.arange(len(row) + 1)
        text = [sum(item != TAG for item in row[:place]) for place in places]
        np.testing.assert_allclose(sequence.text_before(places), text)


def test_a_han_character_is_a_word() -> None:
    assert Sequence.of_tokens(parse("<p>这座塔<p>two words"), None).text.tolist() == [3, 2]


def test_an_element_without_an_end_tag_is_one_tag() -> None:
    # html, body, p, br before the second leaf; then the ends of p, body and html.
    sequence = Sequence.of_tokens(parse("<p>one<br>two"), None)
    assert sequence.code_before.tolist() == [3, 4]
    assert sequence.code == 7


def test_noise_has_no_length_and_hidden_elements_have_no_tags() -> None:
    page = parse("<p>one two<p hidden><b>three</b><p>four")
    assert Sequence.of_tokens(page, np.array([True, False])).text.tolist() == [0, 1]
    assert Sequence.of_tokens(page, None).code == 8


def test_tags_of_ignored_rows_do_not_count() -> None:
    page = parse("<p>one <a href=x>two</a>")
    assert Sequence.of_tokens(page, None, page.is_link).code == 6
