"""Tables in every format."""

import numpy as np
import pytest

from maintext.page.parse import parse
from maintext.render import to_html, to_markdown, to_text
from tests.render.pages import everything


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ("<tr><th>a<th>b<tr><td>c<td>d", "| a | b |\n| --- | --- |\n| c | d |"),
        ("<thead><tr><td>a<td>b<tbody><tr><td>c<td>d", "| a | b |\n| --- | --- |\n| c | d |"),
        ("<tr><th><h3>a</h3><th><b><h3>b</h3></b><tr><td>c<td>d", "| a | b |\n| --- | --- |\n| c | d |"),
        ("<thead><tr><td><h3>a</h3><td>b<tbody><tr><td>c<td>d", "| a | b |\n| --- | --- |\n| c | d |"),
        ("<thead><tr><th>a<td><h3>b</h3><tbody><tr><td>c<td>d", "| a | b |\n| --- | --- |\n| c | d |"),
        ("<tr><th>a<th>b<tr><td><h3>c</h3><td>d", "a\n\nb\n\n### c\n\nd"),
        ("<tr><th><th>b<tr><td>c<td>d", "|  | b |\n| --- | --- |\n| c | d |"),
        ("<tr><td>a<td>b<tr><td>c<td>d", "|  |  |\n| --- | --- |\n| a | b |\n| c | d |"),
        ("<tr><th>a<td>b<tr><th>c<td>d", "|  |  |\n| --- | --- |\n| a | b |\n| c | d |"),
    ],
)
def test_only_header_cells_are_the_header(rows: str, expected: str) -> None:
    assert to_markdown(*everything(f"<table>{rows}</table>")) == expected


def test_a_data_row_never_replaces_a_header_that_is_not_kept() -> None:
    page = parse("<table><tr><th>a<th>b<tr><td>c<td>d</table>")
    kept = np.array([False, False, True, True])
    assert to_markdown(page, kept) == "|  |  |\n| --- | --- |\n| c | d |"


def test_bars_of_an_image_do_not_end_its_cell() -> None:
    cell = "<div><img src=i alt='c | d'><p class=wp-caption-text>e | f</div>"
    page = parse(f"<table><tr><th>a<th>b<tr><td>{cell}<td>g</table>")
    kept = np.array([True, True, False, True])
    assert to_markdown(page, kept).split("\n")[2] == '| ![c \\| d](i "e \\| f") | g |'


CODE = "<table><tr><th>Call<th>Means<tr><td><pre>a = 1\n\n  b(a|c)</pre>twice<td>add</table>"


def test_code_in_a_cell_keeps_its_table() -> None:
    page, kept = everything(CODE)
    assert to_text(page, kept) == "Call\tMeans\na = 1 b(a|c) twice\tadd"
    assert to_markdown(page, kept).split("\n")[2] == "| `a = 1`<br>`  b(a\\|c)`<br>twice | add |"
    assert "<td><pre><code>a = 1\n\n  b(a|c)</code></pre>twice</td><td>add</td>" in to_html(page, kept)


def test_code_of_line_elements_in_a_cell_is_one_listing() -> None:
    html = "<table><tr><th>a<th>b<tr><td><pre><div>c</div><div> d</div></pre><td>e</table>"
    assert to_markdown(*everything(html)).split("\n")[2] == "| `c`<br>` d` | e |"
    assert "<td><pre><code>c\n d</code></pre></td>" in to_html(*everything(html))


INNER = "<table><tr><th>Side<th>Panels<tr><td>South<td><table><tr><td>Up<td>4<tr><td>Low<td>5</table></table>"


def test_a_small_table_in_a_cell_becomes_lines() -> None:
    page, kept = everything(INNER)
    assert to_text(page, kept) == "Side\tPanels\nSouth\tUp 4 Low 5"
    assert to_markdown(page, kept).split("\n")[2] == "| South | Up 4<br>Low 5 |"
    assert "<td>Up 4<br>\nLow 5</td>" in to_html(page, kept)


def test_paragraphs_and_lists_in_a_cell_are_lines() -> None:
    html = "<table><tr><th>a<th>b<tr><td><p>c<p>d<td><ul><li>e<li>f</ul></table>"
    assert to_markdown(*everything(html)).split("\n")[2] == "| c<br>d | e<br>f |"
