"""The printed form against the paper's own words."""

from importlib import resources
from importlib.resources.abc import Traversable

import pytest

from maintext.methods.papers.p_value import PValue
from maintext.page.page import Page
from maintext.page.parse import parse
from maintext.verdict import PRINTED_P, judge_page
from tests.random_html import random_html
from tests.reference.paper_p_value import main_text_area, p_value_of_a_page, p_values, plain_tree, step_1

SAMPLES = [
    file for file in (resources.files("maintext") / "samples").iterdir() if file.name.endswith(".html")
]
TIMETABLE = """<html><head><title>Trams</title></head>
  <body onload="start()">
    <!-- the first line -->
    <p hidden>Line 9 does not stop here.</p>
    <form><label>Stop</label> <input name=stop></form>
    <ul class="menu">
      <li><a href="/lines">All   lines</a></li>
    </ul>
    <div id="main" style="margin: 0" data-stop="4">
      The tram leaves   at noon,
      <a href="/map">from the <b>bridge</b></a>.
      <img src="tram.png" class="wide">
      <template>Line 7</template>
    </div>
  </body></html>"""


def check(page: Page) -> None:
    tags = plain_tree(page)
    if not tags:
        return
    step_1(tags[0])
    literal = p_values(tags[0])
    row_of = {id(tag): row for row, tag in tags.items()}
    scores = PValue.as_printed().score(page)
    assert scores.element is not None
    assert scores.element.tolist() == [row_of[id(tag)] for tag, _ in literal]
    assert scores.values.tolist() == pytest.approx([value for _, value in literal])
    assert PValue.as_printed().largest(page) == pytest.approx(p_value_of_a_page(literal))
    area = main_text_area(literal)
    chosen = scores.element[PValue.as_printed().select(scores)].tolist()
    assert chosen == ([] if area is None else [row_of[id(area)]])


@pytest.mark.parametrize("seed", range(40))
def test_random_pages(seed: int) -> None:
    hidden = "<div hidden>not <a>shown</a></div><svg><text>drawn</text></svg><textarea>typed</textarea>"
    check(parse(random_html(seed).replace("</p>", f"</p>\n  {hidden}\t")))


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda file: file.name)
def test_real_looking_pages(sample: Traversable) -> None:
    check(parse(sample.read_bytes().decode("gb18030" if sample.name.startswith("gbk") else "utf-8")))


def test_a_page_with_white_space_and_hidden_markup() -> None:
    check(parse(TIMETABLE))


def test_lengths_count_the_white_space_of_the_source() -> None:
    page = parse("<html><head></head><body><div>one   two\n</div>\n</body></html>")
    by_tag = dict(zip("html body div".split(), PValue.as_printed().score(page).values, strict=True))
    text, div = len("one   two\n"), len("<div>one   two\n</div>")
    assert by_tag["div"] == pytest.approx(text / div * text / (text + 1))
    assert by_tag["body"] == pytest.approx((text + 1) / (div + 1 + len("<body></body>")))


def test_lengths_count_hidden_text_and_its_markup() -> None:
    page = parse("<html><head></head><body><p hidden>0123</p><p>01234567</p></body></html>")
    html, body, hidden, shown = PValue.as_printed().score(page).values
    assert hidden == pytest.approx(4 / len('<p hidden="">0123</p>') * 4 / 12)
    assert shown == pytest.approx(8 / len("<p>01234567</p>") * 8 / 12)
    assert PValue(removed="paper", wrapper_share=1.0, images=True).score(page).values[-1] == pytest.approx(
        8 / 15
    )
    assert html < body


def test_the_verdict_has_the_p_value_of_the_source() -> None:
    page = parse(TIMETABLE)
    tags = plain_tree(page)
    step_1(tags[0])
    expected = p_value_of_a_page(p_values(tags[0]))
    assert judge_page(page).printed_p_value == PRINTED_P.largest(page) == pytest.approx(expected)
