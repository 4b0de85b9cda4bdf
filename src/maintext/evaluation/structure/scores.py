"""The measures of several extractors on many pages."""

from dataclasses import dataclass

from maintext.evaluation.datasets import LabelledPage
from maintext.evaluation.extractors import MARKDOWN
from maintext.evaluation.metrics.intervals import Interval, ratio_interval
from maintext.evaluation.outcome import Outcome
from maintext.evaluation.structure.gold import find_gold
from maintext.evaluation.structure.markdown import read_markdown
from maintext.evaluation.structure.measures import Counts, Share, measure
from maintext.evaluation.structure.peers import CANNOT_SHOW


@dataclass(frozen=True, slots=True)
class StructureScores:
    """The counts of every extractor on every page."""

    pages: tuple[LabelledPage, ...]
    extractors: tuple[str, ...]
    """Without `markdown:`."""
    counts: tuple[dict[str, Counts], ...]
    """For each page, by extractor."""

    @property
    def datasets(self) -> list[str]:
        """The data sets, in order."""
        return list(dict.fromkeys(page.dataset for page in self.pages))

    def shares(self, extractor: str, name: str, dataset: str | None = None) -> list[Share]:
        """A measure on each page, of one data set or of all."""
        return [
            counts[extractor].get(name, Share(0, 0))
            for page, counts in zip(self.pages, self.counts, strict=True)
            if dataset in (None, page.dataset)
        ]

    def figure(self, extractor: str, name: str, dataset: str | None = None) -> Interval | None:
        """The share of all things that are right; None if there are none, or none can be shown."""
        shares = self.shares(extractor, name, dataset)
        if name in CANNOT_SHOW.get(extractor, ()) or not any(share.all for share in shares):
            return None
        return ratio_interval([share.right for share in shares], [share.all for share in shares])

    def total(self, name: str, dataset: str | None = None) -> int:
        """The number of things; of a measure that counts what is there, of the first extractor."""
        return sum(share.all for share in self.shares(self.extractors[0], name, dataset))


def measure_page(job: tuple[LabelledPage, tuple[Outcome, ...]]) -> dict[str, Counts]:
    """The counts of a page, by extractor; a failure is an empty text."""
    page, outcomes = job
    gold = find_gold(page)
    return {
        outcome.extractor.removeprefix(MARKDOWN): measure(gold, read_markdown(outcome.text))
        for outcome in outcomes
    }
