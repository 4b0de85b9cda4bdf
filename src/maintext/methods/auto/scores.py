"""The scores of `auto`, with all measurements of the model."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from maintext._kernel import native
from maintext.arrays import BoolArray, Columns, FloatArray, IntArray
from maintext.methods.base import Scores
from maintext.model.auto import BLOCK_FEATURES, KINDS, AutoModel
from maintext.model.measure import Measured
from maintext.model.schema import UNITS

_PUSHES = 5
"""Number of features listed for a block."""
_NAMED = 3
"""Number of features in a reason."""
_LEAST_PUSH = 0.05
_PUSHING = [*BLOCK_FEATURES, "repeats_on_site"]
_UNIT_NAMES = tuple(UNITS.values())


@dataclass(frozen=True, eq=False)
class AutoScores(Scores):
    """The scores of `auto`, with all measurements of the model. A unit is a block."""

    measured: Measured = field(kw_only=True)
    model: AutoModel = field(kw_only=True)
    noise: BoolArray | None = field(default=None, kw_only=True)
    """Which blocks repeat on other pages of the site, if known."""

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
        return self.explain(slice(block, block + 1))[0][0]

    def all_pushes(self) -> list[dict[str, float]]:
        return self.explained[0]

    @cached_property
    def explained(self) -> tuple[list[dict[str, float]], list[str]]:
        """The contributions and the reason of every block."""
        return self.explain(slice(None))

    def explain(self, blocks: slice) -> tuple[list[dict[str, float]], list[str]]:
        """The contributions and the reasons of some blocks."""
        columns = self.measured.columns[:, blocks]
        features, pushed = self.model.blocks.pushes(columns, _PUSHES, self.model.calibration[0])
        values = np.take_along_axis(columns, features, axis=0)
        if self.noise is not None:
            repeats = self.noise[blocks]  # comes first, if it holds
            features = np.vstack((np.full(len(repeats), len(BLOCK_FEATURES)), features))
            pushed = np.vstack((np.where(repeats, self.model.site_prior, 0.0), pushed))
            values = np.vstack((repeats, values), dtype=np.float32)
        probability = np.ascontiguousarray(self.probabilities[blocks])
        limits = _NAMED, _LEAST_PUSH, int(self.noise is not None)
        pushes, reasons = native.explain(_PUSHING, features, pushed, values, probability, limits)
        kinds = self.measured.unit_kind[blocks]
        for block in np.flatnonzero(kinds < len(UNITS)).tolist():
            reasons[block] = reasons[block].replace(":", f" for the whole {_UNIT_NAMES[kinds[block]]}:", 1)
        return pushes, reasons


def outcome_columns(probability: FloatArray, words: IntArray, kept: BoolArray, kinds: FloatArray) -> Columns:
    """The columns that predict the F1 of a choice, in the order of `CONFIDENCE_FEATURES`: features × 1."""
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
