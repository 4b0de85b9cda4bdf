"""The features of `auto` that mattered."""

from collections.abc import Sequence
from operator import itemgetter

from maintext.evidence import Block


def strongest(blocks: Sequence[Block], most: int) -> list[str]:
    """The features that pushed the blocks of a page most."""
    sums: dict[str, float] = {}
    for block in blocks:
        for feature, push in block.pushes.items():
            sums[feature] = sums.get(feature, 0.0) + abs(push)
    return [feature for feature, _ in sorted(sums.items(), key=itemgetter(1), reverse=True)[:most]]
