"""Text for screen readers beside text for the eye."""

from random import Random

import pytest

from maintext.page.parse import parse
from tests.growth import grows_linearly
from tests.parse.rivals import differences
from tests.reference.walk import Walked


def text_of(html: str) -> str:
    """The text of a page's leaves, with one space between words."""
    page = parse(html)
    return " ".join(" ".join(page.row_text(row) for row in page.leaves.tolist()).split())


READERS = "clipped|sr-only|x-SR-ONLY|screen-reader-text|visually-hidden|visuallyhidden|a-offscreen".split("|")


@pytest.mark.parametrize("name", READERS)
@pytest.mark.parametrize(
    "html",
    [
        "<p>EUR 163.12<span class='{}'>EUR 163.12</span>",
        "<p>EUR 163.12 <span class='{}'> EUR 163.12 </span>",
        "<p><span class='{}'>EUR 163.12</span>EUR 163.12",
        "<p><b>EUR 163.12</b> <span class='{}'>EUR 163.12</span>",
        "<p><span class='{}'>EUR 163.12</span> <b>EUR 163.12</b>",
    ],
)
def test_a_copy_for_screen_readers_is_left_out(name: str, html: str) -> None:
    assert text_of(html.format(name)) == "EUR 163.12"


@pytest.mark.parametrize(
    "html",
    [
        "<p>new<span class=sr-only> price</span>",
        "<p>EUR 163.12<span class=price>EUR 163.12</span>",
        "<p hidden>price</p><span class=sr-only>price</span>",
        "<span class=sr-only>price</span>",
    ],
)
def test_other_text_for_screen_readers_stays(html: str) -> None:
    assert text_of(html).split()[-1] in ("price", "163.12")
    assert not differences(parse(html), Walked(html))


@pytest.mark.parametrize(
    "html",
    [
        "<p><b aria-hidden=true>Eat small meals.</b> Do not eat large ones.",
        "<p>Do not eat large ones. <span aria-hidden=true>Eat <i>small</i> meals.</span>",
        "<p>他说<em aria-hidden=true>今天天气很好</em>我们出去走走吧",
    ],
)
def test_words_in_a_line_are_shown_in_spite_of_aria_hidden(html: str) -> None:
    shown = html.replace(" aria-hidden=true", "")
    assert text_of(html) == text_of(shown)
    assert parse(html).table.hidden_chars == 0


@pytest.mark.parametrize("tag", "b strong em i u span font small mark".split())
def test_words_in_any_element_of_a_line_are_shown_in_spite_of_aria_hidden(tag: str) -> None:
    html = f"<p><{tag} aria-hidden=true>Eat small meals.</{tag}> Do not eat large ones."
    assert text_of(html) == "Eat small meals. Do not eat large ones."
    assert not differences(parse(html), Walked(html))


@pytest.mark.parametrize(
    "html",
    [
        "<p><i aria-hidden=true>keyboard_arrow_down</i> Show the other posts",  # an icon
        "<p><span aria-hidden=true>•</span> Show the other posts",
        "<p><b aria-hidden=true>two words</b> two words",  # a copy
        "<p>It costs a lot: <b aria-hidden=true>twenty dollars</b><b class=sr-only>20 dollars</b>",
        "<p><b class=sr-only>20 dollars</b> <b aria-hidden=true>twenty dollars</b> a piece",
        "<p><b aria-hidden=true>not beside text</b>",
        "<p><b aria-hidden=true style='display: none'>never shown here</b> Show the other posts",
        "<p><b aria-hidden=true hidden>never shown here</b> Show the other posts",
        "<p><b aria-hidden=true>a <u hidden>hidden one</u></b> Show the other posts",
        "<div><div aria-hidden=true>a closed menu</div> Show the other posts</div>",
        "<h2>On the dog <span aria-hidden=true>link to heading</span></h2>",
        "<div hidden><b aria-hidden=true>Eat small meals.</b> Do not eat large ones.</div>",
    ],
)
def test_what_is_not_part_of_a_line_stays_hidden(html: str) -> None:
    assert parse(html).table.hidden_chars > 0
    assert not differences(parse(html), Walked(html))


def test_random_lines_agree_with_the_reference() -> None:
    random = Random(19)
    parts = (
        *("<span class=sr-only>", "<span class=x>", "<b aria-hidden=true>", "<i>", "<p>", "<h2>"),
        *("</span>", "</b>", "</i>", "</h2>", " ", "a b", "one two", "one two", "&nbsp;", "今天天气"),
        *("<script>x</script>", "<br>", "<svg>", "</svg>"),
    )  # fmt: skip
    for _ in range(400):
        html = "<div>" + "".join(random.choices(parts, k=random.randrange(3, 18)))
        assert not differences(parse(html), Walked(html)), html


@pytest.mark.parametrize(
    "part", ["<b aria-hidden=true>one two</b> three four ", "a<span class=sr-only>a</span>"]
)
def test_many_of_them_take_linear_time(part: str) -> None:
    assert grows_linearly(lambda: parse("<p>" + part * 4000), lambda: parse("<p>" + part * 8000))
