"""The elements above a block: how much text they hold, how dense it is, how it is cut up."""

import numpy as np

from maintext.arrays import FloatArray
from maintext.features.elements import element_above
from maintext.features.reading import Reading
from maintext.page.tags import in_tags, tag_mask

SHAPE_LEVELS = (0, 1, 2, 3, 5)
"""How far above the block: 0 is its own element."""
_LONG = 120
_CONTROLS = tag_mask("input button select textarea")

_OF_ELEMENT = {
    "log_chars": "logarithm of the characters",
    "link_density": "share of link characters",
    "text_density": "logarithm of the characters per tag",
    "plain_density": "logarithm of the characters outside links per tag that is no link",
    "marks": "sentence marks per character",
    "block_length": "logarithm of the characters per block",
    "share": "share of the page's text",
    "log_blocks": "logarithm of the blocks",
    "tags_per_block": "tags per block",
    "log_children": "logarithm of the children",
    "log_images": "logarithm of the images",
    "log_controls": "logarithm of the form controls",
    "long_blocks": f"share of blocks of more than {_LONG} characters",
    "position": "share of its blocks that come before this one",
}

MEANINGS = {
    f"above{level}_{name}": f"{meaning} in {element_above(level)}"
    for name, meaning in _OF_ELEMENT.items()
    for level in SHAPE_LEVELS
}


def shape_columns(reading: Reading) -> list[FloatArray]:
    """The columns that `MEANINGS` names: one array of levels × blocks for each property of an element."""
    page = reading.page
    rows, low, high = (
        edge.take(SHAPE_LEVELS, axis=0) for edge in (reading.above, reading.above_low, reading.above_high)
    )

    of_blocks = np.array([reading.chars, reading.link_chars, reading.marks, reading.chars > _LONG])
    sums = np.zeros((len(of_blocks), reading.size + 1))
    np.cumsum(of_blocks, axis=1, out=sums[:, 1:])
    chars, links, marks, long = sums.take(high, axis=1) - sums.take(low, axis=1)
    of_rows = np.array([page.is_image, in_tags(page.tag, _CONTROLS)])
    counts = np.zeros((len(of_rows), len(page) + 1), dtype=np.int64)
    np.cumsum(of_rows, axis=1, out=counts[:, 1:])
    images_and_controls = counts.take(page.end.take(rows), axis=1) - counts.take(rows, axis=1)
    tags, link_tags = page.subtree_tags.take(rows), page.subtree_link_tags.take(rows)
    blocks = high - low
    return [
        np.log1p(chars),
        links / chars,
        np.log1p(chars / tags),
        np.log1p((chars - links) / np.maximum(tags - link_tags, 1)),
        marks / chars,
        np.log1p(chars / blocks),
        chars / reading.chars.sum(),
        np.log1p(blocks),
        tags / blocks,
        np.log1p(page.child_count.take(rows)),
        *np.log1p(images_and_controls),
        long / blocks,
        (reading.number - low) / blocks,
    ]
