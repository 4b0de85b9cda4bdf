"""Labelled pages → samples."""

from dataclasses import replace

import numpy as np
import pytest
from maintext.features.hashed import BUCKETS, TABLES

from maintext.evaluation.datasets import LabelledPage
from maintext.features import OWN_FEATURES, PAGE_FEATURES
from maintext.model.auto import KINDS
from maintext.page.parse import parse
from maintext.page.tags import Flag
from maintext.training.auto.samples import (
    laid_out_in_tables,
    make_sample,
    make_samples,
    old_samples,
    starts,
    weights,
)
from tests.training.auto.pages import labelled, pages


def test_a_sample_has_features_words_and_a_label_for_every_block() -> None:
    sample = make_sample(labelled("article", 1))
    assert sample is not None
    size = sample.reading.size
    assert sample.own.shape == (len(OWN_FEATURES), size)
    assert sample.page.shape == (len(PAGE_FEATURES), 1)
    assert sample.words.keys() == TABLES.keys()
    for words in sample.words.values():
        assert len(words.block) == len(words.bucket)
        assert words.block.max() < size
        assert words.bucket.max() < BUCKETS
    texts = [sample.reading.block_text(block) for block in np.flatnonzero(sample.main).tolist()]
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


def test_pages_of_a_site_share_a_fold_and_pages_without_address_do_not() -> None:
    one, two = (replace(labelled("article", n), url=f"https://www.tea.example/{n}") for n in (1, 2))
    made = make_samples([one, two])
    assert made[0].site == made[1].site == "tea.example"
    assert made[0].fold == made[1].fold
    made = make_samples([replace(one, url=None), replace(two, url=None)])
    assert made[0].site != made[1].site


def test_pages_count_alike_whatever_their_length() -> None:
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


def test_blocks_are_laid_end_to_end() -> None:
    made = make_samples(pages(1))
    weight = weights(made)
    assert starts(made)[-1] == len(weight) == sum(sample.reading.size for sample in made)


def test_an_old_page_is_made_of_cells_without_names_and_has_the_same_blocks() -> None:
    page = parse("<main id=a><h2 class=b>Title</h2><ul><li><a href=/c class=d>Link</a></ul></main>")
    old = laid_out_in_tables(page)
    assert [old.tag_names[tag] for tag in old.tag[3:]] == ["td", "td", "#text", "td", "td", "a", "#text"]
    assert [dict(old.attributes[row]) for row in old.attributes] == [{}, {}, {"href": "/c"}]
    assert not old.has(Flag.MAIN | Flag.HEADING | Flag.LIST).any()
    assert old.has(Flag.LINK).any()
    assert [old.block_text(block) for block in range(2)] == ["Title", "Link"]


def test_every_eighth_page_is_made_old_and_keeps_its_label() -> None:
    found = [labelled("article", number) for number in range(20)]
    old = old_samples(found)
    assert [sample.id for sample in old] == [page.id for page in found[::8]]
    assert [sample.main.tolist() for sample in old] == [
        sample.main.tolist() for sample in make_samples(found[::8])
    ]
    assert old[0].reading.names.counts.sum() == 0
