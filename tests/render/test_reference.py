"""The kernel writes the same as a literal version in Python, byte for byte."""

from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import maintext
from maintext.arrays import BoolArray
from maintext.evaluation.hostile import hostile_pages
from maintext.limits import Limits
from maintext.page.page import Page
from maintext.page.parse import empty_page, parse
from maintext.pipeline import read
from maintext.render import to_html, to_markdown, to_text
from maintext.render.content import Content
from maintext.render.text import to_texts
from tests.reference import render as reference
from tests.reference.blocks import block_texts
from tests.render.pages import random_source
from tests.soup import soups

SAMPLES = sorted((Path(maintext.__file__).parent / "samples").glob("*.html"))
FAMILIES = hostile_pages()
URLS = (None, "https://tea.example/a/b?c")


def choices(blocks: int) -> list[BoolArray]:
    """All blocks, none, and some; each choice once."""
    random = Random(blocks)
    shares = (1.0, 0.0, 0.8, 0.5, 0.2)
    chosen = dict.fromkeys(tuple(random.random() < share for _ in range(blocks)) for share in shares)
    return [np.array(kept, dtype=np.bool_) for kept in chosen]


def check(page: Page) -> None:
    """Text, Markdown and HTML of a page, of several choices of its blocks."""
    blocks = range(len(page.blocks))
    texts = block_texts(page)
    assert page.block_texts == texts
    for number, kept in enumerate(choices(len(blocks))):
        assert to_text(page, kept) == reference.to_text(page, kept)
        assert page.texts_of(kept) == [text for text, is_kept in zip(texts, kept, strict=True) if is_kept]
        for url in URLS if kept.all() else URLS[number % 2 :][:1]:
            check_rich(page, kept, url)
    owner = np.array([Random(block).randint(-1, 2) for block in blocks], dtype=np.int64)
    assert to_texts(page, owner, 3) == reference.to_texts(page, owner, 3)


def check_rich(page: Page, kept: BoolArray, url: str | None) -> None:
    """Markdown and HTML of one choice of blocks."""
    content = reference.RichContent(page, kept, url)
    assert to_markdown(page, kept, url) == reference.write_markdown(content)
    assert to_html(page, kept, url) == reference.write_html(content)


@settings(max_examples=300, deadline=None)
@given(st.integers(0, 2**32))
def test_random_pages(seed: int) -> None:
    random = Random(seed)
    check(parse(random_source(random, random.randint(1, 60))))


@settings(max_examples=300, deadline=None)
@given(soups)
@example("<p>水\r\n 纸&#13;白")  # a carriage return, and a line feed elsewhere in the block
@example("<p>水&#13;纸")  # and none
@example("<p>水 \n&#x3000;纸\n&#x3000;<b>x</b>")
@example("<p>\x1c a\x1f\x85b\xa0\u1680c\u2028d\u200be\ufefff \ud800 g")
@example("<pre>\n\n x \u3000\n</pre><textarea>\r y</textarea>")
@example(
    "<ul><li>a<ul><li>b</ul><ol reversed><li>c<li value=7>d<li>e</ol></ul><ol type=i><ol><li>f</ol></ol>"
)
@example("<ul><li>a</li><ul><li>b</li><ul><li>c</ul></ul><li hidden>d</li><ol><li>e</ol><li>f</ul>")
@example(
    "<ul><li><input type=checkbox checked>a<li><label><input type=checkbox>b</label>"
    "<li>c<input type=checkbox></ul>"
)
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
    check(parse(html))


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
    check(parse("".join(pieces)))


def test_characters_beside_emphasis() -> None:
    codes = [*range(0x21, 0x250), *range(0x370, 0x700), *range(0x1FF0, 0x2800), *range(0x2FF0, 0x3100)]
    codes += [*range(0xFF00, 0xFFEF), 0x4E00, 0x9FFF, 0xAC00, 0x1F300, 0x1F64F, 0x1F650, 0x20000, 0x10FFFF]
    lines = (f"<p>{mark}<b>{mark}a{mark}</b>{mark}_{mark}" for mark in (f"&#{code};" for code in codes))
    page = parse("".join(lines))
    check_rich(page, np.ones(len(page.blocks), dtype=np.bool_), None)


