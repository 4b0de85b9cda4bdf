import math
from typing import Literal

import numpy as np
import pytest

from maintext.methods.baselines.cetr import Cetr
from maintext.methods.baselines.clusters import content_share
from maintext.methods.baselines.lines import Lines
from maintext.page.parse import parse
from tests.methods.baselines.literal import PAGE, SENTENCE, kept_texts, random_pages


def literal_smooth(values: list[float], radius: int) -> list[float]:
    if not radius:
        return values
    weights = {d: math.exp(-(d**2) / (2 * radius**2)) for d in range(-radius, radius + 1)}
    padded = dict(enumerate(values))
    return [
        sum(weight * padded.get(at + d, 0.0) for d, weight in weights.items()) / sum(weights.values())
        for at in range(len(values))
    ]


@pytest.mark.parametrize("radius", [0, 1, 2])
@pytest.mark.parametrize("kind", ["source", "block"])
def test_random_pages_agree_with_a_literal_reading(kind: Literal["source", "block"], radius: int) -> None:
    for page in random_pages(30):
        lines = Lines.of(page, kind, None)
        ratio = [chars / max(tags, 1) for chars, tags in zip(lines.chars, lines.tags, strict=True)]
        smooth = literal_smooth(ratio, radius)
        ahead = [sum(smooth[at + 1 : at + 4]) / 3 for at in range(len(smooth))]
        change = literal_smooth([abs(b - a) for a, b in zip(smooth, ahead, strict=True)], radius)
        two = Cetr(lines=kind, radius=radius).score(page)
        np.testing.assert_allclose(two.values, content_share(np.array([smooth, change]).T), atol=1e-9)
        one = Cetr(dimensions=1, lines=kind, radius=radius)
        sure = abs(np.array(smooth) - np.std(smooth)) > 1e-9
        kept = np.array(smooth) > np.std(smooth)
        assert one.select(one.score(page))[sure].tolist() == kept[sure].tolist()


def test_lines_of_text_are_kept_and_lines_of_links_are_not() -> None:
    assert kept_texts(parse(PAGE), Cetr(dimensions=1)) == [(SENTENCE * 3).strip()] * 4


def test_lines_right_before_the_text_are_kept_because_of_their_steep_change() -> None:
    # The change looks ahead, so two headlines before the article are kept, like a title would be.
    texts = kept_texts(parse(PAGE), Cetr())
    assert texts == ["Some headline 6", "Some headline 7", *[(SENTENCE * 3).strip()] * 4]


def test_a_page_on_one_line_is_one_unit_by_source_lines_only() -> None:
    assert len(Cetr(lines="source").score(parse(PAGE)).values) == 1
    assert len(Cetr(lines="block").score(parse(PAGE)).values) > 20


def test_smoothing_raises_a_short_line_between_long_ones() -> None:
    page = parse(f"<p>{SENTENCE * 3}</p><p>{SENTENCE * 3}</p><p>So.</p><p>{SENTENCE * 3}</p>")
    assert "So." in kept_texts(page, Cetr())
    assert "So." not in kept_texts(page, Cetr(radius=0))
