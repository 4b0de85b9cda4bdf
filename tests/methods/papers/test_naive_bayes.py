"""The naive Bayes method against a literal reading of its paper."""

import math
from itertools import pairwise
from random import Random
from typing import Any

import numpy as np
import pytest

from maintext import extract
from maintext.methods.base import Scores
from maintext.methods.papers.naive_bayes import SEGMENTATIONS, NaiveBayes, Segmentation, bayes_units
from maintext.model.naive_bayes import BLOCK_TAGS, BlockCounts, ClassCounts, NaiveBayesModel, PageCounts
from maintext.page.page import Page
from maintext.page.parse import empty_page, parse

MAIN = ClassCounts(
    20,
    {
        "unlinked_chars": (1, 1, 2, 2, 4, 10),
        "link_share": (14, 3, 2, 1),
        "marks_per_link_char": (2, 3, 15),
        "paragraphs": (3, 9, 8),
    },
)
OTHER = ClassCounts(
    60,
    {
        "unlinked_chars": (40, 8, 5, 3, 2, 2),
        "link_share": (10, 5, 5, 40),
        "marks_per_link_char": (45, 10, 5),
        "paragraphs": (50, 9, 1),
    },
)
MODEL = NaiveBayesModel(
    PageCounts(1, 0, 0), (), {each.name: BlockCounts(MAIN, OTHER) for each in SEGMENTATIONS}
)


def random_page(seed: int) -> Page:
    random = Random(seed)
    pieces: list[str] = []
    for _ in range(random.randint(0, 60)):
        pieces.append(
            random.choice("<div> </div> <p> </p> <a> </a> <ul><li> <table><tr><td> <td> </table>".split())
        )
        pieces.append(random.choice(["", " ", "word, word. " * random.randint(1, 6)]))
    return parse("".join(pieces))


def climb(page: Page, row: int, segmentation: Segmentation) -> int:
    """The nearest block element, the row itself included; else the root."""
    tags = BLOCK_TAGS[segmentation.block_tags].split()
    return next((above for above in [row, *page.ancestors(row)] if page.tag_name(above) in tags), 0)


def literal_units(page: Page, segmentation: Segmentation) -> list[int]:
    """The paper's three steps, leaf by leaf; units are numbered by their first leaf."""
    nodes = [climb(page, leaf, segmentation) for leaf in page.leaves.tolist()]
    unit = {node: node for node in nodes}
    for before, node in pairwise(nodes):
        siblings = before != node and page.parent[before] == page.parent[node]
        if segmentation.merge_siblings and siblings:
            old, new = unit[node], unit[before]
            unit = {each: new if of == old else of for each, of in unit.items()}
    numbers = {name: number for number, name in enumerate(dict.fromkeys(unit[node] for node in nodes))}
    return [numbers[unit[node]] for node in nodes]


def literal_paragraphs(page: Page, segmentation: Segmentation, unit: int) -> int:
    """`<p>` elements with text that belong to the same elements as the unit's leaves."""
    of_leaf = literal_units(page, segmentation)
    mine = [leaf for leaf, of in zip(page.leaves.tolist(), of_leaf, strict=True) if of == unit]
    nodes = {climb(page, leaf, segmentation) for leaf in mine}
    filled = {above for leaf in page.leaves.tolist() for above in page.ancestors(leaf)}
    return sum(page.tag_name(p) == "p" and climb(page, p, segmentation) in nodes for p in filled)


