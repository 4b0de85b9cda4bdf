"""Unlisted elements: part of a line as in browsers, or a box."""

from functools import partial
from random import Random

import pytest

from maintext.page.parse import parse
from tests.growth import grows_linearly
from tests.parse.rivals import differences
from tests.reference.walk import Walked


@pytest.mark.parametrize(
    ("html", "texts"),
    [
        ("<p>The mayor of <gu-link>Bristol</gu-link>, who came.", ["The mayor of Bristol, who came."]),
        ("<pre>function <data-lsp>identity</data-lsp>(x)", ["function identity(x)"]),
        ("<td>In <st1:place>Paris</st1:place> and <st1:city>Rome</st1:city>", ["In Paris and Rome"]),
        ("<p>It is <meter>6 of 10</meter>, <progress>70 %</progress> done.", ["It is 6 of 10, 70 % done."]),
        ("<p><x-word>One</x-word> <x-word>line</x-word>", ["One line"]),
        ("<li><a href=/x><x-label>Tea</x-label></a> and milk", ["Tea and milk"]),
        ("<p>Text<o:p></o:p> goes on", ["Text goes on"]),
        ("<h2><x-title>Head</x-title> <x-note>note</x-note></h2>", ["Head note"]),
        ("<div><st1:place>York</st1:place> <st1:city>Hull</st1:city></div>", ["York Hull"]),
        ("<p>Rated 5 <x-star></x-star> by all", ["Rated 5 by all"]),
    ],
)
def test_an_unlisted_element_is_part_of_its_line(html: str, texts: list[str]) -> None:
    assert parse(html).block_texts == texts


@pytest.mark.parametrize(
    ("html", "texts"),
    [
        ("<div><my-card>One</my-card><my-card>Two</my-card></div>", ["One", "Two"]),
        ("<x-list><x-item>One</x-item><x-item>Two</x-item></x-list>", ["One", "Two"]),
        ("<div>Before <my-card><div>One</div></my-card> after</div>", ["Before", "One", "after"]),
        ("<div><x-item>One <x-note>note</x-note></x-item></div>", ["One", "note"]),
        ("<div>One<x-advert></x-advert> two</div>", ["One", "two"]),
        ("<my-card><p>One</my-card><my-card><p>Two</my-card>", ["One", "Two"]),
        ("<div>Before <x-a><x-b><p>One</p></x-b></x-a> after</div>", ["Before", "One", "after"]),
        ("<div>Before <listing>Code</listing> after</div>", ["Before", "Code", "after"]),
    ],
)
def test_an_unlisted_element_with_or_among_boxes_is_a_box(html: str, texts: list[str]) -> None:
    assert parse(html).block_texts == texts


SHAPES = "<svg><g><path d=M0 /></g></svg>"


def test_an_icon_after_the_words_of_a_link_is_part_of_the_line() -> None:
    assert parse(f"<p>See <a href=/a>the report{SHAPES}</a> for more.").block_texts == [
        "See the report for more."
    ]
    assert parse(f"<p>See <a href=/a>the report {SHAPES} </a> for more.").block_texts == [
        "See the report for more."
    ]


@pytest.mark.parametrize("icon", [SHAPES, "<svg><title>Gear</title><desc>A gear.</desc><path /></svg>"])
@pytest.mark.parametrize(
    "html",
    [
        "<p>Press the {} button.",
        "<li>Press the {} button.",
        "<h2>Press the<!-- -->{}<!-- --> button.</h2>",
        "<div><span>Press the {} button.</span></div>",
        "<p>Press the <span> <span>{} </span></span> button.",
        "<p>Press <b><i>the</i></b> {} <code>button</code>.",
        "<p>Press <a href=/a>the</a> {} button.",
        "<p>Press {} <b><a href=/a>the</a></b> button.",
        "<p><a href=/a>Press {}<small>the</small></a> <!-- --> button.",
        "<p><a href=/a> <!-- -->Press <b>the</b> {}</a><!-- --> button.",
    ],
)
def test_an_icon_between_words_is_part_of_the_line(html: str, icon: str) -> None:
    page, walked = parse(html.format(icon)), Walked(html.format(icon))
    assert [" ".join(text.split()) for text in page.block_texts] == ["Press the button."]
    assert differences(page, walked) == []


@pytest.mark.parametrize("words", ["a", "b", " ", "<!-- -->", "<a>", "</a>", "<span>", "</span>"])
@pytest.mark.parametrize("seed", range(4))
def test_random_icons_in_lines(words: str, seed: int) -> None:
    random = Random(seed)
    parts = (
        *(
            "<p>",
            "<li>",
            "<h2>",
            "<div>",
            "<b>",
            "</b>",
            "<a>",
            "</a>",
            "<span>",
            "</span>",
            "a",
            " ",
            "<!-- -->",
        ),
        *(
            "<svg><path /></svg>",
            "<svg><title>t</title></svg>",
            "<svg><text>t</text></svg>",
            "<svg>",
            "</svg>",
        ),
        *(words, words, words),
    )
    for _ in range(60):
        html = "".join(random.choices(parts, k=random.randint(3, 14)))
        assert differences(parse(html), Walked(html)) == [], html


