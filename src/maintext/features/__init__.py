"""Features: what can be said of every block of a page, in numbers, named, each computed once.

They come in families, a module each, whose `MEANINGS` say what each column is. A family's columns are made
together, because arrays of a few hundred blocks cost by the call, not by the number.

    text, place, shape, landmarks, groups   from the table alone (`own_columns`)
    context                                 of these and of scores by words, which need a model
    whole                                   of the page, for its kind
"""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from maintext.arrays import Columns
from maintext.features import context, groups, landmarks, place, shape, text, whole
from maintext.features.landmarks import Landmarks
from maintext.features.reading import Reading

__all__ = [
    "CONTEXT_FEATURES",
    "MEANINGS",
    "OWN_FEATURES",
    "PAGE_FEATURES",
    "Columns",
    "Landmarks",
    "Reading",
    "context_columns",
    "describe_block",
    "own_columns",
    "page_columns",
]

_OWN = (text, place, shape, landmarks, groups)

MEANINGS: dict[str, str] = {
    name: meaning for family in (*_OWN, context, whole) for name, meaning in family.MEANINGS.items()
}
"""What each feature is, by name."""
OWN_FEATURES: tuple[str, ...] = tuple(name for family in _OWN for name in family.MEANINGS)
CONTEXT_FEATURES: tuple[str, ...] = tuple(context.MEANINGS)
PAGE_FEATURES: tuple[str, ...] = tuple(whole.MEANINGS)

_AROUND = [OWN_FEATURES.index(name) for name in context.AROUND]
_DESCRIBED = (*text.MEANINGS, "depth", "block_position", "text_position")


def own_columns(reading: Reading, marks: Landmarks) -> Columns:
    """The features of each block that need no model: features × blocks, in the order of `OWN_FEATURES`."""
    families = (
        text.text_columns(reading),
        place.place_columns(reading),
        shape.shape_columns(reading),
        landmarks.landmark_columns(reading, marks),
        groups.group_columns(reading),
    )
    return _stack((column for family in families for column in family), len(OWN_FEATURES), reading.size)


def context_columns(reading: Reading, own: Columns, scores: NDArray[np.float64]) -> Columns:
    """The features of each block's surroundings, in the order of `CONTEXT_FEATURES`."""
    columns = context.context_columns(reading, scores, own.take(_AROUND, axis=0))
    return _stack(columns, len(CONTEXT_FEATURES), reading.size)


def page_columns(reading: Reading, marks: Landmarks) -> Columns:
    """The features of the page, in the order of `PAGE_FEATURES`: features × 1."""
    return whole.whole_columns(reading, marks)


def describe_block(columns: Columns, block: int) -> dict[str, float]:
    """The features of one block that a reader understands without the page before him."""
    return {name: float(columns[OWN_FEATURES.index(name), block]) for name in _DESCRIBED}


def _stack(columns: Iterable[NDArray[np.generic]], count: int, size: int) -> Columns:
    """Columns, and arrays of several, one below the other."""
    stacked = np.empty((count, size), dtype=np.float32)
    row = 0
    for column in columns:
        rows = 1 if column.ndim == 1 else len(column)
        stacked[row : row + rows] = column
        row += rows
    if row != count:
        raise AssertionError(f"{row} columns for {count} names")
    return stacked
