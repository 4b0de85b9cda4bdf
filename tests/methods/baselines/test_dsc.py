import numpy as np
import pytest

from maintext.methods.baselines.dsc import Dsc
from maintext.page.parse import parse
from tests.methods.baselines.literal import PAGE, SENTENCE, TAG, kept_texts, random_pages, tokens


@pytest.mark.parametrize("row", [1, 2, 3])
@pytest.mark.parametrize("window", [4, 15])
def test_random_pages_agree_with_a_literal_reading(window: int, row: int) -> None:
    method = Dsc(window=window, row=row)
    for page in random_pages():
        sequence = tokens(page)
        parts = [sequence[at : at + window] for at in range(0, len(sequence), window)]
        slope = [part.count(TAG) / len(part) for part in parts]
        mean = sequence.count(TAG) / len(sequence)
        length = min(row, len(parts))
        rows = [range(at, at + length) for at in range(len(parts) - length + 1)]
        kept = set()
        for windows in rows:
            if all(slope[at] / mean < 0.5 - 1e-9 for at in windows):
                kept |= set(windows)
        scores = method.score(page)
        flattest = [
            min(max(slope[i] for i in windows) for windows in rows if at in windows)
            for at in range(len(parts))
        ]
        np.testing.assert_allclose(scores.values, 1 - np.array(flattest) / mean, atol=1e-12)
        assert set(np.flatnonzero(scores.values > 0.5 + 1e-9)) == kept
        for leaf, at in enumerate(scores.leaf_unit):
            places = [place for place, item in enumerate(sequence) if item == leaf]
            assert at == places[len(places) // 2] // window


def test_an_article_in_two_parts_is_kept_without_the_text_between() -> None:
    part = f"<p>{SENTENCE * 3}</p>"
    links = "<ul>" + "<li><a href=/x>more</a></li>" * 12 + "</ul>"
    assert kept_texts(parse(f"{links}{part}{links}{part}{links}"), Dsc()) == [(SENTENCE * 3).strip()] * 2


def test_a_single_flat_window_is_not_enough_if_more_are_required() -> None:
    links = "<ul>" + "<li><a href=/x>more</a></li>" * 12 + "</ul>"
    page = parse(f"{links}<p>{SENTENCE * 2}</p>{links}")
    assert kept_texts(page, Dsc(row=1))
    assert not kept_texts(page, Dsc(row=6))


def test_the_article_is_flat_and_the_navigation_is_not() -> None:
    assert kept_texts(parse(PAGE), Dsc()) == [(SENTENCE * 3).strip()] * 4