def literal_log_odds(method: NaiveBayes, unlinked: int, linked: int, marks: int, paragraphs: int) -> float:
    """Formulas (4) to (15) for one block."""
    link = linked / (unlinked + linked)
    punc = marks / linked if linked else (1.0 if marks else 0.0)
    level = {
        "unlinked_chars": min(unlinked // 20, 5),
        "link_share": 0 if link < 0.1 else 1 if link < 0.5 else 2 if link < 0.8 else 3,
        "marks_per_link_char": 0 if punc < 0.02 else 1 if punc < 0.1 else 2,
        "paragraphs": 0 if paragraphs == 0 else 1 if paragraphs <= 3 else 2,
    }
    p = {}
    for name, counts in (("main", MAIN), ("other", OTHER)):
        p[name] = (counts.blocks + 1) / (MAIN.blocks + OTHER.blocks + 2) if method.priors else 1.0
        for feature, n in level.items():
            seen = counts.levels[feature]
            share = [(count + 1) / (counts.blocks + len(seen)) for count in seen]
            summed = method.likelihood == "cumulative" and feature in (
                "unlinked_chars",
                "marks_per_link_char",
            )
            p[name] *= sum(share[: n + 1]) if summed else share[n]
    return math.log(p["main"] / p["other"])


@pytest.mark.parametrize("segmentation", SEGMENTATIONS, ids=lambda each: each.name)
@pytest.mark.parametrize("seed", range(40))
def test_blocks_agree_with_a_climb_from_every_leaf(seed: int, segmentation: Segmentation) -> None:
    page = random_page(seed)
    units = bayes_units(page, segmentation)
    assert units.of_leaf.tolist() == literal_units(page, segmentation)
    assert units.chars.sum() == page.chars.sum()
    assert units.marks.sum() == page.punctuation.sum()
    paragraphs = [literal_paragraphs(page, segmentation, unit) for unit in range(len(units))]
    assert units.paragraphs.tolist() == paragraphs


@pytest.mark.parametrize("likelihood", ["cumulative", "level"])
@pytest.mark.parametrize("priors", [False, True])
@pytest.mark.parametrize("seed", range(20))
def test_scores_agree_with_the_published_formulas(seed: int, priors: bool, likelihood: Any) -> None:
    page = random_page(seed)
    method = NaiveBayes(likelihood=likelihood, priors=priors, model=MODEL)
    scores = method.score(page)
    for unit, value in enumerate(scores.values.tolist()):
        leaves = page.leaves[scores.leaf_unit == unit]
        linked, chars = int(page.link_chars[leaves].sum()), int(page.chars[leaves].sum())
        marks = int(page.punctuation[leaves].sum())
        paragraphs = literal_paragraphs(page, Segmentation(), unit)
        assert value == pytest.approx(literal_log_odds(method, chars - linked, linked, marks, paragraphs))


def texts_of_units(html: str, segmentation: Segmentation) -> list[str]:
    page = parse(html)
    of_leaf = bayes_units(page, segmentation).of_leaf
    units = range(int(of_leaf.max()) + 1)
    return [" ".join(page.row_text(int(row)) for row in page.leaves[of_leaf == unit]) for unit in units]


def test_blocks_of_sibling_elements_merge() -> None:
    html = "<div>a</div><div>b</div><table><tr><td>c<td>d<tr><td>e</table>"
    assert texts_of_units(html, Segmentation("paper", True)) == ["a b", "c d", "e"]
    assert texts_of_units(html, Segmentation("paper", False)) == ["a", "b", "c", "d", "e"]


def test_siblings_with_another_block_between_them_do_not_merge() -> None:
    html = "<div>a<div>b</div></div><div>c</div>"
    assert texts_of_units(html, Segmentation("paper", True)) == ["a", "b", "c"]


def test_the_text_around_an_inner_block_is_one_block() -> None:
    assert texts_of_units("<div>a<div>b</div>c</div>", Segmentation("paper", True)) == ["a c", "b"]


def test_text_outside_every_block_element_is_one_block() -> None:
    assert texts_of_units("a<p>b</p><div>c</div>d", Segmentation("paper", True)) == ["a b d", "c"]


def test_more_block_tags_make_paragraphs_blocks_of_their_own() -> None:
    html = "<div>a<p>b</p><p>c</p></div>"
    assert texts_of_units(html, Segmentation("html5", False)) == ["a", "b", "c"]
    assert texts_of_units(html, Segmentation("html5", True)) == ["a", "b c"]
    assert texts_of_units(html, Segmentation("table", True)) == ["a b c"]


@pytest.mark.parametrize(
    ("chars", "level"), [(1, 0), (19, 0), (20, 1), (39, 1), (80, 4), (99, 4), (100, 5), (999, 5)]
)
def test_unlinked_characters_have_six_levels(chars: int, level: int) -> None:
    assert bayes_units(parse("x" * chars), Segmentation()).levels()["unlinked_chars"].tolist() == [level]


@pytest.mark.parametrize(
    ("linked", "level"), [(0, 0), (9, 0), (10, 1), (49, 1), (50, 2), (79, 2), (80, 3), (100, 3)]
)
def test_link_share_has_four_levels(linked: int, level: int) -> None:
    page = parse(f"<a>{'x' * linked}</a>{'y' * (100 - linked)}")
    assert bayes_units(page, Segmentation()).levels()["link_share"].tolist() == [level]


@pytest.mark.parametrize(
    ("html", "level"),
    [
        ("no mark and no link", 0),
        ("a mark, and no link", 2),
        (f"one mark, <a>{'x' * 100}</a>", 0),
        (f"two, marks. <a>{'x' * 100}</a>", 1),
        (f"one mark, <a>{'x' * 10}</a>", 2),
    ],
)
def test_punctuation_per_link_character_has_three_levels_even_without_links(html: str, level: int) -> None:
    assert bayes_units(parse(html), Segmentation()).levels()["marks_per_link_char"].tolist() == [level]


@pytest.mark.parametrize(("paragraphs", "level"), [(0, 0), (1, 1), (3, 1), (4, 2), (9, 2)])
def test_paragraphs_have_three_levels_and_empty_ones_do_not_count(paragraphs: int, level: int) -> None:
    page = parse(f"<div>text{'<p>text' * paragraphs}<p> <p hidden>text</div>")
    assert bayes_units(page, Segmentation()).levels()["paragraphs"].tolist() == [level]


def test_a_page_without_leaves_has_no_units() -> None:
    for page in (empty_page(), parse(""), parse("<div> </div>")):
        scores = NaiveBayes().score(page)
        assert len(scores.values) == len(scores.leaf_unit) == 0
        assert len(NaiveBayes().select(scores)) == 0


def test_blocks_are_kept_from_even_odds_on() -> None:
    scores = NaiveBayes(model=MODEL).score(parse("<div>text</div>"))
    even = Scores(scores.page, np.array([-0.1, 0.0, 0.1]), scores.leaf_unit)
    assert NaiveBayes().select(even).tolist() == [False, True, True]


def test_a_probability_is_given_only_for_level_likelihoods_with_priors() -> None:
    page = parse("<div>Some text, and then some more.</div>")
    assert NaiveBayes(model=MODEL).score(page).probability is None
    assert NaiveBayes(priors=True, model=MODEL).score(page).probability is None
    scores = NaiveBayes("level", priors=True, model=MODEL).score(page)
    assert scores.probability is not None
    odds = scores.probability[0] / (1 - scores.probability[0])
    assert math.log(odds) == pytest.approx(scores.values[0])


def test_the_reason_has_the_counts() -> None:
    page = parse("<div><p>One, two, three.</p><a>four</a></div>")
    scores = NaiveBayes(model=MODEL).score(page)
    expected = f"16 unlinked characters, links 20%, marks 3, 1 <p>: log odds {scores.values[0]:+.1f}"
    assert NaiveBayes().describe(scores, 0) == expected


ARTICLE = """<title>水库开闸 - 县报</title>
<div class=nav><a href=1>首页</a> <a href=2>新闻</a> <a href=3>体育</a> <a href=4>财经</a></div>
<div><div><h1>水库开闸</h1>
<p>六月以来，降雨偏多，水库的水位一直高于往年。</p><p>县里昨天决定开闸，下游三个村已经提前得到通知。</p>
<p>村民说，今年的稻田不缺水，只怕水来得太快。</p><p>专家认为，八月之前，水位还会再涨一次，要早做准备。</p></div></div>
<table><tr><td><a href=5>县城修路三个月</a></td></tr><tr><td><a href=6>学校开学推迟</a></td></tr></table>"""


def test_the_shipped_model_finds_an_article_and_leaves_out_links_and_title() -> None:
    document = extract(ARTICLE, method="naive_bayes")
    assert "六月以来" in document.text
    assert "要早做准备" in document.text
    assert "财经" not in document.text
    assert "开学推迟" not in document.text
    assert "县报" not in document.text
