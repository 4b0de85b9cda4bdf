"""What `auto` finds on a page: the scores of its blocks, and everything that the model measured."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from maintext.arrays import BoolArray, Columns, FloatArray, IntArray
from maintext.methods.base import Scores
from maintext.model.auto import BLOCK_FEATURES, KINDS, AutoModel
from maintext.model.measure import Measured

_PUSHES = 5
"""Features whose pushes are listed for a block."""
_AT_ONCE = 256
"""Blocks whose pushes are computed together, which bounds the memory."""


@dataclass(frozen=True, eq=False)
class AutoScores(Scores):
    """The scores of `auto`, with everything that the model measured. A unit is a block."""

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
        return dict(zip(KINDS, self.measured.kinds.tolist(), strict=True))

    @property
    def block_columns(self) -> Columns:
        return self.measured.columns

    def confidence(self, kept: BoolArray) -> float | None:
        if not len(self.model.confidence):
            return None
        outcome = outcome_columns(self.probabilities, self.words, kept, self.measured.kinds)
        return float(np.clip(self.model.confidence.margins(outcome)[0, 0], 0.0, 1.0))

    def pushes(self, block: int) -> dict[str, float]:
        features, pushed = self._strongest
        found = zip(features[:, block].tolist(), pushed[:, block].tolist(), strict=True)
        pushes = {BLOCK_FEATURES[feature]: push for feature, push in found if push}
        if self.noise is not None and self.noise[block]:
            pushes = {"repeats_on_site": self.model.site_prior, **pushes}
        return pushes

    @cached_property
    def _strongest(self) -> tuple[IntArray, FloatArray]:
        """The features that pushed each block most, and how much: pushes × blocks."""
        columns, slope = self.measured.columns, self.model.calibration[0]
        features, pushes = [], []
        for start in range(0, columns.shape[1], _AT_ONCE):
            pushed = slope * self.model.blocks.contributions(columns[:, start : start + _AT_ONCE])[:-1]
            strongest = np.argsort(-np.abs(pushed), axis=0, kind="stable")[:_PUSHES]
            features.append(strongest)
            pushes.append(np.take_along_axis(pushed, strongest, axis=0))
        return np.hstack(features), np.hstack(pushes)

    def value(self, feature: str, block: int) -> float:
        """A block's feature, by name."""
        if feature == "repeats_on_site":
            return 1.0
        return float(self.measured.columns[BLOCK_FEATURES.index(feature), block])


def outcome_columns(probability: FloatArray, words: IntArray, kept: BoolArray, kinds: FloatArray) -> Columns:
    """What predicts how good a choice of blocks is, in the order of `CONFIDENCE_FEATURES`: features × 1."""
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
