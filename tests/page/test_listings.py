"""What is shown in listings and headings, but is not text of the page."""

import re
from random import Random

import pytest

from maintext.page.page import Page
from maintext.page.parse import parse
from maintext.page.tags import Flag
from tests.growth import grows_linearly
from tests.parse.rivals import differences
from tests.reference.walk import Walked


def text_of(html: str) -> str:
    """The text of a page's leaves, with one space between words."""
    page = parse(html)
    return " ".join(" ".join(page.row_text(row) for row in page.leaves.tolist()).split())


NUMBERS = (
    "class=linenos|class=lineno|class=line-number|class=line-numbers|class='x LineNumbers'|"
    "class=hljs-ln-numbers|class=react-syntax-highlighter-line-number|class=lnt|class=ln|class=gutter|data-line-number=1"
).split("|")


@pytest.mark.parametrize("attribute", NUMBERS)
def test_line_numbers_in_code_are_not_text(attribute: str) -> None:
    assert text_of(f"<pre><span {attribute}>1 </span>def a():\n<span {attribute}>2&nbsp;</span> b</pre>") == (
        "def a(): b"
    )


@pytest.mark.parametrize("attribute", ["class=linenos", "class=line-numbers", "data-line-number=1"])
def test_code_in_an_element_with_such_a_name_stays(attribute: str) -> None:
    assert text_of(f"<pre><code {attribute}>x = 1</code></pre>") == "x = 1"


@pytest.mark.parametrize("name", ["number", "lnx", "hljs-number", "mi"])
def test_numbers_of_the_code_stay(name: str) -> None:
    assert text_of(f"<pre>x = <span class={name}>1</span></pre>") == "x = 1"


def test_a_number_before_each_line_is_not_text() -> None:
    assert (
        text_of(
            "<pre><span style='color: #008080'> 1</span> a\n<font color=red>2</font> <b>3</b>\n\n"
            "<span style='margin:0;COLOR:red'>3</span></pre>"
        )
        == "a 3"
    )


@pytest.mark.parametrize(
    "code",
    [
        "<i>1</i> a\n<i>2</i> b",
        "<i>1</i> a\n<i>2</i> b\n<i>4</i> c",
        "<i>1</i> a\n<i>2</i> b\nx <i>3</i> c",
        "<i>1</i> a\nb\n<i>2</i> c\n<i>3</i> d",
        "<i>1</i>, a\n<i>2</i>, b\n<i>3</i>, c",
        "<i class=mi>1</i> a\n<i class=mi>2</i> b\n<i class=mi>3</i> c",
        "<i>1</i>\n<i>2</i>\n<i>3</i>",
        "<i>2019</i> 3.1\n<i>2020</i> 3.4\n<i>2021</i> 3.2",
        "<span>1</span> a\n<span>2</span> b\n<span>3</span> c",
        "<span style='background-color:red'>1</span> a\n<span style='background-color:red'>2</span> b\n"
        "<span style='background-color:red'>3</span> c",
        "1 a\n2 b\n3 c",
    ],
)
def test_other_numbers_of_lines_stay(code: str) -> None:
    code = code.replace("<i", "<span style=color:red").replace("</i", "</span")
    assert "".join(text_of(f"<pre>{code}</pre>").split()) == "".join(re.sub("<.*?>", "", code).split())


@pytest.mark.parametrize(
    "item",
    [
        "<div>•</div><div>tea</div>",
        " <span> &bull; </span> tea",
        "<p><i>-</i></p><p>tea",
        "<span>–</span><b>tea</b>",
        "<i>•</i> tea",
        "<font color=red>•</font> tea",
    ],
)
def test_the_bullet_that_a_page_draws_is_not_text(item: str) -> None:
    assert text_of(f"<ul><li>{item}</ul>") == "tea"


@pytest.mark.parametrize(
    "item",
    [
        "<code>*</code> is a star",
        "<b>-</b> is a minus",
        "<div><kbd>-</kbd></div> is a key",
        "<span>•</span>",
        "<span>• •</span> tea",
        "a <span>–</span> b",
        "<b>a</b><span>•</span> b",
    ],
)
def test_other_signs_of_a_list_item_stay(item: str) -> None:
    assert text_of(f"<ul><li>{item}</ul>").replace(" ", "") == re.sub("<.*?>| ", "", item)


def test_a_sign_of_code_is_no_bullet() -> None:
    assert text_of("<ol class=dp-c><li><span>-</span><span>x</span></ol>") == "- x"


TABLES = (
    "<td class=gutter><pre><span class=line>1</span><br></pre>",
    "<td class=linenos><div class=linenodiv><pre>1\n2</pre></div>",
    "<td class='rouge-gutter gl'><pre class=lineno>1\n2\n</pre>",
    "<td><pre class=lineno>1\n2\n</pre>",
    "<td class=blob-num data-line-number=1>",
)


