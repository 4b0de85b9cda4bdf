import math
from typing import Literal

import numpy as np
import pytest

from maintext.methods.baselines.cetd import Cetd
from maintext.page.page import Page
from maintext.page.parse import parse
from tests.methods.baselines.literal import ARTICLE, PAGE, SENTENCE, Node, kept_texts, random_pages, tree

Density = Literal["composite", "text"]


class Reading:
    """Algorithms 1 and 2 of the paper, on a tree of objects."""

    def __init__(self, page: Page, density: Density) -> None:
        self.page, self.kind = page, density
        self.body = next(node for node in tree(page) if node.name == "body")
        self.density = {node: self._density(node) for node in self.body.below()}
        self.sum = {
            node: math.fsum(self.density[child] for child in node.children)
            for node in self.body.below()
            if not page.is_leaf[node.row]
        }

    def _counts(self, node: Node) -> tuple[int, int, int, int]:
        below = node.below()
        return (
            sum(int(self.page.chars[one.row]) for one in below),
            sum(one is not node and not self.page.is_leaf[one.row] for one in below),
            sum(int(self.page.link_chars[one.row]) for one in below),
            sum(one is not node and one.name == "a" for one in below),
        )

    def _density(self, node: Node) -> float:
        chars, tags, linked, links = self._counts(node)
        tags, links = tags or 1, links or 1
        if self.kind == "text" or not chars:
            return chars / tags
        body_chars, _, body_linked, _ = self._counts(self.body)
        base = math.log(
            chars / ((chars - linked) or 1) * linked + (body_linked or 1) / body_chars * chars + math.e
        )
        return chars / tags * math.log(chars / (linked or 1) * tags / links, base)

    def _max_sum(self, node: Node) -> float:
        return max(self.sum[one] for one in node.below() if one in self.sum)

    def threshold(self) -> float:
        target = next(node for node in self.sum if same(self.sum[node], self._max_sum(self.body)))
        return min(self.density[node] for node in target.above() if node in self.density)

    def content(self, node: Node, threshold: float) -> set[int]:
        """The leaves of the densest parts, going down from a node."""
        if node not in self.sum or self.density[node] < threshold - 1e-9:
            return set()
        largest = self._max_sum(node)
        dense = [one for one in node.below() if one in self.sum and same(self.sum[one], largest)]
        leaves = {one.row for part in dense for one in part.below() if self.page.is_leaf[one.row]}
        return leaves.union(*(self.content(child, threshold) for child in node.children))


def same(a: float, b: float) -> bool:
    return math.isclose(a, b, rel_tol=1e-9, abs_tol=1e-12)


@pytest.mark.parametrize("density", ["composite", "text"])
def test_random_trees_agree_with_the_algorithms_of_the_paper(density: Density) -> None:
    method = Cetd(density=density)
    left_out = 0
    for page in random_pages(150):
        if not len(page.leaves):
            continue
        reading = Reading(page, density)
        scores = method.score(page)
        kept = set(page.leaves[method.select(scores)].tolist())
        assert kept == reading.content(reading.body, reading.threshold())
        left_out += len(page.leaves) - len(kept)
    assert left_out  # the pages are uneven enough


def test_the_score_is_the_highest_threshold_at_which_a_leaf_is_content() -> None:
    for page in random_pages(40):
        if not len(page.leaves):
            continue
        reading = Reading(page, "composite")
        threshold = reading.threshold()
        values = dict(zip(page.leaves.tolist(), Cetd().score(page).values.tolist(), strict=True))
        for factor in (0.5, 0.99, 1.5, 3.0):
            content = reading.content(reading.body, factor * threshold)
            assert content == {leaf for leaf, value in values.items() if value >= factor - 1e-9}


@pytest.mark.parametrize("density", ["composite", "text"])
def test_the_dense_part_is_kept(density: Density) -> None:
    texts = kept_texts(parse(PAGE), Cetd(density=density))
    assert texts == [(SENTENCE * 3).strip()] * 4


def test_a_dense_list_of_long_links_is_kept_by_plain_density_only() -> None:
    teasers = "<div>" + f"<a href=/x>{SENTENCE * 4}</a>" * 5 + "</div>"
    page = parse(f"<body>{teasers}{ARTICLE}")
    assert len(kept_texts(page, Cetd(density="text"))) == 9
    assert kept_texts(page, Cetd()) == [(SENTENCE * 3).strip()] * 4


def test_a_page_without_links_does_not_divide_by_zero() -> None:
    assert np.isfinite(Cetd().score(parse(ARTICLE)).values).all()
