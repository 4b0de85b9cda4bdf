import re
from collections.abc import Callable

import numpy as np
import pytest

from maintext.arrays import BoolArray
from maintext.page.page import Page
from maintext.page.parse import parse
from maintext.page.tags import TAGS
from maintext.render import to_html, to_markdown, to_text
from maintext.render.images import content_images
from maintext.render.languages import code_language
from maintext.render.links import PageUrls
from tests.growth import grows_linearly
from tests.reference import render as reference
from tests.render.pages import everything


@pytest.mark.parametrize(
    ("rows", "is_data"),
    [
        ("<tr><td>a<td>b<tr><td>c<td>d", True),
        ("<tr><th>a<td>b", True),
        ("<tr><td>a<td>b", False),
        ("<tr><td>a<tr><td>b", False),
        ("<tr><td>a<td><table><tr><td>x</table><tr><td>c<td>d", False),
        ("<tr><th>a<th>b<tr><td>c<td><table><tr><td>x</table>", True),
        ("<tr><th>a<th>b<tr><td>c<td><table><tr>" + "<td>x" * 25 + "</table>", False),
        ("<tr><th>a<th>b<tr><td>c<td><table><tr><td><h2>x</h2></table>", False),
        ("<tr><td>a<td><pre>b</pre><tr><td>c<td>d", True),
        ("<tr><td>a<td><h2>b</h2><tr><td>c<td>d", False),
        ("<tr><td>a<td>" + "<p>b" * 9 + "<tr><td>c<td>d", False),
        ("<tr><td>a<td>" + "word " * 99 + "<tr><td>c<td>d", False),
        ("<tr><th>a<th>" + "word " * 99 + "<tr><td>c<td>d", True),
        ("<tr><td>a<td><tr><td><td>b<tr><td>c<td>", False),
        ("<tr><td>a<td>b<tr><td><td>c", True),
        ("<tr><td>a<td><blockquote>b</blockquote><tr><td>c<td>d", True),
        ("<tr><td colspan=2><hr><tr><td>a<td>b<tr><td>c<td>d<tr><td colspan=2><hr>", True),
        ("<tr><td>a<td>b<tr><td colspan=2><hr><tr><td>c<td>d", False),
    ],
)
def test_layout_tables_are_distinguished_from_data_tables(rows: str, is_data: bool) -> None:
    assert _holds_data(f"<table>{rows}</table>") == is_data


def _holds_data(html: str) -> bool:
    """Whether the first table of a page is rendered as a table."""
    return to_html(*everything(html)).startswith("<table>")


_PLAIN = "<tr><td>c<td>d<tr><td>e<td>f"
_REGULAR = _PLAIN + "<tr><td>g<td>h"
_HEADED = "<tr><th>c<th>d<tr><td>e<td>f"


@pytest.mark.parametrize(
    ("begins", "most_chars", "most_blocks"),
    [(_PLAIN, 400, 4), (_REGULAR, 500, 8), (_HEADED, 2000, 20)],
    ids=["plain", "regular", "headed"],
)
def test_a_table_with_a_cell_of_running_text_is_not_data(
    begins: str, most_chars: int, most_blocks: int
) -> None:
    for content, is_data in (
        ("a" * most_chars, True),
        ("a" * (most_chars + 1), False),
        ("a<br>" * most_blocks, True),
        ("a<br>" * (most_blocks + 1), False),
    ):
        assert _holds_data(f"<table>{begins}<tr><td>b<td>{content}</table>") == is_data


@pytest.mark.parametrize(
    ("widest", "others", "is_data"),
    [
        (8, 22, True),  # 8 × 23 places for 30 cells: four for each, and 64
        (8, 23, False),
        (11, 14, False),  # one place too many
    ],
)
def test_rows_of_very_different_lengths_are_not_a_data_table(widest: int, others: int, is_data: bool) -> None:
    html = f"<table><tr>{'<th>a' * widest}{'<tr><td>b' * others}</table>"
    assert _holds_data(html) == is_data


