"""Adapt a model to a user's own labelled pages: a few dozen, in seconds.

Two parts can be learned from so few pages:

    words   the weights of words and of class names, starting from the model's own
    trees   a few more shallow trees, which add to the model's log odds

Each, and both together, are cross-validated on the user's pages. If nothing gains more than chance, the model
stays unchanged. If the labels leave all headings out, the clean-up of a changed model brings none of them
back. See docs/retraining.md.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from maintext.arrays import FloatArray, IntArray, sigmoid
from maintext.errors import DataError
from maintext.evaluation.datasets import LabelledPage
from maintext.evaluation.metrics.overlap import token_prf
from maintext.methods.auto.method import Auto
from maintext.model.auto import AutoModel, WordWeights, second_look_of
from maintext.model.trees import Trees, rounded
from maintext.page.tags import Flag
from maintext.render import to_text
from maintext.training.auto.boosting import Boosting, fit_trees
from maintext.training.auto.fit import Progress
from maintext.training.auto.samples import Sample, make_samples, weights
from maintext.training.auto.tables import table_scores, word_matrix
from maintext.training.blank import no_trees

FOLDS = 4
LEAST_PAGES = 8
"""With fewer pages, cross-validation says nothing."""
# Chosen on simulated users: see docs/retraining.md.
_TIES = 1e-3
"""How strongly the weights of words are kept where they are."""
_STEPS = 40
_TREES, _LEVELS, _RATE, _REGULARISATION = 30, 3, 0.25, 20.0
_LEAST_HEADINGS = 8
_NEVER = 100.0
"""Log odds that no heading has."""
_HEADING = int(Flag.HEADING)
_LEAST_GAIN = 1.0
"""Minimum gain of a candidate, in standard errors of the gain."""

Part = Literal["words", "trees"]
CANDIDATES: Mapping[str, tuple[Part, ...]] = {
    "unchanged": (),
    "words": ("words",),
    "trees": ("trees",),
    "words and trees": ("words", "trees"),
}
"""The candidates, and the parts of the model that each changes."""


@dataclass(frozen=True)
class Trial:
    """A candidate in cross-validation."""

    token_f1: float
    gain: float
    """Compared with the unchanged model."""
    error: float
    """The standard error of the gain."""


@dataclass(frozen=True)
class Adaptation:
    """A model that was adapted to a user's pages, and the reason for the choice."""

    model: AutoModel
    pages: Mapping[str, int]
    """Pages: used, without_text, without_gold, gold_absent."""
    sites: int
    folds_by: Literal["site", "page"]
    trials: Mapping[str, Trial]
    chosen: str

    @property
    def validation(self) -> str:
        """How the pages were split, and what the figures mean for that reason."""
        sites = f"{self.sites} site{'s' * (self.sites != 1)}"
        if self.folds_by == "site":
            return (
                f"Cross-validation by site, over {sites}: the figures are for sites that were not labelled."
            )
        return f"Cross-validation by page, over {sites}: the figures are for other pages of the same sites."

    @property
    def reason(self) -> str:
        """Why this candidate was chosen."""
        trial = self.trials[self.chosen]
        if self.chosen == "unchanged":
            return "The model stays as it was: nothing gains more on these pages than chance would."
        gain = f"{trial.gain:+.4f} ± {trial.error:.4f}"
        return f"Changed: {self.chosen}, {gain} token F1. Slightly too high, as the best of three."


def adapt(
    pages: Iterable[LabelledPage],
    base: AutoModel,
    seed: int = 0,
    progress: Progress = lambda stage: None,
    on_page: Callable[[], None] | None = None,
) -> Adaptation:
    """Adapt a model to your own pages; the same pages, model and seed give the same result."""
    given = list(pages)
    samples = make_samples(given, on_page)
    usable = [sample for sample in samples if sample.usable]
    if len(usable) < LEAST_PAGES:
        raise DataError(
            f"{len(usable)} of {len(given)} labelled pages have their gold text on them; "
            f"at least {LEAST_PAGES} are needed to adapt a model"
        )
    folds_by, fold = make_folds(usable)
    fit = _Fit(usable, fold, base, seed)
    trials = run_trials(fit, progress)
    chosen = choose(trials)
    progress(f"final fit: {chosen}")
    gold = sum(bool(sample.gold.strip()) for sample in samples)
    counts = {
        "used": len(usable),
        "without_text": len(given) - len(samples),
        "without_gold": len(samples) - gold,
        "gold_absent": gold - len(usable),
    }
    sites = len({sample.site for sample in usable})
    model = fit.make(CANDIDATES[chosen], frozenset())
    adaptation = Adaptation(model, counts, sites, folds_by, trials, chosen)
    return replace(adaptation, model=replace(model, card=make_card(adaptation, base, seed)))


