"""Ingredients: the lines that a page itself declares as those of its recipe are kept.

To the model, "1 tsp salt" in a list looks like the items of a menu or a shop. But nearly all recipes on the
web name their ingredients a second time, for search engines, in JSON-LD. `docs/cleanup.md` has the figures.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from itertools import islice, pairwise
from typing import NamedTuple
from unicodedata import normalize

import numpy as np

from maintext.arrays import BoolArray
from maintext.metadata.declared import read_declared
from maintext.metadata.json_ld import read_json_ld, types
from maintext.methods.auto.scores import AutoScores
from maintext.model.schema import BLOCK_FEATURES
from maintext.page.page import Page
from maintext.page.tags import Flag
from maintext.text.references import unescape
from maintext.text.words import alphanumerics

ELSEWHERE = int(Flag.NAV | Flag.FOOTER)
_LINK_DENSITY = BLOCK_FEATURES.index("link_density")
ALL_LINKED = 0.99
"""Share of a block's letters in links, from which it is nothing else."""
_NAMES = ("recipeIngredient", "ingredients")
_MOST_INGREDIENTS = 1000
_MOST_PARTS = 3
"""Blocks of an ingredient: amount, name and note may be on separate lines."""
_LONGEST = 400
"""Characters of a block that may be an ingredient."""
_NEAR = 4
"""Blocks between two ingredients, at most. A word that is far from all others is in a menu."""
_NO_TEXT = "\0"
"""The letters of a block that is no part of an ingredient."""


class _Match(NamedTuple):
    """The blocks of an ingredient, and its letters."""

    first: int
    end: int
    letters: str


def find_ingredients(
    scores: AutoScores, kept: BoolArray, was_dropped: BoolArray | None = None
) -> BoolArray | None:
    """The blocks to keep, beside those that are kept, as ingredients of a recipe; None if there are none.

    Each is kept as often as it is declared: pages have copies of the list, for phones and for shopping.
    Blocks in `was_dropped`, which an earlier rule dropped, are not kept.
    """
    if not kept.any():
        return None
    left = _declared_ingredients(scores.page)
    if not left:
        return None
    added = np.zeros_like(kept)
    for match in _best_first(_find(_letters_of_blocks(scores, kept, was_dropped), left), kept):
        if left[match.letters]:
            left[match.letters] -= 1
            added[match.first : match.end] = True
    added &= ~kept
    return added if added.any() else None


def _declared_ingredients(page: Page) -> Counter[str]:
    """The letters of the ingredients. What several plugins declare counts once."""
    declared: Counter[str] = Counter()
    for work in read_json_ld(page, read_declared(page)).works:
        for name in _NAMES if "Recipe" in types(work) else ():
            value = work.get(name)
            texts = islice(value, _MOST_INGREDIENTS) if isinstance(value, list) else [value]
            short = (text for text in texts if isinstance(text, str) and len(text) <= _MOST_PARTS * _LONGEST)
            for text, times in Counter(map(_letters, short)).items():
                declared[text] = max(declared[text], times)
    del declared[""]
    return declared


def _letters_of_blocks(scores: AutoScores, kept: BoolArray, was_dropped: BoolArray | None) -> list[str]:
    page = scores.page
    usable = (page.flags.take(page.blocks.first_row) & ELSEWHERE) == 0
    usable &= (scores.measured.columns[_LINK_DENSITY] < ALL_LINKED) | kept  # menus name foods
    for others in (was_dropped, scores.noise):
        if others is not None:
            usable &= ~others
    letters = [_NO_TEXT] * len(usable)
    for block, text in zip(np.flatnonzero(usable).tolist(), page.texts_of(usable), strict=True):
        if len(text) <= _LONGEST:
            letters[block] = _letters(text)
    return letters


def _find(letters: Sequence[str], declared: Collection[str]) -> list[_Match]:
    """The ingredients in blocks with these letters, and with another ingredient near them."""
    found = []
    first = 0
    while first < len(letters):
        match = _match(letters, first, declared)
        if match:
            found.append(match)
        first = match.end if match else first + 1
    near = [one.end + _NEAR >= next_one.first for one, next_one in pairwise(found)]
    return [
        match
        for match, last_near, next_near in zip(found, [False, *near], [*near, False], strict=False)
        if last_near or next_near
    ]


def _match(letters: Sequence[str], first: int, declared: Collection[str]) -> _Match | None:
    """The longest ingredient that begins with a block."""
    for end in range(min(first + _MOST_PARTS, len(letters)), first, -1):
        joined = "".join(letters[first:end])
        if letters[first] and letters[end - 1] and joined in declared:
            return _Match(first, end, joined)
    return None


def _best_first(found: Sequence[_Match], kept: BoolArray) -> Iterator[_Match]:
    """Kept ingredients first, then the nearest to these: the list that the model chose in part is the one."""
    are_kept = [bool(kept[match.first : match.end].all()) for match in found]
    places = [match.first for match, is_kept in zip(found, are_kept, strict=True) if is_kept]

    def distance(match: _Match) -> int:
        at = bisect_left(places, match.first)
        return min((abs(match.first - place) for place in places[max(at - 1, 0) : at + 1]), default=0)

    return iter(sorted(found, key=distance))


def _letters(text: str) -> str:
    return alphanumerics(normalize("NFKC", unescape(text)).lower())
