"""The learned extractor: word scores and boosted trees over the features of a page's blocks.

    page features ─kind trees→ kind        words ─tables→ word scores
    block features + kind + word scores and their surroundings ─block trees→ probability ─expected F1→ blocks

`docs/methods/auto.md` says how the model was fitted and what it gives.
"""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from maintext.arrays import BoolArray, IntArray, sigmoid
from maintext.errors import quoted
from maintext.methods.auto.cleanup import clean_up
from maintext.methods.auto.scores import AutoScores, weigh_places
from maintext.methods.base import Kept, Method, Need, Paper, Scores
from maintext.model.auto import AutoModel, shipped_auto
from maintext.model.measure import choose, measure
from maintext.page.page import Page
from maintext.site.places import place_evidence
from maintext.site.template import SiteTemplate


@dataclass(frozen=True)
class Auto(Method):
    """The default method: a model that was fitted to labelled pages.

    >>> Auto(threshold=0.5).spec
    'auto(threshold=0.5)'
    """

    model: AutoModel | None = None
    """Your own model; None for the bundled one."""
    threshold: float | None = None
    """Keep blocks of at least this probability; None for the choice with the largest expected F1."""

    name: ClassVar[str] = "auto"
    paper: ClassVar[Paper] = Paper("maintext", "Boosted trees over features of blocks and pages", 2026)
    needs: ClassVar[Need] = "model"
    settles_noise: ClassVar[bool] = True
    can_prefer: ClassVar[bool] = True

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.threshold is not None and not 0 <= self.threshold <= 1:
            raise ValueError(f"threshold must be between 0 and 1, not {quoted(self.threshold)}")

    @property
    def kind_model(self) -> AutoModel | None:
        return self.model

    def score(self, page: Page, noise: BoolArray | None = None) -> AutoScores:
        return self.score_on_site(page, noise, None)

    def score_on_site(self, page: Page, noise: BoolArray | None, template: SiteTemplate | None) -> AutoScores:
        model = self.model or shipped_auto()
        measured = measure(page, model)
        log_odds = repeats = places = None
        if noise is not None:
            repeats = measured.by_unit(page.blocks.mostly(noise))
            log_odds = measured.log_odds + np.where(repeats, model.site_prior, 0.0)
        if template is not None and template.places:
            evidence = place_evidence(page, template.places)
            places = weigh_places(evidence, measured, model.place_prior, repeats)
            log_odds = (measured.log_odds if log_odds is None else log_odds) + places.pushes
        return AutoScores(
            page,
            measured=measured,
            model=model,
            site_log_odds=log_odds,
            site_probability=None if log_odds is None else sigmoid(log_odds),
            noise=repeats,
            places=places,
        )

    def select(self, scores: Scores) -> BoolArray:
        scores = _own(scores)
        if self.threshold is not None:
            return scores.probabilities >= self.threshold
        if scores.site_log_odds is None:
            return scores.measured.chosen
        return choose(scores.values, scores.words, scores.measured.kinds, scores.model.choice)

    def select_shifted(self, scores: Scores, log_odds: float) -> BoolArray:
        scores = _own(scores)
        shifted = scores.values + log_odds
        if self.threshold is not None:
            return sigmoid(shifted) >= self.threshold
        return choose(shifted, scores.words, scores.measured.kinds, scores.model.choice)

    def keep(self, scores: Scores, selected: BoolArray, noise: BoolArray | None = None) -> Kept:
        return clean_up(_own(scores), selected)

    def describe(self, scores: Scores, unit: int) -> str:
        return _own(scores).explain(slice(unit, unit + 1))[1][0]

    def describe_all(self, scores: Scores, units: IntArray) -> list[str]:
        reasons = _own(scores).explained[1]
        return [reasons[unit] for unit in units.tolist()]


def _own(scores: Scores) -> AutoScores:
    assert isinstance(scores, AutoScores), "auto needs its own scores"
    return scores


DEFAULT_METHOD = Auto.name
"""The name of the method that `extract` uses by default."""
