from math import log1p

import pytest

from maintext.features import shape
from maintext.page.tags import Flag
from tests.features.checks import assert_own_family, own_value
from tests.features.literal import Literal
from tests.features.pages import pages

_LEVELS = (0, 1, 2, 3, 5)


def describe_element(page: Literal, block: int, row: int) -> dict[str, float]:
    blocks = page.within(row)
    chars = sum(page.sizes[at] for at in blocks)
    links = sum(page.chars(at, Flag.LINK) for at in blocks)
    tags, link_tags = page.tags(row), page.tags(row, "a")
    children = [
        at
        for at in range(len(page.page))
        if page.page.parent[at] == row and (page.page.is_element[at] or page.page.is_leaf[at])
    ]
    return {
        "log_chars": log1p(chars),
        "link_density": links / chars,
        "text_density": log1p(chars / tags),
        "plain_density": log1p((chars - links) / max(tags - link_tags, 1)),
        "marks": sum(page.marks(at) for at in blocks) / chars,
        "block_length": log1p(chars / len(blocks)),
        "share": chars / sum(page.sizes),
        "log_blocks": log1p(len(blocks)),
        "tags_per_block": tags / len(blocks),
        "log_children": log1p(len(children)),
        "log_images": log1p(page.tags(row, "img")),
        "log_controls": log1p(page.tags(row, "input", "button", "select", "textarea")),
        "long_blocks": sum(page.sizes[at] > 120 for at in blocks) / len(blocks),
        "position": (block - blocks[0]) / len(blocks),
    }


def describe(page: Literal, block: int) -> dict[str, float]:
    above = page.above(block)
    by_level = {level: describe_element(page, block, above[level]) for level in _LEVELS}
    return {f"above{level}_{name}": by_level[level][name] for name in by_level[0] for level in _LEVELS}


@pytest.mark.parametrize("name", pages())
def test_columns_are_what_their_meanings_say(name: str) -> None:
    assert_own_family(pages()[name], list(shape.MEANINGS), describe)


def test_the_level_above_a_paragraph_is_its_box() -> None:
    html = "<div><p>four</p><p>more</p></div><div><p><a href=/>link</a></p></div>"
    assert own_value(html, "above0_log_blocks") == pytest.approx([log1p(1)] * 3)
    assert own_value(html, "above1_log_blocks") == pytest.approx([log1p(2), log1p(2), log1p(1)])
    assert own_value(html, "above1_link_density") == [0, 0, 1]
    assert own_value(html, "above2_share") == [1, 1, 1]
