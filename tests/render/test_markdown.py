import re

import numpy as np
import pytest
from markdown_it import MarkdownIt

from maintext.page.parse import parse
from maintext.render import to_html, to_markdown, to_text
from tests.render.pages import everything, read_markdown


def markdown(html: str) -> str:
    return to_markdown(*everything(html), base_url="https://e.org/dir/page")


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<h2>a <b>b</b> #</h2>", "## a b \\#"),
        ("<div role=heading aria-level=3>a</div>", "### a"),
        ("<p>one<br>two<br><br>three", "one  \ntwo\n\nthree"),
        ("<ul><li>a<ul><li>b<li>c</ul><li>d</ul>", "- a\n  - b\n  - c\n- d"),
        ("<ol start=9><li>a<li>b<ul><li>c</ul></ol>", "9. a\n10. b\n    - c"),
        ("<ol><li value=4>a</ol>", "4. a"),
        ("<ul><li><p>a<p>b<li>c</ul>", "- a\n\n  b\n\n- c"),
        ("<ul><li>a</ul><ul><li>b</ul>", "- a\n\n* b"),
        ("<ul><li>a<ol start=3><li>b</ol></ul>", "- a\n\n  3. b"),
        ("<ul><li><pre>a\n\nb</pre></ul>", "- ```\n  a\n\n  b\n  ```"),
        ("<blockquote><p>a<p>b<blockquote>c</blockquote></blockquote>", "> a\n>\n> b\n>\n> > c"),
        ("<dl><dt>a<dd>b</dl>", "**a**\n\nb"),
        ("<p>a <b>b</b>, <i>c</i> <code>d</code> x<sup>2</sup>", "a **b**, *c* `d` x<sup>2</sup>"),
        ("<p><b>a </b>b <a href=x> c </a>d", "**a** b [c](https://e.org/dir/x) d"),
        ("<p><b>重要：</b>正文", "**重要**：正文"),
        ("<p>字<b>（注）</b>字", "字（**注**）字"),
        ("<p><b>a <a href=/x>b</a> c</b>", "**a [b](https://e.org/x) c**"),
        ("<p><a href=/x>a <b>b</b></a>", "[a **b**](https://e.org/x)"),
        ("<p><code>a<b>b</b> <a href=/x>c</a></code>", "`ab` [`c`](https://e.org/x)"),
        ("<p><code>a`b</code>", "``a`b``"),
        ("<p><a href=http://a.b/c>http://a.b/c</a>", "<http://a.b/c>"),
        ("<a href=/x><div>a</div><div>b</div></a>", "[a](https://e.org/x)\n\n[b](https://e.org/x)"),
        ("<b><p>a<p>b</b>", "**a**\n\n**b**"),
        ("<p><a href='/a b(c)'>a]</a>", "[a\\]](https://e.org/a%20b%28c%29)"),
        ("<p>a<a href=#n>[1]</a> <a href=javascript:x>b</a>", "a[1] b"),
        ("<pre class=language-Rust>``` a</pre>", "````rust\n``` a\n````"),
    ],
)
def test_markdown_of_elements(html: str, expected: str) -> None:
    assert markdown(html) == expected


@pytest.mark.parametrize(
    "text",
    "# a|#|## a|- a|-|---|- - -|* a|*a*|**a**|_a_|__a__|1. a|1) a|1.|> a|`a`|``` a|~~~|~~a~~|[a](b)|[a]: b|"
    "![a](b)|<b>a</b>|<!-- a|<http://a.b>|&amp;|&copy;|&#65;|\\*|a\\|===|a * b|+ a|a_b_c|:-- a|___|"
    "</p>|!|[ ] a".split("|"),
)
def test_text_that_looks_like_markup_stays_text(text: str) -> None:
    escaped = text.replace("&", "&amp;").replace("<", "&lt;")
    for html in (
        f"<p>{escaped}",
        f"<p>x<br>{escaped}",
        f"<li>{escaped}",
        f"<h3>{escaped}",
        f"<b>{escaped}</b>",
    ):
        page = read_markdown(markdown(html))
        assert page.block_text(len(page.blocks) - 1) == text


