from dataclasses import dataclass, field
from typing import ClassVar, Literal

import numpy as np
import pytest

from maintext.arrays import BoolArray
from maintext.cli.setup import make_method, parameters_of
from maintext.methods.base import Method, Paper, Scores
from maintext.methods.registry import METHODS
from maintext.page import Page


@dataclass(frozen=True)
class Sampler(Method):
    name: ClassVar[str] = "sampler"
    paper: ClassVar[Paper] = Paper("Nobody", "Nothing", None)

    count: int = 3
    """How many."""
    share: float = 0.5
    strict: bool = False
    kind: Literal["ratio", "length"] = "ratio"
    level: Literal[1, 2] = 1
    tags: tuple[str, ...] = ("p", "div")
    names: frozenset[str] = field(default_factory=lambda: frozenset({"a"}))
    bound: float | None = None

    def score(self, page: Page, noise: BoolArray | None = None) -> Scores:
        return Scores(page, np.zeros(0), np.full(len(page.leaves), -1), str)

    def select(self, scores: Scores) -> BoolArray:
        return scores.values > 0


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("count", "7", 7),
        ("share", "1e-3", 0.001),
        ("strict", "yes", True),
        ("strict", "False", False),
        ("kind", "length", "length"),
        ("level", "2", 2),
        ("tags", "td,th", ("td", "th")),
        ("names", "a, b", frozenset({"a", "b"})),
        ("bound", "none", None),
        ("bound", "2", 2.0),
    ],
)
def test_values_are_read_by_the_type_of_the_field(name: str, text: str, value: object) -> None:
    parsed = parameters_of(Sampler)[name].parse(text)
    assert parsed == value
    assert type(parsed) is type(value)


@pytest.mark.parametrize(
    ("name", "text"), [("count", "x"), ("strict", "2"), ("kind", "other"), ("level", "3"), ("bound", "x")]
)
def test_values_of_another_type_are_refused(name: str, text: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - the command says which parameter and what it takes
        parameters_of(Sampler)[name].parse(text)


def test_parameters_know_their_documentation_and_default() -> None:
    parameters = parameters_of(Sampler)
    assert (parameters["count"].words, parameters["count"].default) == ("How many.", 3)
    assert parameters["names"].default == frozenset({"a"})


@pytest.mark.parametrize("name", METHODS)
def test_every_parameter_of_every_method_can_be_set_to_its_default(name: str) -> None:
    settings = [
        f"{one.name}={','.join(one.default) if isinstance(one.default, tuple | frozenset) else one.default}"
        for one in parameters_of(METHODS[name]).values()
    ]
    assert make_method(name, settings) == METHODS[name]()
