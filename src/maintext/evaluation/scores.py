"""Every measure of one outcome on one page."""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from maintext.evaluation.datasets import LabelledPage
from maintext.evaluation.metrics import Confusion, Prf, ShingleCounts, snippet_confusion
from maintext.evaluation.metrics.overlap import bag_prf, words
from maintext.evaluation.metrics.shingles import Shingles, compare_shingles, shingles
from maintext.evaluation.outcome import Outcome, Status
from maintext.text.characters import CJK, regex_class
from maintext.text.words import tokens

_CJK = re.compile(f"[{regex_class(CJK)}]")


@dataclass(frozen=True, slots=True)
class PageScore:
    """One extractor on one page, measured; a failure is measured as an empty text."""

    dataset: str
    page: str
    """`LabelledPage.id`."""
    url: str | None
    lang: str | None
    page_type: str | None
    extractor: str
    status: Status
    milliseconds: float
    token: Prf | None
    """None without a gold text, like the other measures that need one."""
    word: Prf | None
    shingles: ShingleCounts | None
    snippets: Confusion | None
    """None if the page names no snippets."""

    @property
    def failed(self) -> bool:
        """Whether the extractor failed."""
        return self.status != "ok"


def score(page: LabelledPage, outcome: Outcome) -> PageScore:
    """Measure the text of an extractor on a page.

    >>> page = LabelledPage("tea", "1", b"", "Boil water.", with_=("Boil",), without=("Menu",))
    >>> measured = score(page, Outcome("tea", "1", "all_text", "ok", "Menu Boil water.", 0.5))
    >>> measured.token.precision, measured.token.recall, measured.snippets.false_positives
    (0.6666666666666666, 1.0, 1)
    """
    return score_page(page, [outcome])[0]


def score_page(page: LabelledPage, outcomes: Iterable[Outcome]) -> list[PageScore]:
    """Measure the texts of several extractors on one page; its gold text is cut up once."""
    gold = _cut(page.text) if page.text else None
    return [_score(page, gold, outcome) for outcome in outcomes]


class _Cut(NamedTuple):
    """A text in the units of each measure."""

    tokens: Counter[str]
    words: Counter[str]
    shingles: Shingles


def _cut(text: str) -> _Cut:
    token_bag = Counter(tokens(text))
    # In a text without CJK characters, tokens and words are the same.
    word_bag = Counter(words(text)) if _CJK.search(text) else token_bag
    return _Cut(token_bag, word_bag, shingles(text))


def _score(page: LabelledPage, gold: _Cut | None, outcome: Outcome) -> PageScore:
    if (page.dataset, page.id) != (outcome.dataset, outcome.page):
        raise ValueError(
            f"an outcome on {outcome.dataset}/{outcome.page} does not belong to {page.dataset}/{page.id}"
        )
    found = _cut(outcome.text) if gold else None
    token = bag_prf(found.tokens, gold.tokens) if found and gold else None
    same = found and gold and found.words is found.tokens and gold.words is gold.tokens
    named = page.with_ or page.without
    return PageScore(
        dataset=page.dataset,
        page=page.id,
        url=page.url,
        lang=page.lang,
        page_type=page.page_type,
        extractor=outcome.extractor,
        status=outcome.status,
        milliseconds=outcome.milliseconds,
        token=token,
        word=token if same else bag_prf(found.words, gold.words) if found and gold else None,
        shingles=compare_shingles(found.shingles, gold.shingles) if found and gold else None,
        snippets=snippet_confusion(outcome.text, page.with_, page.without) if named else None,
    )