def test_text_with_markup_stays_text_in_a_table() -> None:
    result = markdown("<table><tr><th>a|b<th><code>c|d</code><tr><td>e<br>f\\<td>*</table>")
    assert result == "| a\\|b | `c\\|d` |\n| --- | --- |\n| e<br>f\\\\ | \\* |"
    page = read_markdown(result)
    texts = [page.block_text(block) for block in range(len(page.blocks))]
    assert texts == ["a|b", "c|d", "e", "f\\", "*"]


def test_only_necessary_escapes_are_written() -> None:
    text = "snake_case 3 < 4 & 5 > 2 (a) C:\\dir. 50% - a + b = c | d ~ e: #f $g$ 1.5"
    text += " 2 * 3 a ** b [1] x! ![y] [z"
    assert markdown(f"<p>{text.replace('&', '&amp;').replace('<', '&lt;')}") == text
    assert markdown("<p>-- Ann") == "-- Ann"
    assert markdown("<p>:) a") == ":) a"
    assert markdown("<p>Wow! <b>Oh!</b> <a href=/x>Ah!</a>") == "Wow! **Oh!** [Ah!](https://e.org/x)"
    assert markdown("<table><tr><th>a!<th>b [1]</table>") == "| a! | b [1] |\n| --- | --- |"


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<p>Wow!<a href=/x>b</a>", "Wow\\![b](https://e.org/x)"),
        ("<p>Wow!<b><a href=/x>b</a></b>", "Wow\\![**b**](https://e.org/x)"),
        ("<p>[x]: y", "\\[x]: y"),
        ("<li>[ ] y", "- \\[ ] y"),
        ("<p>a [x](y)", "a [x\\](y)"),
        ("<p><a href=/x>[1] a</a>", "[[1] a](https://e.org/x)"),
        ("<p>[<a href=/x>1</a>]", "\\[[1](https://e.org/x)]"),
        ("<p>* a", "\\* a"),
        ("<p>a<br>--", "a  \n\\--"),
    ],
)
def test_what_would_be_markup_is_escaped(html: str, expected: str) -> None:
    assert markdown(html) == expected


def test_emphasis_that_commonmark_would_not_read_is_left_out() -> None:
    assert markdown("<p>a<b><code>b</code></b>c") == "a`b`c"
    assert markdown("<p><i>a</i><b>b</b>") == "*a*b"
    assert markdown("<p><i>1. a;</i>|") == "1\\. a;|"


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<b>（重要）</b>然后", "（**重要**）然后"),
        ("<b>（重要）</b>，然后", "**（重要）**，然后"),
        ("<b>（重要）</b>", "**（重要）**"),
        ("然后<b>（重要）</b>", "然后（**重要**）"),
        ("然后，<b>重要（很）</b>然后", "然后，**重要（很**）然后"),
        ("<b>（一）和（二）</b>然后", "**（一）和（二**）然后"),
        ("<b>【“重要”。】</b>然后", "【“**重要**”。】然后"),
        ("<b>（（重要）吗）</b>然后", "（**（重要）吗**）然后"),
        ("<b>(a note)</b>word", "(**a note**)word"),
        ('<b>"a note"</b>word', '"**a note**"word'),
        ('<b>"one" and "two"</b>word', '**"one" and "two**"word'),
        ("<b>( note )</b>word", "( **note** )word"),
        ("<b>[note]:</b>word", "\\[**note**]:word"),
        ("<b>(note:</b>word", "**(note**:word"),
        ("<b>()</b>word", "()word"),
        ("<i>so <b>(note)</b></i>word", "so **(note**)word"),
    ],
)
def test_both_brackets_at_the_ends_of_emphasis_are_outside_or_neither(html: str, expected: str) -> None:
    assert markdown(f"<p>{html}") == expected
    text = MarkdownIt().renderInline(expected)
    assert re.sub(r"<[^>]+>", "", text).replace("&quot;", '"') == re.sub(r"<[^>]+>", "", html)
    assert text.count("<strong>") == expected.count("**") // 2


