"""CETD, composite text density: many characters, few tags and links.

Paper: Sun, Song, Liao, "DOM Based Content Extraction via Text Density", SIGIR 2011.

Idea: for a node with C characters, T tags, LC link characters and LT link tags below it

    text density = C / T
    composite    = C / T * log_b (C / LC * T / LT),   b = ln (C / not-LC * LC  +  LC_body / C_body * C  +  e)

where not-LC = C - LC, and a count of 0 is taken as 1. DensitySum is the sum of the densities of a node's
children. The node with the largest DensitySum of the page is content; the lowest density on the path from
body to it is the threshold. Then go down from body while the density is not below the threshold: below each
node on the way, the node with the largest DensitySum is also content.

A leaf's score is the highest threshold at which it would be content, as a multiple of the threshold.

Units: leaves. Needs: the page alone.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np

from maintext.arrays import BoolArray, FloatArray, IntArray
from maintext.methods.base import Method, Paper, Scores
from maintext.methods.baselines.levels import largest_above, pairs_down, pairs_up
from maintext.methods.baselines.sequence import leaf_units
from maintext.methods.selection import at_least
from maintext.page.page import Page
from maintext.page.tags import HTML, Flag

_UNSEEN = Flag.UNSHOWN | Flag.HIDDEN


@dataclass(frozen=True)
class Cetd(Method):
    """Sun's method; paper 3 calls it CTD."""

    name: ClassVar[str] = "cetd"
    paper: ClassVar[Paper] = Paper(
        "Sun, Song, Liao", "DOM Based Content Extraction via Text Density", 2011, "SIGIR"
    )
    printed: ClassVar[Mapping[str, object]] = {}

    density: Literal["composite", "text"] = "composite"
    """Which density is used: the composite one, which takes links into account (CETD-DS), or the plain one.
    """

    def score(self, page: Page, noise: BoolArray | None = None) -> Scores:
        chars = page.chars.copy()
        if noise is not None:
            chars[page.leaves[noise]] = 0
        density = self._densities(page, chars)
        lowest = _lowest_above(page, density)
        sums = _density_sums(page, density)
        holds = _highest_thresholds(page, lowest, sums)[page.leaves]
        threshold = float(lowest[np.argmax(sums)]) if len(page) else 0.0
        values = holds / threshold if threshold > 0 else np.ones(len(holds))

        evidence = {"lowest_density": holds, "threshold": threshold}
        return Scores(page, values, leaf_units(len(values), noise), evidence=evidence)

    def select(self, scores: Scores) -> BoolArray:
        return at_least(scores.values, 1.0)

    def describe(self, scores: Scores, unit: int) -> str:
        lowest, threshold = scores.evidence["lowest_density"][unit], scores.evidence["threshold"]
        return f"lowest density {lowest:.1f} on the path to its part; threshold {threshold:.1f}"

    def _densities(self, page: Page, chars: IntArray) -> FloatArray:
        """The density of every row; a leaf is a node with one tag."""
        tagged = page.is_element & ~page.has(_UNSEEN)
        text = page.subtree(chars)
        tags = np.maximum(page.subtree(tagged) - tagged, 1)
        if self.density == "text":
            return text / tags
        linked = page.subtree(np.where(page.has(Flag.LINK), chars, 0))
        links = np.maximum(page.subtree(tagged & page.is_link) - (tagged & page.is_link), 1)
        body_share = max(int(linked[:1].sum()), 1) / max(int(text[:1].sum()), 1)
        base = np.log(text / np.maximum(text - linked, 1) * linked + body_share * text + np.e)
        purity = np.maximum(text, 1) / np.maximum(linked, 1) * (tags / links)
        composite = np.zeros(len(page))
        filled = text > 0
        composite[filled] = (text / tags * np.log(purity))[filled] / np.log(base[filled])
        return composite


def _lowest_above(page: Page, density: FloatArray) -> FloatArray:
    """For each row, the lowest density on the path from body to it, both included."""
    return -largest_above(page, np.where(page.tag == HTML, -np.inf, -density))


def _density_sums(page: Page, density: FloatArray) -> FloatArray:
    """The sum of the densities of each element's children; -1 for rows that cannot be chosen."""
    below = page.parent >= 0
    sums = np.bincount(page.parent[below], density[below], minlength=len(page))
    return np.where(page.is_element & (page.tag != HTML) & ~page.has(_UNSEEN), sums, -1.0)


def _highest_thresholds(page: Page, lowest: FloatArray, sums: FloatArray) -> FloatArray:
    """For each row, the highest threshold at which it is content.

    An element is content because of the ancestors in which it has the largest DensitySum; the topmost of them
    is reached at the highest threshold. Everything inside content is content.
    """
    best = sums.copy()
    for parents, children in pairs_up(page):
        np.maximum.at(best, parents, best[children])
    passed = lowest.copy()
    for parents, children in pairs_down(page):
        same = (best[parents] == best[children]) & (page.tag[parents] != HTML)
        passed[children] = np.where(same, passed[parents], passed[children])
    return largest_above(page, np.where((sums == best) & (sums >= 0), passed, 0.0))
