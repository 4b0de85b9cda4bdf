"""Where a block stands: its tag, what it lies in, what the names above it say, how far headings are."""

import numpy as np
from numpy.typing import NDArray

from maintext.arrays import BoolArray, FloatArray, IntArray
from maintext.features.names import NAMES
from maintext.features.reading import LEVELS, Reading
from maintext.page.tags import TAG_ID, Flag

_FLAGS = tuple(flag for flag in Flag if flag not in (Flag.UNSHOWN, Flag.HIDDEN))
_BITS = np.array([int(flag) for flag in _FLAGS])[:, None]
_TAGS = ("p", "li", "td", "th", "div", "h1", "h2", "h3", "dd", "blockquote")
_TAG_IDS = np.array([TAG_ID[tag] for tag in _TAGS])[:, None]

_LIES_IN = {
    "nav": "navigation",
    "aside": "an aside",
    "control": "a form control",
    "pre": "preformatted text",
    "code": "code",
    "article": "an article element",
    "main": "the main element",
    "noscript": "noscript",
    "emphasis": "emphasis",
}
"""What a flag means where its name with "a" before it does not say so."""
_NEAR = ("comments", "navigation", "foot", "side", "related", "content", "article", "main")
_MOST_NAMES = 3
_NO_LEVEL = 12
_FAR = 50
_NO_HEADING = -99

MEANINGS = {
    "depth": "depth of the block's element",
    "block_position": "share of the page's blocks before it",
    "text_position": "share of the page's text before it",
    **{
        f"in_{name}": f"whether it lies in {_LIES_IN.get(name, f'a {name}')}"
        for name in (flag.name.lower() for flag in _FLAGS if flag.name)
    },
    **{f"is_{tag}": f"whether its element is <{tag}>" for tag in _TAGS},
    "since_heading": f"blocks since the last heading, {_FAR} at most",
    "until_heading": f"blocks until the next heading, {_FAR} at most",
    "from_h1": f"blocks from the first <h1>, {_FAR} at most either way; {_NO_HEADING} where there is none",
    **{f"named_{name}": f"elements above it whose names speak of {name}, 3 at most" for name in NAMES},
    **{
        f"levels_to_{name}": f"levels up to the nearest such element for {name}; {_NO_LEVEL} for none"
        for name in _NEAR
    },
}

NEAR_NUMBER = np.array([_NEAR.index(name) if name in _NEAR else -1 for name in NAMES])
"""By subject of names: its number among those of which the nearest element counts, or -1."""
# By level and by which of these subjects an element speaks of, a bit for each: the level, or 12.
_SPOKEN = np.unpackbits(np.arange(256, dtype=np.uint8)[:, None], axis=1)
_LEVEL_IF_SPOKEN = np.where(_SPOKEN, np.arange(LEVELS)[:, None, None], _NO_LEVEL).astype(np.uint8)
_LEVEL_IF_SPOKEN = _LEVEL_IF_SPOKEN.reshape(-1, len(_NEAR))
_LEVEL_OFFSETS = 256 * np.arange(LEVELS)[:, None]


def place_columns(reading: Reading) -> list[FloatArray | BoolArray | IntArray]:
    """The columns that `MEANINGS` names, in that order; families of columns as one array each."""
    page, blocks, size = reading.page, reading.blocks, reading.size
    element = blocks.element
    passed = np.cumsum(reading.chars)
    return [
        page.depth.take(element),
        reading.number / size,
        (passed - reading.chars) / passed[-1],
        (page.flags.take(blocks.first_row) & _BITS) != 0,
        page.tag.take(element) == _TAG_IDS,
        *_heading_distances(reading),
        *_name_columns(reading),
    ]


def _heading_distances(reading: Reading) -> list[IntArray]:
    number, size, heading = reading.number, reading.size, reading.is_heading
    since = number - np.maximum.accumulate(np.where(heading, number, -_FAR))
    until = np.minimum.accumulate(np.where(heading, number, size + _FAR)[::-1])[::-1] - number
    h1 = reading.page.rows_of(TAG_ID["h1"])
    h1 = h1[reading.high[h1] > reading.low[h1]]
    from_h1 = _near(number - reading.low[h1[0]]) if len(h1) else np.full(size, _NO_HEADING)
    return [np.minimum(since, _FAR), np.minimum(until, _FAR), from_h1]


def _near(distance: IntArray) -> IntArray:
    return np.minimum(np.maximum(distance, -_FAR), _FAR)


def _name_columns(reading: Reading) -> list[IntArray | NDArray[np.uint8]]:
    """How many elements above each block speak of each subject, and how near the nearest is."""
    rows, subject = reading.named_rows
    width = reading.size + 1
    begins, ends = subject * width + reading.low.take(rows), subject * width + reading.high.take(rows)
    change = np.bincount(begins, minlength=len(NAMES) * width)
    change -= np.bincount(ends, minlength=len(NAMES) * width)
    count = np.cumsum(change.reshape(-1, width), axis=1)[:, :-1]
    return [np.minimum(count, _MOST_NAMES), _nearest(reading, rows, NEAR_NUMBER.take(subject))]


def _nearest(reading: Reading, rows: IntArray, near: IntArray) -> NDArray[np.uint8]:
    """How many levels above each block the nearest element is that speaks of each subject of `_NEAR`."""
    speaks = np.zeros((len(reading.page), len(_NEAR)), dtype=np.bool_)
    wanted = near >= 0
    speaks[rows[wanted], near[wanted]] = True
    spoken = np.packbits(speaks.ravel()).take(reading.above)  # a byte for each row: there are eight subjects
    return _LEVEL_IF_SPOKEN.take(spoken + _LEVEL_OFFSETS, axis=0).min(axis=0).T
