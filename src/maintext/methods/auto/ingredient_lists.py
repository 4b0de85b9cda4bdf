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
    *("材料", "食材", "用料", "原料", "主料", "配料", "所需材料", "所需食材", "재료"),
    *("材料清单", "食材清单", "配料表", "ingredients list", "ingredient list", "list of ingredients"),
)
"""What is above the ingredients of a recipe, in small letters, in some thirty languages."""
_FOR = "for|für|pour|para|per|til|till|för|voor|для|na|pro|za"
_SIGNS = SIGNS + "«<[【「■□●○◆◇▼★☆※#=~:："
"""Signs before the word, beside white space."""
_LINE = re.compile(
    rf"[\s{re.escape(_SIGNS)}]*(?:{'|'.join(map(re.escape, _WORDS))})(?![^\W\d_])"
    rf"\W*(?:(?:{_FOR})\s.*|[(（\[].*[)）\]]|\d+\W*\w{{0,12}}|[一二三四五六七八九十两]\w{{1,4}})?\W*\Z"
)
"""The word, and what may follow it: for what, for how many, a remark in brackets."""
_AMOUNT = re.compile(r"[\d¼-¾⅐-⅞](?:[\d\s./,–-]|[¼-¾⅐-⅞])*[^\W\d_]|适量|少许|適量|少々")
"""A number and its unit or the food: not a count in brackets, a page number or a year."""
LONGEST_LABEL = 40
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
"""Items of a later list that needs no amounts."""
_WITH_AMOUNT = 1 / 3
"""Share of the items of a list with an amount. From .15 to .6, the same lists are found."""
_MOST_LINKED = 0.5
"""Share of the items that are links and nothing else, above which a list is a menu; foods may be linked."""
_COPIED = 0.5
"""Share of the items that are kept elsewhere, from which a list is a copy, as for printing."""
_LIST = int(Flag.LIST)
_LIST_TAGS = frozenset(TAG_ID[name] for name in ("ul", "ol", "dl", "menu", "dir"))
_IN_HEADING, _LINK_DENSITY = BLOCK_FEATURES.index("in_heading"), BLOCK_FEATURES.index("link_density")
_BESIDE = [BLOCK_FEATURES.index(f"named_{box}") for box in ("comments", "navigation", "related")]
"""Boxes beside the text: a line there says nothing about it. Recipes may be in an `<aside>`, or in a box of
a name with "side", such as a column of the page."""


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
    short = page.table.labels(scores.measured.memory, label_starts(), LONGEST_LABEL)
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
            if any(new[block] or kept[block] for block in found.items):  # not if all were dropped before
                heads += [block for block in found.heads if new[block]]
    return IngredientLists(items, heads) if items or heads else None


@cache
def label_starts() -> "Starts":
    """What the line above a list begins with."""
    return word_starts(_WORDS, _SIGNS)


def announces_ingredients(text: str) -> bool:
    """Whether a line says that ingredients follow, and nothing else but for what or for how many.

    >>> lines = "Ingredients:", "Zutaten für den Teig", "【材料（2人分）】", "Ingredients that nobody needs"
    >>> [announces_ingredients(line) for line in lines]
    [True, True, True, False]
    """
    line = " ".join(text.lower().split())  # as long white space would take the expression long
    return len(line) <= 2 * LONGEST_LABEL and bool(_LINE.match(line))


class _Below:
    """The lists below some lines of a page."""

    def __init__(self, scores: AutoScores) -> None:
        self._scores, self._page, self._columns = scores, scores.page, scores.measured.columns
        self._flags = self._page.flags.take(self._page.blocks.first_row)
        self._in_heading = self._columns[_IN_HEADING] > 0
        self._levels = heading_levels(scores, self._in_heading)
        self.texts: dict[int, str] = {}
        """Of the blocks that were read."""

    def ingredients(self, line: int, kept: BoolArray, seen: set[str]) -> IngredientLists:
        """The ingredients below a line; texts in `seen` are kept elsewhere."""
        found = IngredientLists([], [line])
        self._read(line)
        for head, items in self._lists(line):
            texts = [self.texts[block] for block in items]
            if not self._are_ingredients(items, texts, is_first=not found.items):
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
        if self._flags[line] & ELSEWHERE or self._columns[_BESIDE, line].any():
            return
        rows, level = self._page.blocks.first_row, self._levels.item(line)
        head: list[int] = []
        items: list[int] = []
        between = end = 0
        has_list = False
        for block in range(line + 1, min(line + _MOST_BELOW, len(rows))):
            row = rows.item(block)
            if items and row >= end:
                yield head, items
                head, items = [], []
            if row >= end and self._flags[block] & _LIST:
                end = _end_of_list(self._page, row, rows.item(line))
            if row < end and not self._in_heading[block]:
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

    def _are_ingredients(self, items: list[int], texts: list[str], *, is_first: bool) -> bool:
        if self._scores.measured.chars[items].max() > _LONGEST:
            return False
        if (self._columns[_LINK_DENSITY, items] >= ALL_LINKED).mean() > _MOST_LINKED:
            return False
        amounts = sum(bool(_AMOUNT.search(text)) for text in texts)
        return amounts >= _WITH_AMOUNT * len(items) or (len(items) <= _FEW and not is_first)


def _end_of_list(page: Page, row: int, line: int) -> int:
    """The row after the outermost list around a row that begins below the line; 0 if there is none."""
    end = 0
    while row > line and page.flags[row] & _LIST:
        if page.tag[row] in _LIST_TAGS:
            end = page.end.item(row)
        row = page.parent.item(row)
    return end
