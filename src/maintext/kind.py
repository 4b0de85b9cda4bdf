"""The kind of a page, from the kind trees of an `auto` model."""

from collections.abc import Mapping
from dataclasses import dataclass

from maintext.model.auto import AutoModel, shipped_auto
from maintext.model.measure import page_kinds
from maintext.model.schema import KINDS
from maintext.page.page import Page

OTHER = "other"
"""The kind of a page that is probably none of `KINDS`."""
NAMED_FROM = 0.4
"""Minimum probability of a kind. Out of fold, the most likely kind is right on 22 of 54 pages of wcxb-dev
where it is less likely than this, on 47 of 92 up to 0.5, and on more than half above."""
WITH_ARTICLE = ("article", "documentation")
"""Kinds of pages with an article: one text on one subject."""


@dataclass(frozen=True, slots=True)
class PageKind:
    """The kind of a page: article, forum, product, collection, listing, documentation, service or other."""

    name: str
    probability: float
    """The probability of the most likely kind, which is `name` unless that is `other`."""
    probabilities: Mapping[str, float]
    """The probability of each kind; they sum to 1, or are all 0 on a page without text."""

    def __str__(self) -> str:
        if self.name != OTHER or not self.probability:
            return f"{self.name} ({self.probability:.0%})"
        likeliest = max(self.probabilities, key=self.probabilities.__getitem__)
        return f"{OTHER} (most likely {likeliest}, {self.probability:.0%})"

    @property
    def with_article(self) -> float:
        """The probability that the page is of a kind with an article."""
        return sum(self.probabilities[kind] for kind in WITH_ARTICLE)


def name_kind(probabilities: Mapping[str, float]) -> PageKind:
    """The most likely kind, if it is likely enough.

    >>> str(name_kind({"article": 0.7, "forum": 0.2, "documentation": 0.1}))
    'article (70%)'
    >>> str(name_kind({"article": 0.3, "forum": 0.35, "documentation": 0.35}))
    'other (most likely forum, 35%)'
    """
    likeliest = max(probabilities, key=probabilities.__getitem__)
    probability = probabilities[likeliest]
    return PageKind(likeliest if probability >= NAMED_FROM else OTHER, probability, probabilities)


def find_kind(page: Page, model: AutoModel | None = None) -> PageKind:
    """The kind of a page by a model; by default, the bundled one."""
    if not len(page.blocks):
        return PageKind(OTHER, 0.0, dict.fromkeys(KINDS, 0.0))
    kinds = page_kinds(page, model or shipped_auto())
    return name_kind(dict(zip(KINDS, kinds.tolist(), strict=True)))
