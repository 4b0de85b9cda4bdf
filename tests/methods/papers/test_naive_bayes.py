"""The naive Bayes method against a literal reading of its paper."""

import math
from fractions import Fraction
from importlib import resources
from random import Random
from typing import Any

import numpy as np
import pytest

from maintext import extract
from maintext.errors import ModelError
from maintext.methods.base import Scores
from maintext.methods.papers.bayes_blocks import (
    READINGS,
    SEGMENTATIONS,
    LeafSets,
    Segmentation,
    Subtrees,
    bayes_units,
)
from maintext.methods.papers.naive_bayes import NaiveBayes
from maintext.model.naive_bayes import (
    BLOCK_TAGS,
    BlockCounts,
    ClassCounts,
    NaiveBayesModel,
    PageCounts,
    shipped_counts,
)
from maintext.page.page import Page
from maintext.page.parse import empty_page, parse
from maintext.text.decode import decode
from tests.reference import paper_naive_bayes as paper

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
    PageCounts(1, 0, 0), (), {each.name: BlockCounts(MAIN, OTHER) for each in (*SEGMENTATIONS, *READINGS)}
)
PRINTED = NaiveBayes(**NaiveBayes.printed)  # type: ignore[arg-type]
SAMPLES = sorted(
    file.name for file in (resources.files("maintext") / "samples").iterdir() if file.name.endswith("html")
)


def random_page(seed: int) -> Page:
    random = Random(seed)
    pieces: list[str] = []
    tags = "<div> </div> <p> </p> <a> </a> <ul><li> <table><tr><td> <td> </table> <br> <div></div>"
    for _ in range(random.randint(0, 60)):
        pieces.append(random.choice([*tags.split(), "<script>x</script>"]))
        pieces.append(random.choice(["", " ", "word, (word) - word. " * random.randint(1, 6)]))
    return parse("".join(pieces))


def sample_page(name: str) -> Page:
    return parse(decode((resources.files("maintext") / "samples" / name).read_bytes()).source)


def reading_of(segmentation: Segmentation) -> paper.Reading:
    return paper.Reading(
        tuple(BLOCK_TAGS[segmentation.block_tags].split()),
        segmentation.merge_siblings,
        segmentation.blocks == "subtree",
        segmentation.empty_leaves,
        segmentation.loose_text,
        segmentation.punctuation == "all",
        segmentation.empty_paragraphs,
    )


def check_blocks(page: Page, segmentation: Segmentation) -> None:
    """The same blocks with the same counts, in the same order, and the same leaves in each."""
    reading, units = reading_of(segmentation), bayes_units(page, segmentation)
    blocks = paper.page_blocks(paper.dom_tree(page), reading)
    sums = [paper.block_sums(block, reading) for block in blocks]
    assert units.chars.tolist() == [each.textsum for each in sums]
    assert units.link_chars.tolist() == [each.linktextsum for each in sums]
    assert units.marks.tolist() == [each.puncsum for each in sums]
    assert units.paragraphs.tolist() == [each.psum for each in sums]
    found = np.array([*units.levels().values()]).T + 1
    assert found.tolist() == [list(paper.levels(each)) for each in sums]
    leaves = [[leaf.row for leaf in paper.block_leaves(block, reading)] for block in blocks]
    number = np.zeros(len(page), dtype=np.int64)
    number[page.leaves] = Random(0).sample(range(10**9), len(page.leaves))
    assert units.members.sum(number).tolist() == [int(number[rows].sum()) for rows in leaves]


@pytest.mark.parametrize("seed", range(60))
def test_blocks_and_counts_agree_with_the_paper_in_every_reading(seed: int) -> None:
    page = random_page(seed)
    for segmentation in (*SEGMENTATIONS, *READINGS)[seed % 12 :: 12]:
        check_blocks(page, segmentation)
    check_blocks(page, PRINTED.segmentation)


