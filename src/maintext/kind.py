"""The kind of a page, from the kind trees of an `auto` model, and from its posts where these are unsure."""

from collections.abc import Mapping
from dataclasses import dataclass

from maintext.model.auto import AutoModel, shipped_auto
from maintext.model.measure import page_kinds
from maintext.model.schema import KINDS
from maintext.page.page import Page
from maintext.threads import find_posts

OTHER = "other"
"""The kind of a page that is probably none of `KINDS`."""
NAMED_FROM = 0.4
"""Minimum probability of a kind. Out of fold, the most likely kind is right on 9 of 27 pages of wcxb-dev
where it is less likely than this, on 30 of 71 up to 0.5, and on more than half above."""
EVIDENCE_BLOCKS = 8
"""Blocks of a page that say as much about its kind as is known before. On bare pages of a few blocks, made
from labelled ones, the trees hardly know anything: they call every second article a forum. Swept over 4 to 15
by the likelihood of the kinds of 5,318 bare and 4,869 whole pages."""
BEFORE: Mapping[str, float] = {kind: 0.7 if kind == "article" else 0.05 for kind in KINDS}
"""The kind of a page of which nothing is known: most pages are about one subject. It is assumed, not
measured."""
WITH_ARTICLE = ("article", "documentation")
"""Kinds of pages with an article: one text on one subject."""

UNSURE = (0.3, 0.8)
"""Probabilities of an article between which the posts of a page are searched for: one page in twelve."""
THREAD_AUTHORS = 2
"""Minimum number of authors of a thread: the posts of a blog mostly have one."""
THREAD_SHARE = 0.2
"""Minimum share of the page's text in the posts of a thread."""
THREAD_ODDS = 50.0
"""How much likelier a forum is if an unsure page is a thread. Out of fold, 21 to 23 of 37 to 42 unsure forums
of all data sets are, and one in 100 of the other pages."""


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
    return decide_kind(page, dict(zip(KINDS, kinds.tolist(), strict=True)))


def decide_kind(page: Page, probabilities: Mapping[str, float]) -> PageKind:
    """The kind of a page with these probabilities by the trees."""
    kind = name_kind(weigh_kinds(probabilities, len(page.blocks)))
    if UNSURE[0] <= kind.with_article < UNSURE[1] and is_thread(page):
        return name_kind(of_thread(kind.probabilities))
    return kind


def is_thread(page: Page) -> bool:
    """Whether posts of several authors are a good part of a page.

    >>> from maintext.page.parse import parse
    >>> post = "<li class=reply><b class=author>{}</b> <time>{} May 2024</time><p>{}"
    >>> replies = post.format("Ann", 2, "Salt the water.") + post.format("Bo", 3, "Not before it boils.")
    >>> is_thread(parse(replies))
    True
    """
    posts = [post for post in find_posts(page) if post.kind == "post"]
    text = sum(len(post.text) for post in posts)
    authors = {post.author for post in posts if post.author}
    return len(authors) >= THREAD_AUTHORS and text >= THREAD_SHARE * int(page.chars[page.leaves].sum())


def of_thread(probabilities: Mapping[str, float]) -> dict[str, float]:
    """The probabilities of a page that is a thread.

    >>> found = of_thread({"article": 0.6, "forum": 0.3, "listing": 0.1})
    >>> {kind: round(p, 2) for kind, p in found.items()}
    {'article': 0.04, 'forum': 0.96, 'listing': 0.01}
    """
    odds = {kind: p * (THREAD_ODDS if kind == "forum" else 1.0) for kind, p in probabilities.items()}
    total = sum(odds.values())
    return {kind: value / total for kind, value in odds.items()}