@pytest.mark.parametrize(
    ("across", "down", "rows", "is_followed"),
    [
        (11, 7, 2, True),  # 77 + 3 places for 4 cells: four for each, and 64
        (13, 6, 2, False),  # one too many
        (20, 1, 4, True),
        (20, 1, 5, False),  # 5 × 21 places for 10 cells: one too many
        (1000, 4, 3, True),  # no cell spans more than 20: 20 × 4 + 5 places for 6 cells
        (1000, 4, 2, False),
    ],
)
def test_spans_are_followed_within_limits(across: int, down: int, rows: int, is_followed: bool) -> None:
    html = f"<table><tr><td colspan={across} rowspan={down}>a<td>b{'<tr><td>c<td>d' * (rows - 1)}</table>"
    assert ("span=" in to_html(*everything(html))) == is_followed


@pytest.mark.parametrize("tag", TAGS[1:])
def test_some_elements_never_occur_in_data_tables(tag: str) -> None:
    page, kept = everything(f"<table><tr><td>a<td><{tag}>b</{tag}><tr><td>c<td>d</table>")
    assert to_html(page, kept) == reference.to_html(page, kept)
    assert to_text(page, kept) == reference.to_text(page, kept)


@pytest.mark.parametrize(("lines", "is_heading"), [(8, True), (9, False)])
def test_a_heading_of_very_many_lines_is_an_unclosed_element(lines: int, is_heading: bool) -> None:
    assert to_markdown(*everything("<h2>" + "a<br>" * lines)).startswith("## ") == is_heading


@pytest.mark.parametrize(("depth", "shown"), [(8, 8), (9, 8)])
def test_text_in_very_many_quotes_is_shown_at_the_deepest_level(depth: int, shown: int) -> None:
    assert to_markdown(*everything("<blockquote>" * depth + "a")) == "> " * shown + "a"


def _cells(html: str) -> list[list[str]]:
    """The cells of the rows of a table, by its HTML."""
    rows = re.findall("<tr>(.*?)</tr>", to_html(*everything(html)))
    return [re.findall("<t[dh]>(.*?)</t[dh]>", row) for row in rows]


def test_spans_keep_cells_in_their_columns() -> None:
    page, kept = everything(
        "<table><tr><th colspan=2>a<th>b<tr><td rowspan=2>c<td>d<td>e<tr><td>f<td>g</table>"
    )
    assert to_text(page, kept) == "a\t\tb\nc\td\te\n\tf\tg"
    assert to_markdown(page, kept) == "| a | a | b |\n| --- | --- | --- |\n| c | d | e |\n| c | f | g |"
    assert re.findall("<t[dh].*</t[dh]>", to_html(page, kept)) == [
        '<th colspan="2">a</th><th>b</th>',
        '<td rowspan="2">c</td><td>d</td><td>e</td>',
        "<td>f</td><td>g</td>",
    ]


def test_a_header_cell_does_not_reach_into_the_body() -> None:
    html = to_html(*everything("<table><tr><th rowspan=2>a<th>b<tr><td>c<tr><td>d<td>e</table>"))
    assert re.findall("<t[dh].*</t[dh]>", html) == [
        "<th>a</th><th>b</th>",
        "<th></th><td>c</td>",
        "<td>d</td><td>e</td>",
    ]


def test_a_long_cell_is_not_repeated() -> None:
    for length, times in ((200, 2), (201, 1)):
        html = f"<table><tr><th colspan=2>{'a' * length}<tr><td>b<td>c</table>"
        assert to_markdown(*everything(html)).count("a" * length) == times


def test_huge_spans_are_not_followed() -> None:
    row = "<tr>" + "<td colspan=1000 rowspan=65534>a" * 20
    assert _cells(f"<table>{row * 20}</table>") == [["a"] * 20] * 20