@pytest.mark.parametrize("segmentation", [Segmentation(), PRINTED.segmentation], ids=["default", "printed"])
@pytest.mark.parametrize("sample", SAMPLES)
def test_blocks_and_counts_agree_with_the_paper_on_whole_pages(
    sample: str, segmentation: Segmentation
) -> None:
    check_blocks(sample_page(sample), segmentation)


def likelihoods(counts: ClassCounts, smoothing: int) -> paper.Likelihoods:
    unlink, link, punc, p = counts.levels.values()
    return paper.Likelihoods(unlink, link, punc, p, smoothing)


def check_decisions(page: Page, counts: BlockCounts, model: NaiveBayesModel | None) -> None:
    """As printed: the same blocks are theme blocks, and the leaves below them are kept."""
    method = NaiveBayes(**NaiveBayes.printed, model=model)  # type: ignore[arg-type]
    reading = paper.Reading()
    theme, other = likelihoods(counts.main, 0), likelihoods(counts.other, 0)
    blocks = paper.page_blocks(paper.dom_tree(page), reading)
    themes = [paper.is_theme(paper.block_sums(block, reading), theme, other) for block in blocks]
    scores = method.score(page)
    selected = method.select(scores)
    assert selected.tolist() == themes
    kept = {
        leaf.row
        for block, is_theme in zip(blocks, themes, strict=True)
        if is_theme
        for leaf in paper.block_leaves(block, reading)
    }
    assert page.leaves[scores.leaves_of(selected)].tolist() == sorted(kept)


@pytest.mark.parametrize("seed", range(100))
def test_the_printed_form_keeps_what_the_paper_keeps(seed: int) -> None:
    check_decisions(random_page(seed), BlockCounts(MAIN, OTHER), MODEL)


@pytest.mark.parametrize("sample", SAMPLES)
def test_the_printed_form_keeps_what_the_paper_keeps_on_whole_pages(sample: str) -> None:
    check_decisions(sample_page(sample), shipped_counts(PRINTED.segmentation.name), None)


@pytest.mark.parametrize("smoothing", [0, 1])
@pytest.mark.parametrize("own_values", [False, True])
@pytest.mark.parametrize("likelihood", ["cumulative", "level"])
@pytest.mark.parametrize("priors", [False, True])
@pytest.mark.parametrize("seed", range(8))
def test_scores_agree_with_the_published_formulas(
    seed: int, priors: bool, likelihood: Any, own_values: bool, smoothing: int
) -> None:
    page = random_page(seed)
    method = NaiveBayes(
        likelihood=likelihood,
        priors=priors,
        links_and_paragraphs="value" if own_values else "level",
        smoothing=smoothing,
        model=MODEL,
    )
    reading = reading_of(method.segmentation)
    blocks = paper.page_blocks(paper.dom_tree(page), reading)
    for block, value in zip(blocks, method.score(page).values.tolist(), strict=True):
        products = [
            likelihoods(counts, smoothing).product(
                paper.block_sums(block, reading),
                cumulative=likelihood == "cumulative",
                own_values=own_values,
                prior=Fraction(counts.blocks + smoothing) if priors else Fraction(1),
            )
            for counts in (MAIN, OTHER)
        ]
        expected = math.log(products[0] / products[1]) if all(products) else 0.0
        assert value == pytest.approx(expected)


def texts_of_units(html: str, segmentation: Segmentation) -> list[str]:
    page = parse(html)
    units = bayes_units(page, segmentation)
    texts = []
    for unit in range(len(units)):
        members = units.members
        if isinstance(members, LeafSets):
            rows = page.leaves[members.of_leaf == unit]
        else:
            assert isinstance(members, Subtrees)
            inside = np.zeros(len(page), dtype=np.bool_)
            inside[members.element[members.unit == unit]] = True
            rows = page.leaves[page.inside(inside)[page.leaves]]
        texts.append(" ".join(page.row_text(int(row)) for row in rows))
    return texts


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


