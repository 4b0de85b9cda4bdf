from functools import partial

import numpy as np
import pytest

from maintext.methods.baselines.econ import Econ
from maintext.page.page import Page
from maintext.page.parse import parse
from maintext.page.tags import Flag
from tests.methods.baselines.literal import (
    ARTICLE,
    PAGE,
    SENTENCE,
    differing_pages,
    kept_texts,
    sum_below,
    unlinked_punctuation,
)


def literal_kept(page: Page, growth: float) -> list[bool]:
    blocks = page.blocks
    marks = unlinked_punctuation(page)
    below = partial(sum_below, page, marks)
    counts = [sum(marks[row] for row in page.leaves[blocks.leaves(b)].tolist()) for b in range(len(blocks))]
    if not any(counts):
        return [False] * len(marks)
    node = int(blocks.element[counts.index(max(counts))])
    ancestors = page.ancestors(node)
    has_grown = not any(
        below(b) > (1 + growth) * below(a) for a, b in zip([node, *ancestors], ancestors, strict=False)
    )
    for parent in ancestors:
        grows = below(parent) > (1 + growth) * below(node)
        if has_grown and not grows:
            break
        has_grown |= grows
        node = parent
    kept = []
    for leaf, row in enumerate(marks):
        block = page.leaves[blocks.leaves(int(blocks.of_leaf[leaf]))]
        only_links = all(page.flags[one] & int(Flag.LINK) for one in block)
        kept.append(node <= row < page.end[node] and not only_links)
    return kept


@pytest.mark.parametrize("growth", [0.0, 0.5, 1.0])
def test_random_trees_agree_with_a_literal_climb(growth: float) -> None:
    assert not differing_pages(Econ(growth=growth), lambda page: literal_kept(page, growth))


def test_the_climb_ends_at_the_element_of_the_article() -> None:
    assert kept_texts(parse(PAGE), Econ()) == [(SENTENCE * 3).strip()] * 4


def test_a_wrapper_around_a_paragraph_does_not_end_the_climb() -> None:
    wrapped = "<section>" + f"<div><div><p>{SENTENCE}</p></div></div>" * 5 + "</section>"
    assert len(kept_texts(parse(f"<div>{wrapped}</div><footer>One. Two.</footer>"), Econ())) == 5


def test_a_list_of_links_in_the_article_is_left_out_by_default() -> None:
    page = parse(ARTICLE.replace("</div>", "<ul><li><a href=/x>Read more, and more</a></ul></div>"))
    assert len(kept_texts(page, Econ())) == 4
    assert len(kept_texts(page, Econ(links=True))) == 5


def test_a_page_without_a_sentence_has_no_article() -> None:
    assert kept_texts(parse("<p>one two<p>three"), Econ()) == []
    assert not np.isnan(Econ().score(parse("<p>one two<p>three")).values).any()
