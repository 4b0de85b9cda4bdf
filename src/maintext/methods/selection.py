"""Scores → which units and blocks are kept. Methods score; this is where choices are made."""

import numpy as np

from maintext._kernel import loops
from maintext.arrays import BoolArray, FloatArray
from maintext.page.blocks import Blocks


def above(values: FloatArray, threshold: float) -> BoolArray:
    """Units whose score is greater than the threshold."""
    return values > threshold


def at_least(values: FloatArray, threshold: float) -> BoolArray:
    """Units whose score is the threshold or greater."""
    return values >= threshold


def only_best(values: FloatArray) -> BoolArray:
    """The one unit with the largest score, the first at a tie; none when no score is positive."""
    kept = np.zeros(len(values), dtype=np.bool_)
    if len(values):
        best = int(values.argmax())
        if np.isnan(values[best]):  # which counts as the largest
            best = int(np.nan_to_num(values).argmax())
        kept[best] = values[best] > 0
    return kept


def kept_blocks(blocks: Blocks, leaves: BoolArray) -> BoolArray:
    """Blocks of which at least half the characters lie in kept leaves.

    A block is what a reader sees as one paragraph: a method that scores single text nodes would
    else lose the linked word in a sentence, or keep nothing but the bold one.
    """
    if loops is not None:
        page = blocks.page
        return np.frombuffer(loops.kept_blocks(blocks.first, page.leaves, leaves, page.chars), dtype=np.bool_)
    chars = blocks.page.chars[blocks.page.leaves]
    return 2 * blocks.sum_leaves(np.where(leaves, chars, 0)) >= blocks.chars
