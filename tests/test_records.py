"""A dataclass that is filled at once behaves as one that is not."""

from dataclasses import FrozenInstanceError, dataclass, field, replace
from inspect import signature

import pytest

from maintext.records import quickly_made


@dataclass(frozen=True)
class Plain:
    values: int
    many: dict[str, int] = field(default_factory=dict)
    last: str = field(default="z", kw_only=True)
    known: int = field(kw_only=True)
    found: int = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "found", self.values + self.known)


@quickly_made
@dataclass(frozen=True)
class Quick(Plain):
    more: int = 5


def test_fields_defaults_and_checks_are_the_same() -> None:
    made = Quick(1, known=2)
    assert repr(made) == "Quick(values=1, many={}, last='z', known=2, found=3, more=5)"
    assert made == Quick(1, {}, 5, last="z", known=2)
    assert made.many is not Quick(1, known=2).many
    assert replace(made, values=4).found == 6
    assert [*signature(Quick).parameters] == ["values", "many", "more", "last", "known"]


def test_wrong_arguments_and_assignments_are_refused() -> None:
    with pytest.raises(TypeError, match="known"):
        Quick(1)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="other"):
        Quick(1, known=2, other=3)  # type: ignore[call-arg]
    with pytest.raises(FrozenInstanceError):
        Quick(1, known=2).values = 3  # type: ignore[misc]
