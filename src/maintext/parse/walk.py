"""The reference maker of Pages: one walk over turbohtml's tree, in plain Python.

This is the only module that imports a tree parser.
"""

import re
from array import array
from collections.abc import Iterator, Sequence

import numpy as np
from turbohtml import Element, Node, Text
from turbohtml import parse as parse_tree

from maintext.arrays import IntArray
from maintext.errors import Reason
from maintext.limits import Deadline, Limits
from maintext.page.attributes import Attributes
from maintext.page.page import Page
from maintext.page.tags import (
    IS_BLOCK,
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
from maintext.page.visibility import hiding_reason

_COLUMNS = ("tag", "parent", "depth", "flags", "block", "text_start", "line", "source_column")
_ROWS_BETWEEN_CHECKS = 8192
_HIDDEN = int(Flag.HIDDEN)  # a plain int: operators of enums are ten times slower
_MOST_COPIED = 1 << 20  # characters of attributes, on top of thrice the page's own: elements are opened again
_PARSER_DEPTH = 512  # turbohtml itself flattens what lies deeper, and does not say so

# An element whose children are being visited: those still to come, the row that they hang from,
# their depth, and the flags and nearest block that they inherit.
_Open = tuple[Iterator[Node], int, int, int, int]


def walk(html: str, limits: Limits, deadline: Deadline, problems: tuple[Reason, ...] = ()) -> Page:
    """Parse the source and write its table, row by row, in document order."""
    deadline.check()
    rows = _Rows(limits, deadline, _MOST_COPIED + 3 * len(html))
    rows.add_all(parse_tree(html, allow_declarative_shadow_roots=False).root)
    if (rows.cut or rows.attribute_chars < 0) and Reason.NODES not in problems:
        problems += (Reason.NODES,)
    if rows.flattened:
        problems += (Reason.DEPTH,)
    cells = np.frombuffer(rows.cells, dtype=np.int64).reshape(-1, len(_COLUMNS))
    columns = dict(zip(_COLUMNS, map(np.ascontiguousarray, cells.T), strict=True))
    return Page(
        utf_8="".join(rows.texts).encode("utf-8", "surrogatepass"),
        offset=_offsets(html, columns["line"], columns.pop("source_column")),
        **columns,
        end=np.array(rows.end, dtype=np.int64),
        text_end=np.array(rows.text_end, dtype=np.int64),
        attributes=rows.attributes,
        tag_names=TAGS + tuple(rows.local_tags),
        problems=problems,
    )


class _Rows:
    """The rows of a table, as they are found."""

    def __init__(self, limits: Limits, deadline: Deadline, attribute_chars: int) -> None:
        self.cells = array("q")  # the rows, one after the other, each with `_COLUMNS`
        self.end = array("q")
        self.text_end = array("q")
        self.attributes: dict[int, Attributes] = {}
        self.local_tags: dict[str, int] = {}
        self.texts: list[str] = []
        self.length = 0
        self.cut = False
        self.flattened = False
        self.attribute_chars = attribute_chars
        self._most = limits.nodes
        self._deepest = min(limits.depth, _PARSER_DEPTH - 1)
        self._deadline = deadline

    def add_all(self, root: Node | None) -> None:
        """Add the root and everything below it, as far as the limits allow."""
        stack: list[_Open] = [(iter([root] if root is not None else []), -1, 0, 0, 0)]
        end = self.end
        pause = 0
        while stack and not self.cut:
            children, parent, depth, inherited, parent_block = stack[-1]
            for node in children:
                row = len(end)
                if row >= pause:
                    self._deadline.check()
                    pause = min(row + _ROWS_BETWEEN_CHECKS, self._most)
                    if row >= self._most and _makes_rows(node):
                        self.cut = True
                        break
                if type(node) is Text:
                    self._add_text(node, parent, depth, inherited, parent_block)
                elif type(node) is Element:
                    tag, flags, block = self._add_element(node, parent, depth, inherited, parent_block)
                    below = self._content(node, tag, row)
                    if not below:
                        continue
                    if depth < self._deepest:
                        stack.append((iter(below), row, depth + 1, flags, block))
                    else:  # too deep: what lies below becomes its siblings
                        stack.append((iter(below), parent, depth, flags, block))
                        self.flattened |= any(map(_makes_rows, below))
                    break
                elif node.children:  # the content of a template
                    stack.append((iter(node.children), parent, depth, inherited, parent_block))
                    break
            else:
                stack.pop()
                self._close(parent)
        for _, parent, *_ in stack:
            self._close(parent)

    def _add_text(self, node: Text, parent: int, depth: int, flags: int, block: int) -> None:
        text = node.data
        self.cells.extend((TEXT, parent, depth, flags, block, self.length, 0, 0))
        self.texts.append(text)
        self.length += len(text)
        self.text_end.append(self.length)
        self.end.append(len(self.end) + 1)

    def _add_element(
        self, node: Element, parent: int, depth: int, inherited: int, parent_block: int
    ) -> tuple[int, int, int]:
        """Add the element, and say its tag, its flags and its nearest block."""
        row = len(self.end)
        name = node.tag
        tag = TAG_ID.get(name, -1)
        flags, block = inherited, row
        if tag < 0:
            tag = self.local_tags.setdefault(name, len(TAGS) + len(self.local_tags))
        else:
            flags |= TAG_FLAGS[tag]
            if not IS_BLOCK[tag]:
                block = parent_block
        if node.attrs and self.attribute_chars >= 0:
            attributes = self.attributes[row] = _attributes(node)
            self.attribute_chars -= sum(map(len, attributes.values()))
            if "role" in attributes:
                for role in attributes["role"].lower().split():
                    flags |= ROLE_FLAGS.get(role, 0)
            if tag == TEMPLATE and "shadowrootmode" in attributes:
                flags = inherited  # a browser shows it in the place of its parent's content
            if not flags & _HIDDEN and hiding_reason(attributes):
                flags |= _HIDDEN
        line, column = node.position or (0, 0)
        self.cells.extend((tag, parent, depth, flags, block, self.length, line, column))
        self.end.append(row + 1)
        self.text_end.append(self.length)
        return tag, flags, block

    def _content(self, node: Element, tag: int, row: int) -> Sequence[Node]:
        """The element's children; none for programs and styles, whose text nobody needs."""
        if tag == STYLE or (tag == SCRIPT and not _carries_data(self.attributes.get(row))):
            return ()
        return node.children

    def _close(self, row: int) -> None:
        """Note that an element's subtree ends here; -1 is above the root."""
        if row >= 0:
            self.end[row] = len(self.end)
            self.text_end[row] = self.length


def _makes_rows(node: Node) -> bool:
    """Whether a node has a row, or is the content of a template with any; comments have none."""
    return isinstance(node, Text | Element) or len(node.children) > 0


def _attributes(element: Element) -> Attributes:
    return {
        name: value if type(value) is str else " ".join(value or ()) for name, value in element.attrs.items()
    }


def _carries_data(attributes: Attributes | None) -> bool:
    """Scripts that carry data, such as JSON-LD, keep their text; programs do not."""
    return attributes is not None and "json" in attributes.get("type", "").lower()


def _offsets(html: str, line: IntArray, column: IntArray) -> IntArray:
    """Character offsets of lines (from 1) and columns; -1 where the line is 0."""
    if html.count("\r") == html.count("\r\n"):
        lengths = np.fromiter(map(len, html.split("\n")), dtype=np.int64)
        starts = np.concatenate(([0, 0], np.cumsum(lengths + 1)))
    else:  # a lone carriage return ends a line too
        starts = np.array([0, 0, *(found.end() for found in re.finditer(r"\r\n?|\n", html))])
    return np.where(line > 0, starts[line] + column, -1)
