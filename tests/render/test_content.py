from collections.abc import Callable

import numpy as np
import pytest

from maintext.arrays import BoolArray
from maintext.page.blocks import Blocks
from maintext.page.parse import parse
from maintext.render import to_html, to_markdown, to_text
from maintext.render.content import Kind, outline
from maintext.render.links import content_images
from maintext.render.preformatted import code_language
from maintext.render.tables import data_tables, grid
from tests.growth import grows_linearly
from tests.render.pages import everything


@pytest.mark.parametrize(
    ("rows", "is_data"),
    [
        ("<tr><td>a<td>b<tr><td>c<td>d", True),
        ("<tr><th>a<td>b", True),
        ("<tr><td>a<td>b", False),
        ("<tr><td>a<tr><td>b", False),
        ("<tr><td>a<td><table><tr><td>x</table><tr><td>c<td>d", False),
        ("<tr><td>a<td><h2>b</h2><tr><td>c<td>d", False),
        ("<tr><td>a<td>" + "<p>b" * 9 + "<tr><td>c<td>d", False),
        ("<tr><td>a<td>" + "word " * 99 + "<tr><td>c<td>d", False),
        ("<tr><th>a<th>" + "word " * 99 + "<tr><td>c<td>d", True),
    ],
)
def test_tables_that_lay_out_a_page_are_told_from_data(rows: str, is_data: bool) -> None:
    blocks, kept = everything(f"<table>{rows}</table>")
    outer = int(blocks.page.rows_of(blocks.page.tag_names.index("table"))[0])
    assert (outer in data_tables(blocks, kept)) == is_data


def _cells(html: str) -> list[list[str]]:
    blocks, kept = everything(html)
    item = next(item for item in outline(blocks, kept) if item.kind is Kind.TABLE)
    return [
        ["".join(map(blocks.text, cell.lines)) for cell in row]
        for row in grid(blocks, item.row, item.lines).rows
    ]


def test_spans_keep_cells_in_their_columns() -> None:
    assert _cells("<table><tr><th colspan=2>a<th>b<tr><td rowspan=2>c<td>d<td>e<tr><td>f<td>g</table>") == [
        ["a", "", "b"],
        ["c", "d", "e"],
        ["", "f", "g"],
    ]


def test_spans_without_measure_are_not_followed() -> None:
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
        ("<pre class='language-`a`'>a</pre>", ""),
        ("<pre>a</pre>", ""),
    ],
)
def test_the_language_of_code_is_read_from_its_markup(html: str, language: str) -> None:
    page = parse(html)
    assert code_language(page, int(page.rows_of(page.tag_names.index("pre"))[0])) == language


def _image_names(html: str, kept: list[bool]) -> list[str | None]:
    blocks = parse(html).blocks
    rows, _ = content_images(blocks, np.array(kept, dtype=np.bool_))
    return [blocks.page.attribute(row, "src") for row in rows.tolist()]


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
    ("image", "address"),
    [
        ("<img src=/i.png>", "https://e.org/i.png"),
        ("<img src=/small.gif data-original=/i.png>", "https://e.org/i.png"),
        ("<img srcset='/i.png 1x, /j.png 2x'>", "https://e.org/i.png"),
        ("<img src=data:image/png;base64,x>", None),
        ("<img src=javascript:x>", None),
        ("<img src=/i.png width=1 height=1>", None),
        ("<img src=/i.png hidden>", None),
        ("<img>", None),
    ],
)
def test_images_are_shown_from_where_they_are_loaded(image: str, address: str | None) -> None:
    expected = f"a\n\n![]({address})\n\nb" if address else "a\n\nb"
    assert to_markdown(*everything(f"<p>a</p>{image}<p>b</p>"), "https://e.org/") == expected


def test_an_image_repeated_for_readers_without_scripts_is_shown_once() -> None:
    html = "<p>a</p><img data-src=/i.png><noscript><img src=/i.png></noscript><p>b</p>"
    assert to_markdown(*everything(html)) == "a\n\n![](/i.png)\n\nb"


Renderer = Callable[[Blocks, BoolArray], str]


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
    ],
)
def test_time_grows_with_the_page_and_no_faster(render: Renderer, head: str, unit: str) -> None:
    small, large = (everything(head + unit * count) for count in (2000, 4000))
    assert grows_linearly(lambda: render(*small), lambda: render(*large))
