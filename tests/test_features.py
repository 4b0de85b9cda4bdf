"""Each feature on a page made to show it."""

import pytest

from maintext.features import FEATURES
from maintext.parse import parse

PAGE = parse(
    "<title>The leaning tower</title><body>"
    "<h1>The tower</h1><p>It leans, <a href=x>they say</a>.</p><p>正文，2024年。</p>"
    "<p>It stood, they say.</p>"
    "<p>正文，2024年。</p>"
)
HEADING, LINKED, CHINESE, PLAIN, AGAIN = range(5)


def feature(name: str) -> list[float]:
    return [PAGE.features.of(block)[name] for block in range(len(PAGE.blocks))]


def test_every_feature_has_one_number_per_block_and_a_meaning() -> None:
    for name in FEATURES:
        column = getattr(PAGE.features, name)
        assert len(column) == len(PAGE.blocks), name
        assert getattr(type(PAGE.features), name).__doc__, name


def test_a_page_without_blocks_has_empty_features() -> None:
    features = parse("").features
    assert all(len(getattr(features, name)) == 0 for name in FEATURES)


@pytest.mark.parametrize(
    ("name", "block", "value"),
    [
        ("chars", HEADING, 9),
        ("link_density", PLAIN, 0),
        ("link_density", LINKED, 8 / 18),
        ("cjk_share", CHINESE, 3 / 9),
        ("digit_share", CHINESE, 4 / 9),
        ("cjk_punctuation", CHINESE, 2 / 9),
        ("cjk_punctuation", PLAIN, 0),
        ("latin_punctuation", PLAIN, 2 / 19),
        ("depth", HEADING, 2),
        ("position", HEADING, 0),
        ("position", LINKED, 9 / 64),
        ("text_density", LINKED, 18 / 2),
        ("parent_text_density", LINKED, 64 / 7),
        ("parent_link_density", LINKED, 8 / 64),
        ("repetition", CHINESE, 2),
        ("repetition", PLAIN, 1),
        ("title_overlap", HEADING, 2 / 3),
        ("title_overlap", CHINESE, 0),
        ("is_heading", HEADING, 1),
        ("is_heading", PLAIN, 0),
    ],
)
def test_a_feature_says_what_its_name_says(name: str, block: int, value: float) -> None:
    assert feature(name)[block] == pytest.approx(value)
