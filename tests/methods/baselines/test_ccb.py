from collections.abc import Callable
from typing import Literal

import numpy as np
import pytest

from maintext.methods.baselines.ccb import Ccb
from maintext.page.page import Page
from maintext.page.parse import parse
from tests.methods.baselines.literal import PAGE, SENTENCE, TAG, characters, kept_texts, random_pages, tokens


def running_mean(values: list[float], width: int) -> list[float]:
    near = [values[max(at - width, 0) : at + width + 1] for at in range(len(values))]
    return [sum(some) / len(some) for some in near]


@pytest.mark.parametrize(("row", "literal"), [("characters", characters), ("tokens", tokens)])
def test_random_pages_agree_with_blurring_place_by_place(
    row: Literal["characters", "tokens"], literal: Callable[[Page], list[int]]
) -> None:
    method = Ccb(row=row, range=6)  # short enough that cells are single places
    for page in random_pages(30):
        places = literal(page)
        blurred = [float(item != TAG) for item in places]
        for _ in range(3):
            blurred = running_mean(blurred, 2)
        ratios: dict[int, list[float]] = {}
        for leaf, ratio in zip(places, blurred, strict=True):
            ratios.setdefault(leaf, []).append(ratio)
        expected = [float(np.mean(ratios[leaf])) for leaf in range(len(page.leaves))]
        np.testing.assert_allclose(method.score(page).values, expected)


def test_cells_change_the_blurred_ratio_little() -> None:
    from maintext.methods.baselines import ccb

    page = parse(PAGE)
    coarse = Ccb(range=42).score(page).values
    places = np.array(characters(page))
    blurred = [float(item != TAG) for item in places]
    for _ in range(ccb._PASSES):
        blurred = running_mean(blurred, 42 // ccb._PASSES)
    fine = [np.array(blurred)[places == leaf].mean() for leaf in range(len(page.leaves))]
    np.testing.assert_allclose(coarse, fine, atol=0.05)


def test_text_among_text_is_kept_and_text_among_code_is_not() -> None:
    assert kept_texts(parse(PAGE), Ccb()) == [(SENTENCE * 3).strip()] * 4


def test_a_linked_word_in_a_sentence_is_kept_if_link_tags_are_ignored() -> None:
    page = parse(f'<p>{SENTENCE}<a href="https://example.org/a/long/address">why</a> {SENTENCE}</p>')
    assert "why" not in kept_texts(page, Ccb(anchors=True))
    assert "why" in kept_texts(page, Ccb(anchors=False))
