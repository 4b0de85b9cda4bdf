"""Fits to out-of-fold results: calibrated probabilities, and the predicted F1 of a page."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from maintext.arrays import BoolArray, FloatArray, IntArray, sigmoid
from maintext.evaluation.metrics.overlap import token_prf, word_prf
from maintext.evaluation.sites import FOLDS
from maintext.methods.auto.scores import outcome_columns
from maintext.model.auto import AutoModel, Choice
from maintext.model.measure import choose
from maintext.model.trees import Trees
from maintext.render import to_text
from maintext.site.template import site_noise
from maintext.training.auto.boosting import Boosting, fit_trees
from maintext.training.auto.fit import EXPONENTS
from maintext.training.auto.samples import Sample, weights
from maintext.training.blank import no_trees

_STEPS = 25
_RIDGE = 1e-6
_SLOPES = (0.2, 5.0)
"""Limits of the slope: without an error on a few pages, it would grow without limit."""
_MOST_OTHERS = 6
"""Other pages of a site that a page is compared with, to find what repeats."""


@dataclass(frozen=True, eq=False)
class Prediction:
    """The result of a model that was not fitted to the page's site."""

    sample: Sample
    margin: FloatArray
    """The uncalibrated log odds of each block."""
    kinds: FloatArray


@dataclass(frozen=True, eq=False)
class ChosenBlocks:
    """A choice of blocks, and its F1."""

    outcome: Prediction
    probability: FloatArray
    kept: BoolArray
    token_f1: float
    word_f1: float


def outcomes(samples: Sequence[Sample], model: AutoModel) -> list[Prediction]:
    """The results of an uncalibrated model on the samples."""
    found = []
    for sample in samples:
        measured = sample.measure(model)
        found.append(Prediction(sample, measured.log_odds.copy(), measured.kinds.copy()))
    return found


def calibrate(found: Sequence[Prediction]) -> tuple[float, float]:
    """Slope and offset from margins to log odds that agree with the labels, word by word."""
    usable = [outcome for outcome in found if outcome.sample.usable]
    return _calibrated(usable, np.concatenate([o.sample.words for o in usable]).astype(np.float64))


def fit_choice(found: Sequence[Prediction], calibration: tuple[float, float]) -> Choice:
    """The same for the choice of blocks, where every page counts equally; from calibrated log odds."""
    usable = [outcome for outcome in found if outcome.sample.usable]
    slope, offset = _calibrated(usable, weights([outcome.sample for outcome in usable]))
    ratio = slope / calibration[0]
    return Choice(EXPONENTS, ratio, offset - ratio * calibration[1])


def _calibrated(usable: Sequence[Prediction], weight: FloatArray) -> tuple[float, float]:
    margin = np.concatenate([outcome.margin for outcome in usable])
    main = np.concatenate([outcome.sample.main for outcome in usable])
    slope, offset = logistic(np.vstack([margin, np.ones(len(margin))]), main, weight / weight.mean())
    return float(np.clip(slope, *_SLOPES)), float(offset)


def logistic(
    columns: FloatArray, target: BoolArray, weight: FloatArray, start: FloatArray | None = None
) -> FloatArray:
    """Coefficients of a logistic regression, by Newton's method; `start` is added to the log odds."""
    known = np.zeros(columns.shape[1]) if start is None else start
    coefficients = np.zeros(len(columns))
    for _ in range(_STEPS):
        p = sigmoid(np.clip(coefficients @ columns + known, -30, 30))
        gradient = columns @ (weight * (target - p)) - _RIDGE * coefficients
        curvature = (columns * (weight * p * (1 - p))) @ columns.T + _RIDGE * np.eye(len(columns))
        step = np.linalg.solve(curvature, gradient)
        coefficients = coefficients + step
        if np.abs(step).max() < 1e-9:
            break
    return coefficients


def results(
    found: Sequence[Prediction], calibration: tuple[float, float], choice: Choice
) -> list[ChosenBlocks]:
    """The choice of blocks and its F1, for each outcome with a gold text."""
    slope, offset = calibration
    made = []
    for outcome in found:
        if not outcome.sample.gold.strip():
            continue
        log_odds = slope * outcome.margin + offset
        kept = choose(log_odds, outcome.sample.words, outcome.kinds, choice)
        text = to_text(outcome.sample.page, kept)
        gold = outcome.sample.gold
        probability = sigmoid(log_odds)
        made.append(
            ChosenBlocks(outcome, probability, kept, token_prf(text, gold).f1, word_prf(text, gold).f1)
        )
    return made


