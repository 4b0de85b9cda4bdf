"""Ingredients below a line that says so: the lists of a recipe that does not declare them.

`recipes.py` finds the ingredients that a page declares. Other pages have only a heading, such as
"Ingredients", "Zutaten für 4 Personen" or "材料（2人分）", and below it one list or several with headings of
their own ("For the filling"). `docs/cleanup.md` has the figures.
"""

import re
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from maintext.arrays import BoolArray
from maintext.methods.auto.clutter import heading_levels
from maintext.methods.auto.opening_starts import word_starts
from maintext.methods.auto.opening_words import SIGNS
from maintext.methods.auto.recipes import ALL_LINKED, ELSEWHERE
from maintext.methods.auto.scores import AutoScores
from maintext.model.schema import BLOCK_FEATURES
from maintext.page.page import Page
from maintext.page.tags import TAG_ID, Flag

if TYPE_CHECKING:
    from maintext._kernel._native import Starts

_WORDS = (
    *("ingredients", "ingredienser", "ingrediënten", "ingrédients", "ingredientes", "ingredienti"),
    *("ingredientele", "ingrediente", "zutaten", "składniki", "suroviny", "ingredience", "ingrediencie"),
    *("hozzávalók", "ainekset", "koostisosad", "sastāvdaļas", "sastojci", "sestavine", "malzemeler"),
    *("ингредиенты", "інгредієнти", "съставки", "састојци", "υλικά", "συστατικά", "सामग्री"),
    *("المكونات", "المقادير", "מצרכים", "מרכיבים", "nguyên liệu", "bahan-bahan", "bahan", "ส่วนผสม", "วัตถุดิบ"),
    *("材料", "食材", "用料", "原料", "主料", "配料表", "配料", "재료"),
)
"""What is above the ingredients of a recipe, in small letters, in some thirty languages."""
_FOR = "for|für|pour|para|per|til|till|för|voor|для|na|pro|za"
_SIGNS = SIGNS + "«<[【「■□●○◆◇▼★☆※#=~:："
"""Signs before the word, beside white space."""
_WORD = re.compile(rf"[\s{re.escape(_SIGNS)}]*(?:{'|'.join(map(re.escape, _WORDS))})(?![^\W\d_])")
_PURPOSE = re.compile(rf"\s*(?:(?:{_FOR})\s.*|[(（\[][^)）\]]*[)）\]])\W*\Z")
_LONGEST_LINE = 40
"""Letters of the line; a Chinese character counts once."""
_LONGEST = 150
"""Letters of an ingredient."""
_LEAST = 3
"""Ingredients, of all lists below a line."""
_MOST_BELOW = 200
"""Blocks below a line that are read."""
_MOST_BETWEEN = 2
"""Blocks between the line and a list, and between two lists."""
_FEW = 2
"""Items of a list that needs no numbers."""
_NUMBERED = 1 / 3
"""Share of the items of a list with an amount. From .15 to .6, the same lists are found."""
_MOST_LINKED = 0.5
"""Share of the items that are links and nothing else, above which a list is a menu; foods may be linked."""
_COPIED = 0.5
"""Share of the items that are kept elsewhere, from which a list is a copy, as for printing."""
_LIST = int(Flag.LIST)
_IN_HEADING, _LINK_DENSITY = BLOCK_FEATURES.index("in_heading"), BLOCK_FEATURES.index("link_density")
_H6 = TAG_ID["h6"]


class IngredientLists(NamedTuple):
    """Blocks to keep, beside those that are kept."""

    items: list[int]
    heads: list[int]
    """The lines above the lists."""


def find_ingredient_lists(
    scores: AutoScores, kept: BoolArray, was_dropped: BoolArray | None = None
) -> IngredientLists | None:
    """The ingredients of a page by the lines above them; None if there are none.

    Blocks in `was_dropped`, which an earlier rule dropped, are not kept.
    """
    page = scores.page
    short = page.table.labels(scores.measured.memory, _starts(), _LONGEST_LINE)
    lines = [block for block, text in short if announces_ingredients(text)]
    if not lines or not kept.any():
        return None
    below = _Below(scores)
    seen = {*page.texts_of(kept)}
    new = ~kept
    for others in (was_dropped, scores.noise):
        if others is not None:
            new &= ~others
    items: list[int] = []
    heads: list[int] = []
    for line in lines:  # the kernel lists a few dozen at most, so that this is linear
        found = below.ingredients(line, kept, seen)
        if len(found.items) >= _LEAST:
            seen.update(below.texts[block] for block in found.items)
            items += [block for block in found.items if new[block]]
            heads += [block for block in found.heads if new[block]]
    return IngredientLists(items, heads) if items or heads else None


