"""Quotation marks, powers and indices, footnotes, rules and kept line breaks."""

import numpy as np
import pytest

from maintext.page.parse import parse
from maintext.render import to_html, to_markdown, to_text


def written(html: str) -> tuple[str, str, str]:
    """The page as text, Markdown and HTML."""
    page = parse(html)
    kept = np.ones(len(page.blocks), dtype=np.bool_)
    return to_text(page, kept), to_markdown(page, kept), to_html(page, kept)


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<p>He said <q>no</q>.", "He said “no”."),
        ("<p><q>He said <q>no</q></q>", "“He said ‘no’”"),
        ("<html lang=fr><p>Il dit <q>non</q>.", "Il dit « non »."),
        ("<html lang=de-AT><p>Er sagt <q>nein</q>.", "Er sagt „nein“."),
        ("<html lang=ja><p>彼は<q>いいえ<q>はい</q></q>", "彼は「いいえ『はい』」"),
        ("<html lang=zh-Hant><p>他說<q>不</q>", "他說「不」"),
        ("<html lang=zh-CN><p>他说<q>不</q>", "他说“不”"),
        ("<p lang=en>He <span lang=de>sagt <q>nein</q></span>", "He sagt „nein“"),
        ("<p>He said “<q>no</q>”.", "He said “no”."),
        ("<p>He said <q>“no”</q>.", "He said “no”."),
        ("<p>One <q> </q> two", "One two"),
    ],
)
def test_quotation_marks(html: str, text: str) -> None:
    assert written(html) == (text, text, f"<p>{text}</p>")


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("2<sup>10</sup> rows", "2^10 rows"),
        ("10<sup>−9</sup> s", "10^−9 s"),
        ("40 m<sup>2</sup>", "40 m^2"),
        ("3 cm<sup>3</sup>", "3 cm^3"),
        ("x<sup>2</sup>", "x^2"),
        ("H<sub>2</sub>O", "H₂O"),
        ("Ca(OH)<sub>2</sub>", "Ca(OH)₂"),
        ("x<sub>max</sub>", "xmax"),
        ("the 4<sup>th</sup>", "the 4th"),
        ("Marlow<sup>®</sup>", "Marlow®"),
        ("a word<sup>2</sup>", "a word2"),
        ("$549<sup>00</sup>", "$54900"),
        ("IP68<sup>2</sup>", "IP682"),
        ("1990<sup class=reference>5</sup>", "19905"),
        ("1990<sup><a href=/x>5</a></sup>", "19905"),
        ("<sup>2</sup> alone", "2 alone"),
        ("1<br><sup>2</sup> alone", "1\n2 alone"),
    ],
)
def test_powers_and_indices_in_text(html: str, text: str) -> None:
    assert written(f"<p>{html}")[0] == text


def test_powers_and_indices_stay_elements_elsewhere() -> None:
    assert written("<p>2<sup>10</sup> H<sub>2</sub>O")[1:] == (
        "2<sup>10</sup> H<sub>2</sub>O",
        "<p>2<sup>10</sup> H<sub>2</sub>O</p>",
    )


def test_struck_marked_and_typed_text() -> None:
    assert written("<p><s>£100</s> £80 <mark>new</mark> <del>old</del> <kbd>Ctrl</kbd>") == (
        "£100 £80 new old Ctrl",
        "~~£100~~ £80 <mark>new</mark> ~~old~~ `Ctrl`",
        "<p><s>£100</s> £80 <mark>new</mark> <s>old</s> <code>Ctrl</code></p>",
    )


NOTES = "<ol><li id=n1>First. <a href=#r1>↩︎</a><li id=n2>Second.</ol>"


def test_footnotes_with_both_ends() -> None:
    text, markdown, html = written(
        f"<p>One<sup><a href=#n1>[1]</a></sup> two<sup><a href=#n2>2</a></sup>.{NOTES}"
    )
    assert text == "One[1] two2.\n\nFirst.\nSecond."
    assert markdown == "One[^1] two[^2].\n\n[^1]: First.\n\n[^2]: Second."
    assert html == (
        "<p>One<sup>[1]</sup> two<sup>2</sup>.</p>\n<ol>\n<li>First.</li>\n<li>Second.</li>\n</ol>"
    )


def test_a_reference_without_its_note_is_text() -> None:
    page = parse(f"<p>One<sup><a href=#n1>[1]</a></sup> two<sup><a href=#n2>2</a></sup>.{NOTES}")
    assert to_markdown(page, np.array([True, False, False])) == "One[1] two<sup>2</sup>."
    assert written("<p>One<sup><a href=#x>[1]</a></sup>(a)")[1] == "One<sup>[1\\]</sup>(a)"


def test_references_in_a_row_and_with_a_word() -> None:
    row = "<p>One<sup><a href=#{}>[1]</a></sup><sup><a href=#{}>[2]</a></sup>."
    assert written(row.format("x", "y"))[1] == "One[1][2]."
    assert written(row.format("n1", "n2") + NOTES)[1].startswith("One[^1][^2].\n\n[^1]: First.")
    assert written("<p>One<sup><a href=#x>[note 1]</a></sup>, two<sup><a href=#y>[注 2]</a></sup>.")[1] == (
        "One[note 1], two[注 2]."
    )
    assert written(f"<p>One<sup><a href=#n1>[note 1]</a></sup>.{NOTES}")[1].startswith(
        "One[^note-1].\n\n[^note-1]: First."
    )


def test_a_rule_stands_between_kept_blocks() -> None:
    html = "<hr><p>One<hr><hr><p>Two<ul><li>three<hr><li>four</ul><hr><p>Five<hr>"
    text, markdown, page = written(html)
    assert text == "One\n\nTwo\n\nthree\nfour\n\nFive"
    assert markdown == "One\n\n---\n\nTwo\n\n- three\n- four\n\n---\n\nFive"
    assert page.count("<hr>") == 2
    parsed = parse(html)
    assert to_markdown(parsed, parsed.blocks.first_row != parsed.blocks.first_row[1]) == (
        "One\n\n- three\n- four\n\n---\n\nFive"
    )


@pytest.mark.parametrize("value", ["pre-wrap", "pre", "pre-line", "PRE-WRAP !important", "break-spaces"])
def test_a_style_keeps_line_breaks(value: str) -> None:
    assert written(f'<p style="color: red; white-space: {value}">One\n  <b>two\n\n# three</b>\n') == (
        "One\ntwo\n# three",
        "One  \n**two  \n\\# three**",
        "<p>One<br>\n<strong>two<br>\n# three</strong></p>",
    )


def test_kept_line_breaks_do_not_break_other_markup() -> None:
    style = 'style="white-space: pre-wrap"'
    assert written(f"<ul><li {style}>One\n- two</ul>")[1] == "- One  \n  \\- two"
    assert written(f"<h2 {style}>One\ntwo</h2>")[1] == "## One two"
    table = f"<table><tr><th {style}>a\nb<th>c<tr><td>d<td>e</table>"
    assert written(table)[:2] == ("a b\tc\nd\te", "| a b | c |\n| --- | --- |\n| d | e |")


@pytest.mark.parametrize("value", ["normal", "nowrap"])
def test_other_styles_do_not(value: str) -> None:
    assert written(f'<p style="white-space: {value}">One\ntwo')[0] == "One two"
