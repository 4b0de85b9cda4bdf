"""Tables in Markdown as HTML: all of them, or those that pipes cannot hold."""

import pickle
import re
from typing import get_args

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from maintext import extract
from maintext.options import Output, TableFormat
from maintext.page.parse import parse
from maintext.render import to_html, to_markdown
from tests.render.pages import everything, kept_words, random_selection, read_markdown, shown_words

HEAD = "<table><tr><th>a<th>b<tr>"


def written(html: str, tables: TableFormat = "auto") -> str:
    return to_markdown(*everything(html), "https://e.org/", Output(table_format=tables))


def body(markdown: str) -> str:
    """The rows of a table below its header."""
    return markdown.partition("<tbody>\n")[2].rpartition("\n</tbody>")[0]


def html_blocks(markdown: str) -> list[str]:
    """The HTML blocks that a CommonMark reader finds."""
    return [token.content for token in MarkdownIt("commonmark").parse(markdown) if token.type == "html_block"]


@pytest.mark.parametrize(
    "cells",
    [
        "<td>c<td>d",
        "<td>c<br>d<td>e",
        "<td><pre>c</pre><td><code>d</code>",
        "<td><p>c</p><td><a href=/d>d</a>",
        "<td>c<td><img src=/i.png>",
    ],
)
def test_pipes_hold_single_lines_breaks_and_a_line_of_code(cells: str) -> None:
    assert written(HEAD + cells) == written(HEAD + cells, "pipe")
    assert "<table>" not in written(HEAD + cells)


@pytest.mark.parametrize(
    ("cells", "expected"),
    [
        ("<td><p>c<p>d<br>e<td>f", "<tr><td><p>c</p><p>d<br>\ne</p></td><td>f</td></tr>"),
        ("<td>c<td><ul><li>d</ul>", "<tr><td>c</td><td><ul>\n<li>d</li>\n</ul>\n</td></tr>"),
        (
            "<td>c<td>d<ol start=3><li>e<ul><li>f</ul><li><p>g<p>h</ol>i",
            '<tr><td>c</td><td>d<ol start="3">\n<li>e<ul>\n<li>f</li>\n</ul>\n</li>\n'
            "<li><p>g</p><p>h</p></li>\n</ol>\ni</td></tr>",
        ),
        ("<td>c<td><pre>d\n e</pre>", "<tr><td>c</td><td><pre><code>d\n e</code></pre></td></tr>"),
        ("<td>c<td>d<pre>e</pre>", "<tr><td>c</td><td><p>d</p><pre><code>e</code></pre></td></tr>"),
        ("<td colspan=2>c", '<tr><td colspan="2">c</td></tr>'),
        ("<td rowspan=2>c<td>d<tr><td>e", '<tr><td rowspan="2">c</td><td>d</td></tr>\n<tr><td>e</td></tr>'),
        (
            "<td>c<td><table><tr><th>d<th>e<tr><td>f<td>g</table>h",
            "<tr><td>c</td><td><table>\n<thead>\n<tr><th>d</th><th>e</th></tr>\n</thead>\n<tbody>\n"
            "<tr><td>f</td><td>g</td></tr>\n</tbody>\n</table>\n<p>h</p></td></tr>",
        ),
        (
            "<td>c<td><table><tr><td><pre>d\n\ne</pre><td>f</table>",
            "<tr><td>c</td><td><table>\n<tbody>\n<tr><td><pre><code>d\n&#10;e</code></pre></td><td>f</td></tr>\n"
            "</tbody>\n</table>\n</td></tr>",
        ),
    ],
)
def test_what_pipes_cannot_hold_is_html(cells: str, expected: str) -> None:
    assert written(HEAD + cells).startswith(
        "<table>\n<thead>\n<tr><th>a</th><th>b</th></tr>\n</thead>\n<tbody>\n"
    )
    assert body(written(HEAD + cells)) == expected
    assert written(HEAD + cells, "html") == written(HEAD + cells)
    assert html_blocks(written(HEAD + cells)) == [written(HEAD + cells)]


def test_one_table_of_a_page_may_be_html_and_the_next_not() -> None:
    simple = HEAD + "<td>c<td>d</table>"
    markdown = written(f"<p>x{HEAD}<td colspan=2>c</table>{simple}<p>y")
    assert markdown.startswith("x\n\n<table>\n")
    assert markdown.endswith(f"</table>\n\n{written(simple, 'pipe')}\n\ny")


