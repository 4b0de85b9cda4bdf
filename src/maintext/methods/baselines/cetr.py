"""CETR, content extraction via tag ratios: clusters of lines by text per tag, and by its change.

Papers: Weninger, Hsu, Han, "CETR: Content Extraction via Tag Ratios", WWW 2010; its ancestor TTR:
Weninger, Hsu, "Text Extraction from the Web via Text-to-Tag Ratio", TIR 2008.

Idea: for each line of the source

    T_i = characters / tags             (characters, if there is no tag)

smoothed over neighbouring lines, so that a title or a short paragraph between long ones is raised.
Main text is high and flat, its borders are steep:

    G_i = | mean of the next 3 lines' T  -  T_i |,  smoothed again

The points (T_i, G_i) are clustered by k-means into three clusters, one with its centre fixed at the origin;
the lines of the other two are main text. TTR uses T alone, and keeps lines above its standard deviation.

Units: lines. Needs: the page alone.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np

from maintext.arrays import BoolArray, FloatArray
from maintext.methods.base import Method, Paper, Scores
from maintext.methods.baselines.clusters import content_share
from maintext.methods.baselines.lines import Lines
from maintext.methods.selection import above
from maintext.page.page import Page

_CLUSTERS = 3
_AHEAD = 3
"""Number of lines for the change of T."""


@dataclass(frozen=True)
class Cetr(Method):
    """Weninger's method, and with `dimensions=1` its predecessor."""

    name: ClassVar[str] = "cetr"
    paper: ClassVar[Paper] = Paper(
        "Weninger, Hsu, Han", "CETR: Content Extraction via Tag Ratios", 2010, "WWW"
    )
    ranges: ClassVar[Mapping[str, tuple[float, float]]] = {"radius": (0, 10_000)}
    printed: ClassVar[Mapping[str, object]] = {"lines": "source"}

    dimensions: Literal[1, 2] = 2
    """2 clusters lines by T and G (CETR); 1 keeps lines with T above a threshold (TTR)."""
    lines: Literal["source", "block"] = "block"
    """A line of the source, as published, or the text between two borders of block elements, as in a tidied
    source. Today's pages often have one line of source."""
    radius: int = 1
    """Standard deviation, in lines, of the Gaussian that smooths."""
    threshold: float = 1.0
    """For TTR: minimum T of a kept line, in standard deviations of T."""

    def score(self, page: Page, noise: BoolArray | None = None) -> Scores:
        lines = Lines.of(page, self.lines, noise)
        ratio = lines.chars / np.maximum(lines.tags, 1)
        smooth = _smooth(ratio, self.radius)
        if self.dimensions == 2:
            change = _smooth(abs(_mean_ahead(smooth) - smooth), self.radius)
            values = content_share(np.stack([smooth, change], axis=1), _CLUSTERS)
        else:
            bound = self.threshold * (smooth.std() if len(smooth) else 0.0)
            values = smooth / np.maximum(smooth + bound, np.finfo(float).tiny)

        leaf_unit = lines.of_leaf if noise is None else np.where(noise, -1, lines.of_leaf)
        evidence = {"chars": lines.chars, "tags": lines.tags, "smooth_ratio": smooth}
        return Scores(page, values, leaf_unit, evidence=evidence)

    def select(self, scores: Scores) -> BoolArray:
        return above(scores.values, 0.5)

    def describe(self, scores: Scores, unit: int) -> str:
        chars, tags, smooth = (scores.evidence[name][unit] for name in ("chars", "tags", "smooth_ratio"))
        around = f"{smooth:.1f} characters per tag around ({chars} characters, {tags} tags)"
        return f"{around}: {scores.values[unit]:.2f}, bound 0.50"


def _smooth(values: FloatArray, radius: int) -> FloatArray:
    """Each value averaged with its neighbours; beyond the ends, values count as 0."""
    if not radius or not len(values):
        return values
    weight = np.exp(-(np.arange(-radius, radius + 1) ** 2) / (2 * radius**2))
    return np.convolve(np.pad(values, radius), weight / weight.sum(), "valid")


def _mean_ahead(values: FloatArray) -> FloatArray:
    """The mean of the lines after each one."""
    if not len(values):
        return values
    return np.convolve(np.pad(values[1:], (0, _AHEAD)), np.full(_AHEAD, 1 / _AHEAD), "valid")
