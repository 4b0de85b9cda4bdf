"""The table of a page, by a plain walk over turbohtml's tree, row by row.

turbohtml is another HTML5 parser. Where its tree differs from the standard's, tests ask lexbor who is right.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np
from turbohtml import Element, Namespace, Node, Text
from turbohtml import parse as parse_tree

from maintext.arrays import IntArray
from maintext.errors import Reason
from maintext.limits import Limits
from maintext.page.attributes import Attributes
from maintext.page.tags import (
    ROLE_FLAGS,
    SCRIPT,
    STYLE,
    TAG_FLAGS,
    TAG_ID,
    TAGS,
    TEMPLATE,
    TEXT,
    Flag,
)
from tests.reference.boxes import Place, box_rows
from tests.reference.listings import Listings
from tests.reference.styles import Row, find_hidden

_PARSER_DEPTH = 512  # turbohtml itself flattens deeper elements, and does not report it
_OF_WORDS = "span b strong i em u small big font time cite".split()
_BOX_STYLE = re.compile(
    r"(?:^|;)\s*display\s*:\s*(?:block|flex|grid|table(?:-[\w-]*)?|list-item|flow|flow-root)(?=[\s;!]|$)",
    re.I,
)
_OUT_OF_LINES = re.compile(
    r"(?:^|;)\s*(?:float\s*:\s*(?:left|right|inline-start|inline-end)|position\s*:\s*(?:absolute|fixed))\s*(?:[;!]|$)",
    re.I,
)
_MOST_DRAWN = 8  # levels from a shape up to its drawing
_MOST_WORDS = 8  # levels from the element beside a drawing down to its first text
_PHRASES = "a b code em i kbd small span strong".split()
_COLUMNS = "tag parent end depth flags block text_start text_end line".split()

# An element whose children are being visited: the remaining ones, their parent row, their depth, the flags
# that they inherit, and the row of their parent in the tree.
_Open = tuple[Iterator[Node], int, int, int, int]


class Walked:
    """The columns of a page's table, and their inputs."""

    tag: IntArray
    parent: IntArray
    end: IntArray
    depth: IntArray
    flags: IntArray
    block: IntArray
    text_start: IntArray
    text_end: IntArray
    line: IntArray
    offset: IntArray

    def __init__(self, html: str, limits: Limits = Limits()) -> None:
        self.attributes: dict[int, Attributes] = {}
        self.text = ""
        self.problems: tuple[Reason, ...] = ()
        self._rows: list[list[int]] = []  # each with `_COLUMNS`
        self._source_columns: list[int] = []
        self._places: list[Place] = []
        self._sheets: list[str] = []
        self._local_tags: dict[str, int] = {}
        self._most, self._deepest = limits.nodes, min(limits.depth, _PARSER_DEPTH - 1)
        self._is_cut = self._is_flattened = False
        html = without_unclosed_frames(html)
        self._add_all(parse_tree(html, allow_declarative_shadow_roots=False).root)
        if self._is_cut:
            self.problems += (Reason.NODES,)
        if self._is_flattened:
            self.problems += (Reason.DEPTH,)
        self._set_hidden()
        self._set_blocks()
        cells = np.array(self._rows, dtype=np.int64).reshape(-1, len(_COLUMNS))
        for name, column in zip(_COLUMNS, cells.T, strict=True):
            setattr(self, name, np.ascontiguousarray(column))
        self.tag_names = TAGS + tuple(self._local_tags)
        if not self._is_flattened:
            columns = {name: getattr(self, name) for name in _COLUMNS}
            self.flags = np.array(Listings(columns, self.text, self.attributes).mark(), dtype=np.int64)
        self.offset = _offsets(html, self.line, np.array(self._source_columns, dtype=np.int64))

    def row_chars(self) -> list[int]:
        """Characters of each text node, as in the source."""
        is_text, length = self.tag == TEXT, self.text_end - self.text_start
        return [chars if text else 0 for text, chars in zip(is_text.tolist(), length.tolist(), strict=True)]

    def _add_all(self, root: Node | None) -> None:
        """Add the root and everything below it, within the limits."""
        stack: list[_Open] = [(iter([root] if root is not None else []), -1, 0, 0, -1)]
        while stack and not self._is_cut:
            children, parent, depth, inherited, above = stack[-1]
            for node in children:
                row = len(self._rows)
                if row >= self._most and _makes_rows(node):
                    self._is_cut = True
                    break
                if type(node) is Text:
                    self._add_row(TEXT, parent, depth, inherited)
                    self._places.append(Place("#text", Namespace.HTML, node.data, False, above))
                    self.text += node.data
                    self._close(row)
                elif type(node) is Element:
                    flags = self._add_element(node, parent, depth, inherited, above)
                    below = self._content(node, row)
                    if not below:
                        continue
                    if depth < self._deepest:
                        stack.append((iter(below), row, depth + 1, flags, row))
                    else:  # too deep: its children become its siblings
                        stack.append((iter(below), parent, depth, flags, row))
                        self._is_flattened |= any(map(_makes_rows, below))
                    break
                elif node.children:  # the content of a template
                    stack.append((iter(node.children), parent, depth, inherited, above))
                    break
            else:
                stack.pop()
                self._close(parent)
        for _, parent, *_ in stack:
            self._close(parent)

    def _set_hidden(self) -> None:
        """Mark the rows that are hidden, in the flags and for the boxes."""
        rows = [
            Row(place.name, place.above, self.attributes.get(row, {}), place.text)
            for row, place in enumerate(self._places)
        ]
        for row, is_hidden in enumerate(find_hidden(rows, self._sheets).rows):
            if is_hidden:
                self._rows[row][4] |= int(Flag.HIDDEN)
                self._places[row] = replace(self._places[row], is_hidden=True)

    def _set_blocks(self) -> None:
        """Set the nearest block element of each row, by the parser's tree."""
        boxes = box_rows(self._places)
        for row, place in enumerate(self._places):
            is_shape = place.space is Namespace.SVG and (place.name not in TAG_ID or place.is_listed_block)
            is_icon = is_shape and self._is_shape_of_icon(row)
            style = self.attributes.get(row, {}).get("style", "")
            is_box = _BOX_STYLE.search(style) is not None and _OUT_OF_LINES.search(style) is None
            is_styled = place.name in _OF_WORDS and is_box
            is_listed = place.is_listed_block or is_shape
            ends_line = (is_listed and not is_icon) or row in boxes or is_styled
            self._rows[row][5] = row if ends_line else self._rows[place.above][5] if place.above >= 0 else 0

    def _is_shape_of_icon(self, row: int) -> bool:
        """Whether a shape is of a drawing in a line of text."""
        for _ in range(_MOST_DRAWN):
            if self._places[row].name == "svg" or row < 0:
                break
            row = self._places[row].above
        link = self._places[row].above
        if self._places[row].name != "svg" or link < 0:
            return False
        return self._is_icon_of_link(row) if self._places[link].name == "a" else self._is_between_words(row)

    def _is_icon_of_link(self, row: int) -> bool:
        """Whether a drawing follows the words of a link, with more text after the link."""
        link = self._places[row].above
        words, before, after = self._words(link), self._beside(row, -1), self._beside(row, 1)
        is_second = before is not None and before == words[0] and self._is_solid(before)
        next_one = self._beside(link, 1)
        is_placed = is_second or (after is None and self._is_solid(words[0]))
        return is_placed and next_one is not None and self._is_solid(next_one)

    def _is_between_words(self, row: int) -> bool:
        """Whether a drawing without text is between words of a line, and not between two links."""
        if any(self._is_solid(at) and not self._is_label(at, row) for at in self._below(row)):
            return False
        while self._places[above := self._places[row].above].name == "span" and self._words(above) == [row]:
            row = above
        if above < 0 or self._places[above].name not in (
            "p",
            "li",
            "span",
            "h1",
            "h2",
            "h3",
            "h4",
            "h5",
            "h6",
        ):
            return False
        beside = self._children(above)
        at = beside.index(row)
        last, next_one = (
            self._text_of(beside[slice(*span)]) for span in ((max(at - 1, 0), at), (at + 1, at + 2))
        )
        if last[-1:] not in tuple(" \t\n\f\r") and next_one[:1] not in tuple(" \t\n\f\r"):
            return False
        sides = [self._side(self._beside(row, step)) for step in (-1, 1)]
        return "" not in sides and sides != ["link", "link"]

    def _text_of(self, rows: list[int]) -> str:
        return "".join(self._places[at].text for at in rows if self._places[at].name == "#text")

    def _side(self, row: int | None) -> str:
        """Whether a node beside a drawing is or begins with text, in a link or not."""
        found = "text"
        for _ in range(_MOST_WORDS):
            if row is None or self._is_solid(row):
                break
            if self._places[row].name not in _PHRASES:
                return ""
            found = "link" if self._places[row].name == "a" else found
            row = next(iter(self._words(row)), None)
        return found if row is not None and self._is_solid(row) else ""

    def _beside(self, row: int, step: int) -> int | None:
        """The next or last node with words in the same element."""
        words = [*self._words(self._places[row].above)]
        at = words.index(row) + step
        return words[at] if 0 <= at < len(words) else None

    def _words(self, row: int) -> list[int]:
        """The children without blanks."""
        return [at for at in self._children(row) if self._places[at].name != "#text" or self._is_solid(at)]

    def _below(self, row: int) -> list[int]:
        return [below for at in self._children(row) for below in (at, *self._below(at))]

    def _is_label(self, row: int, drawing: int) -> bool:
        while row != drawing and self._places[row].name not in ("title", "desc", "style", "script"):
            row = self._places[row].above
        return row != drawing

    def _children(self, row: int) -> list[int]:
        return [at for at, place in enumerate(self._places) if place.above == row]

    def _is_solid(self, row: int) -> bool:
        place = self._places[row]
        return place.name == "#text" and place.text.strip(" \t\n\f\r") != ""

    def _add_row(self, tag: int, parent: int, depth: int, flags: int) -> list[int]:
        here = len(self.text)
        row = [tag, parent, len(self._rows) + 1, depth, flags, 0, here, here, 0]
        self._rows.append(row)
        self._source_columns.append(0)
        return row

    def _add_element(self, node: Element, parent: int, depth: int, inherited: int, above: int) -> int:
        """Add the element; return its flags."""
        row = len(self._rows)
        tag = TAG_ID.get(node.tag, -1)
        flags = inherited
        if tag < 0:
            tag = self._local_tags.setdefault(node.tag, len(TAGS) + len(self._local_tags))
        else:
            flags |= TAG_FLAGS[tag]
        if node.attrs:
            attributes = self.attributes[row] = _attributes(node)
            for role in attributes.get("role", "").lower().split():
                flags |= ROLE_FLAGS.get(role, 0)
            if tag == TEMPLATE and "shadowrootmode" in attributes:
                flags = inherited  # a browser shows it instead of its parent's content
            if re.search(
                r"(?:^|;)\s*white-space\s*:\s*(?:pre|break-spaces)", attributes.get("style", ""), re.I
            ):
                flags |= int(Flag.LINES)
        cells = self._add_row(tag, parent, depth, flags)
        cells[-1], self._source_columns[row] = node.position or (0, 0)
        self._places.append(Place(node.tag, node.namespace, "", False, above))
        return flags

    def _content(self, node: Element, row: int) -> Sequence[Node]:
        """The element's children; none for scripts and styles."""
        tag = self._rows[row][0]
        if tag == STYLE:
            self._sheets.append(node.text)
        if tag == STYLE or (
            tag == SCRIPT
            and not re.search("json|math/", self.attributes.get(row, {}).get("type", "").lower())
        ):
            return ()
        return node.children

    def _close(self, row: int) -> None:
        """Record that a row's subtree ends here; -1 is above the root."""
        if row >= 0:
            self._rows[row][2] = len(self._rows)
            self._rows[row][7] = len(self.text)