@settings(max_examples=200, deadline=None)
@given(st.integers(0, 2**32))
def test_tables(seed: int) -> None:
    random = Random(seed)
    cells = (
        "<td> <td>{} <td>{}<br>{} <th>{} <th><h3>{}</h3> <td/colspan=2>{} <tr> <tr><td> <tr>{}<td>{}".split()
    )
    kinds = [*random.sample(cells, random.randint(2, len(cells))), "<tr><td>{}<td>{}"]
    for _ in range(random.randint(0, 3)):
        kinds.append(random.choice(kinds))
    source = "".join(random.choice(kinds) for _ in range(random.randint(2, 40)))
    head = random.choice(("", "<caption>{}", "<thead><tr><th>{}<th>{}<tbody>"))
    html = f"<p>é水</p><table>{head}<tr><td>{{}}<td>{{}}<tr><td>{{}}<td>{{}}{source}</table><p>{{}}"
    check(parse(html.format(*(random.choice(("tea", "a b", "水\n水", "é ")) for _ in range(200)))))


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda path: path.stem)
def test_samples(sample: Path) -> None:
    check(read(sample.read_bytes(), None, None, Limits(), Limits().deadline()).page)


@pytest.mark.parametrize("family", FAMILIES)
def test_hostile_pages(family: str) -> None:
    check(read(FAMILIES[family](150), None, None, Limits(), Limits().deadline()).page)


def test_a_page_without_rows() -> None:
    check(empty_page())


def test_a_choice_that_is_a_part_of_a_larger_array() -> None:
    page = parse("<p>a<p>b<p>c")
    assert to_text(page, np.array([1, 0, 0, 0, 1, 0], dtype=np.bool_)[::2]) == "a\n\nc"


CODE = (
    *(
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
    ),
    *("<br>", "<br hidden>", "<div>d</div>", "<p> </p>", "<span hidden>h</span>", "<script>s</script>"),
    *(
        "<div></div>",
        "<div> </div>",
        "</div>",
        "<div>",
        "<code>l</code>",
        "<code>",
        "</code>",
        "<li>",
        "<li>m",
    ),
    *("<span class=line>i</span>", "<span class='token-line x'>", "</span>", "<button>Copy</button>"),
    *(
        "<span class=ln>7</span>",
        "<i class=ln>8</i> n\n",
        "<i class=ln>9</i>  o<br>",
        "<table><tr><td class=linenos>1<td>j</table>",
    ),
    *("<table><tr><td>1<td>e</table>", "<tr> ", "<td>f", "<custom-line>g</custom-line>", "```", "正文"),
)


@pytest.mark.parametrize("seed", range(20))
def test_code(seed: int) -> None:
    random = Random(seed)
    for _ in range(50):
        code = "".join(random.choices(CODE, k=random.randint(1, 12)))
        check(parse(f"<p>x<pre>{code}</pre>y"))
        check(parse(f"<p>x<table><tr><td class=gutter>1<td class=code>{code}</table>y"))
        check(parse(f"<p>x<ol class=dp-j><li>{code}</ol>"))


IMAGES = (
    "<img src=/i.png>",
    "<img src=j alt='[a] *b*'>",
    "<img src=k width=2>",
    "a",
    "b ",
    " ",
    "\n",
    "<b>c</b>",
    "水",
    "水\n",
)


@pytest.mark.parametrize("seed", range(20))
def test_images_inside_of_lines(seed: int) -> None:
    random = Random(seed)
    for _ in range(50):
        check(parse(f"<p>x{''.join(random.choices(IMAGES, k=random.randint(1, 12)))}y"))


# -- arguments that do not fit a page -----------------------------------------------------------------------


def arguments(page: Page) -> list[Any]:
    """The arguments for a page with all blocks kept."""
    content = Content(page, np.ones(len(page.blocks), dtype=np.bool_))
    return [content.kept, content.gaps, content.changed(True), content.rich()]


