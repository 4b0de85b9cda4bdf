"""Each measure counts what is right, and can fail."""

import pytest

from maintext.evaluation.structure.gold import Gold, GoldTable
from maintext.evaluation.structure.markdown import Shown, read_markdown
from maintext.evaluation.structure.measures import MEASURES, Share, measure
from tests.evaluation.structure.pages import AFTER, BEFORE, gold

TABLE = (
    "<table><tr><th>Year</th><th>Height</th></tr><tr><td rowspan=2>1911</td><td>forty feet</td></tr>"
    "<tr><td>sixty feet</td></tr></table>"
)
TABLE_TEXT = "Year Height 1911 forty feet sixty feet"
LIST = "<ul><li>it leans to the east<ol><li>by a foot a year</li></ol></li></ul>"
LIST_TEXT = "it leans to the east by a foot a year"
CODE = "<pre><code class=language-python>def lean():\n    return 1</code></pre>"
CODE_TEXT = "def lean return 1"
FIGURE = "<figure><img src=/a.jpg><figcaption>The tower at noon.</figcaption></figure>"
MATHS = "<div><math alttext='x_{i}+\\alpha'><mi>x</mi></math></div>"


@pytest.mark.parametrize(
    ("name", "construct", "text", "markdown", "share"),
    [
        ("code", CODE, CODE_TEXT, "```python\ndef lean():\n    return 1\n```", Share(1, 1)),
        ("code", CODE, CODE_TEXT, "```\ndef lean():\n    return 1\n```", Share(1, 1)),
        ("code", CODE, CODE_TEXT, "```\ndef lean():\nreturn 1\n```", Share(0, 1)),
        ("code", CODE, CODE_TEXT, "```\nCopy\ndef lean():\n    return 1\n```", Share(0, 1)),
        ("code", CODE, CODE_TEXT, "def lean(): return 1", Share(0, 1)),
        ("code_language", CODE, CODE_TEXT, "```py\ndef lean():\n    return 1\n```", Share(1, 1)),
        ("code_language", CODE, CODE_TEXT, "```\ndef lean():\n    return 1\n```", Share(0, 1)),
        ("code_language", CODE, CODE_TEXT, "```ruby\ndef lean():\n    return 1\n```", Share(0, 1)),
        (
            "table_cells",
            TABLE,
            TABLE_TEXT,
            "|Year|Height|\n|-|-|\n|1911|forty feet|\n|1911|sixty feet|",
            Share(1, 1),
        ),
        (
            "table_cells",
            TABLE,
            TABLE_TEXT,
            "|Year|Height|\n|-|-|\n|1911|forty feet|\n||sixty feet|",
            Share(1, 1),
        ),
        ("table_cells", TABLE, TABLE_TEXT, "|1911|forty feet|\n|-|-|\n||sixty feet|", Share(0.75, 1)),
        ("table_cells", TABLE, TABLE_TEXT, "Year Height", Share(0, 1)),
        ("table_header", TABLE, TABLE_TEXT, "|Year|Height|\n|-|-|\n|1911|forty feet|", Share(1, 1)),
        ("table_header", TABLE, TABLE_TEXT, "|1911|forty feet|\n|-|-|\n||sixty feet|", Share(0, 1)),
        ("heading_recall", "<h2>Why it leans</h2>", "Why it leans", "## Why it leans", Share(1, 1)),
        ("heading_recall", "<h2>Why it leans</h2>", "Why it leans", "**Why it leans**", Share(0, 1)),
        ("heading_recall", "<h2>Why it leans</h2>", "Why it leans", "## Why it leans¶", Share(0, 1)),
        (
            "heading_precision",
            "<h2>Why it leans</h2>",
            "Why it leans",
            "# The tower\n## Why it leans\n## Latest news of the day",
            Share(1, 2),
        ),
        ("list_items", LIST, LIST_TEXT, "- it leans to the east\n- by a foot a year", Share(2, 2)),
        ("list_items", LIST, LIST_TEXT, "- it leans to the east by a foot a year", Share(0, 2)),
        ("list_nesting", LIST, LIST_TEXT, "- it leans to the east\n  1. by a foot a year", Share(2, 2)),
        ("list_nesting", LIST, LIST_TEXT, "- it leans to the east\n  - by a foot a year", Share(1, 2)),
        ("list_nesting", LIST, LIST_TEXT, "- it leans to the east\n\n1. by a foot a year", Share(1, 2)),
        ("formulas", MATHS, "", "$$x_i + \\alpha$$", Share(1, 1)),
        ("formulas", MATHS, "", "$$x\\_i + \\alpha$$", Share(0, 1)),
        ("formulas", MATHS, "", "x i α", Share(0, 1)),
        ("links", "<p>See the <a href=/m>old map</a>.</p>", "See the old map", "[old map](/m)", Share(1, 1)),
        (
            "links",
            "<p>See the <a href=/m>old map</a>.</p>",
            "See the old map",
            "[old map](https://e.org/m)",
            Share(1, 1),
        ),
        ("links", "<p>See the <a href=/m>old map</a>.</p>", "See the old map", "[old map](/n)", Share(0, 1)),
        ("links", "<p>See the <a href=/m>old map</a>.</p>", "See the old map", "[map](/m)", Share(0, 1)),
        ("images", FIGURE, "", "![](https://e.org/a.jpg)", Share(1, 1)),
        ("images", "<img src='/my a.jpg'>", "", "![](https://e.org/my%20a.jpg)", Share(1, 1)),
        ("images", "<img src='/my a.jpg'>", "", "![](https://e.org/my)", Share(0, 1)),
        ("captioned_images", FIGURE, "", "![](/a.jpg)\n\nThe tower at noon.", Share(1, 1)),
        ("captioned_images", FIGURE, "", "![](/a.jpg 'The tower at noon.')", Share(1, 1)),
        ("captioned_images", FIGURE, "", "![The tower at noon.](/a.jpg)", Share(0, 1)),
        ("captioned_images", FIGURE, "", "The tower at noon.", Share(0, 1)),
        (
            "blocks",
            "<h2>Why it leans</h2>",
            "Why it leans",
            f"{BEFORE}\n\n## Why it leans\n\n{AFTER}",
            Share(3, 3),
        ),
        (
            "blocks",
            "<h2>Why it leans</h2>",
            "Why it leans",
            f"{BEFORE}\n## Why it leans\n- {AFTER}",
            Share(2, 3),
        ),
        ("blocks", "", "", f"{BEFORE}\n{AFTER}", Share(0, 2)),
        ("blocks", "", "", BEFORE.replace("leans", "\n\nleans\n\n"), Share(0, 2)),
    ],
)
def test_a_measure_counts_what_is_right(
    name: str, construct: str, text: str, markdown: str, share: Share
) -> None:
    found = measure(gold(construct, text), read_markdown(markdown))
    assert found[name] == pytest.approx(share)


