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
            is_shape = place.space is Namespace.SVG and place.name not in TAG_ID
            is_drawn = is_shape and not self._is_shape_of_icon(row)
            style = self.attributes.get(row, {}).get("style", "")
            is_box = _BOX_STYLE.search(style) is not None and _OUT_OF_LINES.search(style) is None
            is_styled = place.name in _OF_WORDS and is_box
            ends_line = place.is_listed_block or row in boxes or is_drawn or is_styled
            self._rows[row][5] = row if ends_line else self._rows[place.above][5] if place.above >= 0 else 0

    def _is_shape_of_icon(self, row: int) -> bool:
        """Whether a shape is of a drawing after the words of a link, with more text after the link."""
        for _ in range(_MOST_DRAWN):
            if self._places[row].name == "svg" or row < 0:
                break
            row = self._places[row].above
        link = self._places[row].above
        if self._places[row].name != "svg" or link < 0 or self._places[link].name != "a":
            return False
        inside, beside = self._children(link), self._children(self._places[link].above)
        after = [at for at in inside if at > row]
        next_one = beside[beside.index(link) + 1 :][:1]
        is_last = len(after) <= 1 and all(
            self._places[at].name == "#text" and not self._is_solid(at) for at in after
        )
        return is_last and self._is_solid(inside[0]) and all(map(self._is_solid, next_one or [row]))

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
