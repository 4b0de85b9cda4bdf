"""Fit the `auto` model: tables of word weights, kinds of pages, blocks, one after the other.

What one stage hands to the next is made out of fold: a page's word scores and kind come from models that
have not seen its site, as they will not have seen a user's. Folds are by site everywhere.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from maintext.arrays import Columns, FloatArray
from maintext.errors import DataError
from maintext.evaluation.sites import FOLDS
from maintext.features import context_columns
from maintext.features.context import SCORES
from maintext.model.auto import KINDS, AutoModel, Choice
from maintext.model.measure import softmax
from maintext.model.trees import Trees, mean_of
from maintext.training.auto.boosting import fit_trees
from maintext.training.auto.samples import Sample, weights
from maintext.training.auto.tables import fit_table, table_scores

SHARPNESS = (0.8, 0.3)
"""The exponents of `Choice`, swept on out-of-fold probabilities: see docs/methods/auto.md."""
_KEPT_OTHERS = 0.5
"""Share of the blocks beside the main text that the trees are fitted to; each then counts for two."""

_DRAWS = 4
"""Ensembles of block trees, each from another draw of blocks and features: five were .003 better than one."""
_BLOCK_TREES = 160
"""Trees of each."""

Progress = Callable[[str], None]


@dataclass(frozen=True, eq=False)
class Stages:
    """What the stages before the block trees say of samples, out of fold."""

    scores: list[FloatArray]
    """Word scores of each sample: `SCORES` × blocks."""
    kinds: list[FloatArray]


def fit(samples: Sequence[Sample], seed: int = 0, progress: Progress = lambda stage: None) -> AutoModel:
    """Fit a model; its probabilities are not calibrated yet (see `maintext.training.auto.calibrate`)."""
    usable = [sample for sample in samples if sample.usable]
    if len({sample.site for sample in usable}) < FOLDS:
        raise DataError(f"pages of at least {FOLDS} sites with gold text on them are needed to train on")
    progress("word scores and kinds, out of fold")
    stages = out_of_fold(usable, seed)
    progress("block trees")
    blocks = fit_blocks(usable, stages, seed)
    progress("word scores and kinds")
    return AutoModel(
        tables={name: fit_table(usable, name, seed) for name in SCORES},
        kinds=fit_kinds(usable, seed),
        blocks=blocks,
        confidence=no_trees(),
        calibration=(1.0, 0.0),
        choice=Choice(*SHARPNESS, 1.0, 0.0),
        site_prior=0.0,
        card={},
    )


def out_of_fold(samples: Sequence[Sample], seed: int) -> Stages:
    """Word scores and kinds by models that have not seen the sample's site."""
    scores = [np.zeros(0)] * len(samples)
    kinds = [np.zeros(0)] * len(samples)
    for inside, outside in _splits(samples):
        held = [samples[number] for number in outside]
        fitted = [fit_table([samples[number] for number in inside], name, seed) for name in SCORES]
        by_table = [table_scores(held, name, table) for name, table in zip(SCORES, fitted, strict=True)]
        trees = fit_kinds([samples[number] for number in inside], seed)
        for place, number in enumerate(outside):
            scores[number] = np.array([found[place] for found in by_table])
            kinds[number] = page_kinds(trees, samples[number])
    return Stages(scores, kinds)


def _splits(samples: Sequence[Sample]) -> Iterator[tuple[list[int], list[int]]]:
    """By fold: the numbers of the samples inside, and of those left out."""
    for fold in range(FOLDS):
        outside = [number for number, sample in enumerate(samples) if sample.fold == fold]
        if outside:
            yield [number for number, sample in enumerate(samples) if sample.fold != fold], outside


def fit_kinds(samples: Sequence[Sample], seed: int) -> Trees:
    """The trees that tell kinds of pages apart."""
    known = [sample for sample in samples if sample.kind >= 0 and not sample.old]
    missing = set(range(len(KINDS))) - {sample.kind for sample in known}
    if missing:
        names = ", ".join(KINDS[kind] for kind in sorted(missing))
        raise DataError(f"no page of these kinds is among the labelled ones: {names}")
    return fit_trees(
        np.hstack([sample.page for sample in known]),
        np.array([sample.kind for sample in known]),
        None,
        "MultiClass",
        trees=500,
        levels=3,
        rate=0.15,
        seed=seed,
    )


def page_kinds(trees: Trees, sample: Sample) -> FloatArray:
    """The probability of each kind."""
    return softmax(trees.margins(sample.page)[:, 0])


def fit_blocks(samples: Sequence[Sample], stages: Stages, seed: int) -> Trees:
    """The trees that tell main text from the rest: a few ensembles, each from other draws, averaged."""
    columns = np.hstack(
        [block_columns(*parts) for parts in zip(samples, stages.scores, stages.kinds, strict=True)]
    )
    main = np.concatenate([sample.main for sample in samples])
    weight = weights(list(samples))
    found = []
    for draw in range(seed, seed + _DRAWS):
        kept = main | (np.random.default_rng(draw).random(len(main)) < _KEPT_OTHERS)
        found.append(
            fit_trees(
                columns[:, kept],
                main[kept].astype(np.int64),
                np.where(main, weight, weight / _KEPT_OTHERS)[kept],
                "Logloss",
                trees=_BLOCK_TREES,
                levels=6,
                rate=0.2,
                seed=draw,
            )
        )
    return mean_of(found)


def block_columns(sample: Sample, scores: FloatArray, kinds: FloatArray) -> Columns:
    """The features of a sample's blocks, in the order of `BLOCK_FEATURES`."""
    context = context_columns(sample.reading, sample.own, scores)
    page = np.repeat(kinds.astype(np.float32)[:, None], sample.reading.size, axis=1)
    return np.vstack([sample.own, context, page])


def no_trees() -> Trees:
    """Trees that say nothing."""
    return Trees(
        np.zeros((1, 0), np.int16),
        np.zeros((1, 0), np.float32),
        np.zeros((0, 2, 1), np.float32),
        np.zeros((0, 2), np.float32),
        np.zeros(1, np.float32),
    )
