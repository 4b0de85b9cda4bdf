"""Ingredients that a page declares in JSON-LD."""

import json

import numpy as np
import pytest

from maintext import extract
from maintext.methods.auto.cleanup import clean_up
from maintext.methods.auto.method import Auto
from maintext.methods.auto.recipes import find_ingredients
from maintext.methods.auto.scores import AutoScores
from maintext.page.parse import parse
from maintext.training.auto.second_look import blank_look
from tests.growth import grows_linearly

INGREDIENTS = ["2 cups flour", "1 tsp salt, fine", "½ cup milk &amp; water"]
STEPS = "<h2>Method</h2><p>Mix the flour with the milk and the salt, and bake it until it is brown.</p>"
LIST = "<ul><li>2 cups flour<li>▢ 1 tsp salt, fine<li>½ cup<br>milk & water<li>See all tools</ul>"


def _json_ld(recipe: object) -> str:
    return f"<script type=application/ld+json>{json.dumps(recipe)}</script>"


RECIPE = _json_ld({"@type": "Recipe", "recipeIngredient": INGREDIENTS})


def _scores(html: str) -> AutoScores:
    scores = Auto().score(parse(html))
    assert isinstance(scores, AutoScores)
    return scores


def _found(html: str) -> list[str]:
    scores = _scores(html)
    found = find_ingredients(scores, np.zeros(len(scores.words), dtype=np.bool_))
    return [] if found is None else scores.page.texts_of(found)


def test_ingredients_are_found_whatever_their_marks_and_lines() -> None:
    flour, salt, *milk = _found(RECIPE + LIST + STEPS)
    assert (flour, "".join(milk)) == ("2 cups flour", "½ cupmilk & water")
    assert salt.endswith("1 tsp salt, fine")


@pytest.mark.parametrize(
    "parts",
    ["<li>2<span> cups</span><br>flour", "<p>2 cups<p>flour", "<div>2<div>cups<div>flour</div></div></div>"],
)
def test_an_ingredient_may_be_on_several_lines(parts: str) -> None:
    page = f"{RECIPE}<div>{parts}</div><p>1 tsp salt, fine</p>{STEPS}"
    assert "".join("".join(_found(page)).split()) == "2cupsflour1tspsalt,fine"


@pytest.mark.parametrize(
    "page",
    [
        LIST + STEPS,
        _json_ld({"@type": "Product", "ingredients": INGREDIENTS}) + LIST + STEPS,
        _json_ld({"@type": "Recipe", "recipeIngredient": [1, None, {"name": "flour"}, ""]}) + LIST + STEPS,
        _json_ld({"@type": "Recipe", "recipeIngredient": "salt"}) + "<nav><a>Salt</a></nav>" + STEPS,
        RECIPE + STEPS,
        RECIPE,
    ],
    ids=["nothing declared", "no recipe", "no texts", "a word in a menu", "not shown", "no text"],
)
def test_nothing_else_is_an_ingredient(page: str) -> None:
    assert _found(page) == []


@pytest.mark.parametrize(
    "recipe",
    [
        {"@graph": [{"@type": ["Recipe", "NewsArticle"], "recipeIngredient": INGREDIENTS}]},
        [{"@type": "Recipe", "ingredients": INGREDIENTS}],
    ],
)
def test_recipes_are_declared_in_several_ways(recipe: object) -> None:
    assert len(_found(_json_ld(recipe) + LIST + STEPS)) >= 3


def test_ingredients_are_kept_with_the_reason() -> None:
    scores = _scores(RECIPE + LIST + STEPS)
    texts = [scores.page.block_text(block) for block in range(len(scores.words))]
    chosen = np.array(["bake" in text for text in texts])
    kept = clean_up(scores, chosen, blank_look())
    reasons = {texts[block]: reason for block, reason in kept.changes.items()}
    assert reasons["2 cups flour"] == "kept as an ingredient of the recipe that the page declares"
    assert "See all tools" not in reasons


def test_a_copy_of_the_list_is_left_out() -> None:
    scores = _scores(RECIPE + LIST + STEPS + LIST)
    texts = [scores.page.block_text(block) for block in range(len(scores.words))]
    second = np.array([block > texts.index("Method") for block in range(len(texts))])
    flour = [block for block, text in enumerate(texts) if text == "2 cups flour"]
    assert len(flour) == 2
    for kept, expected in ((np.zeros_like(second), [True, False]), (second, [False, True])):
        found = find_ingredients(scores, kept)
        shown = kept if found is None else kept | found
        assert shown[flour].tolist() == expected


def test_an_ingredient_that_is_declared_twice_is_kept_twice() -> None:
    page = _json_ld({"@type": "Recipe", "recipeIngredient": ["butter", "flour", "butter"]})
    assert _found(page + "<p>butter<p>flour<p>butter<p>butter" + STEPS) == ["butter", "flour", "butter"]


def test_ingredients_alone_are_not_kept() -> None:
    scores = _scores(RECIPE + LIST + STEPS)
    nothing = np.zeros(len(scores.words), dtype=np.bool_)
    assert not clean_up(scores, nothing, blank_look()).blocks.any()


def test_the_text_of_a_recipe_has_its_ingredients() -> None:
    menu = "<nav>" + "<a href=/x>Salt</a> " * 20 + "</nav>"
    text = extract(f"<title>Flat bread</title>{RECIPE}{menu}<h1>Flat bread</h1>{LIST}{STEPS * 4}").text
    assert "2 cups flour" in text
    assert "1 tsp salt, fine" in text


def test_many_lines_take_linear_time() -> None:
    def page(many: int) -> AutoScores:
        declared = {"@type": "Recipe", "recipeIngredient": ["a" * 5000, *INGREDIENTS]}
        return _scores(_json_ld(declared) + "<p>a</p>" * many + "<p>" + "word " * many)

    small, large = ((scores, np.zeros(len(scores.words), bool)) for scores in (page(20_000), page(40_000)))
    assert grows_linearly(lambda: find_ingredients(*small), lambda: find_ingredients(*large))
