"""Places of a site: where blocks are on its pages, and how likely they were main text there.

A place is the path of a block: its element and the five above, each with tag, classes and id. The page's
words do not matter, so an editor's line, a byline or a box of teasers has a place although its text changes.
Pages need no labels: `auto` gives the probabilities, and what it says of most pages of a site helps on a page
where it is not sure.
"""

import re
from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from maintext.arrays import FloatArray, IntArray
from maintext.page.blocks import fold
from maintext.page.page import Page

# Swept over 3, 6 and all: the F1 on 1,306 pages changes by .0016.
_LEVELS = 6
_MOST_CLASSES = 4
_LONGEST_NAME = 24
_EXAMPLES = 2
_LONGEST_EXAMPLE = 60
_DIGITS = re.compile(r"\d+")
_SURE = 0.99
"""Most that a place can say: pages that are not known may differ."""
_HALF_PAGES = 2
"""Pages of a place that count for half; 1 and 5 have the same F1 to .001."""
_MOST_OWN = 5.0
"""Log odds of a block that count fully beside those of its place."""
MOST_PLACES = 5_000
"""Places of a template, those on most pages."""


class SitePlace(NamedTuple):
    """How likely the blocks of a place were main text."""

    pages: int
    """Number of pages with the place."""
    thousandths: int
    """Sum over these pages of the mean probability of main text, in thousandths: exact in any order."""
    kept: int
    """Number of pages where that is at least a half."""
    examples: tuple[str, ...] = ()
    """Beginnings of texts there: the first ones in alphabetical order."""

    @property
    def probability(self) -> float:
        """The mean probability of main text."""
        return self.thousandths / (1000 * self.pages)

    @property
    def agreement(self) -> float:
        """Share of the pages that are on the same side of one half, from 0.5 to 1."""
        return max(self.kept, self.pages - self.kept) / self.pages

    def plus(self, other: "SitePlace", common: int = 0) -> "SitePlace":
        """The place on the pages of both, of which a number may be the same."""
        pages = max(self.pages, other.pages, self.pages + other.pages - common)
        part = pages / (self.pages + other.pages)  # 1 if no page is the same
        return SitePlace(
            pages,
            round(part * (self.thousandths + other.thousandths)),
            round(part * (self.kept + other.kept)),
            tuple(sorted({*self.examples, *other.examples})[:_EXAMPLES]),
        )


def page_places(page: Page) -> dict[str, SitePlace]:
    """The places of one page, by the probabilities of the bundled model."""
    from maintext.model.auto import shipped_auto  # imports the methods, which import this module
    from maintext.model.measure import measure

    measured = measure(page, shipped_auto())
    return find_places(page, measured.probability, measured.words)


def find_places(page: Page, probability: FloatArray, words: IntArray) -> dict[str, SitePlace]:
    """The places of one page, from the probability and the words of each block."""
    paths = block_paths(page)
    number: dict[str, int] = {}
    of_block = np.array([number.setdefault(path, len(number)) for path in paths], dtype=np.int64)
    weight = words + 1
    means = np.bincount(of_block, weight * probability) / np.bincount(of_block, weight)
    first = np.unique(of_block, return_index=True)[1]
    found = {}
    for path, mean, block in zip(number, means.tolist(), first.tolist(), strict=True):
        example = _example(page, block)
        found[path] = SitePlace(1, round(1000 * mean), int(mean >= 0.5), (example,) if example else ())
    return found


def block_paths(page: Page) -> list[str]:
    """The path of each block.

    >>> from maintext.page.parse import parse
    >>> block_paths(parse("<div class='story s17'><p>It rained.</p></div>"))
    ['html/body/div.s.story/p']
    """
    steps = _Steps(page)
    parent = page.parent.tolist()
    known: dict[int, str] = {}
    paths = []
    for element in page.blocks.element.tolist():
        path = known.get(element)
        if path is None:
            parts: list[str] = []
            row = element
            while row >= 0 and len(parts) < _LEVELS:
                parts.append(steps[row])
                row = parent[row]
            path = known[element] = "/".join(reversed(parts))
        paths.append(path)
    return paths


class _Steps(dict[int, str]):
    """The step of each element in a path: its tag, classes and id, made when asked for."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.ids = dict(page.values_of("id"))
        self.classes = dict(page.values_of("class"))
        self.names: dict[str, str] = {}  # of equal classes

    def __missing__(self, row: int) -> str:
        step = self.page.tag_name(row)[:_LONGEST_NAME] + self._class_names(self.classes.get(row, ""))
        name = _short(self.ids[row]) if row in self.ids else ""
        step = self[row] = f"{step}#{name}" if name else step
        return step

    def _class_names(self, value: str) -> str:
        known = self.names.get(value)
        if known is None:
            parts = {_short(name) for name in value.split(None, _MOST_CLASSES)[:_MOST_CLASSES]}
            known = self.names[value] = "".join(f".{name}" for name in sorted(parts) if name)
        return known


def _short(name: str) -> str:
    """A name without digits, which often number the page or the item."""
    return _DIGITS.sub("", name[: 2 * _LONGEST_NAME])[:_LONGEST_NAME]


def _example(page: Page, block: int) -> str:
    text = fold(page.block_text(block)[: 4 * _LONGEST_EXAMPLE])
    return text if len(text) <= _LONGEST_EXAMPLE else f"{text[:_LONGEST_EXAMPLE]}…"


class PlaceEvidence(NamedTuple):
    """What a template knows of the places of a page's blocks."""

    weight: FloatArray
    """How much is known, from 0 to 1: more pages, more weight."""
    log_odds: FloatArray
    """Log odds of the mean probability there; 0 if nothing is known."""


def place_evidence(page: Page, places: Mapping[str, SitePlace]) -> PlaceEvidence:
    """What is known of the place of each block."""
    known: dict[str, tuple[float, float]] = {}
    paths = block_paths(page)
    for path in paths:
        if path not in known:
            known[path] = _evidence(places.get(path))
    found = np.array([known[path] for path in paths]).reshape(-1, 2)
    return PlaceEvidence(found[:, 0], found[:, 1])


def place_terms(evidence: PlaceEvidence, log_odds: FloatArray) -> FloatArray:
    """What the prior of places multiplies, 2 × blocks: log odds of the place and of the block, by weight."""
    own = np.clip(log_odds, -_MOST_OWN, _MOST_OWN)
    terms: FloatArray = evidence.weight * np.vstack([evidence.log_odds, own])
    return terms


def _evidence(place: SitePlace | None) -> tuple[float, float]:
    if place is None:
        return 0.0, 0.0
    p = min(max(place.probability, 1 - _SURE), _SURE)
    return place.pages / (place.pages + _HALF_PAGES), float(np.log(p / (1 - p)))


def most_seen(places: Mapping[str, SitePlace]) -> dict[str, SitePlace]:
    """The places on most pages, as many as a template holds."""
    if len(places) <= MOST_PLACES:
        return dict(places)
    return dict(sorted(places.items(), key=lambda item: (-item[1].pages, item[0]))[:MOST_PLACES])
