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
from maintext.training.auto.samples import Sample, make_all_samples, make_samples
from maintext.training.auto.second_look import FittedLooks, fit_second_look
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

    First, one model per fold of sites is fitted. On pages that they were not fitted to, their results
    calibrate the final model, which is fitted to all pages, and their choices are what its second look is
    fitted to. With `folds_to` they are saved, for `maintext evaluate --folds`.
    """
    samples, old, given = make_all_samples(pages, recipe.old_step, on_page)
    fit = ModelFit([*samples, *old], recipe, seed)
    found: list[Prediction] = []
    by_fold: list[AutoModel] = []
    for fold in range(FOLDS):
        progress(f"fold {fold + 1} of {FOLDS}")
        by_fold.append(fit.model(frozenset([fold])))
        found += outcomes([sample for sample in samples if sample.fold == fold], by_fold[-1])
    progress("calibration")
    by_fold = [_calibrated_fold(model, fold, found, seed) for fold, model in enumerate(by_fold)]
    looks = fit_second_look(samples, by_fold, seed, progress)
    if folds_to is not None:
        save_folds(by_fold, looks, folds_to)
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
        second_look=looks.final,
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
            "second_look": looks.card,
        },
    )


def refit_second_look(
    pages: Iterable[LabelledPage],
    model: AutoModel,
    folder: Path,
    seed: int = 0,
    progress: Progress = lambda stage: None,
    on_page: Callable[[], None] | None = None,
) -> AutoModel:
    """Fit only the second look of a model, by the models of the folds in `folder`, which get theirs, too."""
    by_fold = [AutoModel.load(folder / f"fold{fold}.npz") for fold in range(FOLDS)]
    looks = fit_second_look(make_samples(pages, on_page), by_fold, seed, progress)
    save_folds(by_fold, looks, folder)
    return replace(model, second_look=looks.final, card={**model.card, "second_look": looks.card})


def _calibrated_fold(model: AutoModel, fold: int, found: Sequence[Prediction], seed: int) -> AutoModel:
    """The model of a fold, calibrated by the results of the others."""
    others = [outcome for outcome in found if outcome.sample.fold != fold]
    calibration = calibrate(others)
    choice = fit_choice(others, calibration)
    site_prior = fit_site_prior(others, calibration)
    return replace(
        model,
        calibration=calibration,
        choice=choice,
        confidence=fit_confidence(results(others, calibration, choice), seed),
        site_prior=site_prior,
        place_prior=fit_place_prior(others, calibration, site_prior),
        card={"fold": fold, "folds": FOLDS, "seed": seed},
    )


def save_folds(models: Sequence[AutoModel], looks: FittedLooks, folder: Path) -> None:
    """Save the model of each fold, with a second look that was not fitted to its sites either."""
    folder.mkdir(parents=True, exist_ok=True)
    for fold, (model, look) in enumerate(zip(models, looks.by_fold, strict=True)):
        replace(model, second_look=look).save(folder / f"fold{fold}.npz")


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