@cache
def _starts() -> "Starts":
    return word_starts(_WORDS, _SIGNS)


def announces_ingredients(text: str) -> bool:
    """Whether a line says that ingredients follow, and nothing else but for what or for how many.

    >>> lines = "Ingredients:", "Zutaten für den Teig", "【材料（2人分）】", "Ingredients that nobody needs"
    >>> [announces_ingredients(line) for line in lines]
    [True, True, True, False]
    """
    text = text.lower()
    found = _WORD.match(text)
    if not found:
        return False
    rest = text[found.end() :]
    says_more = any(map(str.isalpha, rest)) and not any(map(str.isnumeric, rest))
    return not says_more or bool(_PURPOSE.match(rest))


class _Below:
    """The lists below some lines of a page."""

    def __init__(self, scores: AutoScores) -> None:
        self._scores, self._page = scores, scores.page
        self._flags = self._page.flags.take(self._page.blocks.first_row)
        self._in_heading = scores.measured.columns[_IN_HEADING] > 0
        self._levels = heading_levels(scores, self._in_heading)
        self.texts: dict[int, str] = {}
        """Of the blocks that were read."""

    def ingredients(self, line: int, kept: BoolArray, seen: set[str]) -> IngredientLists:
        """The ingredients below a line; texts in `seen` are kept elsewhere."""
        found = IngredientLists([], [line])
        self._read(line)
        for head, items in self._lists(line):
            texts = [self.texts[block] for block in items]
            if not self._are_ingredients(items, texts):
                break
            copied = sum(text in seen and not kept[item] for item, text in zip(items, texts, strict=True))
            if copied < _COPIED * len(items):
                found.items.extend(items)
                found.heads.extend(head)
        return found

    def _read(self, line: int) -> None:
        wanted = np.zeros(len(self._flags), dtype=np.bool_)
        wanted[line : line + _MOST_BELOW] = True
        blocks = wanted.nonzero()[0].tolist()
        self.texts.update(zip(blocks, self._page.texts_of(wanted), strict=True))

    def _lists(self, line: int) -> Iterator[tuple[list[int], list[int]]]:
        """The lists below, up to more than a few other blocks, or to the next heading as high as the line.

        Each with the heading above it, if it has one. Headings as high as the line, right below it, are other
        tabs ("Ingredients", "Nutrition").
        """
        if self._flags[line] & ELSEWHERE:
            return
        rows, level = self._page.blocks.first_row, self._levels.item(line)
        head: list[int] = []
        items: list[int] = []
        between = end = 0
        has_list = False
        for block in range(line + 1, min(line + _MOST_BELOW, len(rows))):
            row = rows.item(block)
            is_item = self._flags[block] & _LIST and not self._in_heading[block]
            if items and not (is_item and row < end):
                yield head, items
                head, items = [], []
            if is_item:
                end = end if row < end else _end_of_list(self._page, row)
                items.append(block)
                has_list, between = True, 0
                continue
            between += 1
            is_lower = self._in_heading[block] and self._levels[block] > level
            if between > _MOST_BETWEEN or (has_list and self._in_heading[block] and not is_lower):
                return
            head = [block] if is_lower else head
        if items:
            yield head, items

    def _are_ingredients(self, items: list[int], texts: list[str]) -> bool:
        measured = self._scores.measured
        if measured.chars[items].max() > _LONGEST:
            return False
        if (measured.columns[_LINK_DENSITY][items] >= ALL_LINKED).mean() > _MOST_LINKED:
            return False
        numbered = sum(any(map(str.isnumeric, text)) for text in texts)
        return len(items) <= _FEW or numbered >= _NUMBERED * len(items)


def _end_of_list(page: Page, row: int) -> int:
    """The row after the outermost list around a row."""
    while (above := page.parent.item(row)) >= 0 and page.flags[above] & _LIST:
        row = above
    return page.end.item(row)
