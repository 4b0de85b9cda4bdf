"""Fit the second look at lists and headings: labelled pages and models of folds → trees.

Every page is scored by the model of `auto` that was not fitted to its site, as on a user's pages. The trees
for headings read what is kept after the lists were decided, by trees that were not fitted to its site either.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from maintext.arrays import BoolArray, Columns, FloatArray
from maintext.evaluation.datasets import LabelledPage
from maintext.evaluation.sites import FOLDS, fold_of, site_key
from maintext.limits import Limits
from maintext.methods.auto.cleanup import second_look_columns
from maintext.methods.auto.method import Auto
from maintext.methods.auto.scores import AutoScores
from maintext.model.auto import AutoModel
from maintext.model.second_look import SecondLook
from maintext.model.trees import Trees
from maintext.pipeline import read
from maintext.training.align import align
from maintext.training.auto.boosting import Boosting, fit_trees
from maintext.training.blank import no_trees

BOUNDS = (0.6, 0.2, 0.35, 0.2)
"""Probability from which a list is kept, and below which it is dropped; the same of a heading. Swept: see
docs/cleanup.md."""
_BOOSTING = Boosting(trees=64, levels=4, rate=0.2, feature_share=1.0)
_WHOLE = 0.5
"""A list with this share of its words in the gold text should be kept."""


@dataclass(frozen=True, eq=False)
class ScoredPage:
    """A labelled page, scored by a model that was not fitted to its site."""

    dataset: str
    fold: int
    scores: AutoScores
    chosen: BoolArray
    main: BoolArray


def score_pages(pages: Iterable[LabelledPage], models: Sequence[AutoModel]) -> list[ScoredPage]:
    """The pages whose gold text is on them; `models` are those of the folds."""
    methods = [Auto(model=model) for model in models]
    limits, found = Limits(), []
    for labelled in pages:
        fold = fold_of(site_key(labelled.url, labelled.html))
        page = read(labelled.html, labelled.url, None, limits, limits.deadline()).page
        if not len(page.blocks) or not (labelled.text or "").strip():
            continue
        alignment = align(page, labelled.text or "")
        if alignment.usable:
            scores = methods[fold].score(page)
            chosen = methods[fold].select(scores)
            found.append(ScoredPage(labelled.dataset, fold, scores, chosen, alignment.main))
    return found


def train_second_look(
    pages: Sequence[ScoredPage], seed: int = 0, progress: Callable[[str], None] = lambda stage: None
) -> SecondLook:
    """Fit both; the same pages and seed give the same trees."""
    list_from, list_below, heading_from, heading_below = map(_log_odds, BOUNDS)
    bounds = (list_from, list_below, heading_from, heading_below)
    blank = SecondLook(no_trees(), no_trees(), bounds, card={})
    progress("lists")
    lists = [_list_examples(page, blank) for page in pages]
    final = _fit(lists, seed)
    by_fold = [
        replace(
            blank,
            lists=_fit([one for one, page in zip(lists, pages, strict=True) if page.fold != fold], seed),
        )
        for fold in range(FOLDS)
    ]
    progress("headings")
    headings = [_heading_examples(page, by_fold[page.fold]) for page in pages]
    counts = Counter(page.dataset for page in pages)
    card = {
        "seed": seed,
        "pages": dict(sorted(counts.items())),
        "lists": sum(len(one.target) for one in lists),
        "headings": sum(len(one.target) for one in headings),
    }
    return replace(blank, lists=final, headings=_fit(headings, seed), card=card)


@dataclass(frozen=True, eq=False)
class _Examples:
    """Lists or headings of a page."""

    columns: Columns
    target: BoolArray
    weight: FloatArray


def _list_examples(page: ScoredPage, look: SecondLook) -> _Examples:
    spans, columns = second_look_columns(page.scores, page.chosen, look, headings=False)
    words = np.array([page.scores.words[first:end].sum() for first, end in spans.tolist()], dtype=np.float64)
    main = np.array(
        [page.scores.words[first:end][page.main[first:end]].sum() for first, end in spans.tolist()],
        dtype=np.float64,
    )
    return _Examples(columns, main >= _WHOLE * np.maximum(words, 1), np.log1p(words) + 0.5)


def _heading_examples(page: ScoredPage, look: SecondLook) -> _Examples:
    spans, columns = second_look_columns(page.scores, page.chosen, look, headings=True)
    return _Examples(columns, page.main[spans[:, 0]], np.ones(len(spans)))


def _fit(examples: Sequence[_Examples], seed: int) -> Trees:
    return fit_trees(
        np.hstack([one.columns for one in examples]),
        np.concatenate([one.target for one in examples]).astype(np.int64),
        np.concatenate([one.weight for one in examples]),
        "Logloss",
        _BOOSTING,
        seed=seed,
    )


def _log_odds(probability: float) -> float:
    return round(float(np.log(probability / (1 - probability))), 4)
