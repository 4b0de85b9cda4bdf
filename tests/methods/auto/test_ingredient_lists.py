"""Lists below a line that says "ingredients", on pages that do not declare a recipe."""

import numpy as np
import pytest

from maintext.methods.auto.cleanup import clean_up
from maintext.methods.auto.ingredient_lists import (
    _LONGEST_LABEL,
    _WORDS,
    _starts,
    find_ingredient_lists,
    is_label,
)
from maintext.methods.auto.method import Auto
from maintext.methods.auto.scores import AutoScores
from maintext.page.parse import parse
from maintext.training.auto.second_look import blank_look
from tests.growth import grows_linearly

ITEMS = ["2 cups flour", "1 tsp salt", "½ cup milk", "a little oil"]
STEPS = "<h2>Method</h2><p>Mix the flour with the milk and the salt, and bake it until it is brown.</p>"
LABEL = "<h2>Ingredients</h2>"


def _list(items: list[str], tag: str = "li") -> str:
    return f"<ul>{''.join(f'<li><{tag}>{item}</{tag}></li>' for item in items)}</ul>"


def _scores(html: str) -> AutoScores:
    scores = Auto().score(parse(html))
    assert isinstance(scores, AutoScores)
    return scores


def _found(html: str, *kept: str) -> list[str]:
    """What is found if the blocks with "bake", and those with one of these texts, are kept."""
    scores = _scores(html)
    texts = [scores.page.block_text(block) for block in range(len(scores.words))]
    found = find_ingredient_lists(
        scores, np.array(["bake" in text or text in kept for text in texts], dtype=np.bool_)
    )
    return [] if found is None else scores.page.texts_of(found)


@pytest.mark.parametrize(
    "line",
    [
        *("Ingredients", "INGREDIENTS:", "Ingrédients pour 4 personnes", "Ingredientes (4 personas)"),
        *("Zutaten für 2 Portionen", "INGREDIËNTEN", "Ингредиенты:", "ИНГРЕДИЕНТЫ", "Υλικά", "Składniki"),
        *("材料（2人分）", "【材料】", "食材：", "재료", "■ 用料", "▶ 材料　四人份", "מצרכים", "المكونات:"),
        *("Bahan-bahan:", "Nguyên liệu", "ส่วนผสม", "12 ingredients", " Ingredients "),
    ],
)
def test_a_line_that_says_ingredients_is_found_in_many_languages(line: str) -> None:
    expected = not line[0].isdigit()
    assert is_label(line) == expected
    found = parse(f"<p>{line}</p>").table.labels(_starts(), _LONGEST_LABEL)
    assert [block for block, text in found if is_label(text)] == [0] * expected


@pytest.mark.parametrize("word", _WORDS)
def test_the_kernel_finds_each_word_in_small_and_capital_letters(word: str) -> None:
    for text in (word, word.title(), f"« {word} »", f"{word} (4)"):
        found = parse(f"<p>{text}</p>").table.labels(_starts(), _LONGEST_LABEL)
        assert [text for _, text in found] == [text]


@pytest.mark.parametrize(
    "text", ["Ingredients that nobody needs", "Our ingredients", "Ingredientsx", "材料费", ""]
)
def test_other_lines_are_no_labels(text: str) -> None:
    assert not is_label(text)
    assert _found(f"<h2>{text}</h2>{_list(ITEMS)}{STEPS}") == []


def test_the_list_is_kept_with_the_line_above() -> None:
    assert _found(LABEL + _list(ITEMS) + STEPS) == ["Ingredients", *ITEMS]
    assert _found(f"<p><b>Ingredients</b></p>{_list(ITEMS, 'p')}{STEPS}") == ["Ingredients", *ITEMS]


def test_a_part_that_is_kept_is_completed() -> None:
    assert _found(LABEL + _list(ITEMS) + STEPS, "Ingredients", *ITEMS[:2]) == ITEMS[2:]


