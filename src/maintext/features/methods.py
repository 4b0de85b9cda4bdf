"""What a published method says of a block: the score of its unit, and whether the method would keep it.

Of all methods the P value of paper 3 alone has a place here: with its two columns `auto` is as good as with
those of all fourteen (docs/methods/auto.md).
"""

import numpy as np

from maintext.arrays import BoolArray, FloatArray
from maintext.features.reading import Reading
from maintext.methods.papers.p_value import PValue

METHOD = PValue()

MEANINGS = {
    "p_value": "P (paper 3) of the best element, or, outside it, of the largest element that leaves it out",
    "kept_by_p_value": "whether the P value keeps it",
}


def method_columns(reading: Reading) -> list[FloatArray | BoolArray]:
    """The columns that `MEANINGS` names."""
    page, blocks = reading.page, reading.blocks
    scores = METHOD.score(page)
    chars = page.chars.take(page.leaves)
    told = np.where(scores.leaf_unit >= 0, scores.leaf_values * chars, 0.0)
    return [
        np.bincount(blocks.of_leaf, told, minlength=len(blocks)) / blocks.chars,
        METHOD.keep(scores, METHOD.select(scores)).blocks,
    ]
