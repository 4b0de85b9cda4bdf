"""Random pages with everything that the renderers support, and the words that must remain."""

import re
from random import Random

import numpy as np
from markdown_it import MarkdownIt

from maintext.arrays import BoolArray
from maintext.page.page import Page
from maintext.page.parse import parse

Selection = tuple[Page, BoolArray]

_WORDS = (
    "tea water leaf 1. 2) - + * # ## _a_ __b__ a_b snake_case_ **x** `code` `` ``` ~~~ ~~s~~ [x] [x](y) "
    "![i] ! [x]: <b> </p> <!-- &amp; &copy; &#60; & && a&b; \\ \\* \\\\ | a|b |---| --- === > >> : :-- $x$ "
    "http://a.b/c_d <http://a.b> a@b.c 茶 水， 叶。 （注） 「引」 “q” ‘s’ … — € ™ é 1 2024 "
    ": ； x. (y) *** ___ amp; copy; tea!"
).split()
_GAPS = ("", "", " ", "\n", "  \n ")
_LEAVES = (
    "<br> <br><br> <hr> <img/src=i.png/alt='[b]*'> <img/data-src=/lazy.jpg> <script>s()</script> "
    "<style>p{}</style> <noscript>noscript</noscript> <b></b>"
).split()
_INLINE = "b strong em i code sub sup span a u kbd s del mark".split()
_BLOCKS = (
    "p div ul ol li blockquote h1 h2 h3 table tr td th thead tbody caption dl dt dd figure figcaption pre "
    "section article details summary".split()
)
_ATTRIBUTES = {
    "a": ["", " href=/x", " href='http://e.org/a(b)_c?d=1&copy;=2'", " href=' java\nscript:alert(1)'"],
    "ol": [
        "",
        " start=7",
        " start=-1",
        " start=x",
        " reversed",
        " type=a",
        " type=I reversed start=3",
        " class='upperroman simple'",
        " style=list-style-type:lower-latin class=upperalpha",
        " type=1 class=loweralpha",
    ],
    "li": ["", "", " value=5"],
    "td": ["", " colspan=2", " rowspan=3", " colspan=9999"],
    "th": ["", " colspan=2", " rowspan=2"],
    "pre": ["", " class=language-python"],
    "div": ["", "", " role=heading", " role=heading aria-level=4"],
    "table": ["", "", " role=presentation"],
}


def random_selection(seed: int, size: int = 30, *, spans: bool = True) -> Selection:
    """A random page and a random choice of its blocks, the same for the same seed."""
    random = Random(seed)
    source = random_source(random, random.randint(1, size))
    page = parse(source if spans else re.sub(" (?:col|row)span=[0-9]+", "", source))
    share = random.choice([1.0, 1.0, 0.7, 0.3])
    return page, np.array([random.random() < share for _ in range(len(page.blocks))], dtype=np.bool_)


def random_source(random: Random, size: int) -> str:
    """HTML of about this many elements and texts, well nested or not."""
    pieces: list[str] = []
    open_tags: list[str] = []
    block_share = random.choice([0.2, 0.5, 0.8])
    for _ in range(size):
        chance = random.random()
        if chance < 0.4:
            pieces.append(_text(random))
        elif chance < 0.5:
            pieces.append(random.choice(_LEAVES))
        elif chance < 0.52:
            pieces.append(_table(random))
        elif chance < 0.75:
            name = random.choice(_BLOCKS if random.random() < block_share else _INLINE)
            hidden = random.choice([" hidden", " style='display:none'"]) if random.random() < 0.05 else ""
            pieces.append(f"<{name}{random.choice(_ATTRIBUTES.get(name, ['']))}{hidden}>")
            open_tags.append(name)
        elif open_tags:
            pieces.append(f"</{open_tags.pop(-1 if random.random() < 0.95 else 0)}>")
    return "".join(pieces)


def _text(random: Random) -> str:
    words = random.choices(_WORDS, k=random.randint(1, 4))
    text = random.choice(("", " ", "\n")).join(words) if random.random() < 0.3 else " ".join(words)
    return random.choice(_GAPS) + text.replace("&", "&amp;").replace("<", "&lt;") + random.choice(_GAPS)


def _table(random: Random) -> str:
    columns = random.randint(2, 4)
    cell = random.choice(["td", "th"])
    rows = []
    for number in range(random.randint(2, 4)):
        name = cell if number == 0 else "td"
        cells = [f"<{name}{random.choice(_ATTRIBUTES['td'])}>{_text(random)}" for _ in range(columns)]
        rows.append("<tr>" + random.choice(["", "<br>x"]).join(cells))
    return f"<table>{random.choice(['', '<caption>cap'])}{''.join(rows)}</table>"


def everything(html: str) -> Selection:
    """A page, all of its blocks kept."""
    page = parse(html)
    return page, np.ones(len(page.blocks), dtype=np.bool_)


def kept_words(page: Page, kept: BoolArray) -> list[str]:
    """The words of the kept blocks, in order."""
    return " ".join(page.block_text(int(block)) for block in np.flatnonzero(kept)).split()


def shown_words(page: Page) -> list[str]:
    """All words that a page shows, in order."""
    return " ".join(page.block_text(block) for block in range(len(page.blocks))).split()


def read_markdown(markdown: str) -> Page:
    """A text as read by a CommonMark reader with tables."""
    return parse(MarkdownIt("commonmark").enable("table").enable("strikethrough").render(markdown))
