import pytest
from maintext.features.names import NAMES

from maintext.features import place
from maintext.page.tags import Flag
from tests.features.checks import assert_own_family, own_value
from tests.features.literal import Literal
from tests.features.pages import pages

_TAGS = ("p", "li", "td", "th", "div", "h1", "h2", "h3", "dd", "blockquote")
_NEAR = ("comments", "navigation", "foot", "side", "related", "content", "article", "main")


def describe(page: Literal, block: int) -> dict[str, float]:
    row = page.first[block]
    before = sum(page.sizes[:block])
    headings = [at for at in range(page.size) if page.is_heading(at)]
    holding = [page.within(row)[0] for row in page.holders if page.page.tag_name(row) == "h1"]
    around = [subject for above in page.page.ancestors(row) for subject in page.subjects(above)]
    levels = [page.subjects(above) for above in page.above(block)]
    return {
        "depth": float(page.page.depth[page.element[block]]),
        "block_position": block / page.size,
        "text_position": before / sum(page.sizes),
        **{
            f"in_{str(flag.name).lower()}": bool(int(page.page.flags[row]) & int(flag))
            for flag in Flag
            if flag not in (Flag.UNSHOWN, Flag.HIDDEN)
        },
        **{f"is_{tag}": page.page.tag_name(page.element[block]) == tag for tag in _TAGS},
        "since_heading": min([block - at for at in headings if at <= block] + [50]),
        "until_heading": min([at - block for at in headings if at >= block] + [50]),
        "from_h1": max(min(block - holding[0], 50), -50) if holding else -99,
        **{f"named_{name}": min(around.count(name), 3) for name in NAMES},
        **{
            f"levels_to_{name}": next((level for level, said in enumerate(levels) if name in said), 12)
            for name in _NEAR
        },
    }


@pytest.mark.parametrize("name", pages())
def test_columns_are_what_their_meanings_say(name: str) -> None:
    assert_own_family(pages()[name], list(place.MEANINGS), describe)


def test_names_speak_for_all_that_lies_below_them() -> None:
    html = "<div class=postComments><p>one<p>two</div><p>three"
    assert own_value(html, "named_comments") == [1, 1, 0]
    assert own_value(html, "levels_to_comments") == [1, 1, 12]


def test_headings_are_counted_from_both_sides() -> None:
    html = "<p>one<h1>two</h1><p>three<p>four<h2>five</h2>"
    assert own_value(html, "since_heading") == [50, 0, 1, 2, 0]
    assert own_value(html, "until_heading") == [1, 0, 2, 1, 0]
    assert own_value(html, "from_h1") == [-1, 0, 1, 2, 3]


def test_a_page_without_h1_says_so() -> None:
    assert own_value("<h1> </h1><p>one", "from_h1") == [-99]
