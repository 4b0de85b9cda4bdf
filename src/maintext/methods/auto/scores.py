"""The scores of `auto`, with all measurements of the model."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from maintext._kernel import native
from maintext.arrays import BoolArray, Columns, FloatArray, IntArray, sigmoid
from maintext.lazy import lazy
from maintext.methods.base import Scores
from maintext.model.auto import BLOCK_FEATURES, KINDS, AutoModel
from maintext.model.measure import Measured
from maintext.model.schema import UNITS
from maintext.site.places import PlaceEvidence, place_terms

_PUSHES = 5
"""Number of features listed for a block."""
_NAMED = 3
"""Number of features in a reason."""
_LEAST_PUSH = 0.05
_PUSHING = [*BLOCK_FEATURES, "repeats_on_site", "place_on_site"]
_UNIT_NAMES = tuple(UNITS.values())


def _values(scores: "AutoScores") -> FloatArray:
    return scores.measured.log_odds if scores.site_log_odds is None else scores.site_log_odds


def _probability(scores: "AutoScores") -> FloatArray:
    return scores.measured.probability if scores.site_probability is None else scores.site_probability


def _leaf_unit(scores: "AutoScores") -> IntArray:
    return scores.page.blocks.of_leaf


@dataclass(frozen=True, eq=False)
class AutoScores(Scores):
    """The scores of `auto`, with all measurements of the model. A unit is a block."""

    values: FloatArray = field(init=False, default=lazy(_values))  # type: ignore[arg-type]
    leaf_unit: IntArray = field(init=False, default=lazy(_leaf_unit))  # type: ignore[arg-type]
    probability: FloatArray | None = field(init=False, default=lazy(_probability))  # type: ignore[assignment]
    measured: Measured = field(kw_only=True)
    model: AutoModel = field(kw_only=True)
    site_log_odds: FloatArray | None = field(default=None, kw_only=True)
    """The log odds, if what is known of the site changes those that were measured."""
    site_probability: FloatArray | None = field(default=None, kw_only=True)
    """The same as probabilities."""
    noise: BoolArray | None = field(default=None, kw_only=True)
    """Which blocks repeat on other pages of the site, if known."""
    places: "WeighedPlaces | None" = field(default=None, kw_only=True)
    """What the places of the blocks on other pages of the site say, if known."""

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

    @property
    def unit_kinds(self) -> NDArray[np.uint8]:
        return self.measured.unit_kind

    def confidence(self, kept: BoolArray) -> float | None:
        if not len(self.model.confidence):
            return None
        outcome = outcome_columns(self.probabilities, self.words, kept, self.measured.kinds)
        return float(np.clip(self.model.confidence.margins(outcome)[0, 0], 0.0, 1.0))

    def pushes(self, block: int) -> dict[str, float]:
        return self.explain(slice(block, block + 1))[0][0]

    def all_pushes(self) -> list[dict[str, float]]:
        return self.explained[0]

    @lazy
    def explained(self) -> tuple[list[dict[str, float]], list[str]]:
        """The contributions and the reason of every block."""
        return self.explain(slice(None))

    def _of_site(self, blocks: slice) -> list[tuple[FloatArray, FloatArray]]:
        """Values and pushes of what is known of the site: repeated texts, places."""
        repeats = np.zeros(len(self.words), dtype=np.bool_) if self.noise is None else self.noise
        known = [(repeats[blocks].astype(np.float64), np.where(repeats[blocks], self.model.site_prior, 0.0))]
        if self.places is not None:
            known.append((self.places.values[blocks], self.places.pushes[blocks]))
        return known if self.noise is not None or self.places is not None else []

    def explain(self, blocks: slice) -> tuple[list[dict[str, float]], list[str]]:
        """The contributions and the reasons of some blocks."""
        columns = self.measured.columns[:, blocks]
        features, pushed = self.model.blocks.pushes(columns, _PUSHES, self.model.calibration[0])
        values = np.take_along_axis(columns, features, axis=0)
        known = self._of_site(blocks)
        for number, (value, push) in reversed([*enumerate(known)]):  # they come first, if they hold
            features = np.vstack((np.full(len(value), len(BLOCK_FEATURES) + number), features))
            pushed = np.vstack((push, pushed))
            values = np.vstack((value, values), dtype=np.float32)
        probability = np.ascontiguousarray(self.probabilities[blocks])
        limits = _NAMED, _LEAST_PUSH, len(known)
        pushes, reasons = native.explain(_PUSHING, features, pushed, values, probability, limits)
        kinds = self.measured.unit_kind[blocks]
        for block in np.flatnonzero(kinds < len(UNITS)).tolist():
            reasons[block] = reasons[block].replace(":", f" for the whole {_UNIT_NAMES[kinds[block]]}:", 1)
        return pushes, reasons


@dataclass(frozen=True, eq=False)
class WeighedPlaces:
    """What the places of a page's blocks say on other pages of the site."""

    values: FloatArray
    """The mean probability of main text there, by block; 0 if the place is not known."""
    pushes: FloatArray
    """What is added to the log odds of each block."""


def weigh_places(
    evidence: PlaceEvidence, measured: Measured, prior: tuple[float, float], repeats: BoolArray | None
) -> WeighedPlaces:
    """The effect of places; the blocks of a unit have the same. It never raises what repeats on the site."""
    pushes = measured.mean_by_unit(np.array(prior) @ place_terms(evidence, measured.log_odds))
    if repeats is not None:
        pushes = np.where(repeats, np.minimum(pushes, 0.0), pushes)
    return WeighedPlaces(np.where(evidence.weight > 0, sigmoid(evidence.log_odds), 0.0), pushes)


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
