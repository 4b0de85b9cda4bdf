"""Labelled pages → naive Bayes model."""

import subprocess
import sys
from importlib import resources
from pathlib import Path

import pytest

from maintext import extract
from maintext.errors import DataError, ModelError
from maintext.evaluation.datasets import LabelledPage
from maintext.methods.papers.bayes_blocks import SEGMENTATIONS, Segmentation
from maintext.methods.papers.naive_bayes import NaiveBayes
from maintext.model.naive_bayes import LEVELS, NaiveBayesModel, PageCounts
from maintext.page.parse import parse
from maintext.text.decode import decode
from maintext.training.align import align
from maintext.training.naive_bayes import train
from tests.methods.papers.test_naive_bayes import PRINTED, SAMPLES, reading_of
from tests.reference import paper_naive_bayes as paper

TEXT = "It has rained for six days in the hills, and the river is high. Nobody can say when it will end."


def page(number: int, gold: str | None, dataset: str = "own") -> LabelledPage:
    html = f"<div><a href=1>Home</a> <a href=2>News</a></div><section><div><p>{TEXT}</p></div></section>"
    return LabelledPage(dataset, str(number), html.encode(), gold)


def test_every_block_of_a_page_is_counted_in_its_class() -> None:
    counts = train([page(1, TEXT)]).of("paper")
    assert (counts.main.blocks, counts.other.blocks) == (1, 1)
    assert counts.main.levels == {
        "unlinked_chars": (0, 0, 0, 0, 1, 0),
        "link_share": (1, 0, 0, 0),
        "marks_per_link_char": (0, 0, 1),
        "paragraphs": (0, 1, 0),
    }
    assert counts.other.levels == {
        "unlinked_chars": (1, 0, 0, 0, 0, 0),
        "link_share": (0, 0, 0, 1),
        "marks_per_link_char": (1, 0, 0),
        "paragraphs": (1, 0, 0),
    }


def test_every_segmentation_and_feature_is_counted() -> None:
    model = train([page(1, TEXT)])
    assert list(model.counts) == [segmentation.name for segmentation in SEGMENTATIONS]
    for counts in model.counts.values():
        assert all(sum(counts.main.levels[feature]) == counts.main.blocks for feature in LEVELS)


def sample_pages() -> list[LabelledPage]:
    """The bundled pages; the main text that `auto` finds is their gold text."""
    folder = resources.files("maintext") / "samples"
    htmls = [(folder / name).read_bytes() for name in SAMPLES]
    return [LabelledPage("samples", str(at), html, extract(html).text) for at, html in enumerate(htmls)]


def main_rows(labelled: LabelledPage) -> tuple[paper.Node, set[int]]:
    parsed = parse(decode(labelled.html).source)
    main = align(parsed, labelled.text or "").main[parsed.blocks.of_leaf]
    return paper.dom_tree(parsed), set(parsed.leaves[main].tolist())


@pytest.mark.parametrize(
    "segmentation", [Segmentation(), Segmentation("table"), PRINTED.segmentation], ids=lambda each: each.name
)
def test_the_counts_are_those_of_a_count_by_hand(segmentation: Segmentation) -> None:
    pages = [*sample_pages(), page(1, TEXT)]
    found = train(pages, segmentations=[segmentation]).of(segmentation.name)
    counted = paper.count_training_blocks([main_rows(each) for each in pages], reading_of(segmentation))
    for own, expected in zip((found.main, found.other), counted, strict=True):
        assert [list(levels) for levels in own.levels.values()] == expected
        assert own.blocks == sum(expected[0])


def test_a_model_for_the_printed_parameters_is_fitted_to_these_only(tmp_path: Path) -> None:
    segmentations = PRINTED.segmentation.family
    train(sample_pages(), segmentations=segmentations).save(tmp_path / "printed.json")
    model = NaiveBayesModel.load(tmp_path / "printed.json")
    assert list(model.counts) == [each.name for each in segmentations]
    assert NaiveBayes(**NaiveBayes.printed, block_tags="table", model=model)  # type: ignore[arg-type]
    with pytest.raises(ModelError, match="no counts for 'paper' blocks: it was fitted with other parameters"):
        NaiveBayes(model=model)


def test_pages_without_their_gold_text_are_left_out_and_counted() -> None:
    elsewhere = "This text was written for quite another page and stands nowhere on this one."
    pages = [page(1, TEXT), page(2, None), page(3, " "), page(4, elsewhere)]
    model = train(pages)
    assert model.pages == PageCounts(used=1, without_gold=2, gold_absent=1)
    assert model.counts.keys() == train(pages[:1]).counts.keys()
    assert model.of("paper") == train(pages[:1]).of("paper")


def test_the_order_of_pages_does_not_matter(tmp_path: Path) -> None:
    pages = [page(1, TEXT, "b"), page(2, TEXT, "a"), page(3, None), page(4, TEXT, "b")]
    train(pages).save(tmp_path / "forth.json")
    train(reversed(pages)).save(tmp_path / "back.json")
    assert (tmp_path / "forth.json").read_bytes() == (tmp_path / "back.json").read_bytes()


def test_a_model_names_the_sources_of_its_pages() -> None:
    sources = train([page(1, TEXT, "wcxb-dev"), page(2, TEXT, "own"), page(3, TEXT, "own")]).sources
    assert [(source.dataset, source.licence, source.pages) for source in sources] == [
        ("own", "not stated", 2),
        ("wcxb-dev", "CC-BY-4.0", 1),
    ]


def test_every_page_is_reported() -> None:
    calls: list[None] = []
    train([page(1, TEXT), page(2, None)], on_page=lambda: calls.append(None))
    assert len(calls) == 2


def test_training_on_nothing_is_an_error() -> None:
    with pytest.raises(DataError, match="nothing to train on"):
        train([page(1, None)])


def test_a_trained_model_is_saved_loaded_and_used(tmp_path: Path) -> None:
    train([page(1, TEXT)]).save(tmp_path / "model.json")
    model = NaiveBayesModel.load(tmp_path / "model.json")
    document = extract(page(2, None).html, method=NaiveBayes(model=model))
    assert document.text == TEXT


def test_the_core_imports_neither_training_nor_its_requirements() -> None:
    code = "import sys, maintext; maintext.extract('<p>a', method='naive_bayes'); print(*sys.modules)"
    modules = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout.split()
    assert "maintext.model.naive_bayes" in modules
    assert not {"rapidfuzz", "pyarrow", "maintext.training", "maintext.evaluation"} & set(modules)
