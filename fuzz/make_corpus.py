"""Write the seed corpus (html5lib's cases, the bundled pages, hostile pages) and a dictionary of HTML.

python fuzz/make_corpus.py build/fuzz
"""

import sys
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.parse.html5lib_cases import cases

from maintext.cli.sample_pages import sample_pages
from maintext.evaluation.hostile import hostile_pages
from maintext.page.tags import TAGS

WHOLE = b"\x0f\x00"  # all nodes, all depths, enough memory
OTHER_LIMITS = (b"\x00\x00", b"\x05\x00", b"\x0e\x00", b"\x1f\x05", b"\x1f\x0c", b"\x1f\x20")
DAMAGED = (b"\x2f\x01", b"\x2f\x02")  # columns that are not those of a table
SHEETS = (  # with a page that they apply to
    ".x{display:none}",
    "@media screen and (min-width:1px){p>.x:not(.y,[a^='b' i])~*{color:#fff!important;background:url(a)}}",
    "@layer a{@supports (b:c){:is(.x,#z) p:nth-child(2n+1){font:0/1 a;left:-9999px;position:fixed}}}",
    "/**/.\\78{d\\69splay:none;clip-path:inset(0 100%);transform:scale(0)",
    ".x{height:calc(0px);overflow:hidden",
    "*{opacity:0;transition:a}x-y:not(:defined){visibility:hidden}.y{visibility:visible}",
    ".y{color:hsl(0 0% 100%/1)}",
    ".x{/*a*/color:/*b*/red/*c*/!important;/**/left:0/*d}.q{a:'}';/*}*/b{c:d}}.x{e\\:f:g}",
)
SHEET_PAGE = (
    "<style>{}</style><body bgcolor=fff><p class='x y' id=z a=b>one<x-y>two</x-y>"
    "<font color=white>three<details>four"
)
UNSEEN = (
    "<p>\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e007f \U000e0041&#xE0042; \u2764\ufe0f\ufe0f\U000e0141",
    "<p>\u202ea\u00e9\U0001f600 <b>b\u2066c\u2069</b>\u202c d<p>a\u200bb\u200c\u200d\ufeff\u2060\u2064 c",
)
TIMES = (
    *("3 hours ago", "vor 3 Tagen", "hace 3 horas", "Yesterday at 12:30", "today, 5", "a few minutes ago"),
    *(
        "5-1 12:30",
        "1st May 2024",
        "12. de mayo 2024",
        "Sep. '24",
        "2024-05-02",
        "an hour ago",
        "il y a 3 jours",
    ),
)
NAMES = ("Ann", "Bo", "Cy", "Di", "Éva", "Фёдор", "李明")
POSTS = (  # elements, runs of siblings, and a page without classes
    "<div class=post id=p{number}><b class=author>{name}</b> <i>{time}</i><p>{text}<p>Réponse</div>",
    "<dt><b class=author>{name}</b> {time}<dd>{text}<dd style='float:left;/*a*/b:c'>Reply",
    "<tr><td><a href=/user/{name}>{name}</a> {time}<td>{text}",
)
SMALL = 12  # how large the hostile pages are
LONGEST = 4000  # bytes of a seed


def threads() -> Iterator[str]:
    """Threads of each kind, with times of each kind."""
    for first, post in enumerate(POSTS):
        yield "<table class=thread>" * ("<tr>" in post) + "".join(
            post.format(
                number=number,
                name=name,
                time=TIMES[(first * len(NAMES) + number) % len(TIMES)],
                text=f"The tower that {name} saw leans over the town, and nobody knows why it does.",
            )
            for number, name in enumerate(NAMES)
        )


def main(folder: str) -> None:
    """Write corpus and dictionary into a folder."""
    corpus = Path(folder) / "corpus"
    corpus.mkdir(parents=True, exist_ok=True)
    for number, case in enumerate(cases()):
        source = case.source.encode("utf-8", "surrogatepass")
        (corpus / f"case-{number}").write_bytes(WHOLE + source)
        (corpus / f"limit-{number}").write_bytes(OTHER_LIMITS[number % len(OTHER_LIMITS)] + source)
    pages = [make(SMALL) for make in hostile_pages().values()]
    pages += [SHEET_PAGE.replace("{}", sheet).encode() for sheet in SHEETS]
    pages += [html.encode() for html in (*UNSEEN, *threads())]
    for html in sample_pages().values():
        pages += [html[at : at + LONGEST] for at in range(0, len(html), LONGEST)]
    for number, html in enumerate(pages):
        for first in (WHOLE, *DAMAGED):
            (corpus / f"page-{number}-{first.hex()}").write_bytes(first + html)
    words = [f"<{tag}>" for tag in TAGS[1:]] + [f"</{tag}>" for tag in TAGS[1:]]
    words += "<!-- --> --!> <!doctype <![CDATA[ ]]> &amp; &#x &nGt; <mi> <foreignObject> <desc>".split()
    words += " hidden, style=, class=, type=, role=, =' =\\\"".split(",")
    lines = "".join(f'"{word}"\n' for word in words)
    (Path(folder) / "dictionary").write_text(lines, encoding="utf-8")
    print(f"{len(list(corpus.iterdir()))} seeds in {corpus}")


if __name__ == "__main__":
    main(*sys.argv[1:])
