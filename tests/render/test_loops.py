"""What the kernel's loops find and write is what their twins in NumPy and Python do, byte for byte."""

from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import maintext
from maintext import parse
from maintext._kernel import loops
from maintext.arrays import BoolArray, IntArray
from maintext.evaluation.hostile import hostile_pages
from maintext.limits import Limits
from maintext.page.attributes import CountedAttributes
from maintext.page.page import Page
from maintext.page.parse import empty_page
from maintext.page.tags import PRE
from maintext.pipeline import read
from maintext.render import to_markdown, to_text
from maintext.render.tables import STRUCTURE
from maintext.text.characters import Counts
from tests.loops import only_with_loops, twin, without_loops
from tests.render.pages import random_source
from tests.soup import soups

pytestmark = only_with_loops

SAMPLES = sorted((Path(maintext.__file__).parent / "samples").glob("*.html"))
FAMILIES = hostile_pages()
URLS = (None, "https://tea.example/a/b?c")


def choices(blocks: int) -> list[BoolArray]:
    """All blocks, none, and some."""
    random = Random(blocks)
    shares = (1.0, 0.0, 0.8, 0.5, 0.2)
    return [np.array([random.random() < share for _ in range(blocks)], dtype=np.bool_) for share in shares]


def check(page: Page) -> None:
    """Counts, blocks, gaps, text and Markdown of a page are those of its twin."""
    same = twin(page)
    with without_loops():
        counts = [getattr(same, name).tolist() for name in Counts._fields]
        first, gaps = same.blocks.first, same.blocks.gaps
        kept = choices(len(first))
        texts = [to_text(same.blocks, some) for some in kept]
        markdown = [to_markdown(same.blocks, some, url) for some in kept for url in URLS]
    assert [getattr(page, name).tolist() for name in Counts._fields] == counts
    assert page.blocks.first.tolist() == first.tolist()
    assert page.blocks.gaps == gaps
    assert [to_text(page.blocks, some) for some in kept] == texts
    assert [to_markdown(page.blocks, some, url) for some in kept for url in URLS] == markdown


@settings(max_examples=300, deadline=None)
@given(st.integers(0, 2**32))
def test_random_pages(seed: int) -> None:
    random = Random(seed)
    check(parse.parse(random_source(random, random.randint(1, 60))))


@settings(max_examples=300, deadline=None)
@given(soups)
@example("<p>水\r\n 纸&#13;白")  # a carriage return, and a line feed elsewhere in the block
@example("<p>水&#13;纸")  # and none
@example("<p>𠮷\n野家<i>𠮷</i><i>x</i>\n<b>𠮷</b>\n<b>𠮷</b>")
@example("<p>水 \n&#x3000;纸\n&#x3000;<b>x</b>")
@example("<p>\x1c a\x1f\x85b\xa0\u1680c\u2028d\u200be\ufefff \ud800 g")
@example("<pre>\n\n x \u3000\n</pre><textarea>\r y</textarea>")
@example("<ul><li>a<ul><li>b</ul><li>c<p>d</ul><dl><dt>e<dd>f</dl><li>g<li>h")
@example("<blockquote>" * 9 + "<ul><li>a<li>b</ul>" + "</blockquote>" * 9 + "c")
@example("<h2>a<br>b<h3 role=heading>c</h3></h2><div role=heading>d<p>e</div><div role=Heading>f<p>g</div>")
@example("<table role=heading><tr><td>a<td>b</table><li role=heading>c<br>d<br>e")
@example("<h1>" + "<p>a" * 8 + "</h1><h1>" + "<p>b" * 9 + "</h1><h1>c<pre>d</pre><p>e</h1>")
@example("<p>a<br>b<br hidden>c<br><br>d<br><img>e")
@example(
    "<b>a</b><b>b</b><i>C</i><wbr><i>D</i><sub>e</sub><sub>f</sub><code>g</code><code>H</code><a>1</a><a>2</a>"
)
def test_soups(html: str) -> None:
    check(parse.parse(html))


DRESS = "b strong em i sub sup code kbd a span".split()
LINKS = ("", "", "/x", "http://e.org/", "#a", "//f.org/a(b)&copy;c", "mailto:a@b")
WORDS = (
    "tea 1. 2) 12. 1234567890. ٣. - + * # ## _a_ a_b é_ _é é &amp &copy; &é; &a_b; & \\ \\* | : = === ~~~ "
    "~ ! < a< > [x] `c` `` . : “q” — € 茶 水， （ ก $ http://e.org/ mailto:a@b x&#13; &#13;水"
).split()


