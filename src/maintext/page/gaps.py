"""Gaps: where words stand apart on a page though its source has no white space between them.

`<span>Price</span><span>$20</span>` is two boxes to a reader, since style sheets set a distance between
elements. So where one inline element ends and the next begins, a space belongs between them; not
inside a word that is dressed in parts, nor at marks that cling to their neighbour.
"""

import re
import unicodedata

import numpy as np

from maintext._kernel import loops
from maintext.arrays import BoolArray, IntArray, frozen, prefix_sums
from maintext.page.page import Page
from maintext.page.tags import IMG, TAG_ID, Flag, in_tags, tag_mask
from maintext.text.characters import INVISIBLE, SPACELESS, regex_class

_WBR = TAG_ID["wbr"]
_AS_WRITTEN = int(Flag.PRE | Flag.CODE)
_LINK = int(Flag.LINK)
_CLINGING = tag_mask("sub sup ruby rb rt rp rtc tt var math wbr")
_DRESS = tag_mask("b strong i em u s strike del ins mark font small big")

_NO_SPACE = regex_class(SPACELESS, INVISIBLE)
# Of the last character before a border and the first three after it.
_TIGHT = re.compile(
    rf"[\s{_NO_SPACE}]|.[\s{_NO_SPACE}]"
    r"|.[,.;:!?)\]}%”’“»«…°™®†‡،؛؟।\"'_/–—]|.-(?!\d)"
    r"|[(\[{“„‘«»¿¡\"'#@_/–—-]"
    r"|[$€£¥₹₩₽]\d|\d(?:st|nd|rd|th)\b"
    r"|(\W)\1"
)


_NO_ROWS = frozen(np.zeros(0, dtype=np.int64))


def find_gaps(page: Page, first_row: IntArray, last_row: IntArray, kept: BoolArray) -> IntArray:
    """Rows of the text nodes that a space belongs before, inside the kept ones of some blocks.

    The blocks begin and end at the given rows.
    """
    if loops is None:
        before, after = _loose_borders(page, first_row[kept], last_row[kept])
        return after[_stand_apart(page, before, after)]
    # The kernel settles all that ASCII can tell, which is nearly everything; those have -1 before them.
    meetings = loops.meetings(page.utf_8, page.columns, first_row, last_row, kept)
    if not meetings:
        return _NO_ROWS
    before, after = np.frombuffer(meetings, dtype=np.int64).reshape(-1, 2).T.copy()
    apart = before < 0
    unsettled = np.flatnonzero(~apart)
    if len(unsettled):
        apart[unsettled[_stand_apart(page, before[unsettled], after[unsettled])]] = True
    return after[apart]


def _loose_borders(page: Page, first_row: IntArray, last_row: IntArray) -> tuple[IntArray, IntArray]:
    """Borders inside blocks at which a space may belong."""
    if not len(first_row):
        return first_row, first_row
    before, after = _inner_borders(page)
    block = np.searchsorted(first_row, before, side="right") - 1
    inside = np.flatnonzero((block >= 0) & (after <= last_row[block]))
    before, after = before[inside], after[inside]
    loose = _are_loose(page, before, after)
    return before[loose], after[loose]


def _inner_borders(page: Page) -> tuple[IntArray, IntArray]:
    """Neighbouring shown text nodes between which an element ends and another begins, or an image stands.

    Where only one of them is in an element of its own, as in `foo<b>bar</b>`, is no such border.
    """
    rows = page.shown_texts[0]
    before, after = rows[:-1], rows[1:]
    parent = page.parent[rows]
    is_border = page.end[parent[:-1]] <= after
    is_border &= parent[1:] > before
    followed = np.searchsorted(rows, page.rows_of(IMG))  # the text node after each image
    is_border[followed[(followed > 0) & (followed < len(rows))] - 1] = True
    borders = np.flatnonzero(is_border)
    return before[borders], after[borders]


def _stand_apart(page: Page, before: IntArray, after: IntArray) -> list[int]:
    """Of loose borders, the numbers of those that a space belongs to."""
    ends, starts = page.text_end[before].tolist(), page.text_start[after].tolist()
    gaps: list[int] = []
    in_word: list[int] = []
    for at, (end, start) in enumerate(zip(ends, starts, strict=True)):
        last, first = page.text[end - 1], page.text[start]
        if _TIGHT.match(last + page.text[start : start + 3]) or unicodedata.category(first)[0] == "M":
            continue
        one_word = first.islower() and (last.isalpha() or last == "’")
        (in_word if one_word else gaps).append(at)
    gaps += _between_links(page, before, after, in_word)
    return sorted(gaps)


def _are_loose(page: Page, before: IntArray, after: IntArray) -> BoolArray:
    """Which borders lie neither in code or formulas, nor at a `<wbr>`, nor inside one dress."""
    left, right = page.parent[before], page.parent[after]
    one_dress = (page.tag[left] == page.tag[right]) & in_tags(page.tag[left], _DRESS) & (left != right)
    one_dress &= (page.parent[left] == page.parent[right]) & (after == before + 2)
    tight = one_dress | (((page.flags[before] | page.flags[after]) & _AS_WRITTEN) != 0)
    marked = in_tags(page.tag, _CLINGING)
    if marked.any():
        clinging = page.inside(marked)
        breaks = prefix_sums(page.tag == _WBR)
        tight |= clinging[before] | clinging[after] | (breaks[before] != breaks[after])
    return ~tight


def _between_links(page: Page, before: IntArray, after: IntArray, borders: list[int]) -> list[int]:
    """Of the borders those between links to different places: no word leads to two."""
    linked = [at for at in borders if page.flags[before[at]] & page.flags[after[at]] & _LINK]
    if not linked:
        return []
    link = page.nearest(page.is_link)

    def leads(row: int) -> str | None:
        return page.attribute(int(link[row]), "href")

    return [at for at in linked if leads(before[at]) != leads(after[at])]
