"""Ingredients: the lines that a page itself declares as those of its recipe are kept.

To the model, "1 tsp salt" in a list looks like the items of a menu or a shop. But nearly all recipes on the
web name their ingredients a second time, for search engines, in JSON-LD.
"""

from collections import Counter
from collections.abc import Container, Iterator
from html import unescape

import numpy as np

from maintext.arrays import BoolArray
from maintext.metadata.declared import read_declared
from maintext.metadata.json_ld import read_json_ld, types
from maintext.methods.auto.scores import AutoScores
from maintext.model.schema import PAGE_FEATURES
from maintext.page.page import Page

_DECLARES_RECIPE = PAGE_FEATURES.index("page_schema_recipe")
_NAMES = ("recipeIngredient", "ingredients")
_MOST_PARTS = 3
"""Blocks of an ingredient: amount, name and note may be on lines of their own."""
_LONGEST = 300
"""Letters of an ingredient."""
_NEAR = 4
"""Blocks between two ingredients, at most. A word that is far from all others is in a menu."""


def find_ingredients(scores: AutoScores, kept: BoolArray) -> BoolArray | None:
    """The blocks to keep as ingredients of a recipe; None if there are none.

    Each is kept as often as it is declared: pages have copies of the list, for phones and for shopping.
    """
    if not scores.measured.page_columns[_DECLARES_RECIPE]:
        return None
    page = scores.page
    declared = Counter(letters for text in _declared_ingredients(page) if (letters := _letters(text)))
    if not declared:
        return None
    found = _find(page.texts_of(np.ones(len(page.blocks), dtype=np.bool_)), declared)
    ingredients = np.zeros_like(kept)
    for blocks, name in sorted(found, key=lambda one: not kept[one[0]].all()):  # kept ones first
        if declared[name]:
            declared[name] -= 1
            ingredients[blocks] = True
    ingredients &= _has_neighbours(ingredients)
    return ingredients if (ingredients & ~kept).any() else None


def _declared_ingredients(page: Page) -> Iterator[str]:
    json_ld = read_json_ld(page, read_declared(page))
    for work in json_ld.works:
        if "Recipe" in types(work):
            for name in _NAMES:
                yield from (text for text in json_ld.each(work.get(name)) if isinstance(text, str))


def _find(texts: list[str], declared: Container[str]) -> list[tuple[slice, str]]:
    """The blocks of each ingredient, and its letters."""
    letters = [_letters(text) for text in texts]
    found = []
    for first in range(len(texts)):
        for end in range(first + 1, min(first + _MOST_PARTS, len(texts)) + 1):
            joined = "".join(letters[first:end])
            if len(joined) > _LONGEST:
                break
            if joined in declared:
                found.append((slice(first, end), joined))
    return found


def _has_neighbours(found: BoolArray) -> BoolArray:
    """Where another block near this one is found, too."""
    count = np.concatenate(([0], np.cumsum(found)))
    at = np.arange(len(found))
    near = count[np.minimum(at + _NEAR + 1, len(found))] - count[np.maximum(at - _NEAR, 0)]
    return near > 1


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, unescape(text[: 2 * _LONGEST]).lower()))