@settings(max_examples=400, deadline=None)
@given(st.integers(0, 2**32))
def test_lines_of_markdown(seed: int) -> None:
    random = Random(seed)
    pieces = []
    for _ in range(random.randint(1, 30)):
        text = random.choice(WORDS).replace("<", "&lt;")
        tags = random.choices(DRESS, k=random.choice((0, 1, 1, 2, 3)))
        begins = "".join(f"<{tag} href='{random.choice(LINKS)}'>" for tag in tags)
        ends = "".join(f"</{tag}>" for tag in reversed(tags))
        gap = random.choice(("", "", " ", "\n"))
        pieces.append(f"{gap}{begins}{text}{gap}{ends}{random.choice(('', ' '))}")
        if random.random() < 0.2:
            pieces.append(
                random.choice("<p> <br> <li> <h2> <dt> <dd> <ol><li> <img/src=/i> <blockquote>".split())
            )
    check(parse.parse("".join(pieces)))


def test_characters_beside_emphasis() -> None:
    codes = [*range(0x21, 0x250), *range(0x370, 0x700), *range(0x1FF0, 0x2800), *range(0x2FF0, 0x3100)]
    codes += [*range(0xFF00, 0xFFEF), 0x4E00, 0x9FFF, 0xAC00, 0x1F300, 0x1F64F, 0x1F650, 0x20000, 0x10FFFF]
    lines = (f"<p>{mark}<b>{mark}a{mark}</b>{mark}_{mark}" for mark in (f"&#{code};" for code in codes))
    check(parse.parse("".join(lines)))


@settings(max_examples=200, deadline=None)
@given(st.integers(0, 2**32))
def test_tables(seed: int) -> None:
    random = Random(seed)
    cells = "<td> <td>{} <td>{}<br>{} <th>{} <td/colspan=2>{} <tr> <tr><td> <tr>{}<td>{}".split()
    kinds = [*random.sample(cells, random.randint(2, len(cells))), "<tr><td>{}<td>{}"]
    for _ in range(random.randint(0, 3)):
        kinds.append(random.choice(kinds))
    source = "".join(random.choice(kinds) for _ in range(random.randint(2, 40)))
    head = random.choice(("", "<caption>{}", "<thead><tr><th>{}<th>{}<tbody>"))
    html = f"<p>é水</p><table>{head}<tr><td>{{}}<td>{{}}<tr><td>{{}}<td>{{}}{source}</table><p>{{}}"
    check(parse.parse(html.format(*(random.choice(("tea", "a b", "水\n水", "é ")) for _ in range(200)))))


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda path: path.stem)
def test_samples(sample: Path) -> None:
    check(read(sample.read_bytes(), None, None, Limits(), Limits().deadline()).page)


@pytest.mark.parametrize("family", FAMILIES)
def test_hostile_pages(family: str) -> None:
    check(read(FAMILIES[family](150), None, None, Limits(), Limits().deadline()).page)


def test_a_page_without_rows() -> None:
    check(empty_page())


def test_a_choice_that_is_a_part_of_a_larger_array() -> None:
    blocks = parse.parse("<p>a<p>b<p>c").blocks
    assert to_text(blocks, np.array([1, 0, 0, 0, 1, 0], dtype=np.bool_)[::2]) == "a\n\nc"


def nothing(page: Page) -> tuple[Any, ...]:
    """What `write_markdown` is given of a page without anything but text."""
    none = page.leaves[:0]
    return (none, [], none), (none, [], none), (np.full(len(page), -1), [], []), (none, none), []


def call_all(page: Page, columns: tuple[Any, ...], first: IntArray, leaves: IntArray, text: str) -> int:
    """Run every loop with these arguments; how many of them were refused."""
    assert loops is not None
    assert isinstance(page.attributes, CountedAttributes)
    none, last = leaves[:0], page.blocks.last_row
    kept = np.ones(len(first), dtype=np.bool_)
    refused = 0
    for loop in (
        partial(loops.blocks, columns, leaves),
        partial(loops.meetings, text.encode(), columns, first, last, kept),
        partial(loops.holders, columns, first, last, none, none),
        partial(page.attributes.write_text, columns, first, last, kept, page.chars, STRUCTURE, none, []),
        partial(loops.write_markdown, text.encode(), columns, first, last, kept, none, *nothing(page)),
    ):
        try:
            loop()
        except (ValueError, IndexError):
            refused += 1
    return refused


