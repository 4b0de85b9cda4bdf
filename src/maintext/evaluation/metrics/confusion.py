"""Yes-or-no decisions compared with the truth: snippets in an extraction, pages judged to have an article."""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Confusion:
    """Counts of decisions; tables can be added.

    >>> table = Confusion(23, 0, 5, 55)  # Table 3 of the P value paper
    >>> round(table.accuracy, 4)
    0.9398
    """

    true_positives: int = 0
    false_positives: int = 0
    false_negatives: int = 0
    true_negatives: int = 0

    def __add__(self, other: "Confusion") -> "Confusion":
        return Confusion(
            self.true_positives + other.true_positives,
            self.false_positives + other.false_positives,
            self.false_negatives + other.false_negatives,
            self.true_negatives + other.true_negatives,
        )

    @property
    def precision(self) -> float:
        """Share of the positive decisions that are right; 0 if there are none."""
        return _share(self.true_positives, self.true_positives + self.false_positives)

    @property
    def recall(self) -> float:
        """Share of the positives that were found."""
        return _share(self.true_positives, self.true_positives + self.false_negatives)

    @property
    def f1(self) -> float:
        """Harmonic mean of precision and recall."""
        right = 2 * self.true_positives
        return _share(right, right + self.false_positives + self.false_negatives)

    @property
    def accuracy(self) -> float:
        """Share of all decisions that are right."""
        right = self.true_positives + self.true_negatives
        return _share(right, right + self.false_positives + self.false_negatives)


def judgement_confusion(decisions: Iterable[tuple[bool, bool]]) -> Confusion:
    """The table of pairs (judged to have an article, has one): Table 3 of paper 3.

    >>> judgement_confusion([(True, True), (False, True), (False, False)])
    Confusion(true_positives=1, false_positives=0, false_negatives=1, true_negatives=1)
    """
    counts = {(said, true): 0 for said in (True, False) for true in (True, False)}
    for said, true in decisions:
        counts[bool(said), bool(true)] += 1
    return Confusion(counts[True, True], counts[True, False], counts[False, True], counts[False, False])


def snippet_confusion(text: str, with_: Iterable[str], without: Iterable[str]) -> Confusion:
    r"""Snippets that must and must not appear, as in trafilatura's evaluation; add the tables of all pages.

    Snippets are matched with case, and with runs of white space as one space.

    >>> snippet_confusion("Boil\nwater. Share", with_=["Boil water.", "Pour"], without=["Share", "Menu"])
    Confusion(true_positives=1, false_positives=1, false_negatives=1, true_negatives=1)
    """
    folded = " ".join(text.split())
    wanted = [" ".join(snippet.split()) in folded for snippet in with_]
    unwanted = [" ".join(snippet.split()) in folded for snippet in without]
    return Confusion(sum(wanted), sum(unwanted), wanted.count(False), unwanted.count(False))


def _share(part: int, whole: int) -> float:
    return part / whole if whole else 0.0