@pytest.mark.parametrize("gutter", TABLES)
def test_a_table_of_code_with_line_numbers_is_one_listing(gutter: str) -> None:
    page = parse(f"<table><tr>{gutter}</td><td class=code><span>a</span>  b</td></tr></table>")
    assert [page.row_text(row).strip() for row in page.leaves.tolist()] == ["a", "b"]
    assert page.has(Flag.PRE)[page.leaves].all()
    assert page.has(Flag.PRE)[page.rows_of(page.tag_names.index("table"))].all()


@pytest.mark.parametrize(
    "html",
    [
        "<table><tr><td class=gutter></td><td>a</td></tr></table>",
        "<table><tr><td class=gutter>x</td><td>a</td></tr></table>",
        "<table><tr><td class=gutter>1</td><td><p>a</p></td></tr></table>",
        "<table><tr><td class=number>1</td><td>a</td></tr></table>",
        "<div class=box><table><tr><td class=code>a</td></tr></table></div>",
        "<div class=syntaxhighlighter><table><tr><td>a</td></tr></table></div>",
        "<div class=syntaxhighlighter><table><tr><td class=code><p>a</p></td></tr></table></div>",
    ],
)
def test_other_tables_are_no_listings(html: str) -> None:
    page = parse(html)
    assert not page.has(Flag.PRE).any()


@pytest.mark.parametrize(
    "widget",
    [
        "<button>Copy</button>",
        "<div class=language-id>ts</div>",
        "<span class=code-lang>ts</span>",
        "<div class=toolbar><a>ts</a></div>",
        "<a class='btn-copy x'>复制</a>",
        "<div class=code-block-extension-header><span class=code-block-extension-lang>ts</span></div>",
        "<div class=code-block-extension-foldBtn>▼</div>",
    ],
)
def test_buttons_and_labels_of_code_are_not_text(widget: str) -> None:
    assert text_of(f"<pre>{widget}<code>a</code></pre>") == "a"
    assert text_of(f"<p>b</p><div class=highlight>{widget}<pre>a</pre>{widget}</div>") == "b a"


@pytest.mark.parametrize(
    ("caption", "expected"),
    [
        ("<span>app.py</span><a href=/x>view raw</a>", "app.py"),
        ("<span>app.py</span><a href=/x> Link </a>", "app.py"),
        ("<span></span><a href=/x>raw</a>", ""),
        ("<span>app.py</span><a href=/x>Underscore.js</a>", "app.py Underscore.js"),
        ("<span>app.py</span><a href=/x>link</a> to it", "app.py link to it"),
        ("<a href=/x>link</a>", "link"),
        ("The <a href=/x>source</a>", "The source"),
    ],
)
def test_the_link_to_the_file_of_a_listing_is_not_text(caption: str, expected: str) -> None:
    code = "<table><tr><td class=gutter><pre>1</pre><td class=code><pre>a = b</pre></table>"
    for listing in (code, "<pre>a = b</pre>"):
        html = f"<p>c</p><figure class=highlight><figcaption>{caption}</figcaption>{listing}</figure>"
        assert text_of(html).split() == f"c {expected} a = b".split()
    html = f"<figure><figcaption>{caption}</figcaption><img src=a.png></figure>"
    assert text_of(html) == " ".join(text_of(f"<p>{caption}</p>").split())


def test_code_that_is_named_like_a_label_stays() -> None:
    assert text_of("<pre><code class=language-idris>a</code></pre>") == "a"
    assert text_of("<pre><span class=code-block-extension-codeLine>a</span></pre>") == "a"
    assert text_of(f"<pre><code class=copyable>{'word ' * 20}</code></pre>") == ("word " * 20).strip()
    assert text_of("<div class=toolbar>a</div><p>b</p>" + "<p>c</p>" * 8 + "<pre>d</pre>").startswith("a b c")


@pytest.mark.parametrize(
    "mark",
    [
        "<a class=headerlink href=#x>¶</a>",
        "<a href=#x>#</a>",
        "<a class=anchor>§</a>",
        "<a class=hash-link>\u200b</a>",
        "<a href=#x>🔗</a>",
        "<a class=anchor>Link</a>",
        "<a href=#x>Permalink</a>",
        "<a href=#x>Link to this heading</a>",
        "<span class=mw-editsection>[<a>Quelltext bearbeiten</a>]</span>",
        "<span>[<a>edit</a>]</span>",
        "<span>[<a>编辑</a>]</span>",
        "<small>[ 編集 ]</small>",
    ],
)
def test_anchor_marks_and_edit_links_of_headings_are_not_text(mark: str) -> None:
    assert text_of(f"<h2>Tea {mark}</h2>") == "Tea"
    assert text_of(f"<h2>{mark} Tea</h2>") == "Tea"