def test_icons_of_a_link_are_read_in_linear_time() -> None:
    for line in ("<a>{}</a> x", "<a>x {}</a><!-- --> x", "<p>x {}<!-- -->x", "<p>x<span>{}</span> x"):
        small, large = (line.format("<!-- -->" * n + "y <svg><path /></svg>" * n) for n in (2000, 4000))
        assert grows_linearly(partial(parse, small), partial(parse, large)), line


@pytest.mark.parametrize(
    "html",
    [
        f"<p><a href=/a>Home</a> {SHAPES} <a href=/b>News</a></p>",
        f"<p>Home {SHAPES}{SHAPES} News</p>",
        f"<p>Home{SHAPES}News</p>",  # no space between
        "<p>Home <svg><text>1</text></svg> News</p>",
        f"<li>Home<br>{SHAPES} News</li>",
        f"<ul><li>Home {SHAPES}<button>News</button></ul>",
        f"<li>Home <a href=/b>{SHAPES} News</a>",
        f"<div><a href=/a>Home{SHAPES}</a> <a href=/b>News{SHAPES}</a></div>",
        f"<div><a href=/a>Home{SHAPES}</a><b>News</b></div>",
        f"<div><a href=/a>{SHAPES}</a>Home<a href=/b>{SHAPES}</a> News</div>",
        f"<div>Home{SHAPES}News</div>",
    ],
)
def test_other_icons_are_between_what_they_separate(html: str) -> None:
    assert [text for text in parse(html).block_texts if text.strip()] == ["Home", "News"]


def test_hidden_blocks_do_not_make_a_box() -> None:
    html = "<p>The <x-tip>word<i hidden><button>no</button></i></x-tip> goes on"
    assert parse(html).block_texts == ["The word goes on"]


def test_a_line_break_does_not_make_a_box() -> None:
    page = parse("<div>one <x-a>two<br>three</x-a> four</div>")
    assert page.block_texts == ["one two", "three four"]
    assert not page.is_block[page.tag_names.index("x-a") == page.tag].any()


@pytest.mark.parametrize(
    ("html", "texts"),
    [
        ("<p>One <span style='display:block'>two</span>three", ["One", "two", "three"]),
        ("<p><b style='color:red; DISPLAY: flex'>One</b><em style='display:table'>two</em>", ["One", "two"]),
        ("<p>o<span style='display:inline-block'>n</span>e", ["one"]),
        ("<p>o<span style='display:block; display:inline'>n</span>e", ["one"]),
        ("<p>One <img style='display:block' src=a.jpg>two", ["One two"]),
        ("<p><span style='display:block;float:left;font-size:60px'>T</span>he storm.", ["The storm."]),
        ("<p><b style='FLOAT: right !important; display:block'>T</b>he storm.", ["The storm."]),
        ("<p><b style='display:block; position:absolute'>T</b>he storm.", ["The storm."]),
        ("<p><b style='float:left; display:block; float:none'>One</b>two", ["One", "two"]),
        ("<p><b style='display:block; position:relative'>One</b>two", ["One", "two"]),
        ("<p>o<span style='display:blockade'>n</span>e", ["one"]),
        ("<p>o<span style='display:flowing'>n</span>e", ["one"]),
        (
            "<p><b style='display:flow-root list-item'>One</b><b style='display:table-row'>two</b>",
            ["One", "two"],
        ),
        ("<p>One <b style='display:block; display:blockade'>two</b>", ["One", "two"]),
        (
            "<h2><span style='display:block'>The tower</span><span>a history</span></h2>",
            ["The tower", "a history"],
        ),
    ],
)
def test_an_element_of_words_is_a_box_by_its_own_style(html: str, texts: list[str]) -> None:
    assert parse(html).block_texts == texts


@pytest.mark.parametrize("seed", range(20))
def test_random_boxes_by_style(seed: int) -> None:
    random = Random(seed)
    parts = (
        "<p>",
        "<span style=display:block>",
        "</span>",
        "a",
        " ",
        "<b style=display:grid>",
        "<b style=display:grid;float:left>",
        "<i style=position:fixed;display:table-cell>",
        "<i style=display:flexible>",
        "</i>",
        "</b>",
        "<h2>",
        "</h2>",
    )
    for _ in range(30):
        html = "".join(random.choices(parts, k=random.randint(1, 12)))
        assert differences(parse(html), Walked(html)) == [], html
