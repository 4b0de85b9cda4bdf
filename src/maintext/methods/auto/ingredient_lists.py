"""Ingredients below a line that says so: the lists of a recipe that does not declare them.

`recipes.py` finds the ingredients that a page declares. Other pages have only a heading, such as
"Ingredients", "Zutaten für 4 Personen" or "材料（2人分）", and below it one list or several with headings of
their own ("For the filling"). `docs/cleanup.md` has the figures.
"""

import re
from collections.abc import Iterator
from functools import cache

import numpy as np

from maintext.arrays import BoolArray
from maintext.methods.auto.opening_starts import word_starts
from maintext.methods.auto.opening_words import SIGNS
from maintext.methods.auto.scores import AutoScores
from maintext.model.schema import BLOCK_FEATURES
from maintext.page.page import Page
from maintext.page.tags import TAG_ID, Flag

_WORDS = (
    *("ingredients", "ingredienser", "ingrediënten", "ingrédients", "ingredientes", "ingredienti"),
    *("ingredientele", "ingrediente", "zutaten", "składniki", "suroviny", "ingredience", "ingrediencie"),
    *("hozzávalók", "ainekset", "koostisosad", "sastāvdaļas", "sastojci", "sestavine", "malzemeler"),
    *("ингредиенты", "інгредієнти", "продукты", "съставки", "састојци", "υλικά", "συστατικά"),
    *("المكونات", "المقادير", "מצרכים", "מרכיבים", "nguyên liệu", "bahan-bahan", "bahan", "ส่วนผสม", "วัตถุดิบ"),
    *("材料", "食材", "用料", "原料", "主料", "配料", "재료"),
)
"""What stands above the ingredients of a recipe, in small letters, in some thirty languages."""
_SIGNS = SIGNS + "«<[【「■□●○◆◇▼★☆※#=~:："
"""Signs before the word, beside white space."""
_LABEL = re.compile(rf"[\s{re.escape(_SIGNS)}]*(?:{'|'.join(map(re.escape, _WORDS))})(?![^\W\d_])")
_LONGEST_LABEL = 60
"""Bytes of such a line."""
_LONGEST = 150
"""Letters of an ingredient."""
_LEAST = 3
"""Ingredients, of all lists below a line."""
_MOST = 200
_MOST_BETWEEN = 2
"""Blocks between the line and a list, and between two lists."""
_SHORT = 2
"""Items of a list that needs no numbers."""
_NUMBERED = 1 / 3
"""Share of the items of a list with an amount. From .15 to .6, the same lists are found."""
_LINKED = 0.99
"""Share of an item's letters in links, from which it is nothing else; recipes link the names of foods."""
_MOST_LINKED = 0.5
"""Share of such items, above which a list is a menu."""
_COPIED = 0.5
"""Share of the items that are kept elsewhere, from which a list is a copy, as for printing."""
_ELSEWHERE = int(Flag.NAV | Flag.FOOTER)
_LIST = int(Flag.LIST)
_IN_HEADING, _LINK_DENSITY = BLOCK_FEATURES.index("in_heading"), BLOCK_FEATURES.index("link_density")
_H1, _H6 = TAG_ID["h1"], TAG_ID["h6"]


def find_ingredient_lists(
    scores: AutoScores, kept: BoolArray, was_dropped: BoolArray | None = None
) -> BoolArray | None:
    """The blocks to keep, beside those that are kept, as ingredients, with their headings; None for none.

    Blocks in `was_dropped`, which an earlier rule dropped, are not kept.
    """
    page = scores.page
    labels = [block for block, text in page.table.labels(_starts(), _LONGEST_LABEL) if is_label(text)]
    if not labels or not kept.any():
        return None
    added = np.zeros_like(kept)
    seen = {*page.texts_of(kept)}
    for label in labels:
        found: list[int] = []
        heads = [label]
        for head, items in _lists_below(scores, label):
            texts = page.texts_of(_mask(kept, items))
            if not _are_ingredients(scores, items, texts):
                break
            copied = sum(text in seen and not kept[item] for item, text in zip(items, texts, strict=True))
            if copied < _COPIED * len(items):
                found += items
                heads += head
                seen.update(texts)
        if len(found) >= _LEAST:
            added[heads + found] = True
    for others in (was_dropped, scores.noise):
        if others is not None:
            added &= ~others
    added &= ~kept
    return added if added.any() else None


@cache
def _starts() -> tuple[memoryview, memoryview, bytes, memoryview, memoryview, int]:
    return word_starts(_WORDS, _SIGNS)


def is_label(text: str) -> bool:
    """Whether a line says that ingredients follow, and nothing else but for how much.

    >>> [is_label(text) for text in ("Ingredients:", "Zutaten für 4 Personen", "【材料（2人分）】", "Salt")]
    [True, True, True, False]
    >>> is_label("Ingredients that nobody needs")
    False
    """
    found = _LABEL.match(text.lower())
    rest = text[found.end() :] if found else ""
    return bool(found) and (not any(map(str.isalpha, rest)) or any(map(str.isnumeric, rest)))


def _lists_below(scores: AutoScores, label: int) -> Iterator[tuple[list[int], list[int]]]:
    """The lists from a line on, up to more than a few other blocks, or to the next heading as high as it.

    Each with the heading above it, if it has one. Headings as high as the line, right below it, are other
    tabs ("Ingredients", "Nutrition").
    """
    page = scores.page
    flags = page.flags.take(page.blocks.first_row)
    in_heading = scores.measured.columns[_IN_HEADING] > 0
    if flags[label] & _ELSEWHERE:
        return
    level = _level(page, label) if in_heading[label] else _H6
    head: list[int] = []
    items: list[int] = []
    between = 0
    has_list = False
    for block in range(label + 1, min(label + _MOST, len(flags))):
        if flags[block] & _LIST and not in_heading[block]:
            items.append(block)
            has_list, between = True, 0
            continue
        if items:
            yield head, items
            head, items = [], []
        between += 1
        is_lower = in_heading[block] and _level(page, block) > level
        if between > _MOST_BETWEEN or (has_list and in_heading[block] and not is_lower):
            return
        head = [block] if is_lower else head
    if items:
        yield head, items


def _level(page: Page, block: int) -> int:
    """The tag of the nearest `<h1>` to `<h6>` around a block."""
    row = int(page.blocks.first_row[block])
    return next((tag for tag in page.tag[page.ancestors(row)].tolist() if _H1 <= tag <= _H6), _H6)


def _are_ingredients(scores: AutoScores, items: list[int], texts: list[str]) -> bool:
    if scores.measured.chars[items].max() > _LONGEST:
        return False
    if (scores.measured.columns[_LINK_DENSITY][items] >= _LINKED).mean() > _MOST_LINKED:
        return False
    numbered = sum(any(map(str.isnumeric, text)) for text in texts)
    return len(items) <= _SHORT or numbered >= _NUMBERED * len(items)


def _mask(kept: BoolArray, blocks: list[int]) -> BoolArray:
    mask = np.zeros_like(kept)
    mask[blocks] = True
    return mask
