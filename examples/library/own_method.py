"""A method of your own. On the command line: `maintext extract page.html -m own_method.Longest`."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from maintext import Method, Page, Paper, Scores, extract
from maintext.arrays import BoolArray


@dataclass(frozen=True)
class Longest(Method):
    """Keeps the longest texts."""

    share: float = 0.5
    """A text is kept if it has at least this share of the longest one's characters."""

    name: ClassVar[str] = "longest"
    paper: ClassVar[Paper] = Paper("maintext", "The longest texts", 2026)

    def score(self, page: Page, noise: BoolArray | None = None) -> Scores:
        """The characters of each leaf."""
        chars = page.chars[page.leaves].astype(np.float64)
        return Scores(page, chars, np.arange(len(chars)))

    def select(self, scores: Scores) -> BoolArray:
        """The longest, and those that are nearly as long."""
        return scores.values >= self.share * scores.values.max(initial=0.0)


if __name__ == "__main__":
    html = "<p>Home<p>The tower was built in 1911, and it leans.<p>Nobody knows why it does, to this day."
    print(extract(html, method=Longest))
