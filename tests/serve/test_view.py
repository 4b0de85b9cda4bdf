"""The page for display cannot run or load anything, and shows every block."""

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from maintext.page.parse import parse
from maintext.serve.view import POLICY, to_view
from tests.random_html import random_page

ATTACKS = {
    "script": "<script>alert(1)</script>",
    "script in a table": "<table><script>alert(1)</script><tr><td>x",
    "handler": "<p onclick=alert(1) onmouseover='alert(1)'>x",
    "image": "<img src=x onerror=alert(1) alt='\"><script>alert(1)</script>'>",
    "alt that closes the tag": "<img alt='\" onerror=alert(1) x=\"'>",
    "address": "<a href='javascript:alert(1)'>x</a><a href='https://evil.example/'>y</a>",
    "form": "<form action=//evil.example><input onfocus=alert(1)><button formaction=javascript:alert(1)>",
    "frame": "<iframe src=//evil.example srcdoc='<script>alert(1)</script>'></iframe>",
    "object": "<object data=//evil.example><embed src=//evil.example></object>",
    "drawing": "<svg onload=alert(1)><script>alert(1)</script><a xlink:href=javascript:alert(1)><text>x",
    "formula": "<math><mtext><table><mglyph><style><!--</style>"
    "<img title='--&gt;&lt;img src=1 onerror=alert(1)&gt;'>",
    "style": "<style>@import '//evil.example'; p { background: url(//evil.example) }</style><p>x",
    "inline style": "<p style='background:url(//evil.example)'>x",
    "base": "<base href=//evil.example><link rel=stylesheet href=//evil.example>"
    "<meta http-equiv=refresh content=0>",
    "template": "<template><script>alert(1)</script><img src=x onerror=alert(1)>x</template>",
    "noscript": "<noscript><p title='</noscript><img src=x onerror=alert(1)>'>x",
    "textarea": "<textarea></textarea><script>alert(1)</script></textarea>",
    "title": "<title></title><script>alert(1)</script>",
    "xmp": "<xmp><script>alert(1)</script></xmp>",
    "plain text": "<plaintext><script>alert(1)</script>",
    "escaped": "<p>&lt;script&gt;alert(1)&lt;/script&gt;",
    "odd tag": "<x-y\u2028onload=alert(1)><a\x0bb onload=alert(1)>x",
    "attributes that are kept": "<td colspan='1\" onload=alert(1)'><ol start='javascript:1'>"
    "<p dir='\"x' lang='a\"b'>x",
    "data": "<p data-block='7' data-hidden=no id=x class=y name=z>x",
    "custom": "<img is=x src=x><video poster=//evil.example><source src=//evil.example></video>",
}
ALLOWED = {"data-block", "data-hidden", "alt", "colspan", "rowspan", "start", "dir", "lang"}


class Reader(HTMLParser):
    """The elements that a browser finds in the body of the view."""

    def __init__(self, view: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: set[str] = set()
        self.attributes: set[str] = set()
        self.blocks: dict[int, str] = {}
        self.open: list[int | None] = []
        head, _, body = view.partition("<body>")
        assert f'content="{POLICY}"' in head
        self.feed(body.removesuffix("</body></html>"))
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}
        number = dict(attrs).get("data-block")
        if tag not in ("br", "hr", "img", "wbr"):
            self.open.append(None if number is None else int(number))

    def handle_endtag(self, tag: str) -> None:
        self.open.pop()

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] is not None:
            self.blocks[self.open[-1]] = self.blocks.get(self.open[-1], "") + data


@pytest.mark.parametrize("html", ATTACKS.values(), ids=ATTACKS.keys())
def test_nothing_that_runs_or_loads_is_written(html: str) -> None:
    view = to_view(parse(html + "<p>A page."))
    found = Reader(view)
    assert found.attributes <= ALLOWED
    forbidden = (
        "script style iframe object embed svg math form input button textarea link meta base title noscript"
    )
    assert not found.tags & set(forbidden.split())
    assert not re.search(r"<[^>]*evil\.example", view)


def test_every_attack_is_in_the_table_of_the_documentation_and_no_other() -> None:
    docs = Path(__file__).parents[2].joinpath("docs/service.md").read_text(encoding="utf-8")
    rows = docs.partition("| attack on the view |")[2].partition("\n\n")[0].splitlines()[2:]
    assert [row.split("|")[1].strip() for row in rows] == list(ATTACKS)


def test_every_text_of_a_block_has_its_index() -> None:
    page = parse("<div>One <b>two</b> three<br>four<p>five</p></div>")
    assert Reader(to_view(page)).blocks == {0: "One two three", 1: "four", 2: "five"}


@pytest.mark.parametrize("seed", range(30))
def test_every_block_of_any_page_is_in_the_view(seed: int) -> None:
    page = random_page(seed)
    found = Reader(to_view(page)).blocks
    assert set(found) == set(range(len(page.blocks)))
    for number, text in found.items():
        assert "".join(text.split()) == "".join(page.block_text(number).split())


def test_hidden_texts_are_marked() -> None:
    view = to_view(parse("<p>Seen<div hidden>Not <p>seen</div><template>Nor this</template>"))
    assert '<div data-hidden="hidden">Not <p>seen</p></div>' in view
    assert '<span data-hidden="template">Nor this</span>' in view


def test_a_deep_page_is_written_without_recursion() -> None:
    view = to_view(parse("<div>" * 5000 + "deep"))
    assert "deep" in view


def test_a_page_without_rows_is_an_empty_document() -> None:
    from maintext.page.parse import empty_page

    assert to_view(empty_page()).endswith("<body></body></html>")
