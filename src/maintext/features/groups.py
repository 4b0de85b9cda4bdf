"""What repeats: blocks of the same path, elements that are alike among their siblings."""

import numpy as np
from numpy.typing import NDArray

from maintext.arrays import FloatArray, IntArray
from maintext.features.elements import element_above
from maintext.features.reading import ALIKE_LEVELS, LEVELS, Reading

_LONG = 150
_GROUPS = {"path": "the same path, tags and names", "tags": "the same tags on six levels"}
_OF_GROUP = {
    "log_blocks": "logarithm of the blocks",
    "block_length": "logarithm of the characters per block",
    "link_density": "share of link characters",
    "share": "share of the page's text",
    "marks": "sentence marks per character",
    "long_blocks": f"share of blocks of more than {_LONG} characters",
}

MEANINGS = {
    **{
        f"{group}_{name}": f"{meaning} among the blocks with {what}"
        for group, what in _GROUPS.items()
        for name, meaning in _OF_GROUP.items()
    },
    "log_siblings": "logarithm of the children of its element's parent",
    **{
        f"alike{level}": f"logarithm of the siblings like {element_above(level)}"
        for level in range(ALIKE_LEVELS)
    },
    "levels_to_previous": "levels up to an element that holds the block before, too",
    "levels_to_next": "levels up to an element that holds the next block, too",
}


def group_columns(reading: Reading) -> list[FloatArray | IntArray]:
    """The columns that `MEANINGS` names, in that order."""
    page, element = reading.page, reading.blocks.element
    parent = np.maximum(page.parent.take(element), 0)
    return [
        _repetition(reading, reading.group),
        _repetition(reading, reading.tag_group),
        np.log1p(page.child_count.take(parent)),
        np.log1p(reading.alike),
        *_levels_to_neighbours(reading),
    ]


def _repetition(reading: Reading, group: IntArray) -> FloatArray:
    blocks = np.bincount(group)
    chars, links, marks, long = (
        np.bincount(group, values)
        for values in (reading.chars, reading.link_chars, reading.marks, reading.chars > _LONG)
    )
    columns = np.array(
        [
            np.log1p(blocks),
            np.log1p(chars / blocks),
            links / chars,
            chars / reading.chars.sum(),
            marks / chars,
            long / blocks,
        ]
    )
    return columns.take(group, axis=1)


def _levels_to_neighbours(reading: Reading) -> list[NDArray[np.uint8]]:
    number = reading.number
    previous, following = np.full((2, reading.size), LEVELS, dtype=np.uint8)
    np.add.reduce(reading.above_low[:, 1:] > number[:-1], axis=0, dtype=np.uint8, out=previous[1:])
    np.add.reduce(reading.above_high[:, :-1] <= number[1:], axis=0, dtype=np.uint8, out=following[:-1])
    return [previous, following]
