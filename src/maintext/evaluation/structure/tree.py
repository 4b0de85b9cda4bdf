"""The elements of a page, as turbohtml reads it: a parser that no extraction uses."""

import re
from collections.abc import Iterator

from turbohtml import Element, Node, Text, parse

from maintext.text.decode import decode

BLOCKS = frozenset(
    "address article aside blockquote body caption center dd details dialog dir div dl dt fieldset "
    "figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr li main menu nav ol p pre section "
    "summary table tbody td tfoot th thead tr ul".split()
)
"""Elements that are on separate lines."""
LISTS = frozenset("ul ol menu dir".split())
HEADINGS = frozenset("h1 h2 h3 h4 h5 h6".split())
_UNSEEN = frozenset(
    "audio button canvas datalist embed head iframe input link meta noscript object option script select "
    "style svg template textarea title video".split()
)
_FOR_SCREEN_READERS = frozenset(
    "sr-only visually-hidden visuallyhidden screen-reader-text screen-reader-only show-for-sr".split()
)
"""Classes of text that is not shown, by the names that style sheets of frameworks use."""
_HIDDEN = re.compile(r"(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)")


def read_page(html: bytes) -> Element | None:
    """The root of a page, in the encoding that our decoder finds."""
    return parse(decode(html).text).find("html")


def classes(element: Element) -> list[str]:
    """The names in the `class` attribute."""
    names = element.attrs.get("class")
    return names if isinstance(names, list) else []


def attribute(element: Element, name: str) -> str:
    """An attribute's value; empty if it is missing."""
    value = element.attrs.get(name)
    if isinstance(value, list | tuple):
        return " ".join(map(str, value))
    return "" if value is None else str(value)


def is_unseen(element: Element) -> bool:
    """Whether a browser shows nothing of the text of an element."""
    if element.tag in _UNSEEN or "hidden" in element.attrs:
        return True
    return bool(_HIDDEN.search(attribute(element, "style").lower()))


def is_for_screen_readers(element: Element) -> bool:
    """Whether a class says that only screen readers read an element."""
    return not _FOR_SCREEN_READERS.isdisjoint(classes(element))


def children(element: Element) -> list[Element]:
    """The child elements."""
    return [node for node in element.children if isinstance(node, Element)]


def inner(element: Element, *tags: str) -> Iterator[Element]:
    """The elements below one, with these tags if any are given, in document order."""
    for node in element.descendants:
        if isinstance(node, Element) and (not tags or node.tag in tags):
            yield node


def parents(element: Node) -> Iterator[Element]:
    """The elements around a node, the nearest first."""
    for node in element.ancestors:
        if isinstance(node, Element):
            yield node


def shown_text(element: Element) -> str:
    """The text of an element, on one line: a `<br>` or block element inside is a space."""
    parts: list[str] = []
    waiting: list[Node | str] = [element]
    while waiting:
        node = waiting.pop()
        if isinstance(node, str):
            parts.append(node)
        elif isinstance(node, Text):
            parts.append(node.data)
        elif isinstance(node, Element) and (node is element or not is_unseen(node)):
            edge = " " if node.tag in BLOCKS or node.tag == "br" else ""
            waiting += [edge, *reversed(list(node.children)), edge]
    return " ".join("".join(parts).split())
