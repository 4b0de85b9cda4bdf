"""Adapting a model to a user's own pages."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from maintext import extract
from maintext.errors import DataError
from maintext.evaluation.datasets import LabelledPage
from maintext.evaluation.metrics import token_prf
from maintext.methods.auto.method import Auto
from maintext.model.auto import AutoModel, shipped_auto
from maintext.model.trees import Trees
from maintext.training.auto.adapt import (
    CANDIDATES,
    Adaptation,
    Trial,
    adapt,
    choose,
    continue_table,
    join_trees,
    leaves_headings_out,
    make_folds,
)
from maintext.training.auto.samples import make_samples
from maintext.training.auto.tables import table_scores, word_matrix
from maintext.training.blank import no_trees
from tests.reference.trees import contributions
from tests.training.auto.pages import labelled, odd_page, small_model


@pytest.fixture(scope="module")
def adapted() -> Adaptation:
    """The small model, adapted to sixteen pages of a site with misleading class names."""
    return adapt([odd_page(number) for number in range(16)], small_model())


def mean_f1(model: AutoModel, pages: Sequence[LabelledPage]) -> float:
    auto = Auto(model=model)
    found = [extract(page.html, url=page.url, method=auto).text for page in pages]
    return float(
        np.mean([token_prf(text, page.text or "").f1 for text, page in zip(found, pages, strict=True)])
    )


def test_a_model_learns_a_site_whose_class_names_lie(adapted: Adaptation) -> None:
    unseen = [odd_page(number) for number in range(100, 108)]
    before, after = mean_f1(small_model(), unseen), mean_f1(adapted.model, unseen)
    assert before < 0.7
    assert after > 0.95
    assert adapted.chosen != "unchanged"


def test_cross_validation_predicts_the_gain(adapted: Adaptation) -> None:
    unseen = [odd_page(number) for number in range(100, 108)]
    assert adapted.trials.keys() == CANDIDATES.keys()
    assert adapted.trials["unchanged"].token_f1 == pytest.approx(mean_f1(small_model(), unseen), abs=0.15)
    assert adapted.trials[adapted.chosen].token_f1 == pytest.approx(mean_f1(adapted.model, unseen), abs=0.05)


def test_the_reason_of_the_choice_names_folds_sites_and_gain(adapted: Adaptation) -> None:
    assert adapted.folds_by == "page"
    assert adapted.validation.startswith("Cross-validation by page, over 1 site:")
    assert adapted.reason.startswith(f"Changed: {adapted.chosen}, +")
    stays = replace(adapted, chosen="unchanged", folds_by="site", sites=9)
    assert stays.validation.startswith("Cross-validation by site, over 9 sites:")
    assert stays.reason.startswith("The model stays as it was")


def test_the_card_names_the_origin_of_the_model(adapted: Adaptation) -> None:
    card = adapted.model.card
    assert card["adapted_from"] == small_model().card
    assert card["pages"] == {"used": 16, "without_text": 0, "without_gold": 0, "gold_absent": 0}
    assert card["changed"] == adapted.chosen
    assert card["cross_validation"]["folds"] == "4, by page"


def test_an_adapted_model_is_saved_and_loaded_and_adapted_again(adapted: Adaptation, tmp_path: Path) -> None:
    adapted.model.save(tmp_path / "mine.npz")
    model = AutoModel.load(tmp_path / "mine.npz")
    assert mean_f1(model, [odd_page(200)]) == mean_f1(adapted.model, [odd_page(200)])
    again = adapt([odd_page(number) for number in range(8)], model)
    assert again.trials["unchanged"].token_f1 > 0.95


def test_the_same_pages_and_seed_give_the_same_bytes(adapted: Adaptation) -> None:
    again = adapt([odd_page(number) for number in range(16)], small_model())
    assert again.model.to_bytes() == adapted.model.to_bytes()


def test_a_correct_model_stays_unchanged() -> None:
    pages = [labelled("article", 5 * number) for number in range(20, 32)]
    result = adapt(pages, small_model())
    assert result.trials["unchanged"].token_f1 == 1
    assert result.chosen == "unchanged"
    assert result.model.blocks is small_model().blocks
    assert result.model.tables is small_model().tables


def page_with_headings(number: int) -> LabelledPage:
    """Four headings and paragraphs; only the paragraphs are labelled."""
    subject = "kettle harbour orchard library railway glacier market theatre".split()[number]
    words = ("old", "quiet", "well kept", "near")
    paragraphs = [
        f"The {subject} was opened in {1890 + number}, and people of the town have walked to it since, "
        f"whatever the weather, because nothing else there is as {word}."
        for word in words
    ]
    parts = "".join(
        f"<h2>Why the {subject} is {word}, and was never moved to another place</h2><p>{paragraph}</p>"
        for word, paragraph in zip(words, paragraphs, strict=True)
    )
    html = f"<title>{subject}</title><nav><a href=/>Home</a></nav>{parts}<footer>All rights reserved</footer>"
    return LabelledPage("lessons", f"{number}", html.encode(), "\n".join(paragraphs), url="http://a.example/")


def test_headings_that_are_never_labelled_are_not_brought_back() -> None:
    pages = [page_with_headings(number) for number in range(8)]
    adapted = adapt(pages, shipped_auto()).model
    assert adapted.second_look is not None
    kept = [extract(page.html, method=Auto(model=adapted)).text for page in pages]
    assert all("nothing else there" in text and "Why the" not in text for text in kept)


def test_headings_count_as_left_out_only_if_none_is_labelled_and_there_are_enough() -> None:
    samples = make_samples([page_with_headings(number) for number in range(3)])
    assert leaves_headings_out(samples)
    assert not leaves_headings_out(samples[:1])
    main = samples[0].main.copy()
    main[1] = True
    assert not leaves_headings_out([replace(samples[0], main=main), *samples[1:]])


def test_pages_of_main_text_alone_are_not_an_error() -> None:
    texts = [odd_page(number).text or "" for number in range(8)]
    bare = [
        LabelledPage("own", text, "".join(f"<p>{t}" for t in text.split("\n")).encode(), text)
        for text in texts
    ]
    assert adapt(bare, small_model()).pages["used"] == 8


def test_unusable_pages_are_counted_and_too_few_are_an_error_of_one_line() -> None:
    pages = [odd_page(number) for number in range(9)]
    lacking = [
        replace(pages[0], text=None),
        replace(pages[0], text="What no page here has on it, anywhere."),
        replace(pages[0], html=b""),
    ]
    counts = adapt([*pages, *lacking], small_model()).pages
    assert counts == {"used": 9, "without_text": 1, "without_gold": 1, "gold_absent": 1}
    with pytest.raises(DataError, match="at least 8 are needed") as error:
        adapt([*pages[:7], *lacking], small_model())
    assert str(error.value).startswith("7 of 10 labelled pages have their gold text on them")


def test_folds_are_by_site_if_there_are_enough() -> None:
    samples = make_samples(odd_page(number, sites=6) for number in range(18))
    by, fold = make_folds(samples)
    assert by == "site"
    assert np.bincount(fold).tolist() == [6, 6, 3, 3]
    for site in {sample.site for sample in samples}:
        assert len({f for sample, f in zip(samples, fold.tolist(), strict=True) if sample.site == site}) == 1


@pytest.mark.parametrize("sites", [[0] * 12, [0, 1, 2] * 4, [0] * 9 + [1, 2, 3]])
def test_folds_are_by_page_if_sites_are_few_or_one_has_most_pages(sites: list[int]) -> None:
    pages = [replace(odd_page(n), url=f"https://s{site}.example/{n}") for n, site in enumerate(sites)]
    by, fold = make_folds(make_samples(pages))
    assert by == "page"
    assert np.bincount(fold).tolist() == [3, 3, 3, 3]


@pytest.mark.parametrize(
    ("gains", "chosen"),
    [
        ((0.02, 0.03, 0.01), "trees"),
        ((0.02, 0.01, 0.03), "words and trees"),
        ((-0.02, -0.01, -0.03), "unchanged"),
        ((0.009, 0.0, 0.008), "unchanged"),  # less than the standard error
    ],
)
def test_a_candidate_is_chosen_if_it_gains_more_than_chance(gains: tuple[float, ...], chosen: str) -> None:
    trials = {"unchanged": Trial(0.8, 0.0, 0.0)}
    for name, gain in zip(("words", "trees", "words and trees"), gains, strict=True):
        trials[name] = Trial(0.8 + gain, gain, 0.01)
    assert choose(trials) == chosen


def test_a_table_starts_from_its_weights_and_keeps_those_of_unseen_words() -> None:
    samples = make_samples(odd_page(number) for number in range(6))
    before = small_model().tables["names"]
    after = continue_table(samples, "names", before)
    main = np.concatenate([sample.main for sample in samples])
    gap = [
        scores[main].mean() - scores[~main].mean()
        for scores in (table_scores(samples, "names", table) for table in (before, after))
    ]
    assert gap[0] < 0 < gap[1]
    unseen = np.asarray(abs(word_matrix(samples, "names")).sum(axis=0)).ravel() == 0
    moved = after.weight * after.scale - before.weight * before.scale
    assert np.abs(moved[unseen]).max() <= after.scale / 2 + 1e-9
    assert np.abs(moved[~unseen]).max() > 1


def random_trees(levels: int, trees: int, seed: int) -> Trees:
    random = np.random.default_rng(seed)
    return Trees(
        random.integers(0, 5, (levels, trees)).astype(np.int16),
        random.normal(size=(levels, trees)).astype(np.float32),
        random.normal(size=(trees, 1 << levels, 1)).astype(np.float32),
        random.random((trees, 1 << levels)).astype(np.float32),
        random.normal(size=1).astype(np.float32),
    )


@pytest.mark.parametrize("levels", [1, 2, 4])
def test_joined_trees_are_the_sum_of_both(levels: int) -> None:
    columns = np.random.default_rng(0).normal(size=(5, 60)).astype(np.float32)
    first, second = random_trees(4, 6, 1), random_trees(levels, 3, 2)
    both = join_trees(first, second)
    np.testing.assert_allclose(
        both.margins(columns), first.margins(columns) + second.margins(columns), atol=1e-5
    )
    pushes = contributions(first, columns) + contributions(second, columns)
    np.testing.assert_allclose(contributions(both, columns), pushes, atol=1e-4)


def test_joining_zero_trees_changes_nothing() -> None:
    columns = np.ones((5, 3), dtype=np.float32)
    trees = random_trees(3, 4, 3)
    assert join_trees(trees, no_trees()).margins(columns).tolist() == trees.margins(columns).tolist()
