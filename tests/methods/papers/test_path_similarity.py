from fractions import Fraction
from typing import Literal

import numpy as np
import pytest

from maintext.methods.papers.path_similarity import PathSimilarity
from maintext.page.page import Page
from maintext.page.parse import empty_page, parse
from tests.random_html import random_page

Equality = Literal["tag", "node"]

PAPER_SAMPLE = """<html><body>
<div>
 <p> This is the first block. </p>
 <p> This is the second block. </p>
 <p> This is the third block. </p>
</div>
<div>
 <p> test1 </p>
</div>
</body></html>"""


def kept_texts(page: Page, method: PathSimilarity) -> list[str]:
    scores = method.score(page)
    leaves = page.leaves[scores.leaves_of(method.select(scores))]
    return [page.row_text(int(leaf)).strip() for leaf in leaves]


BLOCKS = [f"This is the {number} block." for number in ("first", "second", "third")]


@pytest.mark.parametrize(
    ("equality", "strict", "expected"),
    [
        ("node", False, BLOCKS),  # one grandparent
        ("node", True, ["This is the second block."]),  # one parent
        ("tag", True, [*BLOCKS, "test1"]),  # html, body, div, p: by tag, test1 has the same path
        ("tag", False, [*BLOCKS, "test1"]),
    ],
)
def test_the_sample_of_the_paper_agrees_with_each_reading(
    equality: Equality, strict: bool, expected: list[str]
) -> None:
    method = PathSimilarity(equality=equality, strict=strict)
    assert kept_texts(parse(PAPER_SAMPLE), method) == expected


def test_the_sample_of_the_paper_has_paths_of_five_levels() -> None:
    method = PathSimilarity()
    scores = method.score(parse(PAPER_SAMPLE))
    assert scores.values.tolist() == [4, 5, 4, 4]  # the second block is the longest
    assert method.describe(scores, 1) == "the longest text"
    assert (
        method.describe(scores, 0) == "path similarity 1 - 1/2^4 to the longest text's, threshold 1 - 1/2^3"
    )


def literal_kept(page: Page, equality: Equality, strict: bool) -> list[int]:
    """The paper's sum over levels, in exact fractions, leaf by leaf."""

    def path(leaf: int) -> list[object]:
        rows = [*reversed(page.ancestors(leaf))]
        return [*(rows if equality == "node" else [page.tag_name(row) for row in rows]), ("text", leaf)]

    removed = {"head", "script", "noscript", "style"}
    leaves = [
        int(leaf)
        for leaf in page.leaves
        if not removed.intersection(page.tag_name(row) for row in page.ancestors(int(leaf)))
    ]
    if not leaves:
        return []
    longest = path(max(leaves, key=lambda leaf: int(page.chars[leaf])))
    threshold = 1 - Fraction(1, 2) ** (len(longest) - 2)
    kept = []
    for leaf in leaves:
        levels = enumerate(zip(path(leaf), longest, strict=False), start=1)
        similarity = sum((Fraction(1, 2**level) for level, (a, b) in levels if a == b), Fraction(0))
        if similarity > threshold or (similarity == threshold and not strict):
            kept.append(leaf)
    return kept


@pytest.mark.parametrize("equality", ["node", "tag"])
@pytest.mark.parametrize("strict", [False, True])
def test_random_trees_agree_with_the_literal_sum(equality: Equality, strict: bool) -> None:
    method = PathSimilarity(equality=equality, strict=strict)
    for seed in range(150):
        page = random_page(seed)
        scores = method.score(page)
        kept = page.leaves[scores.leaves_of(method.select(scores))]
        assert kept.tolist() == literal_kept(page, equality, strict), seed


def test_levels_are_exact_where_a_float_similarity_would_be_one() -> None:
    deep = "<div>" * 100
    page = parse(
        f"{deep}<p>The longest text of the page.</p></div><p>one level up</p></div><p>two levels up</p>"
    )
    assert kept_texts(page, PathSimilarity(equality="node")) == ["The longest text of the page."]
    scores = PathSimilarity(equality="node").score(page)
    assert np.diff(scores.values).tolist() == [-3, -1]


def test_the_first_of_two_longest_leaves_is_used() -> None:
    page = parse("<div><div><p>first</p></div></div><div><section><p>other</p></section></div>")
    assert kept_texts(page, PathSimilarity(strict=True)) == ["first"]


def test_text_in_noscript_is_removed_before_scoring() -> None:
    page = parse("<body><p>short</p><noscript><p>Please switch scripts on to read this.</p></noscript>")
    scores = PathSimilarity().score(page)
    assert scores.leaf_unit.tolist() == [0, -1]


def test_site_noise_is_never_the_longest_leaf() -> None:
    page = parse(
        "<div><p>The story itself.</p></div><ul><li>A cookie notice that is longer than the story.</li></ul>"
    )
    method = PathSimilarity(strict=True)
    scores = method.score(page, np.array([False, True]))
    assert scores.leaf_unit.tolist() == [0, -1]
    assert scores.leaves_of(method.select(scores)).tolist() == [True, False]


TITLED = """<title>Rain over Wuyi - Daily</title>
<div><h1>Rain over Wuyi</h1><div><p>It rained all day.</p></div></div>
<footer><div><div><div>
<p>All rights are reserved by the publisher of this page.</p></div></div></div></footer>"""


def test_a_limit_on_the_distance_to_the_title_leaves_out_distant_text() -> None:
    page = parse(TITLED)
    assert kept_texts(page, PathSimilarity(strict=True))[-1].startswith("All rights")
    assert kept_texts(page, PathSimilarity(strict=True, title_distance=5)) == ["It rained all day."]


def test_the_distance_to_the_title_counts_steps_up_and_down() -> None:
    # h1 text → h1 → div → div → p → text are five steps; the footer is nine away
    page = parse(TITLED)
    kept = [PathSimilarity(title_distance=steps).score(page).leaf_unit.tolist() for steps in (4, 5, 9)]
    assert kept == [[0, -1, -1], [0, 1, -1], [0, 1, 2]]


def test_without_a_title_there_is_no_limit_on_the_distance() -> None:
    page = parse("<div><p>One.</p><p>Two.</p></div>")
    assert kept_texts(page, PathSimilarity(title_distance=0)) == ["One.", "Two."]


@pytest.mark.parametrize("page", [empty_page(), parse("<div></div>")], ids=["no rows", "no leaves"])
@pytest.mark.parametrize("equality", ["node", "tag"])
def test_a_page_without_text_has_no_units(page: Page, equality: Equality) -> None:
    method = PathSimilarity(equality=equality, title_distance=3)
    scores = method.score(page)
    assert len(scores.values) == len(method.select(scores)) == len(scores.leaf_unit) == 0
