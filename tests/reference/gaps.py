"""Missing spaces between two text nodes, pair by pair."""

from itertools import pairwise

import numpy as np

from maintext.page.gaps import _stand_apart
from maintext.page.page import Page
from maintext.page.tags import TEXT, Flag

_CLINGING = "sub sup ruby rb rt rp rtc tt var math wbr".split()
_DRESS = "b strong i em u s strike del ins mark font small big".split()


def gaps(page: Page) -> set[int]:
    """Rows of the text nodes that need a space before them."""
    found = set()
    unseen = Flag.UNSHOWN | Flag.HIDDEN
    shown = [
        row
        for row in range(len(page))
        if page.tag[row] == TEXT and not page.flags[row] & unseen and page.row_text(row)
    ]
    for block in range(len(page.blocks)):
        first, last = page.blocks.first_row[block], page.blocks.last_row[block]
        rows = [row for row in shown if first <= row <= last]
        for before, after in pairwise(rows):
            if _is_border(page, before, after) and not _is_tight(page, before, after):
                found |= {after} if _stand_apart(page, np.array([before]), np.array([after])) else set()
    return found


def _is_border(page: Page, before: int, after: int) -> bool:
    """Whether an element ends and another begins between the two, or an image is there."""
    ends, begins = page.end[page.parent[before]] <= after, page.parent[after] > before
    return bool(ends and begins) or any(
        page.tag_name(row) == "img" and not page.flags[row] & Flag.FORMULA for row in range(before, after)
    )


def _is_tight(page: Page, before: int, after: int) -> bool:
    """Whether they are code or formulas, have a `<wbr>` between them, or are two parts of one style."""
    if (page.flags[before] | page.flags[after]) & (Flag.PRE | Flag.CODE):
        return True
    above = {page.tag_name(row) for text in (before, after) for row in page.ancestors(text)}
    if above & set(_CLINGING) or "wbr" in map(page.tag_name, range(before, after)):
        return True
    left, right = page.parent[before], page.parent[after]
    siblings = left != right and page.parent[left] == page.parent[right] and after == before + 2
    return bool(siblings and page.tag[left] == page.tag[right] and page.tag_name(left) in _DRESS)