def run_trials(fit: "_Fit", progress: Progress) -> dict[str, Trial]:
    """Cross-validate every candidate."""
    trials: dict[str, Trial] = {}
    before = np.zeros(len(fit.samples))
    for name, parts in CANDIDATES.items():
        progress(f"cross-validation: {name}")
        f1 = fit.cross_validate(parts)
        before = before if parts else f1
        gain = f1 - before
        error = float(gain.std() / np.sqrt(len(gain)))
        trials[name] = Trial(float(f1.mean()), float(gain.mean()), error)
    return trials


def choose(trials: Mapping[str, Trial]) -> str:
    """The candidate with the largest gain, if it is more than chance; else the unchanged model."""
    best = max(trials, key=lambda name: trials[name].gain)
    return best if trials[best].gain > _LEAST_GAIN * trials[best].error else "unchanged"


def make_folds(samples: Sequence[Sample]) -> tuple[Literal["site", "page"], IntArray]:
    """The fold of each sample: by site, the largest first, if there are enough sites; else by page.

    If one site has most of the pages, the model is meant for other pages of that site.
    """
    sites: dict[str, list[int]] = {}
    for number, sample in enumerate(samples):
        sites.setdefault(sample.site, []).append(number)
    if len(sites) < FOLDS or 2 * max(map(len, sites.values())) > len(samples):
        return "page", np.arange(len(samples)) % FOLDS
    fold = np.zeros(len(samples), dtype=np.int64)
    size = [0] * FOLDS
    for numbers in sorted(sites.values(), key=len, reverse=True):
        smallest = size.index(min(size))
        fold[numbers] = smallest
        size[smallest] += len(numbers)
    return "site", fold


class _Fit:
    """Adaptations of a base model to samples; some folds may be left out."""

    def __init__(self, samples: Sequence[Sample], fold: IntArray, base: AutoModel, seed: int) -> None:
        self.samples, self.fold, self.base, self.seed = samples, fold.tolist(), base, seed
        self._tables: dict[frozenset[int], dict[str, WordWeights]] = {}

    def cross_validate(self, parts: tuple[Part, ...]) -> FloatArray:
        """The token F1 of every sample, by models that were not fitted to its fold."""
        f1 = np.zeros(len(self.samples))
        for left_out in range(FOLDS):
            held = [number for number, fold in enumerate(self.fold) if fold == left_out]
            model = self.make(parts, frozenset([left_out]))
            f1[held] = [extraction_f1(self.samples[number], Auto(model=model)) for number in held]
        return f1

    def make(self, parts: tuple[Part, ...], left_out: frozenset[int]) -> AutoModel:
        """The base model with some parts fitted."""
        tables = self.tables(left_out) if "words" in parts else self.base.tables
        blocks = self.base.blocks
        if "trees" in parts:
            blocks = rounded(join_trees(blocks, self.more_trees(left_out, words="words" in parts)))
        look = self.base.second_look
        if parts and leaves_headings_out(self._inside(left_out)):
            look = second_look_of(self.base)
            look = replace(look, bounds=look.bounds._replace(heading_from=_NEVER))
        return replace(self.base, tables=tables, blocks=blocks, second_look=look)

    def _inside(self, left_out: frozenset[int]) -> list[Sample]:
        """The samples of the other folds."""
        return [s for s, fold in zip(self.samples, self.fold, strict=True) if fold not in left_out]

    def tables(self, left_out: frozenset[int]) -> dict[str, WordWeights]:
        """The tables, fitted to the samples of the other folds."""
        if left_out not in self._tables:
            inside = self._inside(left_out)
            self._tables[left_out] = {
                name: continue_table(inside, name, table) for name, table in self.base.tables.items()
            }
        return self._tables[left_out]

    def more_trees(self, left_out: frozenset[int], *, words: bool) -> Trees:
        """Trees that correct the base model; their word scores come from tables not fitted to the page."""
        measured, inside = [], []
        for sample, fold in zip(self.samples, self.fold, strict=True):
            if fold in left_out:
                continue
            tables = self.tables(left_out | {fold}) if words else self.base.tables
            measured.append(sample.measure(replace(self.base, tables=tables)))
            inside.append(sample)
        stacked = np.hstack([found.columns for found in measured])
        main = np.concatenate([sample.main for sample in inside])
        if main.all():  # these pages have only one class
            return no_trees()
        slope = self.base.calibration[0]
        trees = fit_trees(
            stacked,
            main.astype(np.int64),
            weights(inside),
            "Logloss",
            Boosting(_TREES, _LEVELS, _RATE, _REGULARISATION),
            seed=self.seed,
            baseline=np.concatenate([found.log_odds for found in measured]),
        )
        return replace(trees, leaf=trees.leaf / np.float32(slope), bias=trees.bias / np.float32(slope))


