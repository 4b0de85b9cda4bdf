"""Lists below a line that says "ingredients", on pages that do not declare a recipe."""

import numpy as np
import pytest

from maintext.methods.auto.cleanup import clean_up
from maintext.methods.auto.ingredient_lists import (
    _WORDS,
    LONGEST_LABEL,
    announces_ingredients,
    find_ingredient_lists,
    label_starts,
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
    blocks = [] if found is None else sorted(found.items + found.heads)
    return [texts[block] for block in blocks]


def _listed(html: str) -> list[str]:
    """What the kernel lists, for Python to decide."""
    scores = _scores(html)
    found = scores.page.table.labels(scores.measured.memory, label_starts(), LONGEST_LABEL)
    return [text for _, text in found]


@pytest.mark.parametrize(
    "line",
    [
        *("Ingredients", "INGREDIENTS:", "Ingrédients pour 4 personnes", "Ingredientes (4 personas)"),
        *("Zutaten für 2 Portionen", "INGREDIËNTEN", "Ингредиенты:", "ИНГРЕДИЕНТЫ", "Υλικά", "Składniki"),
        *("材料（2人分）", "【材料】", "食材：", "재료", "■ 用料", "▶ 材料　四人份", "מצרכים", "المكونات:"),
        *("Bahan-bahan:", "Nguyên liệu", "ส่วนผสม", "सामग्री", " Ingredients ", "配料表", "所需材料："),
        *("食材清单", "Ingredients list", "List of ingredients:"),
        *("Ingredients for the dough", "Zutaten für den Teig", "Ingredients (serves four)"),
        "Ингредиенты (на 12 порций, форма 24 см)",
        "\n" + " " * 60 + "Ingredients\n" + " " * 60,
    ],
)
def test_a_line_that_announces_ingredients_is_found_in_many_languages(line: str) -> None:
    assert announces_ingredients(line)
    assert list(map(announces_ingredients, _listed(f"<p>{line}</p>"))) == [True]


@pytest.mark.parametrize("word", _WORDS)
def test_the_kernel_finds_each_word_in_small_and_capital_letters(word: str) -> None:
    for text in (word, word.title(), word.upper(), f"« {word} »", f"{word} (4)"):
        assert announces_ingredients(text)
        assert _listed(f"<p>{text}</p>") == [text]


@pytest.mark.parametrize(
    "text",
    ["Ingredients that nobody needs", "Our ingredients", "Ingredientsx", "12 ingredients", "材料费", ""],
)
def test_other_lines_announce_nothing(text: str) -> None:
    assert not announces_ingredients(text)
    assert _found(f"<h2>{text}</h2>{_list(ITEMS)}{STEPS}") == []


def test_lines_with_dates_and_fractions_are_not_listed() -> None:
    dates = "".join(f"<p>{day}</p>" for day in ("2010年1月", "3–4 hours", "1½ cups", "٣ مارس") * 20)
    assert _listed(dates + "<h2>材料</h2>") == ["材料"]


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
        LABEL + _list(["<a href=/x>Chicken</a> (12)", "<a href=/y>Beef</a> (7)", "Rice (30)"]) + STEPS,
        LABEL + _list(["Prices rise, Jan 12, 2024", "Prices fall, Jan 3, 2023", "Chapter 1"]) + STEPS,
        LABEL + _list(["1", "2", "3", "Next"]) + STEPS,
        LABEL + _list(["Recipes", "Videos"]) + "<h5>Account</h5>" + _list(["Sign in", "Help"]) + STEPS,
        "<h2>Ingredients 2024: what they cost</h2>" + _list(ITEMS) + STEPS,
        f"<div class=related>{LABEL}{_list(ITEMS)}</div>{STEPS}",
        f"<div class=comment><p>My version:</p>{LABEL}{_list(ITEMS)}</div>{STEPS}",
        LABEL + _list(ITEMS[:2]) + STEPS,
        LABEL + _list([*ITEMS, "3 " + "long words " * 20]) + STEPS,
        LABEL + "<p>2 cups flour<p>1 tsp salt<p>½ cup milk" + _list(ITEMS) + STEPS,
        f"<nav>{LABEL}{_list(ITEMS)}</nav>{STEPS}",
        f"<footer>{LABEL}{_list(ITEMS)}</footer>{STEPS}",
        LABEL + _list(ITEMS),
        LABEL,
    ],
    ids=[
        *("a menu", "no amounts", "a filter", "news", "pages", "menus", "a headline", "related"),
        *("a comment", "too few", "sentences", "too far below", "nav", "footer", "no text", "no list"),
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


@pytest.mark.parametrize(
    "below",
    [
        _list(["Print", "Save", "Rate this"], "a href=/x"),
        "<ol><li>Heat the oven.<li>Mix it all.<li>Knead the dough.</ol>",
    ],
    ids=["links", "steps"],
)
def test_another_list_right_below_is_not_kept(below: str) -> None:
    assert _found(LABEL + _list(ITEMS) + below + STEPS) == ["Ingredients", *ITEMS]


def test_a_list_inside_a_list_is_a_part_of_it() -> None:
    nested = (
        "<ul><li>Dough<ul><li>2 cups flour<li>1 egg</ul><li>Icing<ul><li>1 lemon<li>3 spoons sugar</ul></ul>"
    )
    expected = ["Ingredients", "Dough", "2 cups flour", "1 egg", "Icing", "1 lemon", "3 spoons sugar"]
    assert _found(LABEL + nested + STEPS) == expected


def test_a_line_inside_a_list_speaks_of_the_lists_inside_alone() -> None:
    comment = "<li><p>Ann, May 2</p><p>Ingredients:</p>{}<p>Reply</p></li><li><p>Bo</p><p>2 days!</p></li>"
    assert _found(f"<ol>{comment.format('')}</ol>{STEPS}") == []
    assert _found(f"<ol>{comment.format(_list(ITEMS))}</ol>{STEPS}") == ["Ingredients:", *ITEMS]


def test_lists_that_are_not_kept_do_not_make_others_copies() -> None:
    few = LABEL + _list(ITEMS[:2]) + "<p>Or<p>so<p>on"
    assert _found(few + LABEL + _list(ITEMS) + STEPS) == ["Ingredients", *ITEMS]


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
    assert [scores.page.block_text(block) for block in found.heads + found.items] == [
        "Ingredients",
        *ITEMS[2:],
    ]


def test_ingredients_are_kept_with_the_reason() -> None:
    scores = _scores(LABEL + _list(ITEMS) + STEPS)
    texts = [scores.page.block_text(block) for block in range(len(scores.words))]
    kept = clean_up(scores, np.array(["bake" in text for text in texts]), blank_look())
    reasons = {texts[block]: reason for block, reason in kept.changes.items()}
    assert reasons["1 tsp salt"] == "kept as an ingredient, in a list below a line that says so"
    assert reasons["Ingredients"] == "kept as the line above ingredients"
    assert scores.page.texts_of(kept.blocks)[:5] == ["Ingredients", *ITEMS]


def test_long_lines_are_read_quickly() -> None:
    for blank in (" ", "\n\t", "\u3000", "-", "("):
        assert not announces_ingredients("Ingredients" + blank * 300_000 + "of cups")


@pytest.mark.parametrize("shape", ["lines", "lists", "items", "depth"])
def test_large_pages_take_linear_time(shape: str) -> None:
    def page(many: int) -> AutoScores:
        one = LABEL + _list(ITEMS)
        pages = {
            "lines": one * many,
            "lists": (LABEL + ("<h3>Part</h3>" + _list(["1 egg"])) * 90) * (many // 90),
            "items": LABEL + _list(["1 egg"] * many * 4),
            "depth": "<ul><li>" * 400 + (LABEL + "<li>1 egg" * 100) * (many // 25),
        }
        return _scores(pages[shape] + STEPS)

    small, large = ((scores, np.ones(len(scores.words), bool)) for scores in (page(2000), page(4000)))
    assert grows_linearly(lambda: find_ingredient_lists(*small), lambda: find_ingredient_lists(*large))


def test_wrong_arguments_are_refused() -> None:
    scores = _scores("<p>Ingredients")
    memory, starts = scores.measured.memory, label_starts()
    for arguments in (
        (memory, (), 60),
        (memory, starts[:6], 60),
        (memory, (starts[0], b"", *starts[2:]), 60),
        (memory, (*starts[:6], starts[6][1:]), 60),
        (bytearray(8), starts, 60),
        (memory, starts, "60"),
    ):
        with pytest.raises((TypeError, ValueError)):
            scores.page.table.labels(*arguments)
    assert scores.page.table.labels(memory, starts, -1) == []


def test_wrong_arguments_of_a_survey_are_refused() -> None:
    scores = _scores("<p>Ingredients")
    memory, kept, starts = scores.measured.memory, np.ones(1, np.bool_), label_starts()
    for arguments in (
        (memory, kept, 9.0, 0.5, (), 60),
        (memory, kept, 9.0, 0.5, starts[:6], 60),
        (memory, kept, 9.0, 0.5, (*starts[:6], starts[6][1:]), 60),
        (memory, kept, 9.0, 0.5, (starts[0], b"", *starts[2:]), 60),
        (memory, kept, 9.0, 0.5, list(starts), 60),
        (memory, kept, 9.0, 0.5, starts, "60"),
        (memory, kept[1:], 9.0, 0.5, starts, 60),
        (bytearray(8), kept, 9.0, 0.5, starts, 60),
    ):
        with pytest.raises((TypeError, ValueError)):
            scores.page.table.survey(*arguments)
    has_label = [scores.page.table.survey(memory, kept, 9.0, 0.5, starts, longest)[5] for longest in (-1, 60)]
    assert has_label == [False, True]
