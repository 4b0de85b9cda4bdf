from math import log1p

import pytest

from maintext.features import Reading, groups
from maintext.page.parse import parse
from maintext.page.tags import Flag
from tests.features.checks import assert_own_family, own_value
from tests.features.literal import LEVELS, Literal
from tests.features.pages import pages


def describe_group(page: Literal, alike: list[int]) -> dict[str, float]:
    chars = sum(page.sizes[at] for at in alike)
    return {
        "log_blocks": log1p(len(alike)),
        "block_length": log1p(chars / len(alike)),
        "link_density": sum(page.chars(at, Flag.LINK) for at in alike) / chars,
        "share": chars / sum(page.sizes),
        "marks": sum(page.marks(at) for at in alike) / chars,
        "long_blocks": sum(page.sizes[at] > 150 for at in alike) / len(alike),
    }


def count_alike(page: Literal, row: int) -> int:
    siblings = [at for at in range(len(page.page)) if page.page.parent[at] == page.page.parent[row]]
    return sum(page.page.is_element[at] and page.look(at) == page.look(row) for at in siblings)


def describe(page: Literal, block: int) -> dict[str, float]:
    everyone = range(page.size)
    by_path = [at for at in everyone if page.path(at) == page.path(block)]
    by_tags = [at for at in everyone if page.tags_above(at) == page.tags_above(block)]
    above = page.above(block)
    parent = max(int(page.page.parent[above[0]]), 0)
    return {
        **{f"path_{name}": value for name, value in describe_group(page, by_path).items()},
        **{f"tags_{name}": value for name, value in describe_group(page, by_tags).items()},
        "log_siblings": log1p(int(page.page.child_count[parent])),
        **{f"alike{level}": log1p(count_alike(page, above[level])) for level in range(4)},
        "levels_to_previous": sum(block - 1 not in page.within(row) for row in above),
        "levels_to_next": sum(block + 1 not in page.within(row) for row in above),
    }


@pytest.mark.parametrize("name", pages())
def test_columns_are_what_their_meanings_say(name: str) -> None:
    assert_own_family(pages()[name], list(groups.MEANINGS), describe)


@pytest.mark.parametrize("name", pages())
def test_blocks_share_a_group_where_their_paths_are_alike(name: str) -> None:
    page = parse(pages()[name])
    group = Reading(page).group.tolist()
    paths = list(map(Literal(page).path, range(len(group))))
    for one, other in zip(range(len(group)), range(1, len(group)), strict=False):
        assert (group[one] == group[other]) == (paths[one] == paths[other])
    assert sorted(set(group)) == list(range(len(set(paths))))


def test_items_of_a_list_are_alike_and_names_tell_them_apart() -> None:
    html = "<ul><li class=item>one<li class=item>two<li class='item ad'>three</ul>"
    assert own_value(html, "alike0") == pytest.approx([log1p(2), log1p(2), log1p(1)])
    assert own_value(html, "path_log_blocks") == pytest.approx([log1p(2), log1p(2), log1p(1)])
    assert own_value(html, "tags_log_blocks") == pytest.approx([log1p(3)] * 3)


def test_the_ends_of_the_page_have_no_neighbour_in_any_element() -> None:
    assert own_value("<p>one<p>two", "levels_to_previous") == [LEVELS, 1]
    assert own_value("<p>one<p>two", "levels_to_next") == [1, LEVELS]
