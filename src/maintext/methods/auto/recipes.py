"""Ingredients: the lines that a page itself declares as those of its recipe are kept.

To the model, "1 tsp salt" in a list looks like the items of a menu or a shop. But nearly all recipes on the
web name their ingredients a second time, for search engines, in JSON-LD.
"""

from collections.abc import Iterator
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
_NEAR = 4
"""Blocks between two ingredients, at most. A word that is far from all others is in a menu."""


def find_ingredients(scores: AutoScores) -> BoolArray | None:
    """The blocks with the ingredients of a recipe; None if the page declares none, or does not show them."""
    if not scores.measured.page_columns[_DECLARES_RECIPE]:
        return None
    page = scores.page
    declared = {_letters(text) for text in _declared_ingredients(page)} - {""}
    if not declared:
        return None
    found = _find(page.texts_of(np.ones(len(page.blocks), dtype=np.bool_)), declared)
    return found if found.any() else None


def _declared_ingredients(page: Page) -> Iterator[str]:
    json_ld = read_json_ld(page, read_declared(page))
    for work in json_ld.works:
        if "Recipe" in types(work):
            for name in _NAMES:
                yield from (text for text in json_ld.each(work.get(name)) if isinstance(text, str))


def _find(texts: list[str], declared: set[str]) -> BoolArray:
    """The blocks that are ingredients, alone or with those after them."""
    letters = [_letters(text) for text in texts]
    longest = max(map(len, declared))
    found = np.zeros(len(texts), dtype=np.bool_)
    for first in range(len(texts)):
        joined = ""
        for end in range(first + 1, min(first + _MOST_PARTS, len(texts)) + 1):
            joined += letters[end - 1]
            if len(joined) > longest:
                break
            if joined in declared:
                found[first:end] = True
    return found & _has_neighbours(found)


def _has_neighbours(found: BoolArray) -> BoolArray:
    """Where another block near this one is found, too."""
    count = np.concatenate(([0], np.cumsum(found)))
    at = np.arange(len(found))
    near = count[np.minimum(at + _NEAR + 1, len(found))] - count[np.maximum(at - _NEAR, 0)]
    return near > 1


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, unescape(text).lower()))