def test_each_thing_there_counts_once() -> None:
    twice = gold(CODE + CODE, f"{CODE_TEXT} {CODE_TEXT}")
    assert len(twice.listings) == 2
    assert measure(twice, read_markdown("```\ndef lean():\n    return 1\n```"))["code"] == Share(1, 2)


def test_a_page_has_no_figure_for_what_it_does_not_have() -> None:
    assert measure(gold(""), read_markdown("## A heading\n\n```\ncode\n```")).keys() == {"blocks"}


def test_every_measure_is_named_once() -> None:
    construct = (
        f"{CODE}{TABLE}{LIST}{FIGURE}{MATHS}<h2>Why it leans</h2><p>See the <a href=/m>old map</a> of it.</p>"
    )
    text = f"{CODE_TEXT} {TABLE_TEXT} {LIST_TEXT} Why it leans See the old map of it."
    found = measure(gold(construct, text), read_markdown(f"## Why it leans\n\n{AFTER}"))
    assert {each.name for each in MEASURES} == set(found)


def test_a_section_is_kept_if_a_text_of_it_is() -> None:
    expected = gold("<h2>Why it leans</h2>", "Why it leans")
    assert measure(expected, read_markdown(AFTER))["kept_sections"] == Share(0, 1)
    assert measure(expected, read_markdown(f"## Why it leans\n\n{AFTER}"))["kept_sections"] == Share(1, 1)
    assert "kept_sections" not in measure(expected, read_markdown(BEFORE))


def test_a_hidden_heading_is_neither_right_nor_wrong() -> None:
    page = "<h2>Why it leans</h2><p>It is old.</p><h2 class=sr-only>Menu</h2>"
    expected = gold(page, "Why it leans It is old.")
    shown = read_markdown("## Why it leans\n\n## Menu")
    assert measure(expected, shown)["heading_precision"] == Share(1, 1)


def test_a_missing_table_does_not_take_the_match_of_another() -> None:
    """Two tables with the same cells but one; only the second is there."""
    first = GoldTable((("Sight", "wide"), ("Range", "far")), (("Sight", "wide"), ("Range", "far")))
    second = GoldTable((("Sight", "narrow"), ("Range", "far")), (("Sight", "narrow"), ("Range", "far")))
    shown = Shown(tables=[second.once])
    counts = measure(Gold(tables=(first, second)), shown)
    assert counts["table_header"] == Share(1, 2)
    assert counts["table_cells"] == Share(1.0, 2)
