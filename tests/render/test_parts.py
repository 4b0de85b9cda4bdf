"""Links, images and tables of a document as data, and the result as trees of other libraries."""

from dataclasses import replace

import numpy as np
import pytest

from maintext import DataTable, Document, Image, Link, extract
from maintext.render.parts import read_tables

PAGE = (
    "<nav><a href=/>Home</a></nav><article><h1>Tea</h1><p>Take <a href=/leaf>leaves</a> from a tin, "
    "and wait for <a href=https://b.example/>some minutes</a>, as the table says, before you pour it.</p>"
    "<img src=/pot.jpg alt='A pot' width=400><table><caption>Times</caption><tr><th>Leaf<th>Minutes"
    "<tr><td>black<td>4<tr><td>green<td>2</table>"
    "<p>Then pour it into a cup that is warm, and add milk last.</p></article>"
)


def article(**options: bool) -> Document:
    """The page with everything but its menu."""
    document = extract(PAGE, "https://a.example/", **options)  # type: ignore[arg-type]
    return replace(document, kept=np.arange(len(document.kept)) > 0)


def test_links_images_and_tables_are_those_of_the_main_text() -> None:
    document = article(links=False, images=False)
    assert document.links == (
        Link("https://a.example/leaf", "leaves"),
        Link("https://b.example/", "some minutes"),
    )
    assert document.images == (Image("https://a.example/pot.jpg", "A pot"),)
    (table,) = document.tables
    assert table.rows == (("Leaf", "Minutes"), ("black", "4"), ("green", "2"))
    assert (table.header, table.caption, len(table)) == (1, "Times", 3)


def test_an_empty_document_has_none() -> None:
    document = extract("")
    assert (document.links, document.images, document.tables) == ((), (), ())


@pytest.mark.parametrize(
    ("html", "rows"),
    [
        ("<table><tr><td colspan=2>a<td>b<tr><td>c<td>d", (("a", "a", "b"), ("c", "d", ""))),
        ("<table><tr><td rowspan=3>a<td>b<tr><td>c<tr><td>d", (("a", "b"), ("a", "c"), ("a", "d"))),
        ("<table><tr><td>a<table><tr><td>in</table><td>b", (("a in", "b"),)),
        ("<table><tr><td><p>a<p>b<td>c", (("a b", "c"),)),
        ("<table></table>", ()),
        ("<table><tr><td colspan=x>a", (("a",),)),
    ],
)
def test_cells_are_at_every_place_that_they_span(html: str, rows: tuple[tuple[str, ...], ...]) -> None:
    assert read_tables(html)[0].rows == rows


def test_spans_are_bounded() -> None:
    html = "<table>" + "<tr>" + "<td colspan=1000 rowspan=1000>a" * 2000
    assert sum(map(len, read_tables(html)[0].rows)) <= 2_000_000


def test_a_table_becomes_a_data_frame() -> None:
    pytest.importorskip("pandas")
    frame = DataTable((("Leaf", "Minutes"), ("black", "4")), header=1).to_pandas()
    assert (list(frame.columns), frame.to_numpy().tolist()) == (["Leaf", "Minutes"], [["black", "4"]])
    assert list(DataTable((("a", "b"),)).to_pandas().columns) == [0, 1]


def test_the_main_text_as_lxml_and_soup() -> None:
    pytest.importorskip("lxml")
    pytest.importorskip("bs4")
    document = article()
    assert document.to_lxml().xpath("//a/@href") == [link.url for link in document.links]
    assert [one["href"] for one in document.to_soup().find_all("a")] == [link.url for link in document.links]


def test_xpaths_lead_to_the_elements_of_the_page_s_own_tree() -> None:
    pytest.importorskip("lxml")
    misnested = "<p>One<div>two</p><b>three<table>four<tr><td>five<p>six</table></b><a:b>seven</a:b><p>eight"
    document = extract(misnested, method="p_value")
    tree = document.page.to_lxml().getroottree()
    for block in document.blocks:
        if "a:b" not in block.xpath:  # XML does not allow the name
            (element,) = tree.xpath(block.xpath)
            assert block.text.split()[0] in "".join(element.itertext())
