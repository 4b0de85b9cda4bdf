from random import Random

import numpy as np
import pytest

from maintext.page.page import Page
from maintext.page.parse import empty_page, parse
from maintext.site.lockstep import lockstep
from tests.random_html import random_page


def story(text: str, extra: str = "") -> Page:
    return parse(f"<body><ul><li>Home<li>Sports</ul>{extra}<div><p>{text}</p></div><div>Imprint</div>")


def test_text_that_all_pages_have_at_the_same_place_is_template() -> None:
    noise = lockstep(story("Rain."), [story("Snow."), story("Hail.")])
    assert noise.tolist() == [True, True, False, True]


def test_text_that_one_page_lacks_is_content() -> None:
    others = [story("Rain."), story("Hail.")]
    assert lockstep(story("Rain."), others).tolist() == [True, True, False, True]
    assert lockstep(story("Rain."), others[:1]).all()


def test_white_space_makes_no_difference() -> None:
    assert lockstep(parse("<p>Daily\n  News</p>"), [parse("\n<p> Daily News</p>")]).tolist() == [True]


def test_a_deeper_part_of_one_page_is_skipped() -> None:
    extra = "<div><div><p>advertisement</p></div></div>"
    assert lockstep(story("Rain.", "<div></div>"), [story("Snow.", extra)]).tolist() == [
        True,
        True,
        False,
        True,
    ]
    assert lockstep(story("Rain.", extra), [story("Snow.", "<div></div>")]).tolist() == [
        True, True, False, False, True,
    ]  # fmt: skip


def test_scripts_and_their_replacements_are_ignored() -> None:
    page = parse("<body><noscript><p>Switch it on</p></noscript><p>Daily News</p>")
    assert lockstep(page, [parse("<body><script>1</script><p>Daily News</p>")]).tolist() == [False, True]


@pytest.mark.parametrize("others", [[], [empty_page()], [story("Rain."), parse("")]])
def test_without_another_page_nothing_is_template(others: list[Page]) -> None:
    page = parse("<p>one</p>")
    assert not lockstep(page, others).any()


def test_an_empty_page_has_no_template() -> None:
    assert lockstep(empty_page(), [story("Rain.")]).tolist() == []


def literal(page: Page, second: Page, third: Page) -> list[bool]:
    """The pseudo-code of the paper, for three pages."""

    def nodes(table: Page) -> list[tuple[int, str]]:
        removed = {"head", "script", "noscript", "style"}
        found = []
        for row in range(len(table)):
            names = {table.tag_name(above) for above in [row, *table.ancestors(row)]}
            if not removed & names and (table.is_element[row] or table.is_leaf[row]):
                text = " ".join(table.row_text(row).split()) if table.is_leaf[row] else "<>"
                found.append((int(table.depth[row]), text))
        return found

    trees = nodes(page), nodes(second), nodes(third)
    template: list[bool] = []
    i = j = k = 0

    def depths() -> tuple[int, int, int] | None:
        if i < len(trees[0]) and j < len(trees[1]) and k < len(trees[2]):
            return trees[0][i][0], trees[1][j][0], trees[2][k][0]
        return None

    while depth := depths():
        if depth[0] == depth[1] == depth[2]:
            template.append(trees[0][i][1] == trees[1][j][1] == trees[2][k][1])
            i, j, k = i + 1, j + 1, k + 1
            continue
        while (depth := depths()) and (depth[0] > depth[1] or depth[0] > depth[2]):
            template.append(False)
            i += 1
        while (depth := depths()) and depth[0] < depth[1]:
            j += 1
        while (depth := depths()) and depth[0] < depth[2]:
            k += 1
    template += [False] * (len(trees[0]) - len(template))
    return [found for found, (_, text) in zip(template, trees[0], strict=True) if text != "<>"]


def test_random_trees_agree_with_the_pseudo_code() -> None:
    random = Random(7)
    for seed in range(150):
        # Small random pages are often partly equal: that is the case to test.
        page, second, third = (random_page(random.choice([seed, seed + 1]), 12) for _ in range(3))
        scored = ~page.inside(np.isin(page.tag, [page.tag_names.index("noscript")]))[page.leaves]
        noise = lockstep(page, [second, third])
        assert not noise[~scored].any()
        assert noise[scored].tolist() == literal(page, second, third), seed
