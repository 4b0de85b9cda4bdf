from importlib import resources
from typing import Any, Literal

import numpy as np
import pytest

from maintext.methods.papers.ceds import Ceds
from maintext.page.page import Page
from maintext.page.parse import empty_page, parse
from maintext.text.decode import decode
from tests.random_html import random_page
from tests.reference.paper_ceds import Reading, blocks_of, kept_rows, make_tree, noise_nodes

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


def test_a_leaf_belongs_to_the_outermost_block_or_to_the_innermost() -> None:
    inner = "<p>two <b>three</b></p><p>four <a href=x>five</a></p>"
    page = parse(f"<body><div><p>one</p>{inner}<p>six</p><p>seven</p></div>")
    assert Ceds().score(page).leaf_unit.tolist() == [0] * 7
    scores = Ceds(nested="innermost", numerator="ratio").score(page)
    assert scores.leaf_unit.tolist() == [0, 1, 1, 2, 2, 0, 0]
    assert scores.values.tolist() == [3 / 4, 2 / 5, 1 / (2 * 5)]


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


def test_as_printed_a_page_that_is_one_block_keeps_nothing() -> None:
    method = Ceds(one_class="dropped")
    assert method.select(method.score(parse(f"<body>{ARTICLE}"))).tolist() == [False]
    assert method.select(method.score(parse(PAGE))).tolist() == [False, True, False]


def test_as_printed_every_childless_node_is_a_leaf() -> None:
    section = "<section><p>one</p><p>two</p></section>"
    page = parse(f"<body><div>{section}<img><p>three</p></div><br><script>no()</script>")
    text, childless = Ceds(numerator="ratio"), Ceds(numerator="ratio", leaves="childless")
    assert text.score(page).values.tolist() == [2 / 5, 1 / 4]
    # The image and the last paragraph are neighbours, so their parent is a block. The break is a unit of its
    # own without importance; a script is not displayed.
    assert childless.score(page).values.tolist() == [3 / 5, 0]
    assert childless.score(page).leaf_unit.tolist() == [0, 0, 0]


def test_a_hidden_element_is_no_childless_leaf() -> None:
    assert len(Ceds(leaves="childless").score(parse("<body><p>one</p><p hidden></p>")).values) == 1
    assert len(Ceds(leaves="childless").score(parse("<body><p>one</p><p></p>")).values) == 2


def test_the_printed_form_has_the_parameters_of_the_paper() -> None:
    assert Ceds.as_printed() == Ceds("ratio", "classes", "childless", one_class="dropped")


@pytest.mark.parametrize("page", [empty_page(), parse("<div></div>")], ids=["no rows", "no leaves"])
def test_a_page_without_text_has_no_units(page: Page) -> None:
    method = Ceds()
    scores = method.score(page)
    assert len(scores.values) == len(method.select(scores)) == len(scores.leaf_unit) == 0


# -- the steps of the paper, on a tree of objects --------------------------------------------------


def samples() -> list[Page]:
    folder = resources.files("maintext") / "samples"
    files = [file for file in folder.iterdir() if file.name.endswith(".html")]
    return [parse(decode(file.read_bytes()).source) for file in files]


@pytest.mark.parametrize(
    "parameters",
    [
        Ceds.printed,
        {"leaves": "text", "numerator": "length", "variance": "blocks", "one_class": "kept"},
        {"leaves": "childless", "numerator": "length", "variance": "classes", "one_class": "kept"},
        {**Ceds.printed, "nested": "innermost"},
        {**Ceds.printed, "leaves": "text", "nested": "innermost"},
    ],
    ids=["printed", "default", "mixed", "innermost", "innermost text"],
)
def test_random_pages_and_samples_agree_with_the_steps_of_the_paper(parameters: dict[str, Any]) -> None:
    method, reading = Ceds(**parameters), Reading(**parameters)
    noise = 0
    for number, page in enumerate([random_page(seed, 100) for seed in range(200)] + samples()):
        scores = method.score(page)
        blocks = sorted(blocks_of(make_tree(page), reading), key=lambda block: block.node.row)
        np.testing.assert_allclose(scores.values, [block.importance for block in blocks])
        units = dict.fromkeys(page.leaves.tolist(), -1)
        for unit, block in enumerate(blocks):
            inside = [leaf for leaf in block.leaves if leaf.text and leaf not in noise_nodes(block)]
            units |= {leaf.row: unit for leaf in inside}
            noise += len(noise_nodes(block))
        assert scores.leaf_unit.tolist() == list(units.values()), number
        kept = page.leaves[scores.leaves_of(method.select(scores))]
        assert set(kept.tolist()) == kept_rows(blocks, reading), number
    assert noise  # the pages are deep enough for step 5
