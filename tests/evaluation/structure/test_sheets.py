"""What the page's own style sheets hide."""

import pytest
from turbohtml import parse

from maintext.evaluation.structure.sheets import hidden_by_sheets
from tests.growth import grows_linearly

SHOWN = "<p>The tower was built in 1911, and it leans a little more every year.</p>"


def hidden(sheet: str, body: str, media: str = "") -> list[str]:
    """The texts that a sheet hides."""
    root = parse(f"<style media='{media}'>{sheet}</style><body>{SHOWN}{body}").find("html")
    assert root is not None
    return sorted(element.text for element in hidden_by_sheets(root))


@pytest.mark.parametrize(
    "sheet",
    [
        ".menu { display: none }",
        ".menu { DISPLAY: NONE !important; color: red }",
        "ul.menu, .x { visibility: hidden }",
        "/* a { } */ body > .menu{color:red;display:none}",
        "@media screen and (min-width: 600px) { .menu { display: none } }",
        "@supports (display: grid) { .menu { display: none } }",
        ".menu { display: block } .menu { display: none }",
        "#m { display: none } .menu { display: block }",
        ".menu { display: none !important } #m { display: block }",
        "@media not print { .menu { display: none } }",
        "[data-a='#z'] { display: block } .menu.menu { display: none }",
        "ul.x\\#y, ul.menu { display: none } .menu { display: block }",
        "a:hover { color: red } .x:is(b, i), .menu { display: none }",
    ],
)
def test_an_element_is_hidden_by_the_rule_that_wins(sheet: str) -> None:
    assert hidden(sheet, "<ul class=menu id=m data-a='#z'><li>Africa</ul>") == ["Africa"]


@pytest.mark.parametrize(
    "sheet",
    [
        "",
        ".menu { display: none } .menu { display: block }",
        ".menu { display: none } #m { display: block }",
        ".menu:hover { display: none }",
        ".menu::before { display: none }",
        ".no-js .menu { display: none }",
        "@media print { .menu { display: none } }",
        "@media (max-height: 600px) { .menu { display: none } }",
        "@media not screen { .menu { display: none } }",
        "@media (max-width: 600px) { .menu { display: none } }",
        "@keyframes x { from { display: none } } .menu { color: red }",
        ".menu { display: none",
        "{ display: none } }}",
    ],
)
def test_other_rules_hide_nothing(sheet: str) -> None:
    found = hidden(sheet, "<ul class=menu id=m><li>Africa</ul>")
    assert found == (["Africa"] if sheet.endswith("none") else [])


def test_an_inline_style_is_stronger() -> None:
    assert hidden(".menu { display: none }", "<ul class=menu style='display: block'><li>Africa</ul>") == []


def test_a_sheet_for_printers_hides_nothing() -> None:
    assert hidden("p { display: none }", "<p>Africa", "print") == []


def test_a_page_that_hides_most_of_its_text_waits_for_a_script() -> None:
    assert hidden("p { visibility: hidden }", "<p>Africa") == []


def test_images_wait_for_a_script() -> None:
    assert hidden("img { display: none }", "<img src=a.png>") == []


def test_blocks_that_do_not_apply_take_linear_time() -> None:
    sheets = ["@media print { .menu { display: none } }\n" * count for count in (2000, 4000)]
    small, large = (parse(f"<style>{sheet}</style><body>{SHOWN}").find("html") for sheet in sheets)
    assert small is not None
    assert large is not None
    assert grows_linearly(lambda: hidden_by_sheets(small), lambda: hidden_by_sheets(large))