def test_lists_with_headings_of_their_own_are_kept_with_these() -> None:
    parts = "<h3>Dough</h3>" + _list(ITEMS) + "<p>optional</p><h3>Icing</h3>" + _list(["sugar", "lemon"])
    assert _found(LABEL + parts + STEPS) == ["Ingredients", "Dough", *ITEMS, "Icing", "sugar", "lemon"]


def test_a_heading_as_high_ends_the_ingredients_but_not_the_tabs_above_them() -> None:
    tools = "<h2>Tools</h2>" + _list(["1 bowl", "2 spoons", "1 tin"])
    assert _found(LABEL + "<h2>Nutrition</h2>" + _list(ITEMS) + tools + STEPS) == ["Ingredients", *ITEMS]


@pytest.mark.parametrize(
    "page",
    [
        LABEL + _list(["Cakes 1", "Breads 2", "Pies 3"], "a href=/x") + STEPS,
        LABEL + _list(["flour", "salt", "milk", "oil"]) + STEPS,
        LABEL + _list(ITEMS[:2]) + STEPS,
        LABEL + _list([*ITEMS, "3 " + "long words " * 20]) + STEPS,
        LABEL + "<p>2 cups flour<p>1 tsp salt<p>½ cup milk" + _list(ITEMS) + STEPS,
        f"<nav>{LABEL}{_list(ITEMS)}</nav>{STEPS}",
        f"<footer>{LABEL}{_list(ITEMS)}</footer>{STEPS}",
        LABEL + _list(ITEMS),
        LABEL,
    ],
    ids=[
        "a menu",
        "no amounts",
        "too few",
        "sentences",
        "too far below",
        "nav",
        "footer",
        "no text",
        "no list",
    ],
)
def test_other_lists_are_not_kept(page: str) -> None:
    assert _found(page) == []


def test_names_of_foods_may_be_links() -> None:
    linked = [
        f"{number} cups <a href=/{food}>{food}</a>"
        for number, food in ((1, "flour"), (2, "milk"), (3, "oil"))
    ]
    assert _found(LABEL + _list(linked) + STEPS) == [
        "Ingredients",
        "1 cups flour",
        "2 cups milk",
        "3 cups oil",
    ]


def test_a_copy_of_the_list_is_not_kept() -> None:
    page = LABEL + _list(ITEMS)
    assert _found(page + STEPS + page) == ["Ingredients", *ITEMS]


def test_what_was_dropped_is_not_added_again() -> None:
    scores = _scores(LABEL + _list(ITEMS) + STEPS)
    kept = np.zeros(len(scores.words), dtype=np.bool_)
    kept[-1] = True
    dropped = np.zeros_like(kept)
    dropped[1:3] = True
    found = find_ingredient_lists(scores, kept, dropped)
    assert found is not None
    assert scores.page.texts_of(found) == ["Ingredients", *ITEMS[2:]]


def test_ingredients_are_kept_with_the_reason() -> None:
    scores = _scores(LABEL + _list(ITEMS) + STEPS)
    texts = [scores.page.block_text(block) for block in range(len(scores.words))]
    kept = clean_up(scores, np.array(["bake" in text for text in texts]), blank_look())
    reasons = {texts[block]: reason for block, reason in kept.changes.items()}
    assert reasons["1 tsp salt"] == "kept as an ingredient of a recipe, or the heading above"
    assert scores.page.texts_of(kept.blocks)[:5] == ["Ingredients", *ITEMS]


def test_many_lists_take_linear_time() -> None:
    def page(many: int) -> AutoScores:
        return _scores((LABEL + _list(ITEMS)) * many + "<li>1" * many)

    small, large = ((scores, np.ones(len(scores.words), bool)) for scores in (page(4000), page(8000)))
    assert grows_linearly(lambda: find_ingredient_lists(*small), lambda: find_ingredient_lists(*large))


@pytest.mark.parametrize(
    "arguments", [((), 60), (_starts()[:5], 60), ((*_starts()[:1], b"", *_starts()[2:]), 60)]
)
def test_a_wrong_table_of_words_is_refused(arguments: tuple[object, int]) -> None:
    table = parse("<p>Ingredients").table
    with pytest.raises((TypeError, ValueError)):
        table.labels(*arguments)  # type: ignore[arg-type]
