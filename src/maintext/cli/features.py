"""The features of `auto` in words."""

from collections.abc import Mapping, Sequence
from operator import itemgetter

from maintext.document import Block
from maintext.features import MEANINGS
from maintext.models.auto import KINDS

_MEANINGS: Mapping[str, str] = {
    **MEANINGS,
    **{f"kind_{kind}": f"probability that the page is of the kind {kind}" for kind in KINDS},
    "repeats_on_site": "whether it repeats on other pages of the site",
}


def meaning(feature: str) -> str:
    """What a feature says of a block.

    >>> meaning("in_nav")
    'whether it lies in nav'
    """
    return _MEANINGS[feature]


def strongest(blocks: Sequence[Block], most: int) -> list[str]:
    """The features that pushed the blocks of a page most."""
    sums: dict[str, float] = {}
    for block in blocks:
        for feature, push in block.pushes.items():
            sums[feature] = sums.get(feature, 0.0) + abs(push)
    return [feature for feature, _ in sorted(sums.items(), key=itemgetter(1), reverse=True)[:most]]