def test_a_caption_is_part_of_the_block() -> None:
    html = "<table><caption>On <b>tea</b></caption><tr><td>a<td>b<tr><td>c<td>d</table>"
    assert written(html, "html").startswith("<table>\n<caption>On <strong>tea</strong></caption>\n<tbody>\n")
    caption = np.array([True, False, False, False, False])
    assert to_markdown(parse(html), caption, None, Output(table_format="html")) == "On **tea**"


def test_code_with_blank_lines_stays_in_one_block() -> None:
    html = f"{HEAD}<td><pre>c\n\n \t\n\n  d</pre><td>e"
    assert "<pre><code>c\n&#10; \t&#10;&#10;  d</code></pre>" in written(html)
    assert len(html_blocks(written(html))) == 1
    assert read_markdown(written(html)).text.count("c\n\n \t\n\n  d") == 1


def test_text_is_escaped_and_links_and_images_keep_their_urls() -> None:
    html = f"{HEAD}<td colspan=2 class=x style=y>&lt;script>*c* &amp;lt;<a href='/d?e&f' onclick=g>h</a>"
    cell = '<td colspan="2">&lt;script&gt;*c* &amp;lt;<a href="https://e.org/d?e&amp;f">h</a></td>'
    assert body(written(html)) == f"<tr>{cell}</tr>"
    image = '<img src="https://e.org/i.png" alt="">'
    assert f"<td>{image}<br>\nc</td>" in written(f"{HEAD}<td><img src=/i.png>c<td>d", "html")
    inner = f"{HEAD}<td><table><tr><td><img src=/i.png>c<td>d</table><td>e"
    assert written(inner).count("<img") == 1


@pytest.mark.parametrize("start", ["<ul><li>", "<ul><li>x", "<blockquote>", "<ol><li>x<blockquote>"])
def test_a_block_ends_where_the_text_goes_on(start: str) -> None:
    table = f"{HEAD}<td>c<td><pre>d\n\n  e</pre></table>"
    markdown = written(f"{start}{table}<ul><li>f</ul>g")
    (block,) = html_blocks(markdown)
    assert block.rstrip("\n").endswith("</table>")
    assert "d\n&#10;  e" in block
    assert not re.search("[fg]$", block)
    assert shown_words(read_markdown(markdown)) == (["x"] if "x" in start else []) + "a b c d e f g".split()


many = settings(max_examples=250, deadline=None)


@many
@given(st.integers(0, 2**32), st.sampled_from(get_args(TableFormat)[1:]))
def test_every_page_shows_its_words_once_and_in_order(seed: int, tables: TableFormat) -> None:
    selection = random_selection(seed)
    shown = shown_words(read_markdown(to_markdown(*selection, None, Output(table_format=tables))))
    assert shown == kept_words(*selection)


@many
@given(st.integers(0, 2**32))
def test_every_table_is_one_block(seed: int) -> None:
    selection = random_selection(seed)
    blocks = html_blocks(to_markdown(*selection, None, Output(table_format="html")))
    for block in blocks:
        assert re.match("<table>\n", block)
        assert block.rstrip("\n").endswith("</table>")
        assert block.count("<table>") == block.count("</table>")
    assert len(blocks) == len(re.findall("<t(?:head|body)>\n<tr>", to_html(*selection))) - len(
        re.findall("</thead>\n<tbody>", to_html(*selection))
    )


PAGE = (
    "<p>The tower was built in 1911, and it leans.<table><tr><th>Part<th>Made of"
    "<tr><td>Stairs, which are narrow<td><ul><li>oak, from the north<li>iron, from the south</ul></table>"
)


def test_a_document_keeps_the_choice() -> None:
    for tables in get_args(TableFormat):
        document = extract(PAGE, method="p_value", table_format=tables)
        expected = to_markdown(document.page, document.kept, None, Output(table_format=tables))
        assert document.markdown == pickle.loads(pickle.dumps(document)).markdown == expected
        assert ("<table>" in expected) == (tables != "pipe")
    assert extract(PAGE, method="p_value").output.table_format == "pipe"


def test_an_unknown_choice_is_refused() -> None:
    with pytest.raises(ValueError, match=r"^table_format must be 'pipe', 'auto' or 'html', not 'no'$"):
        extract(PAGE, table_format="no")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"^table_format must be"):
        written(PAGE, "no")  # type: ignore[arg-type]
