"""Fit the `auto` model in stages: tables of word weights, kinds of pages, blocks.

The input of each stage is made out of fold: a page's word scores and kind come from models that were not
fitted to its site, as on a user's pages. Folds are always by site.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

import numpy as np

from maintext.arrays import Columns
from maintext.errors import DataError
from maintext.evaluation.sites import FOLDS
from maintext.model.auto import AutoModel, Choice
from maintext.model.schema import KINDS, SCORES
from maintext.model.trees import Trees, mean_of
from maintext.training.auto.boosting import Boosting, fit_trees
from maintext.training.auto.samples import Sample, blank_model, weights
from maintext.training.auto.tables import fit_table

SHARPNESS = (0.8, 0.3)
"""The exponents of `Choice`, swept on out-of-fold probabilities: see docs/methods/auto.md."""
_KEPT_OTHERS = 0.5
"""Share of the blocks outside the main text that the trees are fitted to; each then counts twice."""

_DRAWS = 4
"""Ensembles of block trees, each from another draw of blocks and features: five were .003 better than one."""
_BLOCK_TREES = 160
"""Trees of each ensemble."""

Progress = Callable[[str], None]


def fit(samples: Sequence[Sample], seed: int = 0, progress: Progress = lambda stage: None) -> AutoModel:
    """Fit a model; its probabilities are not calibrated yet (see `maintext.training.auto.calibrate`)."""
    usable = [sample for sample in samples if sample.usable]
    if len({sample.site for sample in usable}) < FOLDS:
        raise DataError(f"pages of at least {FOLDS} sites with gold text on them are needed to train on")
    progress("word scores and kinds, out of fold")
    columns = out_of_fold(usable, seed)
    progress("block trees")
    blocks = fit_blocks(usable, columns, seed)
    progress("word scores and kinds")
    return replace(first_stages(usable, seed), blocks=blocks, choice=Choice(*SHARPNESS, 1.0, 0.0))


def first_stages(samples: Sequence[Sample], seed: int) -> AutoModel:
    """A model with all stages before the block trees."""
    tables = {name: fit_table(list(samples), name, seed) for name in SCORES}
    return replace(blank_model(), tables=tables, kinds=fit_kinds(samples, seed))


def out_of_fold(samples: Sequence[Sample], seed: int) -> list[Columns]:
    """The block columns of each sample; word scores and kinds by models that were not fitted to its site."""
    columns: list[Columns] = [np.zeros((0, 0), np.float32)] * len(samples)
    for inside, outside in _splits(samples):
        model = first_stages([samples[number] for number in inside], seed)
        for number in outside:
            columns[number] = samples[number].measure(model).columns
    return columns


def _splits(samples: Sequence[Sample]) -> Iterator[tuple[list[int], list[int]]]:
    """By fold: the indices of the samples to fit to, and of those left out."""
    for fold in range(FOLDS):
        outside = [number for number, sample in enumerate(samples) if sample.fold == fold]
        if outside:
            yield [number for number, sample in enumerate(samples) if sample.fold != fold], outside


def fit_kinds(samples: Sequence[Sample], seed: int) -> Trees:
    """Trees for the kind of a page."""
    known = [sample for sample in samples if sample.kind >= 0 and not sample.old]
    missing = set(range(len(KINDS))) - {sample.kind for sample in known}
    if missing:
        names = ", ".join(KINDS[kind] for kind in sorted(missing))
        raise DataError(f"no labelled page is of these kinds: {names}")
    return fit_trees(
        np.hstack([sample.page_columns for sample in known]),
        np.array([sample.kind for sample in known]),
        None,
        "MultiClass",
        Boosting(trees=500, levels=3, rate=0.15),
        seed=seed,
    )


def fit_blocks(samples: Sequence[Sample], by_sample: Sequence[Columns], seed: int) -> Trees:
    """Trees for main text: the mean of a few ensembles, each fitted to another draw of blocks."""
    columns = np.hstack(by_sample)
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
                Boosting(trees=_BLOCK_TREES, levels=6, rate=0.2),
                seed=draw,
            )
        )
    return mean_of(found)
