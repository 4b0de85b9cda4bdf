from typing import Literal

import numpy as np
import pytest

from maintext.methods.baselines.lqf import Lqf
from maintext.page.page import Page
from maintext.page.parse import parse
from maintext.page.tags import INLINE_TAGS
from tests.methods.baselines.literal import NAVIGATION, PAGE, SENTENCE, Node, kept_texts, random_pages, tree

Counted = Literal["all", "left"]


def literal_quotas(page: Page, root: Node, most: float, counted: Counted) -> dict[int, float]:
    quotas: dict[int, float] = {}

    def lengths(node: Node) -> tuple[int, int]:
        text, linked = int(page.chars[node.row]), int(page.link_chars[node.row])
        for child in node.children:
            more, more_linked = lengths(child)
            text, linked = text + more, linked + more_linked
        is_block = node.name not in INLINE_TAGS and node.name not in ("html", "body")
        quotas[node.row] = linked / text if is_block and text else 0.0
        return (0, 0) if counted == "left" and quotas[node.row] > most else (text, linked)

    lengths(root)
    return quotas


@pytest.mark.parametrize("counted", ["all", "left"])
@pytest.mark.parametrize("most", [0.25, 0.5])
def test_random_trees_agree_with_a_literal_reading(most: float, counted: Counted) -> None:
    method = Lqf(quota=most, counted=counted)
    for page in random_pages():
        nodes = tree(page)
        quotas = literal_quotas(page, nodes[0], most, counted)
        worst = [max(quotas[up.row] for up in node.above()) for node in nodes if page.is_leaf[node.row]]
        scores = method.score(page)
        np.testing.assert_allclose(scores.values, 1 - np.array(worst))
        assert method.select(scores).tolist() == [quota <= most for quota in worst]


def test_lists_of_links_are_removed_and_the_rest_is_kept() -> None:
    assert kept_texts(parse(PAGE), Lqf()) == [*[(SENTENCE * 3).strip()] * 4, "Imprint"]


def test_a_box_of_links_and_article_is_removed_unless_the_links_are_removed_first() -> None:
    page = parse(f"<div>{NAVIGATION}<p>Short.</p></div>")
    assert kept_texts(page, Lqf(counted="all")) == []
    assert kept_texts(page, Lqf(counted="left")) == ["Short."]


def test_a_linked_word_in_a_paragraph_does_not_remove_it() -> None:
    assert len(kept_texts(parse(f"<p>{SENTENCE}<a href=/x>link</a></p>"), Lqf())) == 2