def test_blocks_and_gaps_of_no_table_are_refused() -> None:
    page = parse("<h1>a</h1><ul><li>b<p>c</ul><span>Price</span><span>$20</span>")
    kept, gaps, changed, rich = arguments(page)
    assert len(gaps) == 1
    owner = np.zeros(len(page.blocks), dtype=np.int64)
    for wrong_kept in (kept[:-1], kept.view(np.int8), kept[::-1]):
        for write in (
            partial(page.table.write_text, wrong_kept, gaps, changed),
            partial(page.table.write_texts, wrong_kept, gaps, changed, owner, 1),
            partial(page.table.write_markdown, wrong_kept, gaps, changed, rich, 0),
            partial(page.table.write_html, wrong_kept, gaps, changed, rich),
            partial(page.table.block_texts, wrong_kept, gaps, changed),
            partial(page.table.gaps, wrong_kept),
        ):
            with pytest.raises(ValueError, match=r"array|contiguous"):
                write()
    for wrong_gaps in (gaps + len(page), gaps - len(page), np.append(gaps, gaps), gaps.astype(np.int32)):
        with pytest.raises(ValueError, match=r"array|order"):
            page.table.write_text(kept, wrong_gaps, changed)
        with pytest.raises(ValueError, match=r"array|order"):
            page.table.block_texts(kept, wrong_gaps, changed)


def test_data_from_attributes_must_fit_the_page() -> None:
    page = parse("<h1>a</h1><ol><li><a>b</a></ol>")
    kept, gaps, changed, rich = arguments(page)

    def write(rich: Any, tables: int = 0) -> str:
        return page.table.write_markdown(kept, gaps, changed, rich, tables)

    one = np.array([2])
    assert write(rich) == "# a\n\n1. b"
    for at, values in (
        (0, (one, [], [b""], [b""])),
        (0, (one + len(page), [b""], [b""], [b""])),
        (1, (one, [b""], [], [b""])),
        (1, (one, [b""], [b""], [])),
        (2, (np.full(len(page), 0), [])),
        (2, (np.full(len(page), -2), [])),
        (3, (one, [])),
        (4, (one, [])),
    ):
        with pytest.raises(ValueError, match=r"not|range|order"):
            write((*rich[:at], values, *rich[at + 1 :]))
    for tables in (-1, 3):
        with pytest.raises(ValueError, match="no such choice of tables"):
            write(rich, tables)
    with pytest.raises(TypeError):
        write((*rich[:3], (one, ["python"]), *rich[4:]))


def test_changed_texts_must_fit_the_page() -> None:
    page = parse("<p>a <q>b</q>")
    kept, gaps, (rows, texts, raw), _ = arguments(page)
    assert page.table.write_text(kept, gaps, (rows, texts, raw)) == "a “b”"
    refused: list[Any] = [(rows + len(page), texts, raw), (rows, [], raw), (rows, texts, raw[:0])]
    for wrong in refused:
        with pytest.raises(ValueError, match=r"array|order|list|range"):
            page.table.write_text(kept, gaps, wrong)


MARKS = (
    *(
        "<q>",
        "</q>",
        "a",
        "水",
        " ",
        "2",
        "<sup>10</sup>",
        "<sub>2</sub>",
        "H",
        "<br>",
        "<hr>",
        "<i>b</i>",
        "$",
        "\\(",
    ),
    *("<sup><a href=#n>[1]</a></sup>", "\\)", "_x_", "$$", "\\begin{", "\\end{a}", "=", "^"),
    *("<math><mi>x</mi></math>", "<b>c<math display=block><mn>1</mn></math>d</b>", "<img class=tex alt=y_1>"),
    *("<ol><li id=n>note <a href=#r>↩</a></ol>", "<p>", "<li>", "<blockquote>"),
)


@pytest.mark.parametrize("seed", range(10))
def test_marks_formulas_and_rules(seed: int) -> None:
    random = Random(seed)
    for _ in range(15):
        check(parse(f"<p>x{''.join(random.choices(MARKS, k=random.randint(1, 16)))}y"))


def test_each_part_of_a_page_gets_its_own_blocks() -> None:
    page = parse("<p>a<p>b")
    kept, gaps, changed, _ = arguments(page)
    for owner in (np.array([0, -1]), np.array([0, 2]), np.array([0, -2]), np.array([0])):
        with pytest.raises(ValueError, match=r"not|range"):
            page.table.write_texts(kept, gaps, changed, owner, 2)