def leaves_headings_out(samples: Sequence[Sample]) -> bool:
    """Whether no heading above main text is labelled, and there are enough of them to call it a rule."""
    seen = kept = 0
    for sample in samples:
        is_heading = (sample.page.flags[sample.page.blocks.first_row] & _HEADING) != 0
        heads_text = is_heading[:-1] & ~is_heading[1:] & sample.main[1:]
        seen += int(heads_text.sum())
        kept += int(sample.main[:-1][heads_text].sum())
    return seen >= _LEAST_HEADINGS and not kept


def extraction_f1(sample: Sample, method: Auto) -> float:
    """The token F1 of an extraction, clean-up included."""
    page = sample.page
    scores = method.score(page)
    kept = method.keep(scores, method.select(scores)).blocks
    return token_prf(to_text(page, kept), sample.gold).f1


def continue_table(samples: list[Sample], name: str, table: WordWeights) -> WordWeights:
    """Logistic regression that starts from a table's weights, over the words of the samples (Nesterov)."""
    matrix = word_matrix(samples, name).tocsc()
    seen = np.flatnonzero(np.diff(matrix.indptr))
    matrix = matrix[:, seen].tocsr()
    transposed = matrix.T.tocsr()
    main = np.concatenate([sample.main for sample in samples]).astype(np.float64)
    start = table_scores(samples, name, table)
    weight = weights(samples)
    weight /= weight.sum()
    steepest = 0.25 * (1 + float(matrix.multiply(matrix).sum(axis=1).max())) + _TIES
    momentum = (1 - np.sqrt(_TIES / steepest)) / (1 + np.sqrt(_TIES / steepest))
    moved = ahead = np.zeros(len(seen) + 1)  # the last is the bias
    for _ in range(_STEPS):
        log_odds = np.clip(start + matrix @ ahead[:-1] + ahead[-1], -30, 30)
        excess = weight * (sigmoid(log_odds) - main)
        slope = np.append(transposed @ excess, excess.sum()) + _TIES * ahead
        last, moved = moved, ahead - slope / steepest
        ahead = moved + momentum * (moved - last)
    weights_now = table.weight * table.scale
    weights_now[seen] += moved[:-1]
    # The largest weights are those of the user's own pages, so none is cut off.
    scale = float(np.abs(weights_now).max()) / 127 or 1.0
    return WordWeights(np.rint(weights_now / scale).astype(np.int8), scale, table.bias + float(moved[-1]))


def join_trees(first: Trees, second: Trees) -> Trees:
    """The sum of both; the second may have fewer levels, and is padded with questions answered no."""
    lacking = first.levels - second.levels
    leaves = (1 << first.levels) - (1 << second.levels)
    return Trees(
        np.hstack([first.feature, np.pad(second.feature, ((0, lacking), (0, 0)))]),
        np.hstack([first.bound, np.pad(second.bound, ((0, lacking), (0, 0)), constant_values=np.inf)]),
        np.vstack([first.leaf, np.pad(second.leaf, ((0, 0), (0, leaves), (0, 0)))]),
        np.vstack([first.cover, np.pad(second.cover, ((0, 0), (0, leaves)))]),
        first.bias + second.bias,
    )


def make_card(adaptation: Adaptation, base: AutoModel, seed: int) -> dict[str, object]:
    """The card that is stored in the model's file."""
    return {
        "adapted_from": base.card,
        "seed": seed,
        "pages": adaptation.pages,
        "sites": adaptation.sites,
        "changed": adaptation.chosen,
        "cross_validation": {
            "folds": f"{FOLDS}, by {adaptation.folds_by}",
            "token_f1": {name: round(trial.token_f1, 4) for name, trial in adaptation.trials.items()},
        },
    }
