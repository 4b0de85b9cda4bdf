"""Fits the prior of places: how much the place of a block on other pages of its site says about it.

Places are learned from probabilities alone, as on a user's site; the labels are only used to weigh them.
"""

from collections import defaultdict
from collections.abc import Sequence

import numpy as np

from maintext.arrays import BoolArray, FloatArray, sigmoid
from maintext.model.auto import PLACE_PRIOR
from maintext.site.learner import Learner
from maintext.site.places import find_places, place_evidence, place_terms
from maintext.training.auto.calibrate import Prediction, logistic, repeated_blocks

_LEAST_PAGES = 5
"""Pages of a site, at least."""
_LEAST_SITES = 10
_MOST_OTHERS = 20

Prior = tuple[float, float]


def fit_place_prior(
    found: Sequence[Prediction], calibration: tuple[float, float], site_prior: float
) -> Prior:
    """The prior of places from results out of fold; the default one if too few sites have several pages."""
    sites: dict[str, list[Prediction]] = defaultdict(list)
    for outcome in found:
        if outcome.sample.usable:
            sites[outcome.sample.site].append(outcome)
    large = [pages for pages in sites.values() if len(pages) >= _LEAST_PAGES]
    if len(large) < _LEAST_SITES:
        return PLACE_PRIOR
    parts = [part for pages in large for part in _site_columns(pages, calibration, site_prior)]
    columns, start, main, weight = (np.concatenate(each, axis=-1) for each in zip(*parts, strict=True))
    place, own = logistic(columns, main, weight / weight.mean(), start).tolist()
    return place, own


def _site_columns(
    pages: Sequence[Prediction], calibration: tuple[float, float], site_prior: float
) -> list[tuple[FloatArray, FloatArray, BoolArray, FloatArray]]:
    """For each page of a site: columns, log odds without places, labels, weights."""
    slope, offset = calibration
    log_odds = [slope * outcome.margin + offset for outcome in pages]
    samples = [outcome.sample for outcome in pages]
    places = [
        find_places(sample.page, sigmoid(own), sample.words)
        for sample, own in zip(samples, log_odds, strict=True)
    ]
    made = []
    for number, (sample, own) in enumerate(zip(samples, log_odds, strict=True)):
        # The next pages of the site, in a circle: every page is used alike.
        others = [(number + step) % len(pages) for step in range(1, min(len(pages), _MOST_OTHERS + 1))]
        learner = Learner()
        for other in others:
            learner.add((str(other),), {}, places[other])
        repeats = repeated_blocks(sample, [samples[other] for other in others])
        terms = place_terms(place_evidence(sample.page, learner.places), own)
        # A large site counts for more than a small one, but not for as much as its pages.
        weight: FloatArray = sample.weight / np.sqrt(len(pages))
        made.append((terms, own + np.where(repeats, site_prior, 0.0), sample.main, weight))
    return made
