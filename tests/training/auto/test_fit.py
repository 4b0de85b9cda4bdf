"""Labelled pages → a whole model."""

import hashlib
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from maintext import extract
from maintext.errors import DataError
from maintext.evaluation.datasets import LabelledPage
from maintext.methods.auto.method import Auto
from maintext.model.auto import AutoModel, WordWeights
from maintext.model.schema import SCORES
from maintext.model.trees import rounded
from maintext.training.auto import train
from maintext.training.auto.fit import ModelFit
from maintext.training.auto.samples import Sample, make_samples
from maintext.training.auto.tables import fit_table
from maintext.training.blank import no_trees
from tests.training.auto.pages import FEW, labelled, pages, small_model

ROOT = Path(__file__).parents[3]


def test_a_fitted_model_finds_the_text_of_pages_of_other_sites() -> None:
    auto = Auto(model=small_model())
    for kind in ("article", "forum", "product", "documentation"):
        page = labelled(kind, 99)
        found = extract(page.html, url=page.url, method=auto).text
        assert (page.text or "").split("\n")[1] in found
        assert "All rights reserved" not in found
        assert "Sign in" not in found


def test_the_card_has_the_pages_and_the_figures_of_cross_validation() -> None:
    card = small_model().card
    assert card["pages"] == {"used": 35, "without_text": 0, "without_gold": 0, "gold_absent": 0}
    assert [(source["dataset"], source["terms"]) for source in card["sources"]] == [("made", "unstated")]
    assert card["cross_validation"]["token_f1"]["made"] > 0.9
    assert card["cross_validation"]["pages"] == 35


def test_the_same_seed_gives_the_same_bytes_in_two_processes() -> None:
    code = (
        "import hashlib; from tests.training.auto.pages import small_model; "
        "print(hashlib.sha256(small_model().to_bytes()).hexdigest())"
    )
    there = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env=os.environ | {"PYTHONHASHSEED": "77"},
        capture_output=True,
        text=True,
        check=True,
    ).stdout.strip()
    assert hashlib.sha256(small_model().to_bytes()).hexdigest() == there


def test_a_model_is_the_same_after_it_was_saved_and_loaded(tmp_path: Path) -> None:
    small_model().save(tmp_path / "model.npz")
    assert AutoModel.load(tmp_path / "model.npz").to_bytes() == (tmp_path / "model.npz").read_bytes()


def test_pages_and_stages_are_reported_and_the_models_of_the_folds_saved(tmp_path: Path) -> None:
    stages: list[str] = []
    calls: list[None] = []
    train(pages(4), 0, stages.append, lambda: calls.append(None), tmp_path / "folds", FEW)
    assert len(calls) == 28
    assert stages[0] == "fold 1 of 4"
    assert "calibration" in stages
    files = sorted((tmp_path / "folds").iterdir())
    assert [file.name for file in files] == [f"fold{fold}.npz" for fold in range(4)]
    assert [AutoModel.load(file).card["fold"] for file in files] == [0, 1, 2, 3]


def test_word_tables_are_fitted_once_for_each_set_of_left_out_folds(monkeypatch: pytest.MonkeyPatch) -> None:
    fitted: list[str] = []

    def counted(samples: list[Sample], name: str, seed: int) -> WordWeights:
        fitted.append(name)
        return fit_table(samples, name, seed)

    monkeypatch.setattr("maintext.training.auto.fit.fit_table", counted)
    fit = ModelFit(make_samples(pages(4)), FEW)
    for fold in range(4):
        fit.model(frozenset([fold]))
    fit.model()
    assert [fitted.count(name) for name in SCORES] == [1 + 4 + 6] * 3


def test_leaves_of_a_fitted_model_are_whole_steps() -> None:
    blocks = small_model().blocks
    assert blocks.leaf.any()
    assert np.array_equal(rounded(blocks).leaf, blocks.leaf)


def test_the_input_of_a_stage_comes_from_models_that_have_not_seen_the_page() -> None:
    """Wrong labels on one site change the results of the stages on every site outside of its fold."""
    made = make_samples(pages(3))
    fold = made[0].fold
    lied = [replace(s, main=~s.main) if number == 0 else s for number, s in enumerate(made)]
    before, after = (
        list(ModelFit(samples, FEW).out_of_fold(samples, frozenset())) for samples in (made, lied)
    )
    for number, sample in enumerate(made):
        same = np.array_equal(before[number], after[number], equal_nan=True)
        assert same == (sample.fold == fold)


def one_site() -> list[LabelledPage]:
    return [replace(page, url=f"https://tea.example/{page.id}") for page in pages(2)]


@pytest.mark.parametrize(
    ("few", "words"),
    [
        ([labelled("article", number) for number in range(12)], "no labelled page is of these kinds"),
        (one_site(), "at least 4 sites"),
        ([replace(page, text=None) for page in pages(2)], "at least 4 sites"),
        ([], "at least 4 sites"),
    ],
)
def test_too_few_pages_are_an_error_of_one_line(few: list[LabelledPage], words: str) -> None:
    with pytest.raises(DataError, match=words) as error:
        ModelFit(make_samples(few), FEW).model()
    assert "\n" not in str(error.value)


def test_zero_trees_have_no_effect() -> None:
    assert no_trees().margins(np.ones((3, 5), dtype=np.float32)).tolist() == [[0.0] * 5]
