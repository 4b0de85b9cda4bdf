"""The contract of methods: a method scores the units of a page, and selects some by its published rule.

A unit is whatever the paper scores: a leaf, a group of leaves, an element. `Scores` has the unit of each
leaf, so that all methods can be compared on the same leaves.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from os import PathLike
from types import MappingProxyType
from typing import (
    TYPE_CHECKING,
    Any,
    ClassVar,
    Literal,
    NamedTuple,
    Self,
    get_args,
    get_origin,
    get_type_hints,
)

import numpy as np
from numpy.typing import NDArray

from maintext.arguments import wrong_type
from maintext.arrays import BoolArray, Columns, FloatArray, IntArray
from maintext.errors import MethodError, quoted
from maintext.methods.kinds import has_kind, kind_of
from maintext.methods.spec import write_spec
from maintext.page.page import Page

if TYPE_CHECKING:
    from maintext.model.auto import AutoModel
    from maintext.site.template import SiteTemplate

Need = Literal["page", "site", "model"]

OURS = "maintext"
"""The author of a method that is not from a paper."""


@dataclass(frozen=True, slots=True)
class Paper:
    """The paper that a method comes from."""

    authors: str
    title: str
    year: int | None
    venue: str = ""

    def __str__(self) -> str:
        return f"{self.authors}: {self.title}" + (f" ({self.year})" if self.year else "")


@dataclass(frozen=True, eq=False)
class Scores:
    """One number per unit, higher for more likely main text, and the unit of each leaf."""

    page: Page
    values: FloatArray
    """The score of each unit."""
    leaf_unit: IntArray
    """The unit of each leaf (the deciding one, if units are nested); -1 if it has none."""
    element: IntArray | None = None
    """Rows of the units, if a unit is an element with everything below it."""
    probability: FloatArray | None = None
    """The probability that a unit is main text, if the method gives one."""
    evidence: Mapping[str, Any] = field(default_factory=dict)
    """Intermediate results: arrays with one entry per unit, and single numbers."""

    @property
    def kinds(self) -> Mapping[str, float] | None:
        """The probability of each kind of page, if the method gives them."""
        return None

    @property
    def block_columns(self) -> Columns | None:
        """The features of the page's blocks, if the method has measured them."""
        return None

    @property
    def unit_kinds(self) -> NDArray[np.uint8] | None:
        """By block, the index in `UNITS` of what it is a part of, if the method has measured it."""
        return None

    def confidence(self, kept: BoolArray) -> float | None:
        """The predicted F1 of these blocks, from 0 to 1, if the method predicts it."""
        return None

    def pushes(self, block: int) -> dict[str, float]:
        """How much each feature changed a block's log odds, the strongest first; empty without features."""
        return {}

    def all_pushes(self) -> list[dict[str, float]]:
        """The same for every block."""
        return [self.pushes(block) for block in range(len(self.page.blocks))]

    @property
    def leaf_values(self) -> FloatArray:
        """The score of each leaf's unit; NaN without a unit."""
        return self._by_leaf(self.values)

    @property
    def leaf_probability(self) -> FloatArray | None:
        """The probability of each leaf's unit; None if the method gives none."""
        return None if self.probability is None else self._by_leaf(self.probability)

    def leaves_of(self, kept: BoolArray) -> BoolArray:
        """Which leaves are in the kept units; a leaf without a unit is never kept."""
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


class Kept(NamedTuple):
    """The blocks that are main text."""

    blocks: BoolArray
    changes: Mapping[int, str] = {}
    """Blocks changed after the method's choice, by index, with the reason."""


_ANY_NUMBER = (-1e9, 1e9)
"""The range of a parameter that declares none: numbers of any use, not NaN or infinity."""


