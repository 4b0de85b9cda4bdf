"""Containers: the quotes, list items and figures around a piece of content."""

from enum import Enum, auto
from functools import cached_property
from typing import NamedTuple

import numpy as np

from maintext.arrays import IntArray
from maintext.page.page import Page
from maintext.page.tags import TAG_ID, Flag, in_tags, tag_mask

DEEPEST = 8
"""Maximum containers around an item: the cost of a line grows with its nesting."""


class Box(Enum):
    """The kind of a container."""

    QUOTE = auto()
    FIGURE = auto()
    ITEM = auto()
    TERM = auto()
    DEFINITION = auto()


LISTED = frozenset({Box.ITEM, Box.TERM, Box.DEFINITION})


class Container(NamedTuple):
    """A quote, figure, list item, term or definition around items."""

    box: Box
    row: int
    group: int = -1
    """Row of the list that a list item, term or definition belongs to; -1 if there is none."""
    number: int | None = None
    """The number of an item of an ordered list."""


_LISTS = tag_mask("ul ol menu dir dl")
_BOXES = {
    TAG_ID["blockquote"]: Box.QUOTE,
    TAG_ID["figure"]: Box.FIGURE,
    TAG_ID["li"]: Box.ITEM,
    TAG_ID["dt"]: Box.TERM,
    TAG_ID["dd"]: Box.DEFINITION,
}


class Containers:
    """The containers around rows, each looked up once."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._paths: dict[int, tuple[Container, ...]] = {-1: ()}

    def around(self, row: int) -> tuple[Container, ...]:
        """The containers around a row, outermost first; those of a row are reused for rows below it."""
        tag, parent = self._page.tag.item, self._page.parent.item
        new = []
        while row not in self._paths:
            new.append(row)
            row = parent(row)
        path = self._paths[row]
        for row in reversed(new):
            if tag(row) in _BOXES and len(path) < DEEPEST:
                path = (*path, self._container(row))
            self._paths[row] = path
        return path

    def _container(self, row: int) -> Container:
        box = _BOXES[int(self._page.tag[row])]
        if box not in LISTED:
            return Container(box, row)
        group = int(self._list[row])
        ordered = box is Box.ITEM and group >= 0 and self._page.tag_name(group) == "ol"
        return Container(box, row, group, self._item_number(row, group) if ordered else None)

    @cached_property
    def _list(self) -> IntArray:
        return self._page.nearest(in_tags(self._page.tag, _LISTS))

    @cached_property
    def _position(self) -> dict[int, int]:
        return _positions(self._page, self._list)

    def _item_number(self, row: int, group: int) -> int:
        own = _whole(self._page.attribute(row, "value"))
        if own is not None:
            return own
        start = _whole(self._page.attribute(group, "start"))
        return min((1 if start is None else start) + self._position[row], 999_999_999)


def _positions(page: Page, list_of: IntArray) -> dict[int, int]:
    """The position of every list item in its list, from 0."""
    rows = page.rows_of(TAG_ID["li"])
    rows = rows[~page.has(Flag.HIDDEN | Flag.UNSHOWN)[rows]]
    order = np.argsort(list_of[rows], kind="stable")
    _, first, size = np.unique(list_of[rows][order], return_index=True, return_counts=True)
    position = np.arange(len(rows)) - np.repeat(first, size)
    return dict(zip(rows[order].tolist(), position.tolist(), strict=True))


def _whole(value: str | None) -> int | None:
    """A valid number of a list item; None for anything else."""
    value = (value or "").strip()
    return int(value) if value.isascii() and value.isdigit() and len(value) < 10 else None


def shared(one: tuple[Container, ...], other: tuple[Container, ...]) -> int:
    """How many containers two items share."""
    count = 0
    for left, right in zip(one, other, strict=False):
        if left.row != right.row:
            break
        count += 1
    return count
