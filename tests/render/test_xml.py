"""XML and TEI: well-formed, with all words, whatever the page."""

from xml.etree import ElementTree

import numpy as np
import pytest

from maintext import extract
from maintext.options import Output
from maintext.page.parse import parse
from maintext.render import to_html
from maintext.render.xml import tei_document, to_tei, to_xml, xml_document
from tests.random_html import random_page

TEI = "{http://www.tei-c.org/ns/1.0}"
PAGE = """<html lang=en><title>Tea &amp; milk</title><meta name=author content="Ann Lee">
<h1>Tea &amp; milk</h1>
<p>Take <b>hot</b> water, and <a href="/l?a=1&amp;b=2">leaves</a> from a tin that was sealed, then wait.</p>
<h2>Steps</h2><ul><li>Boil the water in a pot.<li>Wait for a while.</ul>
<table><tr><th>Leaf<th>Minutes<tr><td>black<td>4<tr><td>green<td>2</table><pre>a &lt; b</pre>"""


def everything(html: str, form: str, output: Output = Output()) -> str:
    page = parse(html)
    write = {"xml": to_xml, "tei": to_tei}[form]
    return write(page, np.ones(len(page.blocks), dtype=np.bool_), "https://e.org/", output)


def test_every_construct_has_an_element() -> None:
    root = ElementTree.fromstring(xml_document(everything(PAGE, "xml"), {"title": "Tea & milk"}))
    assert root.findtext("metadata/title") == "Tea & milk"
    text = root.find("text")
    assert text is not None
    assert [head.get("level") for head in text.iter("head")] == ["1", "2"]
    assert [(one.get("target"), one.text) for one in text.iter("ref")] == [
        ("https://e.org/l?a=1&b=2", "leaves")
    ]
    assert [one.text for one in text.iter("item")] == ["Boil the water in a pot.", "Wait for a while."]
    assert [[cell.text for cell in row] for row in text.iter("row")] == [
        ["Leaf", "Minutes"],
        ["black", "4"],
        ["green", "2"],
    ]
    assert [one.text for one in text.iter("hi")] == ["hot"]
    assert "a < b" in [one.text for one in text.iter("code")]


def test_tei_has_the_header_that_it_requires() -> None:
    document = extract(PAGE, "https://e.org/tea", prefer="recall")
    root = ElementTree.fromstring(document.render("tei"))
    assert root.tag == f"{TEI}TEI"
    assert root.findtext(f".//{TEI}titleStmt/{TEI}title") == "Tea & milk"
    assert root.findtext(f".//{TEI}titleStmt/{TEI}author") == "Ann Lee"
    assert [one.get("target") for one in root.iter(f"{TEI}ptr")] == ["https://e.org/tea"]
    assert root.find(f"{TEI}text/{TEI}body/{TEI}div/{TEI}p") is not None


def test_links_and_formatting_can_be_left_out() -> None:
    written = everything(PAGE, "xml", Output(links=False, formatting=False))
    assert "<ref" not in written
    assert "<hi" not in written
    assert "leaves" in written


def test_a_page_without_text_is_an_empty_text() -> None:
    assert extract("", method="p_value").render("tei") == ""


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("form", ["xml", "tei"])
def test_any_page_is_well_formed_and_has_all_words(seed: int, form: str) -> None:
    page = random_page(seed)
    kept = np.ones(len(page.blocks), dtype=np.bool_)
    whole = {"xml": (to_xml, xml_document), "tei": (to_tei, tei_document)}[form]
    root = ElementTree.fromstring(whole[1](whole[0](page, kept), {}))
    text = next(one for one in root.iter() if one.tag.endswith("text"))
    assert "".join(text.itertext()).split() == parse(to_html(page, kept)).text.split()


def test_characters_that_xml_does_not_have_are_replaced() -> None:
    written = xml_document(everything("<p>a\x01b\ufffe<a href='x\x02'>c</a>", "xml"), {"title": "\x03"})
    assert not set(written) & set("\x01\x02\x03\ufffe")
    assert "".join(ElementTree.fromstring(written).itertext()).split()[-1].endswith("c")
