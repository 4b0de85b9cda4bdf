"""Random HTML, and what its table must hold: a literal, recursive reading of the parser's tree."""

from dataclasses import dataclass, field

import turbohtml
from hypothesis import strategies as st

from maintext.page.tags import INLINE_TAGS, ROLE_FLAGS, TAG_FLAGS, TAG_ID, Flag
from maintext.page.visibility import hiding_reason

# Tokens, with ~ for a space inside one.
_TOKENS = """
<div> </div> <p> </p> <span> </span> <a~href=/x> </a> <b> </b> <i~class="x~y"> </i> <br> <hr> <img~src=a>
<ul> <li> </li> </ul> <table> <tr> <td> <th> </td> </tr> </table> <pre> </pre> <h1> </h1> <nav> </nav>
<section~role="Navigation~x"> </section> <div~hidden> <p~style="display:none"> <template> </template>
<template~shadowrootmode=open> <svg> </svg> <foreignObject> <title>t</title> <math> <mi> </math> <x-box>
</x-box> <X-BOX> <select> <option> </select> <form> </form> <!--c--> <script>s()</script>
<style>.a{}</style> <script~type="application/ld+json">{}</script> <noscript> </noscript> <textarea>
</textarea> <button> </button> <body~class=b> <html~lang=zh> </body> <blockquote> <figure> <figcaption>
<dl> <dt> <dd> <ruby> <rt> one Two~words 3.5 第一句。 第二句， &shy; &#x200b; &amp; &nbsp; 😀 </x> < & "
""".split()
_SPACES = [" ", "\n", "\r\n", "\r", "\t ", "\x0c"]

soups = st.lists(st.sampled_from([token.replace("~", " ") for token in _TOKENS] + _SPACES), max_size=40).map(
    "".join
)
"""Tags in any order, closed or not, with text and white space between them."""


@dataclass
class LiteralRow:
    """What one row must say."""

    name: str
    parent: int
    depth: int
    flags: int
    block: int
    start: int
    attributes: dict[str, str] = field(default_factory=dict)
    position: tuple[int, int] | None = None
    end: int = 0
    stop: int = 0
    text: str = ""


def literal_rows(html: str) -> list[LiteralRow]:
    """The rows of a small page, found by recursion."""
    rows: list[LiteralRow] = []
    root = turbohtml.parse(html, allow_declarative_shadow_roots=False).root
    assert root is not None
    _visit(root, -1, rows)
    return rows


def _visit(node: turbohtml.Node, parent: int, rows: list[LiteralRow]) -> None:
    above = rows[parent] if parent >= 0 else LiteralRow("", -1, -1, 0, 0, 0)
    length = sum(len(row.text) for row in rows)
    if isinstance(node, turbohtml.Text):
        rows.append(LiteralRow("#text", parent, above.depth + 1, above.flags, above.block, length))
        rows[-1].text = node.data
        rows[-1].end, rows[-1].stop = len(rows), length + len(node.data)
    elif isinstance(node, turbohtml.Element):
        row = len(rows)
        attributes = {
            name: value if isinstance(value, str) else " ".join(value or ())
            for name, value in node.attrs.items()
        }
        block = above.block if node.tag in INLINE_TAGS else row
        flags = above.flags | _own_flags(node.tag, attributes)
        rows.append(LiteralRow(node.tag, parent, above.depth + 1, flags, block, length))
        rows[row].attributes, rows[row].position = attributes, node.position
        if node.tag != "style" and (node.tag != "script" or "json" in attributes.get("type", "")):
            for child in node.children:
                _visit(child, row, rows)
        rows[row].end = len(rows)
        rows[row].stop = sum(len(below.text) for below in rows)
    elif isinstance(node, turbohtml.DocumentFragment):
        for child in node.children:
            _visit(child, parent, rows)


def _own_flags(name: str, attributes: dict[str, str]) -> int:
    flags = TAG_FLAGS[TAG_ID[name]] if name in TAG_ID else 0
    if name == "template" and "shadowrootmode" in attributes:
        flags &= ~int(Flag.UNSHOWN)
    for role in attributes.get("role", "").lower().split():
        flags |= ROLE_FLAGS.get(role, 0)
    return flags | (int(Flag.HIDDEN) if hiding_reason(attributes) else 0)
