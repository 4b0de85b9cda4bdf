"""Containers: the quotes, list items and figures around a piece of content."""

import re
from enum import Enum, auto
from functools import cached_property
from typing import NamedTuple

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
    step: int = 1
    """From the number of one item to the next."""
    type: str = ""
    """How the list is numbered, if not by numbers: `a`, `A`, `i`, `I`."""
    task: str = ""
    """`x` or a space, if the item begins with a checkbox."""


_LISTS = tag_mask("ul ol menu dir dl")
_WITH_ITEMS = {"ul", "ol", "menu", "dir"}
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
        tag = self._page.tag.item
        new = []
        while row not in self._paths:
            new.append(row)
            row = self._above(row)
        path = self._paths[row]
        for row in reversed(new):
            if tag(row) in _BOXES and len(path) < DEEPEST:
                path = (*path, self._container(row))
            self._paths[row] = path
        return path

    def _above(self, row: int) -> int:
        """The parent; for a list that is directly in another, the item before it."""
        page, parent = self._page, int(self._page.parent[row])
        if parent < 0 or not {page.tag_name(row), page.tag_name(parent)} <= _WITH_ITEMS:
            return parent
        unseen = int(Flag.HIDDEN | Flag.UNSHOWN)
        items = [
            at
            for at in range(parent + 1, row)
            if page.parent[at] == parent and page.tag_name(at) == "li" and not page.flags[at] & unseen
        ]
        return items[-1] if items else parent

    def _container(self, row: int) -> Container:
        box = _BOXES[int(self._page.tag[row])]
        if box not in LISTED:
            return Container(box, row)
        group = int(self._list[row])
        ordered = box is Box.ITEM and group >= 0 and self._page.tag_name(group) == "ol"
        task = _task(self._page, row) if box is Box.ITEM else ""
        if not ordered:
            return Container(box, row, group, task=task)
        kind = _list_type(self._page, group)
        step = -1 if self._page.attribute(group, "reversed") is not None else 1
        return Container(box, row, group, self._numbers(group, step)[row], step, kind, task)

    @cached_property
    def _list(self) -> IntArray:
        return self._page.nearest(in_tags(self._page.tag, _LISTS))

    def _numbers(self, group: int, step: int) -> dict[int, int]:
        """The numbers of the items of a list."""
        page = self._page
        unseen = page.has(Flag.HIDDEN | Flag.UNSHOWN)
        items = [row for row in page.rows_of(TAG_ID["li"]).tolist() if self._list[row] == group]
        shown = [row for row in items if not unseen[row]]
        start = _whole(page.attribute(group, "start"))
        own_items = [row for row in shown if _list_above(page, row) == group]
        next_number = start if start is not None else len(own_items) if step < 0 else 1
        numbers = dict.fromkeys(items, 0)
        for row in shown:
            own = _whole(page.attribute(row, "value"))
            numbers[row] = next_number if own is None else own
            next_number = min(max(numbers[row] + step, 0), 999_999_999)
        return numbers


def _list_above(page: Page, row: int) -> int:
    return next((at for at in page.ancestors(row) if in_tags(page.tag[at : at + 1], _LISTS)[0]), -1)


def _list_type(page: Page, group: int) -> str:
    """`a`, `A`, `i` or `I` for a list that is numbered by letters or Roman numerals."""
    kind = page.attribute(group, "type")
    if kind is not None:
        return kind if kind in ("a", "A", "i", "I") else ""
    for value in (page.attribute(group, "style"), page.attribute(group, "class")):
        found = re.search(r"(lower|upper)-?(alpha|roman)|(lower|upper)-(latin)", value or "")
        if found:
            case, name = [part for part in found.groups() if part]
            letter = "i" if name == "roman" else "a"
            return letter if case == "lower" else letter.upper()
    return ""


def _task(page: Page, item: int) -> str:
    """`x` or a space, if a list item begins with a checkbox; else empty."""
    for row in page.rows_of(TAG_ID["input"]).tolist():
        above = [at for at in page.ancestors(row)[:4] if page.tag_name(at) == "li"][:1]
        is_box = (page.attribute(row, "type") or "").lower() == "checkbox"
        if above == [item] and is_box and not page.is_leaf[item:row].any():
            return " " if page.attribute(row, "checked") is None else "x"
    return ""


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
