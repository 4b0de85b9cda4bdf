"""The parts of a post: author, time, and the blocks of its text."""

import re

import numpy as np

from maintext.arrays import BoolArray, IntArray
from maintext.metadata.dates import JOINED, parse_date
from maintext.page.attributes import NO_ATTRIBUTES
from maintext.page.blocks import fold
from maintext.page.page import Page
from maintext.page.tags import Flag, in_tags, tag_mask
from maintext.threads.evidence import Evidence, Group
from maintext.threads.marks import Mark

_DEEPEST = 40  # levels between the element of a post and that of its text
_MOST_EACH = 1.2  # text elements per post
_MOST_POSTS = 0.6  # share of the posts that must have a marked text for the mark to count
_NEARLY_ALL = 0.98  # share of a marked text that an inner box must hold to replace it
_MOST_MASS = 0.8  # share of the text that an element must hold to replace its parent
_LONGEST_NAME = 40
_NO_NAME = int(Flag.HEADING | Flag.CONTROL)
_NO_LETTERS = bytes(code for code in range(128) if not chr(code).isalpha())
_LONGEST_LINE = 120
_BOXES = tag_mask(
    "div section article main table tbody tr td dl dd form center span font"
)  # unlike paragraphs
_LONGEST_LABEL = 40
_BY = re.compile(
    r"^\W*(?:(?:(?:posted|written|submitted|asked|answered|started|created)\s)?by|von|par|por|от|作者|楼主)(?!\w)\s*",
    re.IGNORECASE,
)
_CLOCK = re.compile(r"\d{1,2}:\d\d")


def body_blocks(evidence: Evidence, group: Group, common: frozenset[str]) -> tuple[BoolArray, BoolArray]:
    """The blocks that are the text of a post, and all blocks in the elements that hold these texts.

    `common` are the lines that posts share.
    """
    page, blocks, marks = evidence.page, evidence.blocks, evidence.marks
    owned = (group.owner >= 0) & evidence.free
    text = evidence.text_of(group)
    inside = page.inside(_text_elements(evidence, group, text))[blocks.first_row] & owned
    has_body = np.bincount(group.owner[inside], minlength=len(group)) > 0
    # A post without a text in the usual element has it elsewhere.
    inside |= owned & ~has_body[group.owner] & (text > 0)
    dropped = page.has(Flag.CONTROL | Flag.NAV | Flag.FOOTER)[blocks.first_row]
    dropped |= marks.aside[blocks.first_row] > np.append(group.start, len(page))[group.owner]
    short = inside & (evidence.chars <= _LONGEST_LINE) & ~evidence.in_body
    if common:
        for block in np.flatnonzero(short & ~dropped).tolist():
            dropped[block] = _letters(page.block_text(block)) in common
    # A line with the name or the time is not text, unless the post has no other line.
    line = short & (evidence.times | evidence.people)
    dropped |= line & (np.bincount(group.owner[inside & ~line], minlength=len(group)) > 0)[group.owner]
    return inside & ~dropped, inside


def _text_elements(evidence: Evidence, group: Group, text: IntArray) -> BoolArray:
    """The elements that hold the texts of the posts; `text` is the size of each block's part of them."""
    page, marks = evidence.page, evidence.marks
    mass = np.zeros(len(page), dtype=np.int64)
    mass[evidence.blocks.first_row] = text
    held = page.subtree(mass)
    marked = _marked_texts(evidence, group, held)
    rows = _top(page, group) if marked is None else marked
    least = _MOST_MASS if marked is None else _NEARLY_ALL
    total = int(mass[page.inside(rows)].sum())
    for _ in range(_DEEPEST):
        children = np.flatnonzero(rows[np.maximum(page.parent, 0)] & (held > 0) & ~rows)
        if not len(children):
            break
        kinds, kind = np.unique(marks.name[children], return_inverse=True)
        masses = np.bincount(kind, held[children], minlength=len(kinds))
        chosen = children[kind == np.argmax(masses)]
        each = len(chosen) / len(np.unique(page.parent[chosen]))
        if masses.max() < least * total or each > _MOST_EACH:
            break
        if marked is not None and not in_tags(page.tag[chosen], _BOXES).all():
            break
        rows = _mask(page, chosen)
    return rows


