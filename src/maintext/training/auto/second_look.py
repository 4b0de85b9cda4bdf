"""Fit the second look at lists, headings, posts and lines: samples and models of folds → trees.

Every page is scored by the model that was not fitted to its site, as a user's pages are. Each ensemble reads
what the one before it leaves, by trees that were not fitted to the page's site either:

    choice ─lists→ kept ─headings→ kept ─posts→ kept ─lines→ kept
"""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from maintext.arrays import BoolArray, Columns, FloatArray
from maintext.evaluation.metrics.overlap import token_prf
from maintext.evaluation.sites import FOLDS
from maintext.methods.auto.cleanup import clean_up, second_look_columns
from maintext.methods.auto.clutter import find_lines, line_columns
from maintext.methods.auto.method import Auto
from maintext.methods.auto.posts import post_columns
from maintext.methods.auto.scores import AutoScores
from maintext.model.auto import AutoModel
from maintext.model.second_look import LOOKS, Bounds, SecondLook
from maintext.model.trees import Trees, rounded
from maintext.render import to_text
from maintext.training.auto.boosting import Boosting, fit_trees
from maintext.training.auto.fit import Progress
from maintext.training.auto.samples import Sample
from maintext.training.blank import no_trees
from maintext.training.conventions import convention_of

BOUNDS = Bounds(
    list_from=0.5,
    list_below=0.1,
    heading_from=0.33,
    heading_below=0.2,
    post_from=0.5,
    post_below=0.2,
    line_from=0.7,
)
"""The bounds as probabilities. Swept: see docs/cleanup.md."""
_HOW = {  # 64 trees of 4 levels have a log loss of .290 on headings, out of fold, and these .279
    "lists": Boosting(trees=120, levels=6, rate=0.1, regularisation=10.0, feature_share=0.5),
    "headings": Boosting(trees=120, levels=6, rate=0.1, regularisation=10.0, feature_share=0.5),
    "posts": Boosting(trees=300, levels=4, rate=0.05, regularisation=10.0, feature_share=0.4),
    "lines": Boosting(trees=120, levels=4, rate=0.1, regularisation=10.0, feature_share=0.5),
}
_WHOLE = 0.5
"""A list with this share of its words in the gold text should be kept."""
_MOST_LINES = 800
"""Weight of the lines of a data set, at most: the rules of a large set are not those of all readers."""
_SMOOTHING = 50
_POST_SCALE = 50.0
"""Blocks of posts have small weights, shares of their page; the trees' regularisation expects about 1."""
_LEAST = 10
"""Examples of each class, at least; with fewer, nothing is learned."""


@dataclass(frozen=True, eq=False)
class FittedLooks:
    """The second look of the final model, and those of the folds' models."""

    final: SecondLook
    by_fold: Sequence[SecondLook]
    """Each was not fitted to the sites of its fold. Only through the choices of the other folds' models and
    looks, which were, does it know anything of them."""
    card: Mapping[str, Any]
    """What they were fitted to, and F1 before and after, for the card of the model."""


def fit_second_look(
    samples: Sequence[Sample],
    models: Sequence[AutoModel],
    seed: int = 0,
    progress: Progress = lambda stage: None,
) -> FittedLooks:
    """Fit all four. `models` are those of the folds, calibrated; the same input gives the same trees."""
    usable = [sample for sample in samples if sample.usable]
    methods = [Auto(model=model) for model in models]
    looks = [blank_look()] * (FOLDS + 1)  # the last one is fitted to all folds
    counts = {}
    for name, find in _FINDERS.items():
        progress(f"second look: {name}")
        found = []
        for sample in usable:
            scores = methods[sample.fold].score(sample.page)
            chosen = methods[sample.fold].select(scores)
            found.append(find(_Choice(sample, scores, chosen, looks[sample.fold])))
        counts[name] = sum(len(one.target) for one in found)
        for fold in range(FOLDS + 1):
            inside = [one for one, sample in zip(found, usable, strict=True) if sample.fold != fold]
            looks[fold] = replace(looks[fold], **{name: _fit(name, inside, seed)})  # type: ignore[arg-type]
    progress("second look: before and after")
    figures = _figures(usable, methods, looks)
    return FittedLooks(looks[-1], looks[:-1], {**counts, "token_f1": figures})


def blank_look() -> SecondLook:
    """A second look that has learned nothing: everything stays as it was chosen."""
    bounds = Bounds(*(round(float(np.log(p / (1 - p))), 4) for p in BOUNDS))
    return SecondLook(**{name: _undecided(name, bounds) for name in LOOKS}, bounds=bounds)


def _undecided(name: str, bounds: Bounds) -> Trees:
    """Trees with one sum for all, at which nothing is changed."""
    between = {
        "lists": (bounds.list_from + bounds.list_below) / 2,
        "headings": (bounds.heading_from + bounds.heading_below) / 2,
        "posts": (bounds.post_from + bounds.post_below) / 2,
        "lines": bounds.line_from - 1,
    }
    return replace(no_trees(), bias=np.array([between[name]], dtype=np.float32))


# -- examples of a page -------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class _Choice:
    """A sample, scored by a model that was not fitted to its site, and the looks before this one."""

    sample: Sample
    scores: AutoScores
    chosen: BoolArray
    look: SecondLook


