"""Whether a page has an article, by the probability of its kind and the P value of paper 3.

The paper: a page's P is the largest P of its elements (see `maintext.methods.papers.p_value`), and the page
has an article when that is at least 0.5. Today's tags have long attributes (URLs, data, tracking), which say
nothing about articles, and a CJK character carries as much as three letters. So the P used here ignores
attributes, and counts CJK characters three times.

The model of `auto` gives the probability that the page is of a kind that has an article (see
`maintext.kind`). It decides when it is likely or unlikely; between, P does. With the rule `printed`, the
paper's P
alone decides. `docs/judge.md` has the figures.
"""

from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np

from maintext.arguments import check_choice
from maintext.errors import Reason
from maintext.kind import PageKind, find_kind
from maintext.methods.papers.p_value import PValue
from maintext.options import Rule as Rule
from maintext.page.page import Page
from maintext.page.tags import Flag

Label = Literal["article", "not_article", "uncertain"]

_CJK_WEIGHT = 3
JUDGED = PValue(attributes=False, cjk_weight=_CJK_WEIGHT)
"""The P value used here: it separates pages better than the published one (AUC .87, .77)."""
PRINTED_P = PValue.as_printed()
"""The paper's own P value, of lengths in the source."""

ARTICLE_FROM = 0.5
"""The paper's threshold: a page with a smaller P has no article."""
UNLIKELY_BELOW = 0.3
"""Below this probability of an article, a page has none."""
LIKELY_FROM = 0.6
"""From this probability, a page has an article, whatever its P. Swept over .5, .6 and .8 (docs/judge.md)."""
SURE_FROM = 0.8
"""From this probability, a page has an article even if most of it is links."""
LEAST_UNLINKED = 1 / 3
"""Minimum share of an article's text outside links: P hardly notices that a list of headlines is all links.
"""
SHORTEST_SURE = 80
"""Minimum characters outside links of an article: an error message looks like an article, too. A CJK
character
counts for three."""
SHORTEST = 20
"""With fewer characters outside links, a page has no article."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a page has an article, and the evidence."""

    label: Label
    p_value: float
    """The P value used here, from 0 to 1."""
    reason: str
    printed_p_value: float
    """The P value of the paper, of lengths in the source; 0 on a page that shows no text."""
    probability: float
    """The probability that the page has an article: that it is an article or documentation."""
    kind: PageKind
    """The kind of the page."""

    @property
    def has_article(self) -> bool:
        """True unless the verdict is `not_article`."""
        return self.label != "not_article"

    @property
    def has_article_as_printed(self) -> bool:
        """The decision by the paper's rule: its P value is at least 0.5."""
        return self.printed_p_value >= ARTICLE_FROM


def judge_page(page: Page, kind: PageKind | None = None, rule: Rule = "model") -> Verdict:
    """Judge a page by a rule; `kind` may be given if known.

    >>> from maintext.page.parse import parse
    >>> judge_page(parse("<ul><li><a href=/1>First</a><li><a href=/2>Second</a></ul>")).label
    'not_article'
    """
    check_choice("rule", rule, get_args(Rule))
    kind = kind or find_kind(page)
    if not len(page.leaves):
        problem = page.problems[0] if page.problems else Reason.NO_TEXT
        return Verdict("not_article", 0.0, problem.sentence, 0.0, kind.with_article, kind)
    scores = JUDGED.score(page)
    p = float(np.max(scores.values, initial=0.0))
    printed = PRINTED_P.largest(page)
    if rule == "printed":
        label, reason = _printed_label(printed)
        return Verdict(label, p, reason, printed, kind.with_article, kind)
    best = page.leaves[scores.leaves_of(JUDGED.select(scores))]
    chars = page.chars[best] + (_CJK_WEIGHT - 1) * page.cjk[best]
    is_linked = (page.flags[best] & int(Flag.LINK)) != 0
    linked = int(chars[is_linked].sum())
    label, reason = _label(kind, p, int(chars.sum()) - linked, linked)
    return Verdict(label, p, reason, printed, kind.with_article, kind)


def _printed_label(p: float) -> tuple[Label, str]:
    """The label and the reason by the paper's rule, which is never uncertain."""
    reason = f"the largest P as printed is {p:.2f}, and a page with an article has {ARTICLE_FROM} or more"
    return "article" if p >= ARTICLE_FROM else "not_article", reason


def _label(kind: PageKind, p: float, unlinked: int, linked: int) -> tuple[Label, str]:
    """The label and the reason; lengths are those of the element with the largest P."""
    probability = kind.with_article
    known = f"the probability of an article is {probability:.0%}, the kind is {kind}"
    if not unlinked:
        return "not_article", "no element has text outside links"
    if unlinked < SHORTEST:
        return "not_article", f"the page has only {unlinked} characters of text outside links"
    if probability < UNLIKELY_BELOW:
        return "not_article", known
    if probability < SURE_FROM and unlinked < LEAST_UNLINKED * (unlinked + linked):
        share = linked / (unlinked + linked)
        return (
            "not_article",
            f"{known}, and {share:.0%} of the text in the element with the largest P is links",
        )
    if probability < LIKELY_FROM:
        if p < ARTICLE_FROM:
            return "not_article", f"{known}, and no element holds the page's text: the largest P is {p:.2f}"
        return "uncertain", f"{known}, and the largest P, {p:.2f}, does not rule an article out"
    if unlinked < SHORTEST_SURE:
        return "uncertain", f"{known}, but it has only {unlinked} characters of text"
    return "article", known
