"""The features of `auto` in words."""

from collections.abc import Mapping

from maintext.features import MEANINGS
from maintext.model.auto import KINDS

_MEANINGS: Mapping[str, str] = {
    **MEANINGS,
    **{f"kind_{kind}": f"probability that the page is of the kind {kind}" for kind in KINDS},
    "repeats_on_site": "whether it repeats on other pages of the site",
}


def meaning(feature: str) -> str:
    """What a feature says of a block.

    >>> meaning("in_nav")
    'whether it lies in navigation'
    """
    return _MEANINGS[feature]