def fit_confidence(made: Sequence[ChosenBlocks], seed: int) -> Trees:
    """Trees that predict the F1 of a choice."""
    columns = np.hstack([confidence_columns(result) for result in made])
    target = np.array([result.token_f1 for result in made])
    if np.ptp(target) == 0:  # a few pages, all right: there is nothing to learn
        return replace(no_trees(), bias=target[:1].astype(np.float32))
    return fit_trees(
        columns, target, None, "RMSE", Boosting(trees=80, levels=3, rate=0.08, feature_share=1.0), seed=seed
    )


def confidence_columns(result: ChosenBlocks) -> np.ndarray:
    """The features that predict the F1 of a result."""
    outcome = result.outcome
    return outcome_columns(result.probability, outcome.sample.words, result.kept, outcome.kinds)


def cross_confidence(made: Sequence[ChosenBlocks], seed: int) -> FloatArray:
    """The predicted F1 of each result, by trees that were not fitted to its site."""
    predicted = np.zeros(len(made))
    for fold in range(FOLDS):
        inside = [result for result in made if result.outcome.sample.fold != fold]
        outside = [number for number, r in enumerate(made) if r.outcome.sample.fold == fold]
        trees = fit_confidence(inside, seed)
        for number in outside:
            predicted[number] = trees.margins(confidence_columns(made[number]))[0, 0]
    return np.clip(predicted, 0, 1)


def fit_site_prior(found: Sequence[Prediction], calibration: tuple[float, float]) -> float:
    """How much a block's log odds change if it repeats on other pages of its site; 0 if unknown."""
    sites: dict[str, list[Prediction]] = defaultdict(list)
    for outcome in found:
        if outcome.sample.usable:
            sites[outcome.sample.site].append(outcome)
    margin, main = [], []
    for pages in sites.values():
        for outcome in pages if len(pages) > 1 else ():
            repeats = repeated_blocks(
                outcome.sample, [other.sample for other in pages if other is not outcome]
            )
            margin.append(calibration[0] * outcome.margin[repeats] + calibration[1])
            main.append(outcome.sample.main[repeats])
    start = np.concatenate(margin) if margin else np.zeros(0)
    if len(start) < 50:
        return 0.0
    target, weight = np.concatenate(main), np.ones(len(start))
    return float(min(logistic(np.ones((1, len(start))), target, weight, start)[0], 0.0))


def repeated_blocks(sample: Sample, others: Sequence[Sample]) -> BoolArray:
    """Blocks with half of their characters repeated on other pages of the site."""
    page = sample.page
    noise = site_noise(page, [other.page for other in others[:_MOST_OTHERS]])
    return np.zeros(len(page.blocks), dtype=np.bool_) if noise is None else page.blocks.mostly(noise)


def brier(found: Sequence[Prediction], calibration: tuple[float, float]) -> float:
    """Mean squared error of the blocks' probabilities, weighted by words."""
    p, main, words = calibrated(found, calibration)
    return float(np.average((p - main) ** 2, weights=words))


def calibrated(
    found: Sequence[Prediction], calibration: tuple[float, float]
) -> tuple[FloatArray, BoolArray, IntArray]:
    """Of all blocks that are labelled: the probability, whether it is main text, and the words."""
    usable = [outcome for outcome in found if outcome.sample.usable]
    margin = np.concatenate([outcome.margin for outcome in usable])
    main = np.concatenate([outcome.sample.main for outcome in usable])
    words = np.concatenate([outcome.sample.words for outcome in usable])
    return sigmoid(calibration[0] * margin + calibration[1]), main, words


def figures(made: Sequence[ChosenBlocks], predicted: FloatArray) -> Mapping[str, object]:
    """The figures of cross-validation, for the card."""
    by_set: dict[str, list[ChosenBlocks]] = defaultdict(list)
    for result in made:
        by_set[result.outcome.sample.dataset].append(result)
    f1 = np.array([result.token_f1 for result in made])
    sure = np.argsort(-predicted, kind="stable")[: round(0.8 * len(made))]
    known = [r.outcome for r in made if r.outcome.sample.kind >= 0]
    right = [int(outcome.kinds.argmax()) == outcome.sample.kind for outcome in known]
    return {
        "pages": len(made),
        "token_f1": {name: _mean([r.token_f1 for r in rows]) for name, rows in sorted(by_set.items())},
        "word_f1": {name: _mean([r.word_f1 for r in rows]) for name, rows in sorted(by_set.items())},
        "kind_accuracy": _mean(right),
        "confidence_correlation": round(float(np.corrcoef(predicted, f1)[0, 1]), 4) if len(f1) > 2 else None,
        "token_f1_of_most_confident_80_percent": _mean(f1[sure].tolist()),
        "token_f1_of_all": _mean(f1.tolist()),
    }


def _mean(values: Sequence[float]) -> float:
    return round(float(np.mean(values)), 4)
