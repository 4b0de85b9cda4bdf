"""Whether a page has an article."""

from dataclasses import dataclass
from typing import Literal

from maintext.methods.p_value import PValue
from maintext.page import Page


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a page has an article, and the evidence."""

    label: Literal["article", "not_article", "uncertain"]
    p_value: float
    reason: str

    @property
    def has_article(self) -> bool:
        """True unless the verdict is `not_article`."""
        return self.label != "not_article"


def judge_page(page: Page) -> Verdict:
    scores = PValue().score(page)
    p = float(max(scores.values, default=0.0))
    return Verdict("article" if p >= 0.5 else "not_article", p, "")