class Method(ABC):
    """A way to find the main text: a frozen dataclass whose fields are its parameters.

    A constructor only stores and checks its arguments, and instances never change. A new method implements
    `score` and `select`.
    """

    name: ClassVar[str]
    paper: ClassVar[Paper]
    needs: ClassVar[Need] = "page"
    """What the method needs: the page alone; the page, and better with pages of its site; a fitted model."""
    printed: ClassVar[Mapping[str, object] | None] = None
    """The parameters of the form printed in the paper, where they differ from the defaults.

    None if there is no printed form: no paper, or one whose rule and values are not known to us in full.
    """
    compares_pages: ClassVar[bool] = False
    """Whether the paper first removes what the page shares with other pages of its site."""
    settles_noise: ClassVar[bool] = False
    """Whether the method itself uses what repeats on the site; for other methods it is dropped."""

    can_prefer: ClassVar[bool] = False
    """Whether `prefer="precision"` and `prefer="recall"` are possible: see `select_shifted`."""

    ranges: ClassVar[Mapping[str, tuple[float, float]]] = MappingProxyType({})
    """The smallest and the largest value of parameters that are numbers."""

    def __post_init__(self) -> None:
        for name, value in vars(self).items():
            kind = _kinds(type(self)).get(name, Any)
            if not has_kind(value, kind):
                raise _wrong_kind(self, name, value, kind)
            low, high = self.ranges.get(name, _ANY_NUMBER)
            if isinstance(value, int | float) and not low <= value <= high:
                raise ValueError(f"{name} is a number from {low:g} to {high:g}, not {value}")
        for name, choices in _choices(type(self)).items():
            if getattr(self, name) not in choices:
                listed = ", ".join(map(str, choices))
                raise ValueError(f"{name} is one of {listed}, not {quoted(getattr(self, name))}")

    @classmethod
    def as_printed(cls) -> Self:
        """The method in the form printed in the paper; `MethodError` if that is not known."""
        return cls(**cls.printed_values())

    @classmethod
    def printed_values(cls) -> Mapping[str, object]:
        """`printed`, where there is a printed form; `MethodError` says why there is none."""
        if cls.printed is None:
            why = "it is not from a paper" if cls.paper.authors == OURS else "its paper's text is not at hand"
            raise MethodError(f"{cls.name} has no printed form: {why}")
        return cls.printed

    @property
    def spec(self) -> str:
        """The method in writing, such as `ceds:printed`: `get_method` reads it; a model is not part of it."""
        return write_spec(self)

    def view(self, page: Page) -> Page:
        """The page as the method scores it: the same rows, but some that are not shown may be leaves."""
        return page

    @abstractmethod
    def score(self, page: Page, noise: BoolArray | None = None) -> Scores:
        """Score the units of a page.

        `noise` marks the leaves that also occur on other pages of the site, if those are known.
        """

    def score_on_site(self, page: Page, noise: BoolArray | None, template: "SiteTemplate | None") -> Scores:
        """Score the units of a page of a site; a method may use more of its template than `noise`."""
        return self.score(page, noise)

    @abstractmethod
    def select(self, scores: Scores) -> BoolArray:
        """Which units are main text, by the paper's own rule."""

    def select_shifted(self, scores: Scores, log_odds: float) -> BoolArray:
        """The same with a number added to the log odds of every unit, if the method has probabilities."""
        raise MethodError(f"{self.name} cannot prefer precision or recall: its rule is fixed")

    def keep(self, scores: Scores, selected: BoolArray, noise: BoolArray | None = None) -> Kept:
        """The blocks of the selected units, after the method's own clean-up if it has one."""
        leaves = scores.leaves_of(selected)
        if noise is not None:
            leaves &= ~noise
        return Kept(scores.page.blocks.mostly(leaves))

    def describe(self, scores: Scores, unit: int) -> str:
        """Why a unit has its score, in one line."""
        return f"score {scores.values[unit]:.3g}"

    def describe_all(self, scores: Scores, units: IntArray) -> list[str]:
        """The same for several units."""
        return [self.describe(scores, unit) for unit in units.tolist()]

    @property
    def kind_model(self) -> "AutoModel | None":
        """The model for the kind of a page; None for the bundled one."""
        return None


def _wrong_kind(method: Method, name: str, value: object, kind: Any) -> TypeError:
    """The error for a parameter of the wrong type; for the path of a model, with the way to read it."""
    error = wrong_type(f"{method.name}'s {name}", value, kind_of(kind).replace(" | none", " or None"))
    if name != "model" or not isinstance(value, str | PathLike):
        return error
    owner = next(one for one in get_args(kind) if hasattr(one, "load"))
    return TypeError(f"{error}: {owner.__name__}.load({quoted(str(value))}) reads a file")


@cache
def _kinds(method: type[Method]) -> dict[str, Any]:
    """The types of the parameters of a method."""
    return get_type_hints(method)


@cache
def _choices(method: type[Method]) -> dict[str, tuple[object, ...]]:
    """The parameters of a method with a fixed set of values, and these values."""
    hints = _kinds(method).items()
    return {name: get_args(hint) for name, hint in hints if get_origin(hint) is Literal}
