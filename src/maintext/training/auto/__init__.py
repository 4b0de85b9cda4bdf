"""Fit the `auto` method: labelled pages → features and labels → stages, out of fold → calibrated model."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from maintext.evaluation.datasets import LabelledPage
from maintext.evaluation.sites import FOLDS
from maintext.model.auto import AutoModel
from maintext.training.auto.calibrate import (
    Prediction,
    brier,
    calibrate,
    cross_confidence,
    figures,
    fit_choice,
    fit_confidence,
    fit_site_prior,
    outcomes,
    results,
)
from maintext.training.auto.fit import ModelFit, Progress
from maintext.training.auto.places import fit_place_prior
from maintext.training.auto.recipe import RECIPE, Recipe
from maintext.training.auto.reliability import reliability
from maintext.training.auto.samples import Sample, make_all_samples
from maintext.training.conventions import convention_of


def train(
    pages: Iterable[LabelledPage],
    seed: int = 0,
    progress: Progress = lambda stage: None,
    on_page: Callable[[], None] | None = None,
    folds_to: Path | None = None,
    recipe: Recipe = RECIPE,
) -> AutoModel:
    """Train on labelled pages; the same pages and seed give the same model.

    First, one model per fold of sites is fitted. Their results on pages that they were not fitted to
    calibrate the final model, which is fitted to all pages. With `folds_to` they are saved, for `maintext
    evaluate --folds`.
    """
    samples, old, given = make_all_samples(pages, recipe.old_step, on_page)
    fit = ModelFit([*samples, *old], recipe, seed)
    found: list[Prediction] = []
    by_fold: list[AutoModel] = []
    for fold in range(FOLDS):
        progress(f"fold {fold + 1} of {FOLDS}")
        by_fold.append(fit.model(frozenset([fold])))
        found += outcomes([sample for sample in samples if sample.fold == fold], by_fold[-1])
    if folds_to is not None:
        progress("models of the folds")
        _save_folds(by_fold, found, seed, folds_to)
    progress("calibration")
    calibration = calibrate(found)
    choice = fit_choice(found, calibration)
    made = results(found, calibration, choice)
    site_prior = fit_site_prior(found, calibration)
    progress("final model")
    model = fit.model()
    return replace(
        model,
        calibration=calibration,
        choice=choice,
        confidence=fit_confidence(made, seed),
        site_prior=site_prior,
        place_prior=fit_place_prior(found, calibration, site_prior),
        card={
            "seed": seed,
            "pages": _page_counts(given, samples),
            "sources": _sources(samples),
            "cross_validation": {
                "folds": f"{FOLDS}, by site",
                **figures(made, cross_confidence(made, seed)),
                "brier": round(brier(found, calibration), 4),
                "reliability": reliability(found, calibration),
            },
        },
    )


def _save_folds(models: Sequence[AutoModel], found: Sequence[Prediction], seed: int, folder: Path) -> None:
    """Save the model of each fold, calibrated by the results of the others."""
    folder.mkdir(parents=True, exist_ok=True)
    for fold, model in enumerate(models):
        others = [outcome for outcome in found if outcome.sample.fold != fold]
        calibration = calibrate(others)
        choice = fit_choice(others, calibration)
        made = results(others, calibration, choice)
        site_prior = fit_site_prior(others, calibration)
        calibrated = replace(
            model,
            calibration=calibration,
            choice=choice,
            confidence=fit_confidence(made, seed),
            site_prior=site_prior,
            place_prior=fit_place_prior(others, calibration, site_prior),
            card={"fold": fold, "folds": FOLDS, "seed": seed},
        )
        calibrated.save(folder / f"fold{fold}.npz")


def _page_counts(given: int, samples: Sequence[Sample]) -> dict[str, int]:
    gold = sum(bool(sample.gold.strip()) for sample in samples)
    usable = sum(sample.usable for sample in samples)
    return {
        "used": usable,
        "without_text": given - len(samples),
        "without_gold": len(samples) - gold,
        "gold_absent": gold - usable,
    }


def _sources(samples: Sequence[Sample]) -> list[dict[str, object]]:
    used = Counter(sample.dataset for sample in samples if sample.usable)
    sources = []
    for name in sorted(used):
        about = convention_of(name)
        licence = {"licence": about.licence, "terms": about.terms}
        sources.append({"dataset": name, "origin": about.origin, **licence, "pages": used[name]})
    return sources
