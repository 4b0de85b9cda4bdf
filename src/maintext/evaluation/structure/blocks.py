"""A page as a list of text blocks, with the images, formulas and links in and between them.

A block is the text between two edges of block elements. A code listing is one block, line for line, and so is
a row of a data table. Formulas are not text: they are spots in it.
"""

from dataclasses import dataclass, field

from turbohtml import Element, Node, Text

from maintext.evaluation.structure.code import is_gutter, is_list_of_lines, listing
from maintext.evaluation.structure.formulas import FormulaKey, formula
from maintext.evaluation.structure.tables import is_data_table
from maintext.evaluation.structure.tree import (
    BLOCKS,
    HEADINGS,
    attribute,
    classes,
    inner,
    is_unseen,
    parents,
    shown_text,
)

_MARKS = frozenset(
    "headerlink anchor anchorjs-link doc-anchor toclink header-anchor mw-editsection hash-link anchorific"
    " header-link heading-link heading-permalink permalink".split()
)
"""Classes of links at headings that are no part of the heading."""
_ANCHORS = frozenset("#¶§🔗")
"""Texts of such links without a class."""
_ENDS = frozenset("article aside body main section table td th".split())
"""Elements whose text has nothing to do with a heading or list item around them."""


@dataclass(eq=False)
class TextBlock:
    """A text block."""

    text: str
    kind: str
    """`pre`, `tr`, `heading`, `li`, `caption`, `dt` or `p`."""
    element: Element
    """The element of that kind; for `p`, the nearest block element."""
    regular: bool = True
    """Whether its text can be compared: no formula inside, and no empty line."""


@dataclass(eq=False)
class Spot:
    """An image or formula, or a link, and its place among the blocks."""

    element: Element
    before: int
    """Number of blocks before it."""
    inside: bool = False
    """Whether it is in the block of that number."""
    formula: FormulaKey | None = None
    text: str = ""
    """Of a link."""


@dataclass(eq=False)
class PageBlocks:
    """What a page shows, in order."""

    blocks: list[TextBlock] = field(default_factory=list)
    images: list[Spot] = field(default_factory=list)
    formulas: list[Spot] = field(default_factory=list)
    links: list[Spot] = field(default_factory=list)
    tables: list[Element] = field(default_factory=list)


def read_blocks(body: Element) -> PageBlocks:
    """Walk over a page."""
    walk = _Walk()
    waiting: list[tuple[Node, bool]] = [(body, True)]
    while waiting:
        node, enters = waiting.pop()
        if isinstance(node, Text):
            walk.read(node.data)
        elif isinstance(node, Element):
            if not enters:
                walk.leave(node)
            elif walk.enter(node):
                waiting.append((node, False))
                waiting += [(child, True) for child in reversed(list(node.children))]
    walk.end_block(body)
    return walk.page


class _Walk:
    """The state of a walk: the block that is being read."""

    def __init__(self) -> None:
        self.page = PageBlocks()
        self.parts: list[str] = []
        self.spots: list[Spot] = []  # of this block
        self.regular = True
        self.at_break = False  # whether a `<br>` has just been read
        self.open_links: list[tuple[Spot, int]] = []

    def read(self, text: str) -> None:
        """Add text to the block."""
        self.parts.append(text)
        self.at_break = self.at_break and text.isspace()

    def enter(self, element: Element) -> bool:
        """Begin an element; return whether to walk over its children."""
        if (found := formula(element)) is not None:
            if found.signs:
                self._put(element, self.page.formulas, found)
                self.regular = False
            return False
        if is_unseen(element) or is_gutter(element) or _is_mark(element):
            return False
        tag = element.tag
        if _is_block(element):
            self.end_block(next(parents(element), element))
            if tag == "pre" or is_list_of_lines(element):
                self._add(listing(element), "pre", element)
                return False
            if tag == "table" and is_data_table(element):
                self._table(element)
                return False
        elif tag == "br":
            self.regular = self.regular and not self.at_break
            self.read("\n")
            self.at_break = True
        elif tag == "img":
            self._put(element, self.page.images)
        elif tag == "a" and attribute(element, "href"):
            self.open_links.append((Spot(element, len(self.page.blocks)), len(self.parts)))
        return True

    def leave(self, element: Element) -> None:
        """End an element."""
        if _is_block(element):
            self.end_block(element)
        elif self.open_links and self.open_links[-1][0].element is element:
            link, start = self.open_links.pop()
            link.text = " ".join("".join(self.parts[start:]).split())
            if link.text and link.before == len(self.page.blocks):  # links over several blocks are cards
                link.inside = True
                self.page.links.append(link)

    def end_block(self, owner: Element) -> None:
        """End the block that is being read; its text belongs to this element."""
        text = " ".join("".join(self.parts).split())
        if text:
            kind, element = _kind(owner)
            self._add(text, kind, element)
        self.parts, self.spots, self.regular, self.at_break = [], [], True, False

    def _add(self, text: str, kind: str, element: Element) -> None:
        if not text:
            return
        for spot in self.spots:
            spot.inside = True
        self.page.blocks.append(TextBlock(text, kind, element, self.regular))

    def _table(self, table: Element) -> None:
        """A data table: its caption and rows, and the links in them."""
        self.page.tables.append(table)
        for part in inner(table, "caption", "tr"):
            links = [
                Spot(link, len(self.page.blocks), True, text=shown_text(link)) for link in inner(part, "a")
            ]
            self.page.links += [link for link in links if link.text and attribute(link.element, "href")]
            self._add(shown_text(part), "caption" if part.tag == "caption" else "tr", part)

    def _put(self, element: Element, into: list[Spot], found: FormulaKey | None = None) -> None:
        spot = Spot(element, len(self.page.blocks), formula=found)
        into.append(spot)
        self.spots.append(spot)


def _is_block(element: Element) -> bool:
    """Whether text ends at its edges: also at those of a span that is a heading by its role."""
    return element.tag in BLOCKS or attribute(element, "role") == "heading"


def _is_mark(element: Element) -> bool:
    if element.tag == "a" and attribute(element, "href").startswith("#") and element.text.strip() in _ANCHORS:
        return True
    return not _MARKS.isdisjoint(classes(element)) and len(element.text.strip()) <= 12


def _kind(owner: Element) -> tuple[str, Element]:
    """The kind of a block whose text belongs to an element, and the element of that kind."""
    for element in (owner, *parents(owner)):
        if element.tag in HEADINGS or attribute(element, "role") == "heading":
            return "heading", element
        if is_caption(element):
            return "caption", element
        if element.tag in ("li", "dt"):
            return element.tag, element
        if element.tag in _ENDS:
            break
    return "p", owner


def is_caption(element: Element) -> bool:
    """Whether an element is the caption of a figure or table."""
    return element.tag in ("figcaption", "caption") or "wp-caption-text" in classes(element)
