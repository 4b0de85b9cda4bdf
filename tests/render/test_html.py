import numpy as np
import pytest

from maintext.page.parse import parse
from maintext.render import to_html
from tests.render.pages import everything


def html(source: str) -> str:
    return to_html(*everything(source), base_url="https://e.org/dir/page").replace("\n", "")


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("<div class=a onclick=b()><p style=c>a &lt; b", "<p>a &lt; b</p>"),
        ("<p>a<br>b<br><br>c", "<p>a<br>b</p><p>c</p>"),
        (
            "<ul><li>a<ol start=3><li>b</ol><li>c</ul>",
            '<ul><li>a<ol start="3"><li>b</li></ol></li><li>c</li></ul>',
        ),
        ("<ul><li><p>a<p>b</ul>", "<ul><li><p>a</p><p>b</p></li></ul>"),
        ("<dl><dt>a<dd>b<dd>c</dl>", "<dl><dt>a</dt><dd>b</dd><dd>c</dd></dl>"),
        ("<blockquote>a<p>b", "<blockquote><p>a</p><p>b</p></blockquote>"),
        ("<b>a<p>b</b>", "<p><strong>a</strong></p><p><strong>b</strong></p>"),
        ("<p>a<b>b<i>c</i></b><i>d</i>", "<p>a<strong>b<em>c</em></strong><em>d</em></p>"),
        ("<pre><code>a &lt;\n b", "<pre><code>a &lt; b</code></pre>"),
        ("<pre><code class=language-sh>a", '<pre><code class="language-sh">a</code></pre>'),
        ("<p><a href=x>a</a>", '<p><a href="https://e.org/dir/x">a</a></p>'),
        (
            "<p><a href='x\"><script>'>a</a>",
            '<p><a href="https://e.org/dir/x&quot;&gt;&lt;script&gt;">a</a></p>',
        ),
        ("<base href=/b/><p><a href=x>a</a>", '<p><a href="https://e.org/b/x">a</a></p>'),
        ("<p><a href=mailto:a@b.c>a</a>", '<p><a href="mailto:a@b.c">a</a></p>'),
        (
            "<p><a href=' JAVAscript:x'>a</a><a href=data:x>b</a><a href='java\tscript:x'>c</a>",
            "<p>a b c</p>",
        ),
        ("<p><a href='http://['>a</a>", "<p>a</p>"),
    ],
)
def test_html_of_elements(source: str, expected: str) -> None:
    assert html(source) == expected


def test_a_table_has_head_body_and_caption() -> None:
    assert html("<table><caption>a<tr><th>b<th>c<tr><td>d<td>e</table>") == (
        "<table><caption>a</caption><thead><tr><th>b</th><th>c</th></tr></thead>"
        "<tbody><tr><td>d</td><td>e</td></tr></tbody></table>"
    )


def test_a_figure_holds_its_image_and_caption() -> None:
    assert html(
        "<figure><img data-src=/i.png src=data:x alt='b \"c\"'><figcaption>a</figcaption></figure>"
    ) == ('<figure><img src="https://e.org/i.png" alt="b &quot;c&quot;"><figcaption>a</figcaption></figure>')


def test_relative_urls_stay_relative_if_the_page_has_no_url() -> None:
    assert to_html(*everything("<p><a href=/x>a</a>")) == '<p><a href="/x">a</a></p>'


def test_an_empty_choice_gives_nothing() -> None:
    page = parse("<p>a<img src=x>")
    assert to_html(page, np.zeros(1, dtype=np.bool_)) == ""
