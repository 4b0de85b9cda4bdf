"""Lines and offsets of start tags agree with counting in the source."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maintext.page.page import Page
from maintext.page.parse import parse
from tests.soup import soups

_LINE = re.compile("\r\n?|\n")


def _check(page: Page, source: str) -> None:
    for row, (line, offset) in enumerate(zip(page.line.tolist(), page.offset.tolist(), strict=True)):
        if offset < 0:
            assert line == 0
            continue
        name = page.tag_names[page.tag[row]]
        assert source[offset] == "<"
        assert source[offset + 1 : offset + 1 + len(name)].lower() in {name.lower(), "image"[: len(name)]}
        assert line == 1 + len(_LINE.findall(source[:offset]))


@given(soups, st.sampled_from(("", "é" * 700, "\n" * 1500, "文\r" * 600, "a\r\n" * 2000)))
def test_places_are_those_of_the_source(html: str, before: str) -> None:
    source = f"<p>{before}</p>{html}".replace("\0", "")
    _check(parse(source), source)


@pytest.mark.parametrize("end", ["\n", "\r", "\r\n", "é\n"])
def test_tags_that_are_not_in_order(end: str) -> None:
    body = "".join(f"<b><p>{i}{end * (i % 300)}</b>" for i in range(40))
    source = f"<table>{end * 1025}<div>x</div>{body}<tr><td>y</table>"
    page = parse(source)
    offsets = [offset for offset in page.offset.tolist() if offset >= 0]
    assert offsets != sorted(offsets)  # <div> is put before the table, <b> is opened again
    _check(page, source)


def test_a_page_without_tags_has_no_places() -> None:
    page = parse("only text")
    assert set(page.line.tolist()) == {0}
    assert set(page.offset.tolist()) == {-1}
    assert len(parse("").line) == len(parse(""))
