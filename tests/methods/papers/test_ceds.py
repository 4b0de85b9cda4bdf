from itertools import pairwise
from typing import Literal

import numpy as np
import pytest

from maintext.methods.papers.ceds import Ceds
from maintext.page.page import Page
from maintext.page.parse import empty_page, parse
from tests.methods.baselines.literal import Node, tree
from tests.random_html import random_page

Numerator = Literal["ratio", "length"]
Variance = Literal["classes", "blocks"]

FIGURE_2 = """<ul>
<li><a href=1>Bagehot's notebook</a></li>
<li><a href=2>Buttonwood's notebook</a></li>
<li><a href=3>Speakers' Corner</a></li>
<li><a href=4>The Economist explains</a></li>
</ul>"""
ARTICLE = "<div>" + "".join(f"<p>Paragraph {n} says a good deal about it.</p>" for n in range(5)) + "</div>"
PAGE = f"<body><div id=top>{FIGURE_2}</div>{ARTICLE}<address>Contact</address>"


def test_the_list_of_figure_2_becomes_one_block() -> None:
    scores = Ceds().score(parse(f"<body><div>{FIGURE_2}</div><p>other"))
    assert scores.leaf_unit.tolist() == [0, 0, 0, 0, 1]
    assert scores.values[0] == 0  # all of its text is linked


def test_a_page_is_cut_into_its_list_its_article_and_single_leaves() -> None:
    method = Ceds()
    scores = method.score(parse(PAGE))
    assert scores.leaf_unit.tolist() == [0] * 4 + [1] * 5 + [2]
    assert method.select(scores).tolist() == [False, True, False]


def test_importance_is_unlinked_text_over_links_and_level() -> None:
    page = parse(
        "<body><div><p>one two</p><p>six</p><p>three <a href=x>four</a></p><a href=y><img src=z></a></div>"
    )
    # Leaves: 7 + 3 + 5 + 4 characters, the last linked. Links: one of text, one of an image; 1 is added.
    # Real nodes: p and p at level 4, text and a at level 5, the larger of the two most frequent.
    length, ratio = Ceds().score(page), Ceds(numerator="ratio").score(page)
    assert length.values.tolist() == [15 / (3 * 5)]
    assert ratio.values.tolist() == [3 / (3 * 5)]
    assert Ceds().describe(length, 0) == "importance 1 = 15 unlinked characters / (2 + 1 links · level 5)"


def test_the_larger_of_two_equally_frequent_levels_is_typical() -> None:
    page = parse("<body><div><p>one</p><p>two</p><section><b>four</b> <i>five</i></section></div>")
    assert Ceds().score(page).values.tolist() == [14 / 5]


def test_body_is_not_a_block() -> None:
    page = parse("<body><p>one</p><p>two</p>")
    assert Ceds().score(page).leaf_unit.tolist() == [0, 1]


def test_a_leaf_far_from_its_neighbour_and_from_the_common_level_is_noise_in_its_block() -> None:
    def leaf_units(deep: str) -> list[int]:
        inner = f"<section>near{deep}</section>"
        return Ceds().score(parse(f"<body><div><p>one</p><p>two</p><p>three</p>{inner}")).leaf_unit.tolist()

    # "near" is at level 5, like the paragraphs' texts, so only its deep neighbour is dropped.
    assert leaf_units("<i>" * 5 + "far") == [0, 0, 0, 0, -1]
    assert leaf_units("<i>" * 4 + "not far") == [0, 0, 0, 0, 0]


def test_a_deep_leaf_that_meets_its_neighbour_at_the_root_of_the_block_is_kept() -> None:
    page = parse("<body><div><p>one</p><p>two</p><p>three</p>" + "<section>" * 6 + "far <b>off</b>")
    assert Ceds().score(page).leaf_unit.tolist()[3] == 0


def test_site_noise_is_left_out_of_blocks_and_sums() -> None:
    page = parse("<body><div><p>one</p><p>two two</p><p><a href=x>Share</a></p><p>three</p></div>")
    scores = Ceds().score(page, np.array([False, True, True, False]))
    assert scores.leaf_unit.tolist() == [0, -1, -1, 0]
    assert scores.values.tolist() == [8 / 4]  # no link is left


@pytest.mark.parametrize("variance", ["classes", "blocks"])
def test_a_page_that_is_one_block_keeps_it(variance: Variance) -> None:
    method = Ceds(variance=variance)
    assert method.select(method.score(parse(f"<body>{ARTICLE}"))).tolist() == [True]


