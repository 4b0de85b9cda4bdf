"""Quality signals of texts: numbers by published rules, and filters with the thresholds of their papers.

    text ─Parts→ words, lines, paragraphs ─families→ signals ─filter→ the first broken rule, or none

characters.py           what each character is to the rules
text.py                 a text split once, for all families
gopher_repetition.py    repeated lines, paragraphs and runs of words
gopher_quality.py       length, symbols, stop words
c4.py                   lines that a reader would call sentences
fineweb.py              lines again, with FineWeb's thresholds
expressions.py          filters of your own

The rules were made for English. Their signals are numbers for any language, but their thresholds are not.
"""

from collections.abc import Mapping, Sequence
from typing import Final, Protocol

from maintext.batch.quality.c4 import C4
from maintext.batch.quality.expressions import Expression
from maintext.batch.quality.fineweb import FineWeb
from maintext.batch.quality.gopher_quality import GopherQuality
from maintext.batch.quality.gopher_repetition import GopherRepetition
from maintext.batch.quality.text import TextParts
from maintext.errors import DataError, unknown

Signals = Mapping[str, float]


class Family(Protocol):
    """The rules of a paper: its signals, and its thresholds as parameters."""

    def signals(self, text: TextParts) -> dict[str, float]:
        """The numbers that its rules compare."""
        ...

    def broken(self, signals: Mapping[str, float]) -> str | None:
        """The first rule that a text breaks, in words; None if it passes."""
        ...


FAMILIES: Final[Mapping[str, tuple[Family, ...]]] = {
    "gopher": (GopherRepetition(), GopherQuality()),
    "c4": (C4(),),
    "fineweb": (FineWeb(),),
}
"""What `--filter` takes, with the papers' thresholds."""


def quality_signals(text: str) -> dict[str, float]:
    """The signals of all families.

    >>> signals = quality_signals("The tower was built in 1911. It leans to one side, and it has a bell.")
    >>> signals["gopher_words"], signals["fineweb_punctuated_lines"]
    (16.0, 1.0)
    """
    parts = TextParts(text)
    found: dict[str, float] = {}
    for families in FAMILIES.values():
        for family in families:
            found |= family.signals(parts)
    return found


SIGNALS: Final = tuple(quality_signals(""))
"""Names of all signals, which are columns of the output."""


class Filter:
    """A filter, as `--filter` names it: names of families, or an expression over columns.

    >>> Filter("gopher").broken({"gopher_words": 12.0} | dict.fromkeys(SIGNALS[:13], 0.0))
    'gopher: gopher_words is 12, below 50'
    """

    def __init__(self, words: str, columns: Mapping[str, str] | Sequence[str] = ()) -> None:
        names = [name.strip() for name in words.split(",")]
        self.families = {name: FAMILIES[name] for name in names if name in FAMILIES}
        self.expression: Expression | None = None
        if self.families and len(self.families) < len(set(names)):
            wrong = next(name for name in names if name not in FAMILIES)
            raise DataError(f"{unknown('filter', wrong, FAMILIES)}; an expression cannot be in the same list")
        if not self.families:
            self.expression = Expression(words, columns, also=tuple(FAMILIES))
            self.families = {}

    def broken(self, row: Mapping[str, object]) -> str | None:
        """Why a row does not pass; None if it does."""
        for name, families in self.families.items():
            for family in families:
                if reason := family.broken(row):  # type: ignore[arg-type]
                    return f"{name}: {reason}"
        if self.expression is not None and not self.expression(row):
            return f"filter: not {self.expression.words}"
        return None