def test_a_single_kept_list_item_or_cell_is_rendered() -> None:
    page = parse("<ol><li>a<li>b</ol><table><tr><th>c<th>d<tr><td>e<td>f</table>")
    assert (
        to_markdown(page, np.array([False, True, False, False, False, True]))
        == "2. b\n\n|  |\n| --- |\n| f |"
    )


def test_nesting_is_shown_to_a_limited_depth() -> None:
    assert markdown("<blockquote>" * 20 + "a") == "> " * 8 + "a"


def test_hidden_text_and_its_links_do_not_appear() -> None:
    assert markdown("<p>a <a href=/x hidden>b</a><span style=display:none><b>c</b></span>d") == "a d"


@pytest.mark.parametrize(
    ("attributes", "marks"),
    [
        ("", "##"),
        (" aria-level=4", "####"),
        (" aria-level=0", "##"),
        (" aria-level=7", "##"),
        (" aria-level=' 3'", "##"),
    ],
)
def test_headings_by_role_have_their_declared_level_or_the_second(attributes: str, marks: str) -> None:
    assert to_markdown(*everything(f"<p>a</p><div role=heading{attributes}>b</div>")) == f"a\n\n{marks} b"


@pytest.mark.parametrize(
    ("html", "markdown"),
    [
        ("<ol start=' 7 '><li>a<li>b</ol>", "7. a\n8. b"),
        ("<ol start=-1><li>a</ol>", "1. a"),
        ("<ol start=1234567890><li>a</ol>", "1. a"),
        ("<ol start=999999999><li>a<li>b</ol>", "999999999. a\n999999999. b"),
        ("<ol><li value=5>a<li>b</ol>", "5. a\n6. b"),
        ("<ol reversed><li>a<li>b<ul><li>x<li>y</ul><li>c</ol>", "3. a\n2. b\n   - x\n   - y\n1. c"),
        ("<ol reversed start=7><li>a<li>b</ol>", "7. a\n6. b"),
        ("<ol reversed start=0><li>a<li>b</ol>", "0. a\n0. b"),
        ("<ol type=a><li>a<li>b</ol>", "1. a\n2. b"),
        ("<ul><li value=5>a</ul>", "- a"),
    ],
)
def test_numbers_of_list_items_are_kept(html: str, markdown: str) -> None:
    assert to_markdown(*everything(html)) == markdown


@pytest.mark.parametrize(
    ("html", "markdown"),
    [
        ("<ul><li>one</li><ul><li>sub</li></ul><li>two</li></ul>", "- one\n  - sub\n- two"),
        ("<ol><li>one</li><ol><li>sub</li></ol><li>two</li></ol>", "1. one\n   1. sub\n2. two"),
        ("<ul><li>a</li><ul><li>b</li><ul><li>c</ul></ul></ul>", "- a\n  - b\n    - c"),
        ("<ul><ul><li>a</ul><li>b</ul>", "- a\n\n* b"),
    ],
)
def test_a_list_directly_in_a_list_belongs_to_the_item_before_it(html: str, markdown: str) -> None:
    assert to_markdown(*everything(html)) == markdown


def test_tasks_show_whether_they_are_done() -> None:
    page, kept = everything(
        "<ul><li><input type=checkbox checked> a<li><p><label><input type=checkbox> b</label></p>"
        "<li>c <input type=checkbox><li><input type=radio> d</ul>"
    )
    assert to_markdown(page, kept) == "- [x] a\n- [ ] b\n- c\n- d"
    assert to_text(page, kept) == "a\nb\nc\nd"
    assert '<li><input type="checkbox" disabled checked> a</li>' in to_html(page, kept)


def test_lists_in_html_keep_their_numbers() -> None:
    page, kept = everything("<ol type=A reversed><li>a<li>b<li value=9>c<li>d</ol>")
    assert to_html(page, kept) == (
        '<ol type="A" reversed start="4">\n<li>a</li>\n<li>b</li>\n<li value="9">c</li>\n<li>d</li>\n</ol>'
    )
    kept[1] = False
    assert '<li>a</li>\n<li value="9">c</li>' in to_html(page, kept)
