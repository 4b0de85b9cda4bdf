"""Whether a page has an article, by the P value of paper 3 (see `maintext.methods.p_value`).

The paper: a page's P is the largest P of its elements, and the page has an article when that is at
least 0.5. Today's tags carry long attributes (addresses, data, measuring), which tell nothing about
articles, and a CJK character says what about three letters say. So the P that is judged counts tags
without attributes, and CJK characters threefold. `docs/judge.md` has the figures.
"""

from dataclasses import dataclass
from typing import Literal

import numpy as np

from maintext.methods.p_value import AS_PRINTED, PValue
from maintext.page import Page

Label = Literal["article", "not_article", "uncertain"]

JUDGED = PValue(attributes=False, cjk_weight=3)
"""The P value that is judged: it tells pages apart better than the printed one (AUC .871, .832)."""

ARTICLE_FROM = 0.5
"""The paper's bound: below it a page has no article."""
SURE_FROM = 0.7
"""From here on it has one. Between the two, in steps of 0.05, articles are 30 to 60 % of the pages."""
LEAST_UNLINKED = 1 / 3
"""Share of an article's text outside links: P hardly sees that a list of headlines is all links."""
SHORTEST_SURE = 300
"""Characters outside links of a sure article: a short notice has a large P, too."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a page has an article, and the evidence."""

    label: Label
    p_value: float
    """The P value that is judged, from 0 to 1."""
    reason: str
    printed_p_value: float
    """The P value exactly as the paper prints it."""
    probability: float | None = None
    """A calibrated probability that the page has an article; None, as no model gives one yet."""

    @property
    def has_article(self) -> bool:
        """True unless the verdict is `not_article`."""
        return self.label != "not_article"

    @property
    def has_article_as_printed(self) -> bool:
        """What the paper's own rule says: its P value is at least 0.5."""
        return self.printed_p_value >= ARTICLE_FROM


def judge_page(page: Page) -> Verdict:
    """Judge a page.

    >>> from maintext.parse import parse
    >>> judge_page(parse("<ul><li><a href=/1>First</a><li><a href=/2>Second</a></ul> Two links.")).label
    'not_article'
    """
    scores = JUDGED.score(page)
    p = float(np.max(scores.values, initial=0.0))
    printed = float(np.max(AS_PRINTED.score(page).values, initial=0.0))
    kept = page.leaves[scores.leaves_of(JUDGED.select(scores))]
    chars, link_chars = int(page.chars[kept].sum()), int(page.link_chars[kept].sum())
    label, reason = _label(p, chars - link_chars, link_chars)
    return Verdict(label, p, reason, printed)


def _label(p: float, unlinked: int, linked: int) -> tuple[Label, str]:
    """The label of a page whose best element has so many characters, and the reason."""
    if not unlinked:
        return "not_article", "no element has text outside links"
    if p < ARTICLE_FROM:
        return (
            "not_article",
            f"no element holds the page's text: the largest P, {p:.2f}, is below {ARTICLE_FROM}",
        )
    if unlinked < LEAST_UNLINKED * (unlinked + linked):
        share = linked / (unlinked + linked)
        return "not_article", f"{share:.0%} of the text in the element with the largest P, {p:.2f}, are links"
    if p < SURE_FROM:
        return "uncertain", f"the largest P, {p:.2f}, lies between {ARTICLE_FROM} and {SURE_FROM}"
    if unlinked < SHORTEST_SURE:
        return (
            "uncertain",
            f"the largest P is {p:.2f}, but its element has only {unlinked} characters of text",
        )
    return "article", f"one element holds the page's text: its P, {p:.2f}, is at least {SURE_FROM}"