@pytest.mark.parametrize(
    ("html", "language"),
    [
        ("<pre class='x language-c++'>a</pre>", "c++"),
        ("<pre><code class=lang-js>a</code></pre>", "js"),
        ("<div class='highlight highlight-source-shell'><pre>a</pre></div>", "shell"),
        ("<div class='highlight-python notranslate'><div class=highlight><pre>a</pre></div></div>", "python"),
        ("<pre data-lang=sql>a</pre>", "sql"),
        ("<pre class='brush: php; gutter'>a</pre>", "php"),
        ("<pre><code class='hljs go'>a</code></pre>", "go"),
        ("<pre class=language-none>a</pre>", ""),
        ("<pre lang=rust>a</pre>", "rust"),
        ("<pre lang=en>a</pre>", ""),
        ("<pre class='sourceCode haskell'><code>a</code></pre>", "haskell"),
        ("<pre><code class=python>a</code></pre>", "python"),
        ("<figure class='highlight js'><table><tr><td class=code><pre>a</pre></table></figure>", "js"),
        ("<div class='highlight notranslate'><pre>a</pre></div>", ""),
        ("<pre class=EnlighterJSRAW data-enlighter-language=java>a</pre>", "java"),
        ("<pre class='prettyprint linenums'>a</pre>", ""),
        ("<pre><div class=language-id>ts</div>a</pre>", "ts"),
        ("<pre class=language-id>a</pre>", ""),
        ("<pre><button>Copy</button><code class=language-js>a</code></pre>", "js"),
        ("<pre class='language-`a`'>a</pre>", ""),
        ("<pre>a</pre>", ""),
    ],
)
def test_the_language_of_code_is_read_from_its_markup(html: str, language: str) -> None:
    page = parse(html)
    assert code_language(page, int(page.rows_of(page.tag_names.index("pre"))[0])) == language


def _image_names(html: str, kept: list[bool]) -> list[str | None]:
    page = parse(html)
    outside, inside = content_images(page, np.array(kept, dtype=np.bool_), PageUrls(page, None))
    return [page.attribute(row, "src") for row in sorted(outside | inside)]


def test_images_belong_to_the_text_around_them() -> None:
    html = (
        "<nav>n<img src=nav></nav><img src=out><p>a<img src=in>b</p><img src=between>"
        "<p><img src=lead>c</p><img src=end>"
    )
    assert _image_names(html, [False, True, True]) == ["in", "between", "lead"]
    assert _image_names(html, [False, False, True]) == ["lead"]
    assert _image_names(html, [False, False, False]) == []
    assert _image_names("<p>x</p><figure><img src=i><figcaption>c</figcaption></figure>", [False, True]) == [
        "i"
    ]


@pytest.mark.parametrize(
    ("html", "kept", "images"),
    [
        (
            "<p>a</p><figure><img src=i><figcaption>c</figcaption></figure><p>b</p>",
            [True, False, True],
            ["i"],
        ),
        ("<p>a</p><figure><img src=i><figcaption>c</figcaption></figure><p>b</p>", [True, False, False], []),
        ("<p>a</p><figure><img src=i><figcaption>c</figcaption></figure><p>b</p>", [False, False, True], []),
        ("<p>a</p><div><img src=i><p>credit</p></div><p>b</p>", [True, False, True], ["i"]),
        ("<p>a</p><div><img src=i><p>c</p><p>d</p></div><p>b</p>", [True, False, False, True], []),
        ("<p>a</p><a href=u><img src=i><p>teaser</p></a><p>b</p>", [True, False, True], []),
        ("<p>a</p><aside><img src=i><p>teaser</p></aside><p>b</p>", [True, False, True], []),
    ],
)
def test_a_figure_between_kept_blocks_keeps_its_image_without_its_caption(
    html: str, kept: list[bool], images: list[str]
) -> None:
    assert _image_names(html, kept) == images


@pytest.mark.parametrize(
    ("html", "title"),
    [
        ("<figure><img src=i><figcaption>c <b>d</b></figcaption></figure>", "c d"),
        ("<figure><div><img src=i></div><div><figcaption>c</figcaption></div></figure>", "c"),
        ("<div><img src=i><p class='wp-caption-text x'>c</p></div>", "c"),
        ("<div><img src=i><p class=credit>c</p></div>", ""),
    ],
)
def test_a_caption_that_is_not_kept_is_the_title_of_its_image(html: str, title: str) -> None:
    page = parse(f"<p>a</p>{html}<p>b</p>")
    for kept in ([True, False, True], [True, True, True]):
        outside, _ = content_images(page, np.array(kept), PageUrls(page, None))
        (image,) = outside.values()
        assert image.title == (title if not kept[1] else ""), kept


