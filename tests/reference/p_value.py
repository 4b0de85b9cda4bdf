"""The P value of every element, by its formula, element by element."""

import numpy as np

from maintext.arrays import BoolArray, IntArray
from maintext.methods.papers.p_value import PValue
from maintext.page.page import Page
from maintext.page.tags import Flag

_REMOVED = "script noscript style embed label form input iframe head meta link object aside channel".split()
_HTML5 = "nav footer button select textarea".split()


def p_values(method: PValue, page: Page, noise: BoolArray | None) -> tuple[list[int], list[float], list[int]]:
    """The elements, the P of each, and the unit of each leaf."""
    removed = _removed(method, page)
    if noise is not None:
        removed |= set(page.leaves[noise].tolist())
    shown = page.chars if method.lengths == "shown" else _text_lengths(page)
    chars: IntArray = shown + (method.cjk_weight - 1) * (page.cjk + page.cjk_punctuation)
    markup = page.markup if method.attributes else page.tag_chars
    elements = [row for row in range(len(page)) if page.is_element[row] and row not in removed]

    def length(row: int, *, unlinked: bool = False) -> int:
        below = (at for at in range(row, int(page.end[row])) if at not in removed)
        return sum(int(chars[at]) for at in below if not (unlinked and page.flags[at] & Flag.LINK))

    def source_length(row: int) -> int:
        below = (at for at in range(row, int(page.end[row])) if at not in removed)
        return sum(int(chars[at] + markup[at]) for at in below)

    whole = length(0, unlinked=True)
    values = [
        length(row) / source_length(row) * (length(row, unlinked=True) / whole) if whole else 0.0
        for row in elements
    ]
    best = elements[int(np.argmax(values))] if elements else -1
    units = [-1 if leaf in removed else _unit(page, elements, best, leaf) for leaf in page.leaves.tolist()]
    return elements, values, units


def _text_lengths(page: Page) -> IntArray:
    """All characters of each text node, in the source's own white space."""
    return np.array(
        [0 if page.is_element[row] else len(page.row_text(row)) for row in range(len(page))], dtype=np.int64
    )


def _removed(method: PValue, page: Page) -> set[int]:
    """Rows that do not count, neither as text nor as markup."""
    names = [*_REMOVED, *(_HTML5 if method.removed == "html5" else ())]
    unlinked = (page.subtree_chars - page.subtree(page.link_chars)).tolist()
    removed: set[int] = set()
    for row in range(len(page)):
        name = page.tag_name(row)
        wraps = name in ("form", "noscript") and unlinked[row] > method.wrapper_share * unlinked[0]
        if name in names and not wraps:
            removed |= set(range(row, int(page.end[row])))
        is_hidden = method.lengths == "shown" and page.flags[row] & (Flag.UNSHOWN | Flag.HIDDEN)
        if is_hidden or (name == "img" and not method.images):
            removed.add(row)
    return removed


def _unit(page: Page, elements: list[int], best: int, leaf: int) -> int:
    """The best element for a leaf inside it; else the largest one around the leaf without the best one."""
    above = [leaf, *page.ancestors(leaf)][::-1]
    if best in above:
        return elements.index(best)
    branch = next(row for row in above if not row <= best < page.end[row])
    if not page.is_element[branch]:  # text beside the best element
        branch = int(page.parent[branch])
    return elements.index(branch) if branch in elements else -1