def test_an_element_with_its_affiliated_tags_is_a_block_around_others() -> None:
    html = "<div>a<div>b</div>c</div>d"
    assert texts_of_units(html, Segmentation(blocks="subtree", loose_text=False)) == ["a b c", "b"]
    assert texts_of_units(html, Segmentation(blocks="subtree")) == ["a b c", "b", "a b c d"]


def test_text_outside_every_block_element_may_have_no_block() -> None:
    html = "a<p>b</p><div>c</div>d"
    assert texts_of_units(html, Segmentation(loose_text=False)) == ["c"]
    scores = NaiveBayes(loose_text=False, model=MODEL).score(parse(html))
    assert scores.leaf_unit.tolist() == [-1, -1, 0, -1]


def test_empty_leaves_climb_and_keep_siblings_apart() -> None:
    html = "<div><div>a</div>{}<div>b</div></div>"
    for between in (" ", "<br>", "<div><img></div>"):
        assert texts_of_units(html.format(between), Segmentation()) == ["a b"]
        assert texts_of_units(html.format(between), Segmentation(empty_leaves=True)) == ["a", "b"]
    for nothing in ("", "<!-- -->", "<script>x</script>", "<style></style>"):
        assert texts_of_units(html.format(nothing), Segmentation(empty_leaves=True)) == ["a b"]


def test_empty_leaves_make_a_block_of_the_element_around_them() -> None:
    html = "<div><div>a</div><br></div>"
    assert texts_of_units(html, Segmentation(blocks="subtree")) == ["a"]
    assert texts_of_units(html, Segmentation(blocks="subtree", empty_leaves=True)) == ["a", "a"]


def test_all_punctuation_has_quotes_brackets_and_dashes() -> None:
    page = parse("<div>He said: “so (or - so)”. 3 + 4 = $7 《书》</div>")
    assert bayes_units(page, Segmentation()).marks.tolist() == [2]
    assert bayes_units(page, Segmentation(punctuation="all")).marks.tolist() == [9]


def test_as_printed_a_block_without_links_or_without_paragraphs_is_kept() -> None:
    """(6), (7), (10), (11): both products are 0, and 0 >= 0."""
    method = NaiveBayes(links_and_paragraphs="value", model=MODEL)
    html = "<div>{}</div>"
    for inside, kept in (
        ("Ad", True),
        ("<p>Ad", True),
        ("<a>Home</a>", True),
        ("<p>Ad <a>Home</a>", False),
        (f"<p>{'One, two. ' * 20}<a>three</a>", True),  # top level of both: 1 >= 1
    ):
        scores = method.score(parse(html.format(inside)))
        assert method.select(scores).tolist() == [kept]


def test_a_model_that_was_fitted_with_other_parameters_is_refused_in_one_line() -> None:
    model = NaiveBayesModel(PageCounts(1, 0, 0), (), {"paper": BlockCounts(MAIN, OTHER)})
    assert NaiveBayes(model=model).model is model
    with pytest.raises(ModelError, match=r"no counts for 'paper subtree' blocks: .* has 'paper'$") as error:
        NaiveBayes(blocks="subtree", model=model)
    assert "\n" not in str(error.value)


def test_every_reading_has_bundled_counts() -> None:
    names = [segmentation.name for segmentation in (*SEGMENTATIONS, *READINGS)]
    assert len(set(names)) == len(names) == 192
    assert PRINTED.segmentation in READINGS
    for name in names:
        assert shipped_counts(name).main.blocks > 0


def test_smoothing_is_not_negative() -> None:
    with pytest.raises(ValueError, match="from 0"):
        NaiveBayes(smoothing=-1)


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
    assert bayes_units(page, Segmentation(empty_paragraphs=True)).paragraphs.tolist() == [paragraphs + 2]


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
    expected = f"16 unlinked characters, links 20%, punctuation 3, 1 <p>: log odds {scores.values[0]:+.1f}"
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