def test_a_button_is_no_part_of_a_caption() -> None:
    page = parse(
        "<p>a</p><figure><img src=i><figcaption>c<button>(more)</button></figcaption></figure><p>b</p>"
    )
    outside, _ = content_images(page, np.array([True, False, False, True]), PageUrls(page, None))
    assert [image.title for image in outside.values()] == ["c"]


def test_a_caption_belongs_to_the_first_image_of_its_figure() -> None:
    page = parse("<p>a</p><figure><img src=i><img src=j><figcaption>c</figcaption></figure><p>b</p>")
    outside, _ = content_images(page, np.array([True, False, True]), PageUrls(page, None))
    assert [image.title for image in outside.values()] == ["c", ""]


@pytest.mark.parametrize(
    ("html", "titles"),
    [
        ("<figure><img src=i><figcaption><p>c<p class=wp-caption-text>d</figcaption></figure>", ["c d"]),
        ("<figure><img src=i><figcaption>c <b class=wp-caption-text>d</b></figcaption></figure>", ["c d"]),
        ("<figure><img src=i><figcaption></figcaption><p class=wp-caption-text>d</figure>", ["d"]),
        ("<figure><img src=i><figcaption>c</figcaption><p class=wp-caption-text>d</figure>", ["c"]),
        (
            "<figure><img src=i><figcaption>c<figure><img src=j><figcaption>d</figcaption></figure>"
            "</figcaption></figure>",
            ["c d", ""],
        ),
    ],
)
def test_an_image_has_one_caption_and_a_caption_inside_another_is_part_of_it(
    html: str, titles: list[str]
) -> None:
    page = parse(f"<p>a</p>{html}<p>b</p>")
    kept = np.array([page.block_text(block) in ("a", "b") for block in range(len(page.blocks))])
    outside, _ = content_images(page, kept, PageUrls(page, None))
    assert [image.title for image in outside.values()] == titles


def test_a_title_is_escaped() -> None:
    caption = 'A &amp;lt; "B" | C \\ &amp; D'
    html = f"<p>a</p><figure><img src=i><figcaption>{caption}</figcaption></figure><p>b</p>"
    page, kept = parse(html), np.array([True, False, True])
    assert '![](i "A \\&lt; \\"B\\" | C \\\\ & D")' in to_markdown(page, kept)
    assert 'title="A &amp;lt; &quot;B&quot; | C \\ &amp; D"' in to_html(page, kept)


_LEAD = "<figure><img src=i><figcaption>c</figcaption></figure>"


@pytest.mark.parametrize(
    ("html", "kept", "images"),
    [
        (f"<article><p>by</p>{_LEAD}<p>a</p></article>", [False, False, True], ["i"]),
        (f"<article><h1>t</h1><p>by</p>{_LEAD}<p>a</p></article>", [True, False, False, True], ["i"]),
        ("<main><p>by</p><picture><img src=i></picture><p>a</p></main>", [False, True], ["i"]),
        ("<main><p>by</p><img src=i><p>a</p></main>", [False, True], []),
        (f"<article><p>by</p>{_LEAD}<p>x</p><p>a</p></article>", [False, False, False, True], []),
        (f"<div><p>by</p>{_LEAD}</div><article><p>a</p></article>", [False, False, True], []),
        (f"<p>by</p>{_LEAD}<p>a</p>", [False, False, True], []),
    ],
)
def test_a_lead_image_belongs_to_the_text(html: str, kept: list[bool], images: list[str]) -> None:
    assert _image_names(html, kept) == images


