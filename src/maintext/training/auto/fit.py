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
from maintext.model.trees import Trees, mean_of, rounded
from maintext.training.auto.boosting import Boosting, fit_trees
from maintext.training.auto.ranks import SAMPLED, Borders
from maintext.training.auto.recipe import RECIPE, Recipe
from maintext.training.auto.samples import Sample, fit_weights, kind_weights
from maintext.training.auto.tables import fit_table
from maintext.training.blank import blank_model

_BY_KIND = {
    "article": 1.1,
    "forum": 0.8,
    "product": 1.0,
    "collection": 0.6,
    "listing": 0.7,
    "documentation": 0.7,
    "service": 0.75,
}
EXPONENTS = tuple(_BY_KIND[kind] for kind in KINDS)
"""The exponents of `Choice`, swept from 0.5 to 1.3 on out-of-fold probabilities: see docs/methods/auto.md."""

Progress = Callable[[str], None]


class ModelFit:
    """Models for samples; some folds may be left out.

    The fit without a fold, and the fit to all, need word tables and kinds without the same pairs of folds.
    Each of these is fitted once.
    """

    def __init__(self, samples: Sequence[Sample], recipe: Recipe = RECIPE, seed: int = 0) -> None:
        self.samples = [sample for sample in samples if sample.usable]
        self.recipe, self.seed = recipe, seed
        self._stages: dict[frozenset[int], AutoModel] = {}

    def model(self, left_out: frozenset[int] = frozenset()) -> AutoModel:
        """A model; its probabilities are not calibrated yet (see `maintext.training.auto.calibrate`)."""
        inside = self._inside(left_out)
        if len({sample.site for sample in inside}) < FOLDS:
            raise DataError(f"pages of at least {FOLDS} sites with gold text on them are needed to train on")
        blocks = self._fit_blocks(inside, left_out)
        return replace(self.first_stages(left_out), blocks=blocks, choice=Choice(EXPONENTS, 1.0, 0.0))

    def first_stages(self, left_out: frozenset[int]) -> AutoModel:
        """A model with all stages before the block trees."""
        if left_out not in self._stages:
            inside = self._inside(left_out)
            kinds = fit_kinds(inside, self.seed, self.recipe)
            tables = {name: fit_table(inside, name, self.seed) for name in SCORES}
            self._stages[left_out] = replace(blank_model(), tables=tables, kinds=kinds)
        return self._stages[left_out]

    def out_of_fold(self, samples: Sequence[Sample], left_out: frozenset[int]) -> Iterator[Columns]:
        """The columns of each sample; word scores and kinds by models that were not fitted to its site."""
        for sample in samples:
            yield sample.measure(self.first_stages(left_out | {sample.fold})).columns

    def _inside(self, left_out: frozenset[int]) -> list[Sample]:
        return [sample for sample in self.samples if sample.fold not in left_out]

    def _fit_blocks(self, samples: Sequence[Sample], left_out: frozenset[int]) -> Trees:
        """Trees for main text: the mean of a few ensembles, each fitted to another draw of blocks."""
        recipe = self.recipe
        main = np.concatenate([sample.main[sample.taught] for sample in samples])
        weight = fit_weights(samples, recipe.site_power)
        weight = np.where(main, weight, weight / recipe.kept_others)
        borders = self._borders(samples, left_out, len(main))
        ranks = borders.ranks(self._taught_columns(samples, left_out), len(main))
        found = []
        for draw in range(self.seed, self.seed + recipe.draws):
            kept = main | (np.random.default_rng(draw).random(len(main)) < recipe.kept_others)
            trees = fit_trees(
                ranks[:, kept],
                main[kept].astype(np.int64),
                weight[kept],
                "Logloss",
                Boosting(recipe.trees, recipe.levels, recipe.rate),
                seed=draw,
            )
            found.append(borders.restore(trees))
        return rounded(mean_of(found))

    def _taught_columns(self, samples: Sequence[Sample], left_out: frozenset[int]) -> Iterator[Columns]:
        for sample, columns in zip(samples, self.out_of_fold(samples, left_out), strict=True):
            yield columns[:, sample.taught]

    def _borders(self, samples: Sequence[Sample], left_out: frozenset[int], units: int) -> Borders:
        """Borders from a random part of the blocks."""
        random = np.random.default_rng(self.seed)
        parts = (
            columns[:, random.random(columns.shape[1]) < SAMPLED / units]
            for columns in self._taught_columns(samples, left_out)
        )
        return Borders.of(np.hstack(list(parts)))


def fit_kinds(samples: Sequence[Sample], seed: int, recipe: Recipe = RECIPE) -> Trees:
    """Trees for the kind of a page."""
    known = [sample for sample in samples if sample.kind >= 0 and not sample.old]
    missing = set(range(len(KINDS))) - {sample.kind for sample in known}
    if missing:
        names = ", ".join(KINDS[kind] for kind in sorted(missing))
        raise DataError(f"no labelled page is of these kinds: {names}")
    return fit_trees(
        np.hstack([sample.page_columns for sample in known]),
        np.array([sample.kind for sample in known]),
        kind_weights(known, recipe.site_power, recipe.kind_articles),
        "MultiClass",
        Boosting(recipe.kind_trees, recipe.kind_levels, recipe.kind_rate),
        seed=seed,
    )