@dataclass(frozen=True, eq=False)
class _Examples:
    """Lists, headings or lines of a page."""

    dataset: str
    columns: Columns
    target: BoolArray
    weight: FloatArray

    def where(self, taught: BoolArray) -> "_Examples":
        return replace(
            self, columns=self.columns[:, taught], target=self.target[taught], weight=self.weight[taught]
        )


def _lists(choice: _Choice) -> _Examples:
    """A list is main text if half of its words are; what only the rule of a data set decides is left out."""
    sample = choice.sample
    spans, columns = second_look_columns(choice.scores, choice.chosen, choice.look, headings=False)
    inside = [slice(first, end) for first, end in spans.tolist()]
    words = np.array([sample.words[at].sum() for at in inside], dtype=np.float64)
    main = np.array([sample.words[at][sample.main[at]].sum() for at in inside], dtype=np.float64)
    taught = np.array([sample.taught[at].all() for at in inside], dtype=np.bool_)
    weight = (np.log1p(words) + 0.5) * convention_of(sample.dataset).weight
    return _Examples(sample.dataset, columns, main >= _WHOLE * np.maximum(words, 1), weight).where(taught)


def _headings(choice: _Choice) -> _Examples:
    sample = choice.sample
    spans, columns = second_look_columns(choice.scores, choice.chosen, choice.look, headings=True)
    blocks = spans[:, 0]
    weight = np.full(len(blocks), convention_of(sample.dataset).weight)
    return _Examples(sample.dataset, columns, sample.main[blocks], weight).where(sample.taught[blocks])


def _posts(choice: _Choice) -> _Examples:
    """A block of a thread weighs by its share of the gold text, as in the fit of the block trees."""
    sample, scores = choice.sample, choice.scores
    kept = clean_up(scores, choice.chosen, choice.look, "posts").blocks
    found = post_columns(scores, kept)
    if found is None:
        return _no_examples(sample)
    blocks, columns = found
    weight = sample.weight[blocks] * _POST_SCALE
    return _Examples(sample.dataset, columns, sample.main[blocks], weight).where(sample.taught[blocks])


def _lines(choice: _Choice) -> _Examples:
    """Here the target is what should go. A line weighs by its share of the kept words."""
    sample, scores = choice.sample, choice.scores
    kept = clean_up(scores, choice.chosen, choice.look, "lines").blocks
    found = find_lines(scores, kept)
    columns = line_columns(scores, kept, found)
    if columns is None:
        return _no_examples(sample)
    lines = [block for block, _ in found]
    weight = (sample.words[lines] + 1) / (sample.words[kept].sum() + _SMOOTHING)
    return _Examples(sample.dataset, columns, ~sample.main[lines], weight)


def _no_examples(sample: Sample) -> _Examples:
    return _Examples(sample.dataset, np.zeros((0, 0), np.float32), np.zeros(0, np.bool_), np.zeros(0))


_FINDERS: Mapping[str, Callable[[_Choice], _Examples]] = {
    "lists": _lists,
    "headings": _headings,
    "posts": _posts,
    "lines": _lines,
}


# -- fits ---------------------------------------------------------------------------------------------


def _fit(name: str, pages: Sequence[_Examples], seed: int) -> Trees:
    """Trees for all examples; undecided ones if a class has too few of them."""
    pages = [page for page in pages if len(page.target)]
    target = np.concatenate([page.target for page in pages]) if pages else np.zeros(0, np.bool_)
    if min(target.sum(), (~target).sum()) < _LEAST:
        return _undecided(name, blank_look().bounds)
    weight = np.concatenate([page.weight for page in pages])
    if name == "lines":
        weight = _line_weights(weight, np.concatenate([[page.dataset] * len(page.target) for page in pages]))
    columns = np.hstack([page.columns for page in pages])
    return rounded(fit_trees(columns, target.astype(np.int64), weight, "Logloss", _HOW[name], seed=seed))


def _line_weights(weight: FloatArray, dataset: np.ndarray) -> FloatArray:
    """Half by size, half even; the lines of a set weigh `_MOST_LINES` together, at most."""
    weight = 0.5 * np.minimum(weight / weight.mean(), 8) + 0.5
    for name in np.unique(dataset):
        weight[dataset == name] *= min(1.0, _MOST_LINES / np.count_nonzero(dataset == name))
    return weight


def _figures(
    samples: Sequence[Sample], methods: Sequence[Auto], looks: Sequence[SecondLook]
) -> dict[str, dict[str, float]]:
    """By data set, out of fold: mean token F1 without the second look and with it, pages better and worse."""
    found: dict[str, list[tuple[float, float]]] = defaultdict(list)
    for sample in samples:
        scores = methods[sample.fold].score(sample.page)
        chosen = methods[sample.fold].select(scores)
        kept = [clean_up(scores, chosen, look).blocks for look in (blank_look(), looks[sample.fold])]
        before, after = (token_prf(to_text(sample.page, blocks), sample.gold).f1 for blocks in kept)
        found[sample.dataset].append((before, after))
    figures = {}
    for name, pairs in sorted(found.items()):
        before, after = np.array(pairs).T
        figures[name] = {
            "without": round(float(before.mean()), 4),
            "with": round(float(after.mean()), 4),
            "better": int((after > before).sum()),
            "worse": int((after < before).sum()),
        }
    return figures
