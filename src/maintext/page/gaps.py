"""Gaps: missing spaces between words that are separate on the page.

`<span>Price</span><span>$20</span>` looks like two boxes, because style sheets separate elements. So a space
is added where one inline element ends and the next begins, but not inside a word whose parts have their own
elements, nor at punctuation that belongs to its neighbour.
"""

import re
import unicodedata
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from maintext.arrays import BoolArray, IntArray, frozen
from maintext.page.tags import Flag

if TYPE_CHECKING:
    from maintext.page.page import Page
from maintext.text.characters import INVISIBLE, SPACELESS, regex_class

_LINK = int(Flag.LINK)

_NO_ROWS = frozen(np.zeros(0, dtype=np.int64))


@cache  # most pages do not need it
def _tight() -> re.Pattern[str]:
    """Matches no gap: the last character before a border, and the first three after it."""
    no_space = regex_class(SPACELESS, INVISIBLE)
    return re.compile(
        rf"[\s{no_space}]|.[\s{no_space}]"
        r"|.[,.;:!?)\]}%”’“»«…°™®†‡،؛؟।\"'_/–—]|.-(?!\d)"
        r"|[(\[{“„‘«»¿¡\"'#@_/–—-]"
        r"|[$€£¥₹₩₽]\d|\d(?:st|nd|rd|th)\b"
        r"|(\W)\1"
    )


def find_gaps(page: "Page", kept: BoolArray) -> IntArray:
    """Rows of the text nodes that need a space before them, inside the kept blocks."""
    # The kernel decides alone where ASCII is enough, which is nearly everywhere.
    sure, unsure = page.table.gaps(kept)
    rows = np.frombuffer(sure, dtype=np.int64) if sure else _NO_ROWS
    if not unsure:
        return rows
    before, after = np.frombuffer(unsure, dtype=np.int64).reshape(-1, 2).T.copy()
    return np.sort(np.concatenate((rows, after[_stand_apart(page, before, after)])))


def _stand_apart(page: "Page", before: IntArray, after: IntArray) -> list[int]:
    """Which of the borders between text nodes need a space."""
    lasts, firsts = page.table.text_around(before + 1, 1, 0), page.table.text_around(after, 0, 3)
    gaps: list[int] = []
    in_word: list[int] = []
    for at, (last, next_three) in enumerate(zip(lasts, firsts, strict=True)):
        first = next_three[0]
        if _tight().match(last + next_three) or unicodedata.category(first)[0] == "M":
            continue
        one_word = first.islower() and (last.isalpha() or last == "’")
        (in_word if one_word else gaps).append(at)
    gaps += _between_links(page, before, after, in_word)
    return sorted(gaps)


def _between_links(page: "Page", before: IntArray, after: IntArray, borders: list[int]) -> list[int]:
    """Of the borders, those between links with different targets: one word does not have two links."""
    linked = [at for at in borders if page.flags[before[at]] & page.flags[after[at]] & _LINK]
    if not linked:
        return []
    link = page.nearest(page.is_link)

    def leads(row: int) -> str | None:
        return page.attribute(int(link[row]), "href")

    return [at for at in linked if leads(before[at]) != leads(after[at])]
