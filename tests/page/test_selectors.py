"""CSS selectors over the node table select the elements that turbohtml selects in its tree."""

from random import Random

import numpy as np
import pytest
import turbohtml

from maintext.errors import SelectorError
from maintext.page.parse import parse, prune_page, whole_page
from maintext.page.selectors import compile_selector
from tests.growth import grows_linearly

SELECTORS = (
    """
*|div|p, li|#a|.x|.x.y|div.x|[id]|[id=a]|[class~=x]|[class^="x y"]
[class$=y]|[class*=" "]|[lang|=en]|[class=X i]
div p|div > p|div>span|p + p|p ~ span|div div p|div > * > .x|ul li + li|section ~ div p
:first-child|p:first-child|:last-child|:only-child
li:nth-child(2)|li:nth-child(odd)|li:nth-child(2n + 1)|:nth-child(-n+2)
p:first-of-type|p:last-of-type|span:only-of-type|p:nth-of-type(2)|:root|:empty
:not(div)|div:not(.x)|:is(p, li).x|:where(div) > p|:not(.x, .y)
div:has(p)|div:has(> p)|div:has(.x, #a)|p:not(:first-child) .y
""".replace("\n", "|")
    .replace("[lang|=en]", "[lang¦=en]")
    .split("|")
)
SELECTORS = [one.replace("¦", "|") for one in SELECTORS if one]


def random_source(seed: int) -> str:
    """Properly nested elements, each with a number."""
    random = Random(seed)
    parts, number = ["<body data-n=0>"], 0
    waiting: list[str] = []
    for _ in range(60):
        if waiting and random.random() < 0.4:
            parts.append(f"</{waiting.pop()}>")
            continue
        number += 1
        name = random.choice(["div", "div", "div", "div", "section", "span", "ul"])
        if waiting and waiting[-1] in ("span", "em"):
            name = "span"
        if waiting and waiting[-1] == "ul":
            name = "li"
        attributes = random.choice(
            ["", " class=x", " class='x y'", " class=Y", " id=a", " lang=en-GB", " class=X"]
        )
        if name in ("div", "section") and random.random() < 0.4:
            parts.append(
                f"<p data-n={number}{attributes}>text<em class='y x' data-n={number}.5>more</em></p>"
            )
            continue
        parts.append(f"<{name} data-n={number}{attributes}>")
        waiting.append(name)
        if random.random() < 0.4:
            parts.append("text")
    return (
        "<!doctype html><html data-n=root>"
        + "".join(parts)
        + "".join(f"</{name}>" for name in reversed(waiting))
    )


def selected(html: str, selector: str) -> list[str | None]:
    page = parse(html)
    rows = np.flatnonzero(compile_selector(selector)(page)).tolist()
    return [page.attribute(row, "data-n") for row in rows if page.attribute(row, "data-n")]


@pytest.mark.parametrize("selector", SELECTORS)
def test_the_same_elements_are_selected(selector: str) -> None:
    hits = 0
    for seed in range(40):
        html = random_source(seed)
        expected = [one.attrs.get("data-n") for one in turbohtml.parse(html).select(selector)]
        expected = [number for number in expected if number]
        assert selected(html, selector) == expected, html
        hits += len(expected)
    assert hits, "the selector is never tested"


@pytest.mark.parametrize(
    ("selector", "message"),
    [
        ("", "a selector is empty"),
        ("div >", "the selector 'div >' is not complete"),
        ("div,", "the selector 'div,' is not complete"),
        ("p:hover", "the selector 'p:hover' cannot be read at ':hover'"),
        ("a::before", "the selector 'a::before' cannot be read at '::before'"),
        ("div[", "the selector 'div[' cannot be read at '['"),
        (":not(p", "the selector ':not(p' is not complete"),
        ("p)", "the selector 'p)' cannot be read at ')'"),
        ("div:has(a b)", "the selector 'div:has(a b)' cannot be read at ' b)'"),
        ("//div[@id]", "'//div[@id]' is an XPath: give a CSS selector, such as 'main p'"),
        ("li:nth-child(x)", "the selector 'li:nth-child(x)' cannot be read at 'x)'"),
        (".a" * 300, "a selector has at most 500 characters, not 600"),
    ],
)
def test_a_selector_that_is_not_valid_is_one_line(selector: str, message: str) -> None:
    with pytest.raises(SelectorError) as caught:
        compile_selector(selector)
    assert str(caught.value) == message


def test_escapes_and_other_scripts() -> None:
    assert selected("<p class=md:flex data-n=1>", r".md\:flex") == ["1"]
    assert selected("<p class=正文 data-n=1>", ".正文") == ["1"]
    assert selected("<my-box data-n=1>", "MY-BOX") == ["1"]


def test_pruning_keeps_the_rest_of_the_page() -> None:
    page = parse("<div id=a>One <b>two</b> three<p>Four</div><p>Five")
    pruned = prune_page(page, ("b", "#a p"), None)
    assert [pruned.block_text(block) for block in range(len(pruned.blocks))] == ["One three", "Five"]
    assert len(pruned) == len(page)
    inside = prune_page(page, ("b",), "#a")
    assert [inside.block_text(block) for block in range(len(inside.blocks))] == ["One three", "Four"]
    assert whole_page(inside).block_texts == page.block_texts
    assert whole_page(page) is page


def test_time_is_linear() -> None:
    def match(elements: int) -> None:
        page = parse(
            "<div class='x y'>" * (elements // 100) + "<p class=x>a</p><span id=b>c</span>" * elements
        )
        compile_selector("div:has(.x) .x:not(:first-child) ~ span, :nth-child(3n) + p")(page)

    assert grows_linearly(lambda: match(20_000), lambda: match(40_000))