def test_arrays_of_no_table_are_refused() -> None:
    page = parse.parse("<h1>a</h1><ul><li>b<p>c</ul><span>d</span><span>e</span>")
    first, leaves = page.blocks.first_row, page.leaves
    assert call_all(page, page.columns, first, leaves, page.text) == 0
    for at, column in enumerate(page.columns):
        before, after = page.columns[:at], page.columns[at + 1 :]
        for wrong in (column[:-1], column.view(np.int32), column[::-1]):
            assert call_all(page, (*before, wrong, *after), first, leaves, page.text) == 5
        for far in (10**6, -(10**6)):  # nothing outside of the arrays is read
            call_all(page, (*before, column + far, *after), first, leaves, page.text)
    assert call_all(page, page.columns[:-1], first, leaves, page.text) == 5
    for elsewhere in (first[::-1].copy(), first + len(page), first - 10):
        assert call_all(page, page.columns, elsewhere, leaves, page.text) == 4
    assert call_all(page, page.columns, first, leaves[::-1].copy(), page.text) == 1
    assert call_all(page, page.columns, first, leaves, "") == 2


def test_code_in_parts_is_asked_for_and_a_text_is_wanted_for_each() -> None:
    page = parse.parse("<pre>a</pre><pre>a<br>b</pre><pre>c<p>d</pre>")
    assert isinstance(page.attributes, CountedAttributes)
    write, rows = page.attributes.write_text, (page.blocks.first_row, page.blocks.last_row)
    kept = np.ones(len(rows[0]), dtype=np.bool_)
    arguments = page.columns, *rows, kept, page.chars, STRUCTURE, rows[0][:0]
    asked = write(*arguments, [])
    assert isinstance(asked, bytes)
    assert np.frombuffer(asked, dtype=np.int64).tolist() == page.rows_of(PRE)[1:].tolist()
    assert write(*arguments, [b"one", b"two"]) == "a\n\none\n\ntwo"
    with pytest.raises(ValueError, match="for every holder"):
        write(*arguments, [b"one"])
    with pytest.raises(TypeError):
        write(*arguments, ["one", "two"])


CODE = (
    "a",
    "  a b",
    "\r",
    "\n",
    "\r\n",
    " ",
    "\t",
    "\u3000",
    "\x85",
    "é",
    "<b>c</b>",
    "<!---->",
    "&#13;",
    "正文",
)


@pytest.mark.parametrize("seed", range(20))
def test_code_is_written_as_python_writes_it(seed: int) -> None:
    random = Random(seed)
    for _ in range(50):
        check(parse.parse(f"<p>x<pre>{''.join(random.choices(CODE, k=random.randint(1, 12)))}</pre>y"))


def test_what_markdown_is_given_must_fit_the_page() -> None:
    page = parse.parse("<h1>a</h1><ol><li><a>b</a></ol>")
    assert loops is not None
    rows = page.columns, page.blocks.first_row, page.blocks.last_row, np.ones(2, dtype=np.bool_)
    start = page.utf_8, *rows, page.leaves[:0]
    right = list(nothing(page))
    one, none = np.array([2]), page.leaves[:0]
    assert loops.write_markdown(*start, *right) == "a\n\n- b"
    for at, wrong in (
        (0, (one, [], none)),
        (0, (one, [None], np.array([7]))),
        (0, (one + len(page), [None], one)),
        (1, (one, [None], none)),
        (2, (np.full(len(page), 0), [], [])),
        (2, (np.full(len(page), -2), [], [])),
        (2, (np.full(len(page), -1), [b""], [])),
        (3, (one, np.array([-1]))),
        (3, (one, np.array([10**9]))),
        (3, (one, none)),
        (4, [None]),
    ):
        with pytest.raises(ValueError, match=r"not|wanted|beyond"):
            loops.write_markdown(*start, *right[:at], wrong, *right[at + 1 :])
