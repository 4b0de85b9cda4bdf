"""The content model of all formats: blocks and mask → a flat list of items.

An item is a paragraph, heading, caption, piece of code, table or image. It has block indices, one per line,
no copies of text, and the quotes, list items and figures around it. Deeper nesting than a few containers is
shown at that level.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto

import numpy as np

from maintext.arrays import BoolArray, IntArray, prefix_sums
from maintext.page.page import Page
from maintext.page.tags import BR, TAG_ID, TAGS, Flag, in_tags, tag_mask
from tests.reference.render.code import is_listing
from tests.reference.render.containers import LISTED, Box, Container, Containers, shared
from tests.reference.render.tables import data_tables

_MOST_LINES = 8  # a "heading" or caption with more blocks is an unclosed element


class Kind(Enum):
    """The kind of an item."""

    PARAGRAPH = auto()
    HEADING = auto()
    CAPTION = auto()
    CODE = auto()
    TABLE = auto()
    IMAGE = auto()
    RULE = auto()


@dataclass(slots=True)
class Item:
    """A piece of content."""

    kind: Kind
    row: int
    """Row of its element."""
    within: tuple[Container, ...]
    """The containers around it, outermost first."""
    lines: list[int] = field(default_factory=list)
    """Its blocks, in order."""
    level: int = 0
    """Level of a heading, from 1 to 6."""


_CODE = tag_mask("pre xmp plaintext textarea")
_CAPTIONS = tag_mask("figcaption caption")
_HEADINGS = tag_mask("h1 h2 h3 h4 h5 h6")
_LEVELS: IntArray = np.cumsum(_HEADINGS, dtype=np.int64) * _HEADINGS  # by tag
_KIND_OF_TAG = {
    TAG_ID[name]: kind
    for kind, names in (
        (Kind.CODE, "pre xmp plaintext textarea"),
        (Kind.CAPTION, "figcaption caption"),
        (Kind.TABLE, "table"),
    )
    for name in names.split()
}


_HR = TAG_ID["hr"]
_UNSEEN = int(Flag.UNSHOWN | Flag.HIDDEN)
_WITHOUT_RULES = int(Flag.LIST | Flag.PRE | Flag.HEADING | Flag.CAPTION)


def outline(page: Page, kept: BoolArray, images: Sequence[int] = (), with_rules: bool = False) -> list[Item]:
    """The content of the kept blocks, with the images at the given rows and the rules between them."""
    chosen = np.flatnonzero(kept)
    if not len(chosen):
        return []
    blocks, holders = page.blocks, find_holders(page, kept)
    containers = Containers(page)
    first = blocks.first_row[chosen]
    continues = _continues(page, chosen)
    inside_of = _holders_of(page, holders, first)
    events = [*zip(first.tolist(), chosen.tolist(), inside_of.tolist(), continues.tolist(), strict=True)]
    if images:
        inside_of = _holders_of(page, holders, np.array(images))
        events += ((row, -1, inside, False) for row, inside in zip(images, inside_of.tolist(), strict=True))
    rules = _rules(page, chosen) if with_rules else []
    if rules:
        inside_of = _holders_of(page, holders, np.array(rules))
        events += ((row, -2, inside, False) for row, inside in zip(rules, inside_of.tolist(), strict=True))
    events.sort()
    items: list[Item] = []
    open_holder, held = -1, None
    for row, block, inside, joined in events:
        if block == -2:
            within = containers.around(row)
            if inside < 0 and not any(container.box in LISTED for container in within):
                items.append(Item(Kind.RULE, row, within))
        elif block < 0:
            kind = None if inside < 0 else _kind(page, inside)
            if kind not in (Kind.CODE, Kind.TABLE):  # code has none, and tables have their own
                items.append(Item(Kind.IMAGE, row, containers.around(row)))
        elif inside >= 0:
            if inside != open_holder or held is None:
                open_holder, held = inside, _held(page, inside, containers)
                items.append(held)
            held.lines.append(block)
        elif joined and items[-1].kind is Kind.PARAGRAPH:
            items[-1].lines.append(block)
        else:
            element = int(page.block[row])
            items.append(Item(Kind.PARAGRAPH, element, containers.around(row), [block]))
    return items


def _rules(page: Page, chosen: IntArray) -> list[int]:
    """The first `<hr>` between two chosen blocks that are neighbours."""
    found = []
    blocks = page.blocks
    for before, after in zip(chosen[:-1].tolist(), chosen[1:].tolist(), strict=True):
        between = range(blocks.last_row[before], blocks.first_row[after]) if after == before + 1 else ()
        rule = next((row for row in between if page.tag[row] == _HR and not page.flags[row] & _UNSEEN), -1)
        if rule >= 0 and not page.flags[rule] & _WITHOUT_RULES:
            found.append(rule)
    return found


def _held(page: Page, row: int, containers: Containers) -> Item:
    """A new item for an element whose whole text is one item."""
    tag, kind = int(page.tag[row]), _kind(page, row) or Kind.HEADING
    level = 0
    if kind is Kind.HEADING:
        level = int(_LEVELS[min(tag, len(TAGS))]) or _aria_level(page, row)
    return Item(kind, row, containers.around(row), level=level)


def _kind(page: Page, row: int) -> Kind | None:
    return Kind.CODE if is_listing(page, row) else _KIND_OF_TAG.get(int(page.tag[row]))


def _aria_level(page: Page, row: int) -> int:
    level = page.attribute(row, "aria-level") or ""
    return int(level) if level in ("1", "2", "3", "4", "5", "6") else 2


def find_holders(page: Page, kept: BoolArray) -> IntArray:
    """Rows of the elements whose whole text is one item, without those inside others."""
    blocks = page.blocks
    tables = np.array(data_tables(page, kept), dtype=np.int64)
    by_role = np.array([row for row, role in page.values_of("role") if role == "heading"], dtype=np.int64)
    if len(by_role):
        by_role = by_role[(page.flags[by_role] & int(Flag.HEADING)) != 0]
    headings = in_tags(page.tag, _HEADINGS)
    headings[by_role] = True
    begins = np.zeros(len(page), dtype=np.bool_)
    begins[blocks.first_row] = True
    size = page.subtree(begins)
    marked = in_tags(page.tag, _CODE)
    marked[[row for row in range(len(page)) if is_listing(page, row)]] = True
    marked[tables] = True
    marked |= (headings | in_tags(page.tag, _CAPTIONS)) & (size <= _MOST_LINES) & (page.subtree(marked) == 0)
    rows = np.flatnonzero(marked & (size > 0))
    ends = np.maximum.accumulate(np.append(0, page.end[rows]))
    return rows[rows >= ends[:-1]]


def _holders_of(page: Page, holders: IntArray, rows: IntArray) -> IntArray:
    """For each row, the holder around it; -1 if there is none."""
    at = np.append(-1, holders)[np.searchsorted(holders, rows, side="right")]
    return np.where((at >= 0) & (page.end[at] > rows), at, -1)


def _continues(page: Page, chosen: IntArray) -> BoolArray:
    """Which of the chosen blocks continue the one before: there is a single `<br>` between."""
    blocks = page.blocks
    joined = np.zeros(len(chosen), dtype=np.bool_)
    before, after = chosen[:-1], chosen[1:]
    start, stop = blocks.last_row[before], blocks.first_row[after]
    seen = ~page.has(Flag.HIDDEN)
    borders, breaks = prefix_sums(page.is_block & seen), prefix_sums((page.tag == BR) & seen)
    joined[1:] = (
        (after == before + 1)
        & (blocks.element[before] == blocks.element[after])
        & (borders[stop] - borders[start] == 1)
        & (breaks[stop] - breaks[start] == 1)
    )
    return joined


def loose_lists(items: Iterable[Item]) -> frozenset[int]:
    """Lists with an item of several paragraphs, also quoted ones: empty lines are between their items."""
    seen, loose = set(), set()
    for item in items:
        innermost = next((around for around in reversed(item.within) if around.box in LISTED), None)
        if innermost:
            if innermost.row in seen:
                loose.add(innermost.group)
            seen.add(innermost.row)
    return frozenset(loose)


def stands_close(before: Item, item: Item, loose: frozenset[int]) -> bool:
    """Whether an item follows another without an empty line: items of a list, a definition."""
    common = shared(before.within, item.within)
    if common == len(item.within) or item.within[common].box not in LISTED:
        return False
    new = item.within[common]
    if common == len(before.within):  # a list begins; directly below its text if that is a list item
        around = before.within[common - 1] if common else None
        return around is not None and around.box in LISTED and around.group not in loose
    old = before.within[common]
    if old.box is Box.TERM and new.box is Box.DEFINITION:
        return True
    return old.box in LISTED and old.group == new.group and new.group not in loose


def pairs(items: list[Item]) -> Iterator[tuple[Item | None, Item]]:
    """Every item with the one before it."""
    before: Item | None = None
    for item in items:
        yield before, item
        before = item
