from functools import partial

import pytest

from maintext.methods.baselines.song import Song
from maintext.page.page import Page
from maintext.page.parse import parse
from tests.methods.baselines.literal import (
    PAGE,
    SENTENCE,
    differing_pages,
    kept_texts,
    sum_below,
    unlinked_punctuation,
)


def literal_kept(page: Page, share: float) -> list[bool]:
    """Walk down from the root, as long as one child has more than the share of all punctuation."""
    marks = unlinked_punctuation(page)
    below = partial(sum_below, page, marks)
    if not sum(marks.values()):
        return [False] * len(marks)
    node: int | None = 0
    while node is not None:
        chosen = node
        children = [row for row in range(len(page)) if page.parent[row] == node and page.is_element[row]]
        node = next((child for child in children if below(child) > share * below(0)), None)
    return [chosen <= row < page.end[chosen] for row in marks]


@pytest.mark.parametrize("share", [0.5, 0.7, 0.9])
def test_random_trees_agree_with_a_walk_down(share: float) -> None:
    assert not differing_pages(Song(share=share), lambda page: literal_kept(page, share))


def test_the_article_is_kept_and_the_rest_is_not() -> None:
    assert kept_texts(parse(PAGE), Song()) == [(SENTENCE * 3).strip()] * 4


def test_punctuation_in_links_does_not_count() -> None:
    page = parse(f"<ul><li><a href=/>{SENTENCE * 9}</a></li></ul><div>{SENTENCE}</div>")
    assert kept_texts(page, Song()) == [SENTENCE.strip()]


def test_a_page_without_punctuation_keeps_nothing() -> None:
    assert kept_texts(parse("<p>Home</p><p>News</p>"), Song()) == []


def test_only_chinese_punctuation_counts_if_so_wanted() -> None:
    page = parse("<div>One, two, three, four.</div><p>正文，有标点。</p>")
    assert kept_texts(page, Song(marks="cjk")) == ["正文，有标点。"]
    assert kept_texts(page, Song()) == ["One, two, three, four."]


def test_no_element_has_more_than_all() -> None:
    assert kept_texts(parse(PAGE), Song(share=1.0)) == []


def test_a_leaf_is_explained_by_the_chosen_element() -> None:
    page = parse(f"<div>{SENTENCE * 2}</div><p>{SENTENCE}</p>")
    scores = Song().score(page)
    marks = sum(map(SENTENCE.count, ",.;"))
    chosen = f"{2 * marks} of {3 * marks} punctuation marks are in the chosen element"
    assert Song().describe(scores, 0) == f"{chosen}, {2 * marks} in /html/body/div"
