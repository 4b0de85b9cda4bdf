from collections import Counter

import numpy as np

from maintext.methods.baselines.fe import Fe
from maintext.page.parse import parse
from tests.methods.baselines.literal import PAGE, SENTENCE, kept_texts, random_pages, tree

BLOCKS = ("body", "div", "section", "ul")


def test_random_trees_agree_with_a_literal_count() -> None:
    for page in random_pages():
        counts: dict[str, Counter[int]] = {name: Counter() for name in ("text", "links", "images", "items")}
        block_of_leaf = []
        for node in tree(page):
            block = next(up.row for up in node.above() if up.name in BLOCKS or not up.parent)
            counts["text"][block] += int(page.chars[node.row] - page.link_chars[node.row])
            counts["links"][block] += int(page.link_chars[node.row])
            counts["images"][block] += node.name == "img"
            counts["items"][block] += node.name == "li"
            if page.is_leaf[node.row]:
                block_of_leaf.append(block)
        expected = []
        for block in block_of_leaf:
            feature = {name: count[block] / (max(count.values()) or 1) for name, count in counts.items()}
            total = sum(feature.values())
            expected.append(feature["text"] ** 2 / total if total else 0.0)
        scores = Fe().score(page)
        np.testing.assert_allclose(scores.leaf_values, expected)
        kept = scores.leaves_of(Fe().select(scores))
        assert all(value == max(expected) for value in np.array(expected)[kept])


def test_a_block_of_text_beats_one_with_the_same_text_and_images() -> None:
    boxes = [f"<div>{SENTENCE}<img src=x></div>", f"<div>{SENTENCE}</div>"]
    assert kept_texts(parse("".join(boxes)), Fe()) == [SENTENCE.strip()]


def test_paragraphs_of_one_section_are_one_block_by_default() -> None:
    assert kept_texts(parse(PAGE), Fe()) == [(SENTENCE * 3).strip()] * 4
    assert kept_texts(parse(PAGE), Fe(blocks="paragraphs")) == [(SENTENCE * 3).strip()]


def test_a_block_with_more_links_than_text_has_no_majority_of_text() -> None:
    links = "<a href=/x>more and more</a> " * 9
    page = parse(f"<div>{SENTENCE * 3}{links}</div><div>{SENTENCE}</div>")
    assert len(kept_texts(page, Fe())) == 10
    assert kept_texts(page, Fe(rule="majority")) == [SENTENCE.strip()]


def test_the_winning_cluster_includes_the_second_half_of_an_article() -> None:
    page = parse(
        f"<div><p>{SENTENCE * 9}</div><div><a href=/x>more</a> <img></div><div><p>{SENTENCE * 8}</div>"
    )
    assert len(kept_texts(page, Fe())) == 1
    assert len(kept_texts(page, Fe(winners="cluster"))) == 2


def test_a_page_of_links_alone_has_no_winner() -> None:
    assert kept_texts(parse("<ul>" + "<li><a href=/x>more</a>" * 5), Fe()) == []
