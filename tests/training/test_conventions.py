"""The rules of data sets: what is left out of a fit, how pages weigh, which sources are allowed."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from maintext.evaluation.datasets import LabelledPage
from maintext.training.auto.samples import fit_weights, kind_weights, make_sample, make_samples
from maintext.training.conventions import CONVENTIONS, NOT_LISTED, convention_of, from_sources
from maintext.training.naive_bayes import count_page
from tests.training.auto.pages import labelled, pages

DOCS = Path(__file__).parents[2] / "docs"
_PROSE = (
    "The rain began on a Monday and did not stop for six days, and the river rose above the old bridge.",
    "On the seventh day the sun came out, and people went to see what was left of the gardens by the river.",
)
HTML = f"""<title>Rain over the valley</title><h1>Rain over the valley</h1><p>{_PROSE[0]}</p>
<figure><img src=a.png><figcaption>The bridge on Friday.</figcaption></figure>
<table><tr><td>Monday<td>12 mm<tr><td>Tuesday<td>30 mm</table><ul><li>Wear boots<li>Take a boat</ul>
<p>{_PROSE[1]}</p><div class=comments><p>I was there and it was very wet indeed.</p></div>
<ul><li>Next story</ul>"""
COMMENT = "I was there and it was very wet indeed."


def left_out(dataset: str, *gold: str) -> list[str]:
    """The texts of the blocks that a data set does not teach."""
    sample = make_sample(LabelledPage(dataset, "1", HTML.encode(), "\n".join(gold), "https://a.example/"))
    assert sample is not None
    assert sample.usable
    return [sample.page.block_text(block) for block in np.flatnonzero(~sample.taught).tolist()]


def test_sets_that_make_the_rule_teach_every_block() -> None:
    for dataset in ("wcxb-dev", "news4k", "magic-article", "magic-forum", "mine"):
        assert left_out(dataset, *_PROSE) == []


def test_title_caption_cells_and_items_inside_the_text_are_left_out_where_gold_never_has_them() -> None:
    cells = ["Monday", "12 mm", "Tuesday", "30 mm", "Wear boots", "Take a boat"]
    assert left_out("fundus", *_PROSE) == ["Rain over the valley", "The bridge on Friday.", *cells]


def test_a_list_after_the_text_is_not_a_matter_of_the_rule() -> None:
    assert "Next story" not in left_out("daniel", *_PROSE)


def test_cells_of_a_set_with_tables_are_used() -> None:
    found = left_out("cleaneval", "Rain over the valley", *_PROSE)
    assert found == ["Rain over the valley", "The bridge on Friday."]


def test_comments_are_left_out_where_gold_has_them() -> None:
    assert COMMENT in left_out("cleaneval", *_PROSE, COMMENT)
    assert COMMENT not in left_out("cleaneval", *_PROSE)
    assert COMMENT not in left_out("wcxb-dev", *_PROSE, COMMENT)


def test_cells_that_hold_the_text_are_layout_and_used() -> None:
    rows = "".join(f"<tr><td>Menu</td><td>{text}</td></tr>" for text in _PROSE)
    page = LabelledPage("fundus", "1", f"<table>{rows}</table>".encode(), "\n".join(_PROSE))
    sample = make_sample(page)
    assert sample is not None
    assert sample.taught.all()


def test_a_page_without_main_text_leaves_nothing_out() -> None:
    sample = make_sample(LabelledPage("fundus", "1", HTML.encode(), None))
    assert sample is not None
    assert sample.taught.all()


def test_pages_of_a_large_site_weigh_less_and_its_sum_more() -> None:
    alone = labelled("article", 1)
    four = [replace(alone, id=f"{n}", url=f"https://large.example/{n}") for n in range(4)]
    made = make_samples([alone, *four])
    weight = fit_weights(made, 0.5).reshape(5, -1).sum(axis=1)
    assert weight[1:] == pytest.approx(weight[0] / 2)
    assert fit_weights(made, 0.0).reshape(5, -1).sum(axis=1) == pytest.approx(
        fit_weights(made, 0.0).sum() / 5
    )


def test_a_set_with_other_rules_weighs_less() -> None:
    page = labelled("article", 1)
    made = make_samples([page, replace(page, dataset="harvest", url="https://other.example/")])
    taught = [np.flatnonzero(sample.taught) for sample in made]
    weight = fit_weights(made, 0.5)
    own, other = weight[: len(taught[0])], weight[len(taught[0]) :]
    assert len(other) < len(own)  # its title is left out
    same = np.isin(taught[0], taught[1])
    assert other == pytest.approx(own[same] * CONVENTIONS["harvest"].weight)
    assert weight.mean() == pytest.approx(1)


@pytest.mark.parametrize(("articles", "share"), [(9, 0.6), (1, 0.5)])
def test_articles_weigh_no_more_than_their_share_for_kinds(articles: int, share: float) -> None:
    pages = [labelled("article", n) for n in range(articles)] + [labelled("forum", 90)]
    made = make_samples([replace(page, url=f"https://{n}.example/") for n, page in enumerate(pages)])
    weight = kind_weights(made, 0.5, most_articles=0.6)
    assert weight[:articles].sum() / weight.sum() == pytest.approx(share)
    assert weight.mean() == pytest.approx(1)


def test_naive_bayes_does_not_count_what_a_rule_decides() -> None:
    page = LabelledPage("mine", "1", HTML.encode(), "\n".join(_PROSE))
    own, other = count_page(page), count_page(replace(page, dataset="fundus"))
    assert own is not None
    assert other is not None
    for name in own:
        (_, main), (rest, other_main) = own[name]["paragraphs"], other[name]["paragraphs"]
        assert rest.sum() < own[name]["paragraphs"][0].sum()
        assert other_main.sum() == main.sum()


def test_permissive_sources_are_those_whose_licence_is_known_to_be() -> None:
    made = [replace(labelled("article", 1), dataset=name) for name in (*CONVENTIONS, "mine")]
    kept = {page.dataset for page in from_sources(made, "permissive")}
    assert {"wcxb-dev", "news4k", "fundus", "harvest"} <= kept
    assert not kept & {"mine", "daniel", "daniel-zh", "cleaneval", "zhnews", "cjk-docs", "leogao"}
    assert [page.dataset for page in from_sources(made, "all")] == [*CONVENTIONS, "mine"]


def test_a_data_set_that_is_not_listed_has_neutral_rules() -> None:
    assert convention_of("mine") is NOT_LISTED
    assert (NOT_LISTED.title, NOT_LISTED.cells, NOT_LISTED.captions, NOT_LISTED.comments) == ("taught",) * 4
    assert NOT_LISTED.weight == 1
    assert all(sample.taught.all() for sample in make_samples(pages(1)))


def test_the_docs_list_every_known_set_with_its_rule_and_licence() -> None:
    labels = (DOCS / "labels.md").read_text(encoding="utf-8")
    card = (DOCS / "model-card.md").read_text(encoding="utf-8")
    for name, rule in CONVENTIONS.items():
        parts = f"{rule.title} | {rule.captions} | {rule.cells} | {rule.comments} | {rule.weight:g}"
        assert f"| {name} | {parts} | {rule.reason} |" in labels
        assert f"| {name} | {rule.origin} | {rule.licence} | {rule.terms} |" in card