def _marked_texts(evidence: Evidence, group: Group, held: IntArray) -> BoolArray | None:
    """The elements of one kind that are marked as texts, if most posts have one.

    Of several such kinds, the one with the most text.
    """
    page, marks = evidence.page, evidence.marks
    rows = np.flatnonzero(marks.has(Mark.BODY) & (held > 0))
    if not len(rows):
        return None
    post = _owners(page, group, rows)
    rows, post = rows[post >= 0], post[post >= 0]
    names, name = np.unique(marks.name[rows], return_inverse=True)
    text = np.bincount(name, held[rows], minlength=len(names))
    pairs = np.unique(name * len(group) + post)  # a kind, and a post that has it
    posts = np.bincount(pairs // len(group), minlength=len(names))
    each = np.bincount(name, minlength=len(names)) / np.maximum(posts, 1)
    text[(posts <= _MOST_POSTS * len(group)) | (each > _MOST_EACH)] = 0
    return _mask(page, rows[name == np.argmax(text)]) if text.any() else None


def _owners(page: Page, group: Group, rows: IntArray) -> IntArray:
    """By row: the last post that starts before it and holds it; -1 for none."""
    at = np.searchsorted(group.start, rows, side="right") - 1
    return np.where((at >= 0) & (rows < group.end[at]), at, -1)


def _top(page: Page, group: Group) -> BoolArray:
    """The elements of the posts: all siblings, where posts are runs of siblings."""
    if np.array_equal(group.end, page.end[group.start]):
        return _mask(page, group.start)
    siblings = _mask(page, page.parent[group.start])[np.maximum(page.parent, 0)]
    return siblings & (_owners(page, group, np.arange(len(page))) >= 0)


def _mask(page: Page, rows: IntArray) -> BoolArray:
    mask = np.zeros(len(page), dtype=np.bool_)
    mask[rows] = True
    return mask


def common_lines(evidence: Evidence, group: Group) -> frozenset[str]:
    """Short lines, digits ignored, that at least three and half of the posts have: labels and buttons."""
    short = np.flatnonzero((group.owner >= 0) & (evidence.chars <= _LONGEST_LINE) & ~evidence.in_body)
    posts: dict[str, set[int]] = {}
    for block, owner in zip(short.tolist(), group.owner[short].tolist(), strict=True):
        posts.setdefault(_letters(evidence.page.block_text(block)), set()).add(owner)
    return frozenset(line for line, owners in posts.items() if len(owners) >= max(3, len(group) / 2))


def _letters(text: str) -> str:
    if text.isascii():  # the same, faster
        return text.encode().translate(None, _NO_LETTERS).decode()
    return "".join(filter(str.isalpha, text))


def author_of(evidence: Evidence, around: IntArray, text: int, common: frozenset[str]) -> str | None:
    """The author's name in the leaves around a post's text.

    The first that is marked as such or links to a profile; else the first short line before the text (at row
    `text`) that other posts do not share.
    """
    page, marks = evidence.page, evidence.marks
    around = around[~marks.times[around] & (page.chars[around] <= _LONGEST_NAME)]
    for marked in (marks.in_author, marks.in_person):
        if name := _first_name(page, around[marked[around]], common):
            return name
    is_line = (page.flags[around] & _NO_NAME) == 0
    return _first_name(page, around[(around < text) & is_line], common)


def _first_name(page: Page, rows: IntArray, common: frozenset[str]) -> str | None:
    """The first name in the rows; a single letter, which replaces a picture, only if there is no other."""
    letter = None
    for row in rows.tolist():
        name = _name(page.row_text(row), common)
        if name and (len(name) > 1 or not name.isascii()):
            return name
        letter = letter or name
    return letter


def _name(text: str, common: frozenset[str]) -> str | None:
    name = _BY.sub("", fold(text)).strip(" -–—:：,，|·•@#()[]")
    letters = _letters(name)
    return name if letters and letters not in common and not _CLOCK.match(name) else None


def time_of(evidence: Evidence, around: IntArray, month_first: bool) -> tuple[str | None, str | None]:
    """The time in the leaves around a post's text, as shown and in ISO 8601.

    The first with a declared date, else the first that is shown.
    """
    page = evidence.page
    written: tuple[str | None, str | None] = None, None
    for row in around[evidence.marks.times[around]].tolist():
        if _is_joining(evidence, row):
            continue
        text = fold(page.row_text(row))
        if date := _declared_time(page, row):
            return text, date
        if written[0] is None:
            written = text, parse_date(text, month_first)
    return written


def _is_joining(evidence: Evidence, row: int) -> bool:
    """Whether a time is labelled, in its line or the one before, as the date when the author joined."""
    blocks = evidence.blocks
    block = int(blocks.first_row.searchsorted(row, side="right")) - 1
    label = (
        ""
        if block == 0 or evidence.times[block - 1]
        else evidence.page.block_text(block - 1)[-_LONGEST_LABEL:]
    )
    return JOINED.search(f"{label} {evidence.page.block_text(block)}") is not None


def _declared_time(page: Page, leaf: int) -> str | None:
    """The date that one of the nearest three elements around a leaf declares."""
    row = leaf
    for _ in range(3):
        row = page.parent.item(row)
        if row < 0:
            break
        attributes = page.attributes.get(row, NO_ATTRIBUTES)
        for name in ("datetime", "title", "data-time", "content"):
            value = attributes.get(name)
            if value and (date := parse_date(value)):
                return date
    return None
