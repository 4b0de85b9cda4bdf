"""The kind of a page, from the kind trees of an `auto` model, and from its posts where these are unsure."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from maintext.model.auto import AutoModel, shipped_auto
from maintext.model.measure import page_kinds
from maintext.model.schema import KINDS
from maintext.page.page import Page
from maintext.threads import Post, find_posts
from maintext.threads.discussion import Discussion, read_discussion

OTHER = "other"
"""The kind of a page that is probably none of `KINDS`."""
NAMED_FROM = 0.4
"""Minimum probability of a kind. Out of fold, the most likely kind is right on 9 of 23 pages of wcxb-dev
where it is less likely than this, on 27 of 70 up to 0.5, and on more than half above."""
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
"""Probabilities of a kind with an article between which the posts of a page are searched for."""
MAYBE_FORUM = (0.2, 0.95)
"""Probabilities of a forum between which they are searched for, too: above, they change no verdict."""
FORUM_ODDS: Mapping[Discussion, float] = {
    Discussion.THREAD: 50.0,
    Discussion.UNCLEAR: 1.0,
    Discussion.NONE: 0.4,
}
"""How much likelier a forum is by the posts that are found. Out of fold, 16 of 40 unsure forums are a thread,
and one of 269 other pages; 14 of the forums have no posts, and nine in ten of the others. Swept over 10 to 50
and .05 to 1 by the likelihood of the kinds: .33 to .5 are about equal."""


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


def find_kind(
    page: Page, model: AutoModel | None = None, posts: Callable[[], Sequence[Post]] | None = None
) -> PageKind:
    """The kind of a page by a model; by default, the bundled one.

    `posts` finds the posts of the page, if the caller needs them as well; by default, `find_posts`.
    """
    if not len(page.blocks):
        return PageKind(OTHER, 0.0, dict.fromkeys(KINDS, 0.0))
    kinds = page_kinds(page, model or shipped_auto())
    return decide_kind(page, dict(zip(KINDS, kinds.tolist(), strict=True)), posts)


def decide_kind(
    page: Page, probabilities: Mapping[str, float], posts: Callable[[], Sequence[Post]] | None = None
) -> PageKind:
    """The kind of a page with these probabilities by the trees; `posts` as in `find_kind`."""
    kind = name_kind(weigh_kinds(probabilities, len(page.blocks)))
    if not is_unsure(kind):
        return kind
    found = read_discussion(page, posts() if posts else find_posts(page))
    return name_kind(weigh_forum(kind.probabilities, FORUM_ODDS[found]))


def is_unsure(kind: PageKind) -> bool:
    """Whether the posts of a page of this kind may change the verdict."""
    return (
        UNSURE[0] <= kind.with_article < UNSURE[1]
        or MAYBE_FORUM[0] <= kind.probabilities["forum"] < MAYBE_FORUM[1]
    )


def weigh_forum(probabilities: Mapping[str, float], factor: float) -> dict[str, float]:
    """The probabilities if a forum is `factor` times as likely as before.

    >>> found = weigh_forum({"article": 0.6, "forum": 0.3, "listing": 0.1}, 50)
    >>> {kind: round(p, 2) for kind, p in found.items()}
    {'article': 0.04, 'forum': 0.96, 'listing': 0.01}
    """
    odds = {kind: p * (factor if kind == "forum" else 1.0) for kind, p in probabilities.items()}
    total = sum(odds.values())
    return {kind: value / total for kind, value in odds.items()}
