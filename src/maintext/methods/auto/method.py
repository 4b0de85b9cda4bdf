"""The learned extractor: word scores and boosted trees over the features of a page's blocks.

    page features ─kind trees→ kind        words ─tables→ word scores
    block features + kind + word scores and their surroundings ─block trees→ probability ─expected F1→ blocks

`docs/methods/auto.md` says how the model was fitted and what it gives.
"""

import weakref
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from maintext._kernel import loops, native
from maintext.arrays import BoolArray, Columns, FloatArray, IntArray
from maintext.methods.base import Method, Need, Paper, Scores
from maintext.model.auto import BLOCK_FEATURES, KINDS, AutoModel, shipped_auto
from maintext.model.measure import Measured, choose, measure, sigmoid
from maintext.page.page import Page

if TYPE_CHECKING:
    from maintext._kernel._native import Scorer

_PUSHES = 5
"""Features whose pushes are told of a block."""
_TOLD = 3
"""Features that a reason names."""
_LEAST_PUSH = 0.05
_PUSHING = [*BLOCK_FEATURES, "repeats_on_site"]


@dataclass(frozen=True, eq=False)
class AutoScores(Scores):
    """The scores of `auto`, with what else the model says of the page. A unit is a block."""

    measured: Measured = field(kw_only=True)
    model: AutoModel = field(kw_only=True)
    noise: BoolArray | None = field(default=None, kw_only=True)
    """Which blocks repeat on other pages of the site, where that is known."""

    @property
    def probabilities(self) -> FloatArray:
        """The probability of main text, by block."""
        assert self.probability is not None
        return self.probability

    @property
    def words(self) -> IntArray:
        """The words of each block."""
        return self.measured.words

    @property
    def kinds(self) -> Mapping[str, float]:
        """The probability of each kind of page."""
        return dict(zip(KINDS, self.measured.kinds.tolist(), strict=True))

    def confidence(self, kept: BoolArray) -> float:
        """The F1 that the choice of these blocks is foretold, from 0 to 1."""
        outcome = outcome_columns(self.probabilities, self.words, kept, self.measured.kinds)
        return float(np.clip(self.model.confidence.margins(outcome)[0, 0], 0.0, 1.0))

    def pushes(self, block: int) -> dict[str, float]:
        """The features that pushed a block's log odds most, the strongest first."""
        return self._explained(slice(block, block + 1))[0][0]

    def tell(self, block: int) -> str:
        """Why a block is main text or not, in a line."""
        return self._explained(slice(block, block + 1))[1][0]

    @cached_property
    def explained(self) -> tuple[list[dict[str, float]], list[str]]:
        """The pushes and the reason of every block."""
        return self._explained(slice(None))

    def _explained(self, blocks: slice) -> tuple[list[dict[str, float]], list[str]]:
        columns = self.measured.columns[:, blocks]
        features, pushed = self.model.blocks.pushes(columns, _PUSHES, self.model.calibration[0])
        values = np.take_along_axis(columns, features, axis=0)
        if self.noise is not None:
            repeats = self.noise[blocks]  # comes first, where it holds
            features = np.vstack((np.full(len(repeats), len(BLOCK_FEATURES)), features))
            pushed = np.vstack((np.where(repeats, self.model.site_prior, 0.0), pushed))
            values = np.vstack((repeats, values), dtype=np.float32)
        probability = np.ascontiguousarray(self.probabilities[blocks])
        return native.explain(
            _PUSHING, features, pushed, values, probability, (_TOLD, _LEAST_PUSH, int(self.noise is not None))
        )


@dataclass(frozen=True)
class Auto(Method):
    """The learned extractor."""

    model: AutoModel | None = None
    """A model of one's own; None is the one that comes with the package."""
    threshold: float | None = None
    """Keep the blocks of at least this probability; None is the choice with the largest expected F1."""

    name: ClassVar[str] = "auto"
    paper: ClassVar[Paper] = Paper("maintext", "Boosted trees over features of blocks and pages", 2026)
    needs: ClassVar[Need] = "model"
    settles_noise: ClassVar[bool] = True

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.threshold is not None and not 0 <= self.threshold <= 1:
            raise ValueError(f"threshold must lie between 0 and 1, not {self.threshold!r}")

    @property
    def scorer(self) -> "Scorer | None":
        return None if loops is None else (self.model or shipped_auto()).scorer

    def score(self, page: Page, noise: BoolArray | None = None) -> AutoScores:
        model = self.model or shipped_auto()
        measured = measure(page, model)
        log_odds, probability, repeats = measured.log_odds, measured.probability, None
        if noise is not None:
            chars = page.chars[page.leaves]
            repeats = 2 * page.blocks.sum_leaves(np.where(noise, chars, 0)) >= page.blocks.chars
            log_odds = log_odds + np.where(repeats, model.site_prior, 0.0)
            probability = sigmoid(log_odds)

        def describe(block: int) -> str:
            told = known()
            assert told is not None  # who asks holds the scores
            return told.tell(block)

        scores = AutoScores(
            page,
            log_odds,
            page.blocks.of_leaf,
            describe,
            probability=probability,
            measured=measured,
            model=model,
            noise=repeats,
        )
        known = weakref.ref(scores)  # if they held themselves, the page would stay until garbage is collected
        return scores

    def select(self, scores: Scores) -> BoolArray:
        assert isinstance(scores, AutoScores)
        if self.threshold is not None:
            return scores.probabilities >= self.threshold
        if scores.noise is None:
            return scores.measured.chosen
        return choose(scores.values, scores.words, scores.measured.kinds, scores.model.choice)


def outcome_columns(probability: FloatArray, words: IntArray, kept: BoolArray, kinds: FloatArray) -> Columns:
    """What a choice of blocks tells of its own worth, in the order of `CONFIDENCE_FEATURES`: features × 1."""
    main = probability * words
    chosen, all_words, all_main = float(words[kept].sum()), float(words.sum()), float(main.sum())
    found = float(main[kept].sum())
    values = (
        2 * found / max(chosen + all_main, 1e-9),
        found / max(chosen, 1e-9),
        found / max(all_main, 1e-9),
        np.log1p(chosen),
        chosen / max(all_words, 1.0),
        float((main * (1 - probability)).sum()) / max(all_words, 1.0),
        probability[kept].min(initial=1.0),
        probability[~kept].max(initial=0.0),
        *kinds,
    )
    return np.array(values, dtype=np.float32)[:, None]
