"""Compare a family of features with what its meanings say, on every page of `tests.features.pages`."""

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from maintext.features import MEANINGS, OWN_FEATURES, Landmarks, Reading, own_columns
from maintext.page.parse import parse
from tests.features.literal import Literal


def own_value(html: str, feature: str) -> list[float]:
    """One of the features that need no model, of each block."""
    reading = Reading(parse(html))
    return own_columns(reading, Landmarks(reading))[OWN_FEATURES.index(feature)].tolist()


def assert_columns(
    columns: NDArray[np.float32],
    names: Sequence[str],
    page: Literal,
    describe: Callable[[Literal, int], dict[str, float]],
) -> None:
    """Every named column has the literal value of every block."""
    assert columns.shape == (len(names), page.size)
    for block in range(page.size):
        expected = describe(page, block)
        assert list(expected) == list(names)
        for name, value, found in zip(names, expected.values(), columns[:, block], strict=True):
            assert np.isclose(found, value, rtol=1e-5, atol=1e-6, equal_nan=True), (
                f"block {block}: {name} ({MEANINGS[name]}) is {found}, not {value}"
            )


def assert_own_family(
    html: str, names: Sequence[str], describe: Callable[[Literal, int], dict[str, float]]
) -> None:
    """The same, for a family that needs no model."""
    page = parse(html)
    reading = Reading(page)
    first = OWN_FEATURES.index(names[0])
    columns = own_columns(reading, Landmarks(reading))[first : first + len(names)]
    assert_columns(columns, names, Literal(page), describe)
