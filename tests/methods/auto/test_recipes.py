"""Ingredients that a page declares in JSON-LD."""

import json

import numpy as np
import pytest

from maintext import Limits, extract
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


def _method(scores: AutoScores) -> np.ndarray:
    """A choice of the blocks that say what to do."""
    return np.array(["bake" in scores.page.block_text(block) for block in range(len(scores.words))])


def _found(html: str) -> list[str]:
    scores = _scores(html)
    found = find_ingredients(scores, _method(scores))
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
    flour = [block for block, text in enumerate(texts) if text == "2 cups flour"]
    salt = [block for block, text in enumerate(texts) if text.endswith("1 tsp salt, fine")]
    method = _method(scores)
    for chosen, expected in (([], [True, False]), (flour[1:], [False, True]), (salt[1:], [False, True])):
        kept = method.copy()
        kept[chosen] = True
        found = find_ingredients(scores, kept)
        assert found is not None
        assert (kept | found)[flour].tolist() == expected  # from the list that is kept in part
        assert (kept | found)[salt].tolist() == expected


def test_an_ingredient_that_is_declared_twice_is_kept_twice() -> None:
    page = _json_ld({"@type": "Recipe", "recipeIngredient": ["butter", "flour", "butter"]})
    assert _found(page + "<p>butter<p>flour<p>butter<p>butter" + STEPS) == ["butter", "flour", "butter"]


def test_the_boxes_between_ingredients_are_not_ingredients() -> None:
    page = _json_ld({"@type": "Recipe", "recipeIngredient": ["butter", "flour", "butter"]})
    boxes = "<p>▢<p>butter<p>▢<p>flour<p>▢<p>butter<p>▢"
    assert _found(page + boxes + STEPS) == ["butter", "flour", "butter"]


def test_the_longest_ingredient_is_taken() -> None:
    page = _json_ld({"@type": "Recipe", "recipeIngredient": ["2 cups flour", "flour", "salt"]})
    assert _found(page + "<p>2 cups<p>flour<p>salt<p>flour" + STEPS) == ["2 cups", "flour", "salt", "flour"]


def test_what_two_plugins_declare_counts_once() -> None:
    shown = "<p>2 cups flour<p>1 tsp salt, fine" + STEPS + "<p>2 cups flour<p>1 tsp salt, fine"
    assert _found(RECIPE + RECIPE + shown) == ["2 cups flour", "1 tsp salt, fine"]


def test_fractions_are_alike() -> None:
    page = _json_ld({"@type": "Recipe", "recipeIngredient": ["1/2 cup milk", "1/4 tsp salt"]})
    assert _found(page + "<p>½ cup milk<p>¼ tsp salt" + STEPS) == ["½ cup milk", "¼ tsp salt"]


@pytest.mark.parametrize("box", ["nav", "footer"])
def test_menus_are_no_ingredients(box: str) -> None:
    page = _json_ld({"@type": "Recipe", "recipeIngredient": ["chicken", "beef"]})
    assert _found(f"{page}{STEPS}<{box}><p>Chicken<p>Beef</{box}>") == []


def test_a_long_block_is_no_ingredient() -> None:
    tail = " ·" * 400
    assert _found(f"{RECIPE}<p>2 cups flour{tail}<p>1 tsp salt, fine{tail}{STEPS}") == []


def test_notes_between_ingredients_do_not_make_them_strays() -> None:
    page = RECIPE + "".join(f"<p>{text}<p>Buy it now<p>Compare" for text in INGREDIENTS) + STEPS
    scores = _scores(page)
    kept = clean_up(scores, _method(scores), blank_look())
    texts = scores.page.texts_of(kept.blocks)
    assert [
        text for text in ("2 cups flour", "1 tsp salt, fine", "½ cup milk & water") if text not in texts
    ] == []
    assert "Compare" not in texts
    assert [reason for reason in kept.changes.values() if reason.startswith("dropped")] == []


def test_a_thousand_ingredients_are_enough() -> None:
    names = [f"{number} eggs" for number in range(2000)]
    page = _json_ld({"@type": "Recipe", "recipeIngredient": names})
    assert _found(page + STEPS + "".join(f"<p>{name}" for name in names)) == names[:1000]


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

    small, large = ((scores, np.ones(len(scores.words), bool)) for scores in (page(20_000), page(40_000)))
    assert grows_linearly(lambda: find_ingredients(*small), lambda: find_ingredients(*large))


def test_many_recipes_take_linear_time() -> None:
    def page(many: int) -> AutoScores:
        long = [
            {"@type": "Recipe", "recipeIngredient": [f"{one} {at}" for at in range(500)]}
            for one in range(many)
        ]
        short = [{"@type": "Recipe", "recipeIngredient": ["salt"]}] * (10 * many)
        return _scores(_json_ld([*long, *short]) + "<p>salt</p><p>sugar</p>")

    small, large = ((scores, np.ones(len(scores.words), bool)) for scores in (page(40), page(80)))
    assert grows_linearly(lambda: find_ingredients(*small), lambda: find_ingredients(*large))


@pytest.mark.parametrize("ingredient", ["a" + "\u0301\u0316" * 50_000, f"&#{'9' * 4301}"])
def test_endless_ingredients_are_no_ingredients(ingredient: str) -> None:
    page = _json_ld({"@type": "Recipe", "recipeIngredient": [ingredient, *INGREDIENTS]}) + LIST + STEPS
    assert "2 cups flour" in extract(page, limits=Limits(seconds=2)).text


def test_a_recipe_on_a_thread_does_no_harm() -> None:
    texts = "I tried it twice, and it fell in.", "You have to leave the door of the oven closed."
    posts = "".join(
        f"<div class=post><a class=username href=/u/{name}>{name}</a> <time datetime=2024-01-01>"
        f"January 1</time><div class=post-body><p>Has anybody here baked this bread? {text}</p></div></div>"
        for name, text in zip(("ann", "bob"), texts, strict=True)
    )
    sidebar = "<div class=sidebar><ul><li>2 cups flour<li>1 tsp salt, fine</ul></div>"
    title = "<title>Bread - Baking forum</title>"
    document = extract(f"{RECIPE}{title}{sidebar}<h1>Bread</h1><div class=thread>{posts}</div>")
    assert texts[1] in document.text


def test_links_with_the_names_of_foods_are_no_ingredients() -> None:
    foods = ["Chicken", "Rice", "Onion", "Salt"]
    menu = "".join(f"<div><a href=/{food}>{food}</a></div>" for food in foods)
    recipe = _json_ld({"@type": "Recipe", "recipeIngredient": foods})
    linked, plain = (
        _scores(f"{recipe}{part}{STEPS}") for part in (menu, menu.replace("<a", "<b").replace("</a", "</b"))
    )
    for scores, many in ((linked, 0), (plain, 4)):
        kept = np.arange(len(scores.words)) >= len(foods)
        found = find_ingredients(scores, kept)
        assert (0 if found is None else int(found.sum())) == many
