"""The strongest features of `auto` on a page."""

from collections.abc import Sequence
from operator import itemgetter

from maintext.evidence import Block


def strongest(blocks: Sequence[Block], most: int) -> list[str]:
    """The features with the largest total contribution to the blocks of a page."""
    sums: dict[str, float] = {}
    for block in blocks:
        for feature, push in block.pushes.items():
            sums[feature] = sums.get(feature, 0.0) + abs(push)
    return [feature for feature, _ in sorted(sums.items(), key=itemgetter(1), reverse=True)[:most]]