def test_a_page_that_is_one_list_of_links_keeps_nothing() -> None:
    method = Ceds()
    assert method.select(method.score(parse(f"<body>{FIGURE_2}"))).tolist() == [False]


@pytest.mark.parametrize("page", [empty_page(), parse("<div></div>")], ids=["no rows", "no leaves"])
def test_a_page_without_text_has_no_units(page: Page) -> None:
    method = Ceds()
    scores = method.score(page)
    assert len(scores.values) == len(method.select(scores)) == len(scores.leaf_unit) == 0


# -- the pseudo-code of the paper, on a tree of objects -----------------------------------------------


def real_node(node: Node) -> Node:
    while node.parent and len(node.parent.children) == 1:
        node = node.parent
    return node


def common_ancestor(a: Node, b: Node) -> Node:
    return next(node for node in a.above() if node in b.above())


def most_common(levels: list[int]) -> int:
    return max(levels, key=lambda level: (levels.count(level), level))


def literal_blocks(leaves: list[Node]) -> list[tuple[Node, list[Node]]]:
    blocks: list[Node] = []
    for first, second in pairwise(leaves):
        a, b = real_node(first), real_node(second)
        parent = common_ancestor(a, b)
        if a.level == b.level and a.parent is b.parent and parent.name not in ("html", "body"):
            blocks.append(parent)
    units: dict[Node, list[Node]] = {}
    for leaf in leaves:
        around = [node for node in leaf.above() if node in blocks]
        units.setdefault(around[-1] if around else real_node(leaf), []).append(leaf)
    return list(units.items())


def literal_importance(page: Page, block: Node, leaves: list[Node], numerator: Numerator) -> float:
    plain = 0.0
    for leaf in leaves:
        text, linked = int(page.chars[leaf.row]), int(page.link_chars[leaf.row])
        plain += text - linked if numerator == "length" else (text - linked) / text
    links = 0
    for node in block.below():
        links += node.name == "a" and any(page.is_leaf[inner.row] for inner in node.below())
        links += node.name == "img" and any(outer.name == "a" for outer in node.above())
    return plain / ((links + 1) * most_common([real_node(leaf).level for leaf in leaves]))


def literal_stray(block: Node, leaves: list[Node]) -> set[int]:
    common = most_common([leaf.level for leaf in leaves])
    stray = set()
    for a, b in pairwise(leaves):
        if abs(a.level - b.level) > 4 and common_ancestor(a, b) is not block:
            stray |= {leaf.row for leaf in (a, b) if leaf.level != common}
    return stray


def literal_kept(values: list[float], variance: Variance) -> list[bool]:
    best, threshold = 0.0, 0.0
    for step in range(21):
        tau = (1 + step / 10) * sum(values) / len(values)
        over, rest = [v for v in values if v > tau], [v for v in values if v <= tau]
        if over and rest:
            means = sum(over) / len(over), sum(rest) / len(rest)
            moved = list(means) if variance == "classes" else [means[0]] * len(over) + [means[1]] * len(rest)
            spread = sum((x - sum(moved) / len(moved)) ** 2 for x in moved)
            if spread > best * (1 + 1e-9):
                best, threshold = spread, tau
    return [value > threshold for value in values]


@pytest.mark.parametrize(("numerator", "variance"), [("ratio", "classes"), ("length", "blocks")])
def test_random_trees_agree_with_the_pseudo_code(numerator: Numerator, variance: Variance) -> None:
    method = Ceds(numerator=numerator, variance=variance)
    strays = 0
    for seed in range(200):
        page = random_page(seed, 100)
        leaves = [node for node in tree(page, hidden=True) if page.is_leaf[node.row]]
        blocks = literal_blocks(leaves)
        scores = method.score(page)
        units = dict(zip(page.leaves.tolist(), scores.leaf_unit.tolist(), strict=True))
        expected: dict[int, int] = {}
        for unit, (block, inside) in enumerate(blocks):
            stray = literal_stray(block, inside)
            strays += len(stray)
            expected |= {leaf.row: -1 if leaf.row in stray else unit for leaf in inside}
        assert units == expected, seed
        values = [literal_importance(page, block, inside, numerator) for block, inside in blocks]
        np.testing.assert_allclose(scores.values, values)
        assert method.select(scores).tolist() == (literal_kept(values, variance) if values else []), seed
    assert strays  # the trees are deep enough
