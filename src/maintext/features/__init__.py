"""Features: what can be said of every block of a page, in numbers, named, each computed once.

They come in families, a module each, whose `MEANINGS` say what each column is. A family's columns are made
together, because arrays of a few hundred blocks cost by the call, not by the number.

    text, place, shape, landmarks, groups, methods   from the table alone (`own_columns`)
    context                                          of these and of scores by words, which need a model
    whole                                            of the page, for its kind
"""

import numpy as np
from numpy.typing import NDArray

from maintext._kernel import loops
from maintext.arrays import Columns, stack
from maintext.features import context, groups, landmarks, methods, place, shape, text, whole
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
    "describe_blocks",
    "own_columns",
    "page_columns",
]

_OWN = (text, place, shape, landmarks, groups, methods)
_METHODS_AT = -len(methods.MEANINGS)

MEANINGS: dict[str, str] = {
    name: meaning for family in (*_OWN, context, whole) for name, meaning in family.MEANINGS.items()
}
"""What each feature is, by name."""
OWN_FEATURES: tuple[str, ...] = tuple(name for family in _OWN for name in family.MEANINGS)
CONTEXT_FEATURES: tuple[str, ...] = tuple(context.MEANINGS)
PAGE_FEATURES: tuple[str, ...] = tuple(whole.MEANINGS)

AROUND = [OWN_FEATURES.index(name) for name in context.AROUND]
_DESCRIBED = (*text.MEANINGS, "depth", "block_position", "text_position")


def own_columns(reading: Reading, marks: Landmarks, out: Columns | None = None) -> Columns:
    """The features of each block that need no model: features × blocks, in the order of `OWN_FEATURES`.

    They are written to `out`, where that is given.
    """
    own = np.empty((len(OWN_FEATURES), reading.size), dtype=np.float32) if out is None else out
    stack(text.text_columns(reading), own[: len(text.MEANINGS)])
    _write_element_columns(reading, marks, own[len(text.MEANINGS) : _METHODS_AT])
    stack(methods.method_columns(reading), own[_METHODS_AT:])
    return own


def _write_element_columns(reading: Reading, marks: Landmarks, out: Columns) -> None:
    """The families that come from the elements around blocks: place, shape, landmarks, groups."""
    if loops is None:
        families = (
            place.place_columns(reading),
            shape.shape_columns(reading),
            landmarks.landmark_columns(reading, marks),
            groups.group_columns(reading),
        )
        stack((column for family in families for column in family), out)
        return
    loops.write_element_columns(
        reading.found,
        reading.chars,
        reading.link_chars,
        reading.marks,
        reading.group,
        reading.alike,
        reading.page.leaves,
        *reading.named_rows,
        place.NEAR_NUMBER,
        marks.density_sums,
        marks.votes,
        tuple(marks.rows.values()),
        out,
    )


def context_columns(
    reading: Reading, own: Columns, scores: NDArray[np.float64], out: Columns | None = None
) -> Columns:
    """The features of each block's surroundings, in the order of `CONTEXT_FEATURES`; written to `out`."""
    out = np.empty((len(CONTEXT_FEATURES), reading.size), dtype=np.float32) if out is None else out
    context.write_context(reading, scores, own.take(AROUND, axis=0), out)
    return out


def page_columns(reading: Reading, marks: Landmarks) -> Columns:
    """The features of the page, in the order of `PAGE_FEATURES`: features × 1."""
    return whole.whole_columns(reading, marks)


def describe_blocks(columns: Columns) -> list[dict[str, float]]:
    """The features of each block that a reader understands without seeing the page."""
    described = columns[[OWN_FEATURES.index(name) for name in _DESCRIBED]]
    return [dict(zip(_DESCRIBED, values, strict=True)) for values in described.T.tolist()]
