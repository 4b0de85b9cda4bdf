"""Words of neighbouring inline elements are separated in every format; parts of one word are not."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from maintext.page.blocks import fold
from maintext.page.gaps import find_gaps
from maintext.page.page import Page
from maintext.page.parse import parse
from maintext.page.tags import TEXT, Flag
from maintext.render import to_html, to_markdown, to_text
from maintext.text.words import tokens
from maintext.training.align import block_tokens
from tests.growth import grows_linearly, takes_at_most
from tests.reference.gaps import gaps
from tests.render.pages import read_markdown
from tests.soup import soups

APART = [
    ("<span>Price</span><span>$20</span>", "Price $20"),
    ("<a href=/j>Jane Doe</a><time>3 May 2024</time>", "Jane Doe 3 May 2024"),
    ("<span>May 3,</span><span>2024</span>", "May 3, 2024"),
    ("<span>Author:</span><a href=/j>Jane</a>", "Author: Jane"),
    ("<span>4.9</span><span>1,316 reviews</span>", "4.9 1,316 reviews"),
    ("<span>11</span><span>comments</span>", "11 comments"),
    ("<s>$20</s><span>$15</span><span>-25%</span>", "$20 $15 -25%"),
    ("<span>Tea</span><span>(green)</span>", "Tea (green)"),
    ("<span>News</span><span>|</span><span>Sport</span>", "News | Sport"),
    ("<i>“Go.”</i><span>She went.</span>", "“Go.” She went."),
    ("<a href=/1><b>One</b></a><a href=/2><b>Two</b></a>", "One Two"),
    ("<a href=/1>log in</a><a href=/2>sign up</a>", "log in sign up"),
    ("<span><b>Name</b></span><span>Anna</span>", "Name Anna"),
    ("<span>Was</span><span hidden>x</span><span>Now</span>", "Was Now"),
    ("<span>Was</span><script>x</script><!-- y --><span>Now</span>", "Was Now"),
    ("<span>Home<img src=a></span><span>Away</span>", "Home Away"),
    ("Home<img src=a>Away", "Home Away"),
    ("<span>Цена</span><span>Скидка</span>", "Цена Скидка"),
    ("<span>Τιμή</span><span>Έκπτωση</span>", "Τιμή Έκπτωση"),
    ("<a>محمد</a><a>علي</a>", "محمد علي"),
    ("<a>שלום</a><a>עולם</a>", "שלום עולם"),
    ("<a>समाचार</a><a>खेल</a>", "समाचार खेल"),
    ("<dl><dt class=sigil><span>os.</span><span>walk</span></dl>", "os. walk"),
    ("<dl><dt class=signature><span>topdown</span><span>=</span><em>1</em></dl>", "topdown = 1"),
]
TOGETHER = [
    ("<b>H</b>ello", "Hello"),
    ("foo<b>Bar</b>", "fooBar"),
    ("<b>Foo</b>Bar", "FooBar"),
    ("<b>Foo<i>Bar</i></b>", "FooBar"),
    ("<span>inter</span><span>national</span>", "international"),
    ("<span>Ж</span><span>изнь</span>", "Жизнь"),
    ("<a href=/1>Co</a><a href=/1>ntact</a>", "Contact"),
    ("<span>John</span><span>’s</span>", "John’s"),
    ("<span>John’</span><span>s</span>", "John’s"),
    ("<a>tea</a><span>, milk</span>", "tea, milk"),
    ("<a>tea</a><span>.</span>", "tea."),
    ("<span>20</span><span>%</span>", "20%"),
    ("<span>(</span><a>tea</a><span>)</span>", "(tea)"),
    ("<span>“</span><a>tea</a><span>”</span>", "“tea”"),
    ("<span>„</span><a>Tee</a><span>“</span>", "„Tee“"),
    ("<span>»</span><a>Tee</a><span>«</span>", "»Tee«"),
    ("<span>¿</span><a>Té</a><span>?</span>", "¿Té?"),
    ("<span>$</span><span>20</span>", "$20"),
    ("<span>3</span><span>rd of May</span>", "3rd of May"),
    ("<span>★</span><span>★</span>", "★★"),
    ("<span>and</span><span>/or</span>", "and/or"),
    ("<span>well-</span><span>known</span>", "well-known"),
    ("<span>#</span><a>Tea</a>", "#Tea"),
    ("<em>So</em><em>LVE</em>", "SoLVE"),
    ("<a>北京</a><a>大学</a>", "北京大学"),
    ("<a>北京</a><a>Tea</a><a>大学</a>", "北京Tea大学"),
    ("<span>作者：</span><span>Li</span>", "作者：Li"),
    ("<b>東京</b><i>タワー</i>", "東京タワー"),
    ("<span>서울</span><span>에서</span>", "서울에서"),
    ("<span>ราคา</span><span>ดี</span>", "ราคาดี"),
    ("<span>क</span><span>ि</span>", "कि"),
    ("<ruby>漢<rt>かん</rt></ruby><ruby>字<rt>じ</rt></ruby>", "漢かん字じ"),
    ("<ruby>A<rt>B</rt></ruby>", "AB"),
    ("H<sub>N</sub><i>O</i>", "HNO"),
    ("<i>E</i><sup><a>A</a></sup><sup><a>B</a></sup>", "EAB"),
    ("<code><span>new</span><span>Tea</span></code>", "newTea"),
    ("<pre><b>new</b><i>Tea</i></pre>", "newTea"),
    (
        "<dl><dt class='sig py'><span>os.</span><span>walk</span>(<em>top</em><span>=</span>1)</dl>",
        "os.walk(top=1)",
    ),
    ("<span>Tea</span><wbr><span>Time</span>", "TeaTime"),
    ("<span>Tea\u200b</span><span>Time</span>", "Tea\u200bTime"),
    ("<span>Tea\xad</span><span>Time</span>", "Tea\xadTime"),
]


@pytest.mark.parametrize(("html", "expected"), APART + TOGETHER)
def test_every_format_separates_the_same_words(html: str, expected: str) -> None:
    page = parse(html)
    everything = np.ones(len(page.blocks), dtype=np.bool_)
    assert [page.block_text(block) for block in range(len(page.blocks))] == [expected]
    assert to_text(page, everything) == expected
    assert block_tokens(page) == [tokens(expected)]
    if "<wbr>" not in html:  # not part of any output
        for written in (parse(to_html(page, everything)), read_markdown(to_markdown(page, everything))):
            assert written.block_text(0) == expected


def gaps_of(page: Page) -> set[int]:
    return set(find_gaps(page, np.ones(len(page.blocks), dtype=np.bool_)).tolist())


@given(soups)
def test_a_gap_is_one_space_between_two_texts_of_a_block(html: str) -> None:
    page = parse(html)
    blocks, spaced = page.blocks, gaps_of(page)
    shown = np.flatnonzero((page.tag == TEXT) & ~page.has(Flag.UNSHOWN | Flag.HIDDEN)).tolist()
    for block in range(len(blocks)):
        if page.has(Flag.PRE)[blocks.first_row[block]]:
            continue
        first, last = blocks.first_row[block], blocks.last_row[block]
        rows = [row for row in shown if first <= row <= last]
        assert first not in spaced
        pieces = [" " + page.row_text(row) if row in spaced else page.row_text(row) for row in rows]
        assert page.block_text(block) == fold("".join(pieces))


_INLINE = (
    "<b> </b> <i> </i> <span> </span> <a~href=/1> <a~href=/2> </a> <img> <wbr> <sub> </sub> <code> </code>"
)
_PIECES = f"{_INLINE} <p> <br> one Two 3rd $ 5 , . ( ) - – é 第 ’s “ É ~ <!--x--> <i~hidden>".split()


@given(st.lists(st.sampled_from([piece.replace("~", " ") for piece in _PIECES]), max_size=30).map("".join))
def test_the_gaps_of_the_kernel_agree_with_the_rules(html: str) -> None:
    page = parse(html)
    assert gaps_of(page) == gaps(page)


def test_no_space_is_added_to_white_space_in_the_source() -> None:
    for html in ("<b>One</b> <i>Two</i>", "<b>One </b><i>Two</i>", "<b>One</b><i>&nbsp;Two</i>"):
        page = parse(html)
        assert page.block_text(0) == "One Two"
        assert not gaps_of(page)


def test_rich_formats_put_the_space_outside_of_both_elements() -> None:
    page = parse("<p><b>Price</b><a href=http://e.org/>Now</a>")
    kept = page.blocks.chars > 0
    assert to_html(page, kept) == '<p><strong>Price</strong> <a href="http://e.org/">Now</a></p>'
    assert to_markdown(page, kept) == "**Price** [Now](http://e.org/)"


def test_blocks_of_different_elements_have_no_gap_between_them() -> None:
    page = parse("<p><b>One</b></p><p><b>Two</b></p><div><b>Three</b><br><b>Four</b></div>")
    assert not gaps_of(page)


def test_time_grows_with_the_page() -> None:
    def text(many: int) -> None:
        page = parse("<p>" + "<a href=x>one</a><a href=y>two</a>" * many)
        assert page.block_text(0).count(" ") == 2 * many - 1

    assert grows_linearly(lambda: text(2000), lambda: text(4000))


def test_deep_links_take_no_longer() -> None:
    links = "".join(f"<a href={number % 2}>чай</a>" for number in range(4000))
    flat, deep = parse(f"<p>{links}"), parse("<div>" * 400 + f"<p>{links}")
    kept = np.ones(1, dtype=np.bool_)
    assert len(find_gaps(deep, kept)) == 3999
    assert takes_at_most(3, lambda: find_gaps(deep, kept), lambda: find_gaps(flat, kept))
