import pytest
from maintext.features.methods import METHOD

from maintext.features import methods
from tests.features.checks import assert_own_family, own_value
from tests.features.literal import Literal
from tests.features.pages import pages

TEXT = "The tower was built in 1911, of brick and lime, and it has been leaning ever since, they say. "
LINKS = "<ul>" + "<li><a href=/x>Some headline of the day</a>" * 5 + "</ul>"


def describe(page: Literal, block: int) -> dict[str, float]:
    scores = METHOD.score(page.page)
    kept = {
        row
        for unit in METHOD.select(scores).nonzero()[0].tolist()
        for row in range(scores.element[unit], page.page.end[scores.element[unit]])  # type: ignore[index]
    }
    units = dict(zip(page.page.leaves.tolist(), scores.leaf_unit.tolist(), strict=True))
    leaves = page.blocks[block]
    chars = {leaf: int(page.page.chars[leaf]) for leaf in leaves}
    told = sum(chars[leaf] * float(scores.values[units[leaf]]) for leaf in leaves if units[leaf] >= 0)
    chosen = sum(chars[leaf] for leaf in leaves if leaf in kept and units[leaf] >= 0)
    return {
        "p_value": told / sum(chars.values()),
        "kept_by_p_value": 2 * chosen >= sum(chars.values()),
    }


@pytest.mark.parametrize("name", pages())
def test_columns_are_what_their_meanings_say(name: str) -> None:
    assert_own_family(pages()[name], list(methods.MEANINGS), describe)


def test_the_best_element_tells_of_its_blocks_and_another_side_of_its_own() -> None:
    html = f"<body><div>{LINKS}</div><article><p>{TEXT * 3}<p>{TEXT}</article>"
    values, kept = own_value(html, "p_value"), own_value(html, "kept_by_p_value")
    assert kept == [0, 0, 0, 0, 0, 1, 1]
    assert values[5] == values[6] > 0.5
    assert values[:5] == [0] * 5, "a side of links alone has no P"


def test_what_the_method_removes_has_no_p_and_is_not_kept() -> None:
    html = f"<p>{TEXT}<aside>{TEXT}</aside>"
    assert own_value(html, "p_value")[1] == 0
    assert own_value(html, "kept_by_p_value") == [1, 0]