def _makes_rows(node: Node) -> bool:
    """Whether a node has a row, or is the content of a template with any; comments have none."""
    return isinstance(node, Text | Element) or any(map(_makes_rows, node.children))


def _attributes(element: Element) -> Attributes:
    return {
        name: value if type(value) is str else " ".join(value or ()) for name, value in element.attrs.items()
    }


def _offsets(html: str, line: IntArray, column: IntArray) -> IntArray:
    """Character offsets of lines (from 1) and columns; -1 if the line is 0."""
    starts = np.array([0, 0, *(found.end() for found in re.finditer(r"\r\n?|\n", html))])
    return np.where(line > 0, starts[line] + column, -1)


_NOSCRIPT_OR_FRAME = re.compile(r"<(/?(?:noscript|iframe))(?=[\s/>])", re.IGNORECASE | re.ASCII)


def without_unclosed_frames(html: str) -> str:
    """The source with every frame in `<noscript>` without an end tag there changed into a comment.

    Without scripts, such a frame would contain everything after it as raw text.
    """
    starts: list[int] = []
    frames: list[int] = []
    inside = False
    for tag in _NOSCRIPT_OR_FRAME.finditer(html):
        name = tag[1].lower()
        if name == "/noscript":
            starts += frames
            inside, frames = False, []
        elif name == "noscript":
            inside = True
        elif name == "/iframe":
            frames = []
        elif inside:
            frames.append(tag.start())
    for start in starts:
        html = f"{html[:start]}<!{html[start + 2 :]}"
    return html
