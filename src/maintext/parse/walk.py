"""The reference maker of Pages: one walk over turbohtml's tree, in plain Python.

This is the only module that imports a parser.
"""

import re
from array import array
from collections.abc import Iterator

import numpy as np
from turbohtml import Element, Node, Text
from turbohtml import parse as parse_tree

from maintext.arrays import IntArray
from maintext.errors import Reason
from maintext.limits import Deadline, Limits
from maintext.page import Attributes, Page
from maintext.tags import IS_BLOCK, ROLE_FLAGS, SCRIPT, STYLE, TAG_FLAGS, TAG_ID, TAGS, TEXT, Flag
from maintext.visibility import hiding_reason

_COLUMNS = ("tag", "parent", "depth", "flags", "block", "text_start", "line", "source_column")
_ROWS_BETWEEN_CHECKS = 8192
_HIDDEN = int(Flag.HIDDEN)  # a plain int: operators of enums are ten times slower

# An element whose children are being visited: those still to come, the row that they hang from,
# and that row's depth, flags and nearest block, which they inherit.
_Open = tuple[Iterator[Node], int, int, int, int]


def walk(html: str, limits: Limits, deadline: Deadline, problems: tuple[Reason, ...] = ()) -> Page:
    """Parse the source and write its table, row by row, in document order."""
    deadline.check()
    root = parse_tree(html).root
    cells = array("q")  # the rows, one after the other, each with `_COLUMNS`
    end, text_end = array("q"), array("q")
    attributes_of: dict[int, Attributes] = {}
    local_tags: dict[str, int] = {}
    pieces: list[str] = []
    length = row = next_check = 0
    flattened = False
    stack: list[_Open] = [(iter([root] if root is not None else []), -1, -1, 0, 0)]
    while stack and row < limits.nodes:
        children, parent, parent_depth, inherited, parent_block = stack[-1]
        for node in children:
            if type(node) is Text:
                text = node.data
                cells.extend((TEXT, parent, parent_depth + 1, inherited, parent_block, length, 0, 0))
                pieces.append(text)
                length += len(text)
                row += 1
                end.append(row)
                text_end.append(length)
                if row >= limits.nodes:
                    break
            elif type(node) is Element:
                name = node.tag
                tag = TAG_ID.get(name, -1)
                flags, block = inherited, row
                if tag < 0:
                    tag = local_tags.setdefault(name, len(TAGS) + len(local_tags))
                else:
                    flags |= TAG_FLAGS[tag]
                    if not IS_BLOCK[tag]:
                        block = parent_block
                if node.attrs:
                    attributes = _attributes(node)
                    attributes_of[row] = attributes
                    if "role" in attributes:
                        flags |= ROLE_FLAGS.get(attributes["role"], 0)
                    if not flags & _HIDDEN and hiding_reason(attributes):
                        flags |= _HIDDEN
                line, column = node.position or (0, 0)
                cells.extend((tag, parent, parent_depth + 1, flags, block, length, line, column))
                end.append(row + 1)
                text_end.append(length)
                row += 1
                if tag == STYLE or (tag == SCRIPT and not _carries_data(attributes_of.get(row - 1))):
                    continue
                if len(stack) <= limits.depth:
                    stack.append((iter(node.children), row - 1, parent_depth + 1, flags, block))
                else:  # too deep: what lies below becomes its siblings
                    stack.append((iter(node.children), parent, parent_depth, flags, block))
                    flattened = True
                break
            elif node.children:  # the content of a template
                stack.append((iter(node.children), parent, parent_depth, inherited, parent_block))
                break
        else:
            stack.pop()
            if parent >= 0:
                end[parent] = row
                text_end[parent] = length
        if row >= next_check:
            deadline.check()
            next_check = row + _ROWS_BETWEEN_CHECKS
    for _, open_row, *_ in stack[1:]:
        end[open_row] = row
        text_end[open_row] = length
    if stack and Reason.NODES not in problems:
        problems += (Reason.NODES,)
    if flattened:
        problems += (Reason.DEPTH,)
    columns = dict(zip(_COLUMNS, np.array(cells, dtype=np.int64).reshape(-1, len(_COLUMNS)).T, strict=True))
    offset = _offsets(html, columns["line"], columns.pop("source_column"))
    return Page(
        text="".join(pieces),
        **{name: _frozen(column) for name, column in columns.items()},
        end=_frozen(np.array(end, dtype=np.int64)),
        text_end=_frozen(np.array(text_end, dtype=np.int64)),
        offset=_frozen(offset),
        attributes=attributes_of,
        tag_names=TAGS + tuple(local_tags),
        problems=problems,
    )


def _frozen(column: IntArray) -> IntArray:
    column = np.ascontiguousarray(column)
    column.flags.writeable = False
    return column


def _attributes(element: Element) -> Attributes:
    return {
        name: value if type(value) is str else " ".join(value or ()) for name, value in element.attrs.items()
    }


def _carries_data(attributes: Attributes | None) -> bool:
    """Scripts that carry data, such as JSON-LD, keep their text; programs do not."""
    return attributes is not None and "json" in attributes.get("type", "").lower()


def _offsets(html: str, line: IntArray, column: IntArray) -> IntArray:
    """Character offsets of lines (from 1) and columns; -1 where the line is 0."""
    if "\r" in html:
        ends = [found.end() for found in re.finditer(r"\r\n?|\n", html)]
        starts = np.array([0, 0, *ends], dtype=np.int64)
    else:
        lengths = np.fromiter(map(len, html.split("\n")), dtype=np.int64)
        starts = np.concatenate(([0, 0], np.cumsum(lengths + 1)))
    return np.where(line > 0, starts[line] + column, -1)
