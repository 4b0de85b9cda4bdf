import numpy as np
import pytest

from maintext.page.parse import parse
from maintext.render import to_text
from tests.render.pages import everything


def text(html: str) -> str:
    return to_text(*everything(html))


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<p>one<p>two", "one\n\ntwo"),
        ("<p>one<br>two", "one\ntwo"),
        ("<p>one<br><br>two", "one\n\ntwo"),
        ("<p>one<br><img src=x><br>two", "one\n\ntwo"),
        ("<h1>a<br>b</h1>c", "a\nb\n\nc"),
        ("<p>a<ul><li>b<li>c</ul>d", "a\n\nb\nc\n\nd"),
        ("<ul><li>a<ul><li>b</ul><li>c</ul>", "a\nb\nc"),
        ("<ul><li><p>a<p>b<li>c</ul>", "a\n\nb\n\nc"),
        ("<dl><dt>a<dd>b<dt>c<dd>d</dl>", "a\nb\nc\nd"),
        ("<table><tr><th>a<th>b<tr><td>c<td>d</table>", "a\tb\nc\td"),
        ("<table><tr><td>a<td><p>b<p>c<tr><td><td>d</table>", "a\tb c\n\td"),
        ("<table><tr><td>page<td><h2>b</h2><p>c</table>", "page\n\nb\n\nc"),
        ("<pre>\n  a\n\n b  \n</pre>", "  a\n\n b"),
        ("<pre><div>a</div><div>  b</div></pre>", "a\n  b"),
        ("<pre><code>a<br>b</code></pre>", "a\nb"),
        ("<pre><span>  </span><b>a</b></pre>", "  a"),
        ("<pre><table><tr><td>1<td>a\n<tr><td>2<td>b</table></pre>", "1 a\n2 b"),
        ("<h2>a<pre>b\n c</pre></h2>", "a\n\nb\n c"),
        ("<p>第一行\n第二行<b>粗</b>", "第一行第二行粗"),
        ("<p>a<span hidden>b</span>c", "ac"),
        ("<div>a<br>b<p hidden>x</p>c", "a\nbc"),
        ("<pre>a<div hidden>x</div>b<br hidden>c</pre>", "abc"),
        ("<p>a<b hidden>b</b> c<script>d</script>", "a c"),
        ("", ""),
    ],
)
def test_text_reads_like_the_page(html: str, expected: str) -> None:
    assert text(html) == expected


def test_dropped_blocks_are_left_out_and_end_a_paragraph() -> None:
    page = parse("<p>a<br>b<br>c<ul><li>d<li>e")
    assert to_text(page, np.array([True, False, True, False, True])) == "a\n\nc\n\ne"


def test_a_page_without_blocks_gives_no_text() -> None:
    page = parse("<img src=x>")
    assert to_text(page, np.zeros(0, dtype=np.bool_)) == ""
