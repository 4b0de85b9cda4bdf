"""Hostile pages, as families: a function of n returns a page whose size grows with n.

Twice the n may cost at most about twice as much. The tests check that, and `maintext bench` measures it.
"""

from collections.abc import Callable
from functools import partial

Family = Callable[[int], str]

MARKUP: dict[str, Family] = {
    "nested divs": lambda n: "<div>" * n + "x",
    "nested spans and stray end tags": lambda n: "<span>" * n + "</x>" * n,
    "deep list items": lambda n: "<div>" * n + "<li>x</li>" * n,
    "deep paragraphs": lambda n: "<div>" * n + "<p>x</p>" * n,
    "deep tables": lambda n: "<div>" * n + "<table></table>" * n,
    "flat paragraphs": lambda n: "<p>some words, and a few more</p>\n" * n,
    "misnested formatting": lambda n: "".join(f"<div><b id={i}>x</div>" for i in range(n)),
    "misnested formatting behind comments": lambda n: "".join(f"<p><b id={i}><!--</b>-->x" for i in range(n)),
    "misnested formatting in cells": lambda n: (
        "<table>" + "".join(f"<tr><td><p><b id={i}>x<p>y" for i in range(n))
    ),
    "formatting without attributes": lambda n: "<p><i><b><u><tt>x" * n,
    "long attributes, opened again": lambda n: (
        f"<p><a href='/{'x' * 50 * n}' class='{'author ' * 5 * n}' style='color: {'é' * 10 * n}'>"
        + "x<p>y" * n
    ),
    "adoption": lambda n: "<b><div><i></b>x</i>" * n,
    "links in links": lambda n: "<a href=/><div>x" * n,
    "nested tables": lambda n: "<table><td>x" * n,
    "foster parenting": lambda n: "<table>" + "x<b>" * n,
    "select in select": lambda n: "<select><option>x" * n,
    "span cells": lambda n: "<table>" + ("<tr>" + "<td rowspan=20 colspan=20>x" * 20) * (n // 20),
    "templates in drawings": lambda n: "<svg><template>x" * n,
    "templates": lambda n: "<template><td>x" * n,
    "end tags": lambda n: "</p>" * n,
    "attributes": lambda n: "<div " + " ".join(f"a{i}=1" for i in range(10 * n)) + ">x",
    "body tags": lambda n: "".join(f"<body a{i}=1>" for i in range(n)) + "x",
    "one class": lambda n: f"<p class='{'a ' * 50 * n}'>x",
    "one text": lambda n: "word " * 100 * n,
    "open comment": lambda n: "x<!--" + "<!-" * 20 * n,
    "open script": lambda n: "x<script>" + "</scrip" * 20 * n,
    "open textarea": lambda n: "<textarea>" + "</text" * 20 * n,
    "open title": lambda n: "<title>" + "x<" * 20 * n,
    "open tags": lambda n: "x" + "<b a='" * n,
    "ampersands": lambda n: "&notit" * 10 * n,
    "NULs": lambda n: "<p>some words\0 and a few more " * n,
    "broken lines": lambda n: "\r\n\r<p>\n" * n + "x",
}
"""Hard for a parser, and for everything that walks its tree."""

TEXT: dict[str, Family] = {
    "linked": lambda n: "<div><p>some <a href=/x>words</a></p></div>" * n,
    "deep groups": lambda n: (
        ("<div>" * 400 + "<p>some words, and more</p>" * 400 + "</div>" * 400) * max(1, n // 400)
    ),
    "distinct classes": lambda n: "".join(f"<p class=c{i}>words, and more</p>" for i in range(n)),
    "distinct tags": lambda n: "".join(f"<x-{i}>words, and more</x-{i}>" for i in range(n)),
    "distinct punctuation": lambda n: "".join(
        f"<p>w{',' * (i % 61)}w{'.' * (i // 61 % 61)}w{';' * (i % 7)}</p>" for i in range(n)
    ),
    "distinct lengths": lambda n: "".join(f"<p>{'w ' * (i % 500)}.</p>" for i in range(n // 10)),
    "one table": lambda n: "<table>" + "<tr><td>a<td>b, c" * n,
    "one list": lambda n: "<ul>" + "<li>a, b" * n,
    "code": lambda n: "<pre>" + "a = b  # c\n" * n,
    "Chinese without a space": lambda n: "<p>" + "水越冷，纸越白。" * 10 * n,
}
"""Hard for methods and renderers: many leaves, groups or distinct values."""

_JSON_LD = '<script type="application/ld+json">'

METADATA: dict[str, Family] = {
    "meta tags": lambda n: "<meta name=author content='Ann Lee, https://x'>" * n,
    "meta names": lambda n: "".join(f"<meta name=n{i} content=x>" for i in range(n)),
    "long content": lambda n: f"<meta property=og:title content='{'a - b ' * 50 * n}'>",
    "long class": lambda n: f"<h1>t</h1><p class='{'author ' * 50 * n}'>x",
    "open arrays": lambda n: _JSON_LD + "[" * 50 * n,
    "open objects": lambda n: _JSON_LD + '{"@graph":' * 20 * n,
    "open authors": lambda n: _JSON_LD + '"author":[{' * 20 * n,
    "commas": lambda n: _JSON_LD + "{" + ", " * 50 * n,
    "objects": lambda n: _JSON_LD + "[" + ",".join(['{"@type":"Article","author":"x y z? "}'] * n) + "]",
    "scripts": lambda n: (_JSON_LD + "{bad,}</script>") * n,
    "headings": lambda n: "<title>a b c</title>" + "<h1>x y z</h1>" * n,
    "times": lambda n: "<h1>t</h1>" + "<time datetime=2024-01-0x>z</time>" * n,
    "years": lambda n: "<h1>t</h1><p>" + "2024-" * 50 * n,
    "bylines": lambda n: "<h1>t</h1>" + "<p class=author>what? no</p>" * n,
    "names": lambda n: "<h1>t</h1><p class=author>By " + "A, " * 50 * n,
    "comments": lambda n: "<div itemscope itemtype=Comment>" * 300 + "<b itemprop=author>x</b>" * n,
    "licences": lambda n: "<a href=//creativecommons.org/licenses>x</a>" * n,
    "spaces": lambda n: "<title>" + " " * 100 * n + "-" + " " * 100 * n + "x",
    "unshown titles": lambda n: "<title>x</title>" + "<template>x</template>" * n,
}
"""Hard for the readers of titles, authors, dates and JSON-LD."""

BYTES: dict[str, Callable[[int], bytes]] = {
    "undeclared GBK behind ASCII": lambda n: (
        b"<p>some words</p>" * n + "<p>水越冷，纸越白。".encode("gbk") * n
    ),
    "broken UTF-8": lambda n: "<p>水越冷，纸越白。".encode()[:-1] * n,
    "charset tags": lambda n: b"<meta charset=no-such>" * n + "<p>水越冷".encode(),
    "UTF-16 without a mark": lambda n: ("<p>some words, and a few more" * n).encode("utf-16-le"),
}
"""Hard for the decoder."""


def hostile_pages() -> dict[str, Callable[[int], bytes]]:
    """Every family, by name, as bytes.

    >>> hostile_pages()["nested divs"](2)
    b'<div><div>x'
    """
    marked_up = MARKUP | TEXT | METADATA
    families: dict[str, Callable[[int], bytes]] = {
        name: partial(_encoded, family) for name, family in marked_up.items()
    }
    return families | BYTES


def _encoded(family: Family, n: int) -> bytes:
    return family(n).encode()