def test_an_edit_link_after_a_heading_is_not_text() -> None:
    assert text_of("<div><h2>Tea</h2><span class=mw-editsection>[<a>edit</a>]</span></div>a") == "Tea a"


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<h2>C#</h2>", "C#"),
        ("<h2><a class=anchor href=#link>Link</a></h2>", "Link"),
        ("<h2>Tea <a href=#x>edit</a></h2>", "Tea edit"),
        ("<h2>Tea <b>#</b></h2>", "Tea #"),
        ("<p>Tea <a href=#x>#</a></p>", "Tea #"),
    ],
)
def test_other_words_of_headings_stay(html: str, text: str) -> None:
    assert text_of(html) == text


PARTS = (
    "<pre> </pre> <h2> </h2> <table> <tr> <td> </table> <td/class=gutter> <pre/class=lineno> <a/href=#> <a> "
    "</a> <button> </button> <span> </span> <div> </div> <div/class=toolbar> <ol/class=dp-j> <li> </ol> <p> "
    "1 2 ¶ # [edit] Link code <span/class=linenos> <span/class=mw-editsection> <td/data-line-number=2> "
    "<a/class=anchor> &nbsp; <div/class=syntaxhighlighter> <td/class=code> <dl> <dt/class=sig> <dd> </dl>"
).split()
PARTS += [
    "<figure>",
    "<figcaption>",
    "</figcaption>",
    "</figure>",
    "<figcaption><span>x</span><a>link</a></figcaption>",
] * 2


@pytest.mark.parametrize("seed", range(40))
def test_random_listings_and_headings(seed: int) -> None:
    random = Random(seed)
    for _ in range(25):
        pieces = [
            random.choice(PARTS).replace("/", " ", 1).replace("< ", "</")
            for _ in range(random.randint(1, 25))
        ]
        html = " ".join(pieces)
        assert differences(parse(html), Walked(html)) == [], html


@pytest.mark.parametrize("seed", range(40))
def test_random_numbers_of_lines(seed: int) -> None:
    random = Random(seed)
    parts = (
        "<span style=color:red>{}</span>",
        "<span style=color:red>{}</span> ",
        "\n",
        "a",
        "<b>",
        "</b>",
        "<br>",
        "<span/class=x>1</span>",
        " ",
        "<span>1</span>",
    )
    for _ in range(50):
        chosen = random.choices(parts, (8, 8, 8, 2, 1, 1, 1, 0.3, 2, 0.3), k=random.randint(1, 14))
        numbers = iter(range(random.choice((0, 1, 1, 1, 2)), 20))
        html = f"<pre>{''.join(part.format(next(numbers)) for part in chosen)}</pre>"
        assert differences(parse(html), Walked(html)) == [], html


def _page(head: str, unit: str, count: int) -> Page:
    return parse(head + unit * count)


@pytest.mark.parametrize(
    ("head", "unit"),
    [
        ("<h1>", "<a>#</a>"),
        ("<h1>a<span class=anchor>", "<b></b>"),
        ("<pre>", "<span class=linenos>1</span>"),
        ("<pre>" + "<span class=linenos>" * 300, "1 "),
        ("<pre>", "<span style=color:red>1</span> a\n"),
        ("", "<pre>a</pre>"),
        (
            "<table>" + "<tr><td class=gutter>1<td>a" * 1000,
            "<tr><td><table><tr><td class=gutter>1</table><td class=gutter>1",
        ),
    ],
)
def test_hostile_listings_take_linear_time(head: str, unit: str) -> None:
    assert grows_linearly(lambda: _page(head, unit, 2000), lambda: _page(head, unit, 4000))


@pytest.mark.parametrize(
    "cell", ["<td class=code>a", "<td class=code>a<td><table><tr><td class=code>b</table>"]
)
@pytest.mark.parametrize("names", ["class='syntaxhighlighter {}'", "class=syntaxhighlighter {}"])
def test_the_names_around_a_table_are_read_once(names: str, cell: str) -> None:
    def page(count: int) -> Page:
        many = " ".join(f"c{number}" for number in range(4 * count))
        return _page(f"<div {names.format(many)}><table><tr><td><p>x</p>", cell, count)

    assert grows_linearly(lambda: page(2000), lambda: page(4000))


def test_a_term_loses_its_anchor_mark() -> None:
    mark = "<a class=headerlink href=#x title='Link to this definition'>¶</a>"
    assert text_of(f"<dl><dt>open(){mark}</dt><dd>Opens it.</dd></dl>") == "open() Opens it."
    assert text_of(f"<dl><dt>{mark}</dt><dd>Opens it.</dd></dl>") == "¶ Opens it."
    assert text_of("<dl><dt>open()<a href=#x>¶</a></dt></dl>") == "open() ¶"


def test_nested_signatures_are_marked_in_linear_time() -> None:
    head = "<div><dt class=sig>" * 200
    assert grows_linearly(lambda: _page(head, "<b>a</b>", 2000), lambda: _page(head, "<b>a</b>", 4000))