@pytest.mark.parametrize(
    ("image", "url"),
    [
        ("<img src=/i.png>", "https://e.org/i.png"),
        ("<img src=/small.gif data-original=/i.png>", "https://e.org/i.png"),
        ("<img srcset='/i.png 1x, /j.png 2x'>", "https://e.org/j.png"),
        ("<img srcset='/i.png 320w,/j.png 1280w,\n/k.png 640w'>", "https://e.org/j.png"),
        ("<img srcset=/i.png>", "https://e.org/i.png"),
        ("<img src='/my pic.png'>", "https://e.org/my%20pic.png"),
        ("<img data-src='/i,w_200.png'>", "https://e.org/i,w_200.png"),
        ("<img data-src='/i.png 1x, /j.png 2x' src=/small.gif>", "https://e.org/j.png"),
        (
            "<picture><source srcset='/i.webp 800w'><img src=data:image/gif;base64,x></picture>",
            "https://e.org/i.webp",
        ),
        ("<picture><source srcset=/i.webp><img src=/i.png></picture>", "https://e.org/i.png"),
        ("<picture><source data-srcset=/i.webp><img></picture>", "https://e.org/i.webp"),
        ("<img data-lazy-src=/i.png src=/small.gif>", "https://e.org/i.png"),
        ("<img src=/blank.gif> <noscript><img src=/i.png></noscript>", "https://e.org/i.png"),
        (
            "<img src=data:image/png;base64,x><noscript><img src='/i j.png'></noscript>",
            "https://e.org/i%20j.png",
        ),
        ("<img src=/i.png><noscript>x</noscript>", "https://e.org/i.png"),
        ("<img src=data:image/png;base64,x>", None),
        ("<img src=javascript:x>", None),
        ("<img src=/i.png width=1 height=1>", None),
        ("<img src=/i.png hidden>", None),
        ("<img>", None),
    ],
)
def test_the_url_of_an_image_is_the_one_it_is_loaded_from(image: str, url: str | None) -> None:
    expected = f"a\n\n![]({url})\n\nb" if url else "a\n\nb"
    markdown = to_markdown(*everything(f"<p>a</p>{image}<p>b</p>"), "https://e.org/")
    assert markdown.replace("\n\nx\n\n", "\n\n") == expected


def test_an_image_repeated_for_readers_without_scripts_is_shown_once() -> None:
    html = "<p>a</p><img data-src=/i.png><noscript><img src=/i.png></noscript><p>b</p>"
    assert to_markdown(*everything(html)) == "a\n\n![](/i.png)\n\nb"


def test_a_class_of_any_length_around_much_code_is_read_in_linear_time() -> None:
    small, large = (
        everything(f"<div class='{'aaaaaaaa ' * count}'>" + "<pre>y</pre>" * count) for count in (500, 1000)
    )
    assert grows_linearly(lambda: to_markdown(*small), lambda: to_markdown(*large))


def test_very_long_urls_are_left_out() -> None:
    long, link = "a/" * 1_990, "<a href=bbbbbbbbbbbbbbbb>c</a>"
    assert to_markdown(*everything(f"<base href='http://a.example/{long}'><p>{link}")) == "c"
    assert (
        to_markdown(*everything(f"<base href='http://a.example/{long}{long}'><p>{link}"))
        == "[c](bbbbbbbbbbbbbbbb)"
    )
    assert to_markdown(*everything(f"<p><a href='http://b.example/{long}{long}'>e</a>")) == "e"


Renderer = Callable[[Page, BoolArray], str]


@pytest.mark.parametrize("render", [to_text, to_markdown, to_html])
@pytest.mark.parametrize(
    ("head", "unit"),
    [
        ("", "<p>one <b>two</b></p>"),
        ("", "<ul><li>a"),
        ("", "<blockquote>a"),
        ("<p>", "a<br>"),
        ("<p>", "a<b>b</b><i>c</i> "),
        ("<span>" * 400, "a<br>"),
        ("<ul>" + "<li>a<ul>" * 200, "<li>b"),
        ("<pre>", "<div>a</div>"),
        ("<table>", "<tr><td rowspan=20 colspan=20>a<td>b"),
        ("<figure>", "<img src=i.png>a<p>"),
        ("<p>", "*_[`<&\\"),
        ("<p>a</p><picture>", "<img src=/a.png>"),
        ("<p>a</p><img data-src='data:image/png;base64,", "aaaaaaaaaaaaaaaaaaaa"),
        ("<p>a</p><img srcset='", "1111111111"),
        ("<p>a</p><base href='http://a.example/", "a/"),
    ],
)
def test_rendering_takes_linear_time(render: Renderer, head: str, unit: str) -> None:
    small, large = (everything(head + unit * count) for count in (2000, 4000))
    assert grows_linearly(lambda: render(*small), lambda: render(*large))
