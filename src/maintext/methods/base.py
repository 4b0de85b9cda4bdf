"""What a method is: it scores the units of a page, and has its own published rule to choose by.

A unit is whatever the method's paper scores: a leaf, a group of leaves, an element. `Scores` says
which unit each leaf belongs to, so that any two methods can be compared on the same leaves.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, ClassVar, Literal, get_args, get_origin, get_type_hints

import numpy as np

from maintext.arrays import BoolArray, FloatArray, IntArray
from maintext.page.page import Page

if TYPE_CHECKING:
    from maintext._kernel._native import Scorer

Need = Literal["page", "site", "model"]


@dataclass(frozen=True, slots=True)
class Paper:
    """Where a method was published."""

    authors: str
    title: str
    year: int | None
    venue: str = ""

    def __str__(self) -> str:
        return f"{self.authors}: {self.title}" + (f" ({self.year})" if self.year else "")


@dataclass(frozen=True, eq=False)
class Scores:
    """One number per unit, higher meaning more likely main text, and which leaves a unit holds."""

    page: Page
    values: FloatArray
    """The score of each unit."""
    leaf_unit: IntArray
    """The unit of each leaf, the most telling one where units are nested; -1 where there is none."""
    describe: Callable[[int], str]
    """Words on a unit's score, made only when somebody asks why."""
    element: IntArray | None = None
    """Rows of the units, where a unit is an element with all that lies below it."""
    probability: FloatArray | None = None
    """The probability that a unit is main text, where the method has one."""

    @property
    def leaf_values(self) -> FloatArray:
        """The score of each leaf's unit; NaN where it has none."""
        return self._by_leaf(self.values)

    @property
    def leaf_probability(self) -> FloatArray | None:
        """The probability of each leaf's unit; None where the method gives none."""
        return None if self.probability is None else self._by_leaf(self.probability)

    def leaves_of(self, kept: BoolArray) -> BoolArray:
        """Which leaves lie in the kept units; one that the method gave no unit is never kept."""
        if self.element is None:
            return np.append(kept, False)[self.leaf_unit]
        leaves, elements = self.page.leaves, self.element[kept]
        if len(elements) == 1:
            first, end = leaves.searchsorted((elements[0], self.page.end[elements[0]]))
            found = np.zeros(len(leaves), dtype=np.bool_)
            found[first:end] = self.leaf_unit[first:end] >= 0
            return found
        change = np.zeros(len(leaves) + 1, dtype=np.int64)
        np.add.at(change, np.searchsorted(leaves, elements), 1)
        np.add.at(change, np.searchsorted(leaves, self.page.end[elements]), -1)
        return (np.cumsum(change)[:-1] > 0) & (self.leaf_unit >= 0)

    def _by_leaf(self, values: FloatArray) -> FloatArray:
        return np.append(values, np.nan)[self.leaf_unit]


class Method(ABC):
    """A way to find the main text: a frozen dataclass whose fields are its parameters.

    Constructors store and check, nothing else; instances never change.
    """

    name: ClassVar[str]
    paper: ClassVar[Paper]
    needs: ClassVar[Need] = "page"
    """What the method works from: the page alone, pages of the same site, or a fitted model."""
    settles_noise: ClassVar[bool] = False
    """Whether the method weighs what repeats on the site itself; what others keep of that is dropped."""

    def __post_init__(self) -> None:
        for name, choices in _choices(type(self)).items():
            if getattr(self, name) not in choices:
                listed = ", ".join(map(str, choices))
                raise ValueError(f"{name} is one of {listed}, not {getattr(self, name)!r}")

    @property
    def scorer(self) -> "Scorer | None":
        """What tells of the blocks already when a page is parsed, where the method has such a thing."""
        return None

    @abstractmethod
    def score(self, page: Page, noise: BoolArray | None = None) -> Scores:
        """Score the units of a page.

        `noise` marks the leaves that the page shares with others of its site, where those are known.
        """

    @abstractmethod
    def select(self, scores: Scores) -> BoolArray:
        """Which units are main text, by the paper's own rule."""


@cache
def _choices(method: type[Method]) -> dict[str, tuple[object, ...]]:
    """The parameters of a method that are one of a few values, and those."""
    hints = get_type_hints(method).items()
    return {name: get_args(hint) for name, hint in hints if get_origin(hint) is Literal}
