"""Labelled pages → samples."""

from dataclasses import replace

import numpy as np
import pytest

from maintext.evaluation.datasets import LabelledPage
from maintext.model.auto import BUCKETS, shipped_auto
from maintext.model.schema import BLOCK_FEATURES, KINDS, PAGE_FEATURES, SCORES
from maintext.page.parse import parse
from maintext.page.tags import Flag
from maintext.training.auto.samples import (
    laid_out_in_tables,
    make_all_samples,
    make_sample,
    make_samples,
    weights,
)
from tests.training.auto.pages import labelled, pages


def test_a_sample_has_features_words_and_a_label_for_every_block() -> None:
    sample = make_sample(labelled("article", 1))
    assert sample is not None
    assert sample.measure(shipped_auto()).columns.shape == (len(BLOCK_FEATURES), sample.size)
    assert sample.page_columns.shape == (len(PAGE_FEATURES), 1)
    assert tuple(sample.table_words) == SCORES
    for words in sample.table_words.values():
        assert len(words.counts) == sample.size
        assert words.counts.sum() == len(words.buckets)
        assert words.buckets.max() < BUCKETS
    texts = [sample.page.block_text(block) for block in np.flatnonzero(sample.main).tolist()]
    assert texts == sample.gold.split("\n")
    assert (sample.usable, sample.kind, sample.site) == (True, KINDS.index("article"), "article1.example")


@pytest.mark.parametrize("gold", [None, "", "Quite another text, which this page does not have anywhere."])
def test_a_page_without_its_gold_text_is_not_learned_from(gold: str | None) -> None:
    sample = make_sample(replace(labelled("article", 1), text=gold))
    assert sample is not None
    assert not sample.usable


def test_a_page_without_text_gives_no_sample_but_is_reported() -> None:
    calls: list[None] = []
    empty = LabelledPage("made", "empty", b"<script>1</script>", "Text")
    made = make_samples([empty, labelled("forum", 1)], on_page=lambda: calls.append(None))
    assert [sample.id for sample in made] == ["forum1"]
    assert len(calls) == 2


def test_a_kind_that_is_not_known_has_no_number() -> None:
    sample = make_sample(replace(labelled("article", 1), page_type="poem"))
    assert sample is not None
    assert sample.kind == -1


def test_pages_of_a_site_share_a_fold_and_pages_without_a_url_do_not() -> None:
    one, two = (replace(labelled("article", n), url=f"https://www.tea.example/{n}") for n in (1, 2))
    made = make_samples([one, two])
    assert made[0].site == made[1].site == "tea.example"
    assert made[0].fold == made[1].fold
    made = make_samples([replace(one, url=None), replace(two, url=None)])
    assert made[0].site != made[1].site


def test_pages_count_equally_whatever_their_length() -> None:
    long = labelled("article", 1)
    text = "\n".join(f"Paragraph {n} of a text that goes on and on, as some texts do." for n in range(400))
    html = "".join(f"<p>{line}</p>" for line in text.split("\n"))
    made = make_samples([long, replace(long, html=html.encode(), text=text)])
    total = [float(sample.weight[sample.main].sum()) for sample in made]
    assert total[0] == pytest.approx(total[1], rel=0.5)


def test_weights_have_the_mean_1_and_none_is_0() -> None:
    made = make_samples(pages(1))
    weight = weights(made)
    assert weight.mean() == pytest.approx(1)
    assert weight.min() > 0


def test_every_block_has_a_weight() -> None:
    made = make_samples(pages(1))
    weight = weights(made)
    assert len(weight) == sum(sample.size for sample in made)


def test_an_old_page_consists_of_cells_and_has_the_same_blocks() -> None:
    page = parse("<main id=a><h2 class=b>Title</h2><ul><li><a href=/c class=d>Link</a></ul></main>")
    old = laid_out_in_tables(page)
    assert [old.tag_names[tag] for tag in old.tag[3:]] == ["td", "td", "#text", "td", "td", "a", "#text"]
    assert not old.has(Flag.MAIN | Flag.HEADING | Flag.LIST).any()
    assert old.has(Flag.LINK).any()
    assert [old.block_text(block) for block in range(2)] == ["Title", "Link"]


def test_every_eighth_page_is_rewritten_as_old_and_keeps_its_label() -> None:
    found = [labelled("article", number) for number in range(20)]
    today, old, given = make_all_samples(found, 8)
    assert (len(today), given) == (20, 20)
    assert [sample.id for sample in old] == [page.id for page in found[::8]]
    assert [sample.main.tolist() for sample in old] == [
        sample.main.tolist() for sample in make_samples(found[::8])
    ]
    named = [column for column, name in enumerate(BLOCK_FEATURES) if name.startswith("named_")]
    assert today[0].measure(shipped_auto()).columns[named].any()
    assert not old[0].measure(shipped_auto()).columns[named].any()
