"""Pages that hide most of their text until a script runs: the parts to show, row by row."""

from collections.abc import Mapping

import numpy as np

from maintext.arrays import IntArray
from maintext.page.attributes import Attributes
from maintext.page.tags import Flag
from maintext.page.visibility import hiding_reason

_CLOSED = "nav menu modal popup dialog overlay cookie consent search filter".split()


def shown_again(
    tag: IntArray, parent: IntArray, flags: IntArray, chars: list[int], attributes: Mapping[int, Attributes]
) -> IntArray:
    """The flags of the page, with waiting text shown."""
    rows, above = range(len(tag)), parent.tolist()
    is_hidden = ((flags & int(Flag.HIDDEN)) != 0).tolist()
    is_unshown = ((flags & int(Flag.UNSHOWN)) != 0).tolist()
    own = [0 if is_unshown[row] else chars[row] for row in rows]
    below = list(own)
    for row in reversed(rows):
        if above[row] >= 0:
            below[above[row]] += below[row]
    total = sum(own)
    hidden = sum(own[row] for row in rows if is_hidden[row])
    least = max(0.5 * total, 500)

    def waits(row: int) -> bool:
        reason = hiding_reason(attributes.get(row, {}))
        if reason and total - hidden <= 0.1 * total and below[row] >= 500:
            names = f"{attributes[row].get('class', '')} {attributes[row].get('id', '')}".lower()
            return not any(word in names for word in _CLOSED)
        return below[row] >= least and reason in ("visibility:hidden", "opacity:0", "zero size")

    outermost = [row for row in rows if is_hidden[row] and not (above[row] >= 0 and is_hidden[above[row]])]
    if hidden < least or not any(map(waits, outermost)):
        return flags
    still: list[bool] = []
    for row in rows:
        hides = hiding_reason(attributes.get(row, {})) is not None and not waits(row)
        still.append(hides or (above[row] >= 0 and still[above[row]]))
    return np.where(still, flags | int(Flag.HIDDEN), flags & ~int(Flag.HIDDEN))
