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
"""Minimum probability of a kind. Out of fold, the most likely kind is right on 9 of 28 pages of wcxb-dev
where it is less likely than this, on 31 of 72 up to 0.5, and on more than half above."""
EVIDENCE_BLOCKS = 8
"""Blocks of a page that say as much about its kind as is known before. On bare pages of a few blocks, made
from labelled ones, the trees hardly know anything: they call every second article a forum. Swept over 4 to 15
by the likelihood of the kinds of 5,318 bare and 4,869 whole pages."""
BEFORE: Mapping[str, float] = {kind: 0.7 if kind == "article" else 0.05 for kind in KINDS}
"""The kind of a page of which nothing is known: most pages are about one subject. It is assumed, not
measured."""
WITH_ARTICLE = ("article", "documentation")
"""Kinds of pages with an article: one text on one subject."""


@dataclass(frozen=True, slots=True)
class PageKind:
    """The kind of a page: article, forum, product, collection, listing, documentation, service or other."""

    name: str
    """The most likely kind; `other` if its probability is too low."""
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


def weigh_kinds(probabilities: Mapping[str, float], blocks: int) -> dict[str, float]:
    """The probabilities of a page with some blocks: the fewer there are, the more counts `BEFORE`.

    >>> weighed = weigh_kinds(dict.fromkeys(KINDS, 0.0) | {"forum": 1.0}, blocks=4)
    >>> round(weighed["forum"], 2), round(weighed["article"], 2)
    (0.24, 0.56)
    """
    weight = blocks**2 / (blocks**2 + EVIDENCE_BLOCKS**2)
    return {kind: weight * p + (1 - weight) * BEFORE[kind] for kind, p in probabilities.items()}


def find_kind(page: Page, model: AutoModel | None = None) -> PageKind:
    """The kind of a page by a model; by default, the bundled one."""
    if not len(page.blocks):
        return PageKind(OTHER, 0.0, dict.fromkeys(KINDS, 0.0))
    kinds = page_kinds(page, model or shipped_auto())
    return name_kind(weigh_kinds(dict(zip(KINDS, kinds.tolist(), strict=True)), len(page.blocks)))
