"""Every measure of one outcome on one page."""

from collections.abc import Iterable
from dataclasses import dataclass

from maintext.evaluation.datasets import LabelledPage
from maintext.evaluation.metrics import (
    Confusion,
    Prf,
    ShingleCounts,
    lcs_prf,
    shingle_counts,
    snippet_confusion,
    token_prf,
    word_prf,
)
from maintext.evaluation.outcome import Outcome, Status


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
    """None, like the others that need one, where the page has no gold text."""
    word: Prf | None
    shingles: ShingleCounts | None
    lcs: Prf | None
    """None, too, where it was not asked for: its time grows with the product of the two lengths."""
    snippets: Confusion | None
    """None where the page names no snippets."""

    @property
    def failed(self) -> bool:
        """Whether the extractor gave no answer."""
        return self.status != "ok"


def score(page: LabelledPage, outcome: Outcome, *, lcs: bool = False) -> PageScore:
    """Measure what an extractor made of a page.

    >>> page = LabelledPage("tea", "1", b"", "Boil water.", with_=("Boil",), without=("Menu",))
    >>> measured = score(page, Outcome("tea", "1", "all_text", "ok", "Menu Boil water.", 0.5))
    >>> measured.token.precision, measured.token.recall, measured.snippets.false_positives
    (0.6666666666666666, 1.0, 1)
    """
    if (page.dataset, page.id) != (outcome.dataset, outcome.page):
        raise ValueError(f"the outcome on {outcome.dataset}/{outcome.page} is none on {page.dataset}/{page.id}")
    text, gold = outcome.text, page.text
    snippets = page.with_ or page.without
    return PageScore(
        dataset=page.dataset,
        page=page.id,
        url=page.url,
        lang=page.lang,
        page_type=page.page_type,
        extractor=outcome.extractor,
        status=outcome.status,
        milliseconds=outcome.milliseconds,
        token=token_prf(text, gold) if gold else None,
        word=word_prf(text, gold) if gold else None,
        shingles=shingle_counts(text, gold) if gold else None,
        lcs=lcs_prf(text, gold) if gold and lcs else None,
        snippets=snippet_confusion(text, page.with_, page.without) if snippets else None,
    )


def score_page(page: LabelledPage, outcomes: Iterable[Outcome]) -> list[PageScore]:
    """Measure what several extractors made of one page."""
    return [score(page, outcome) for outcome in outcomes]
