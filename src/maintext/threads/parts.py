"""The author and the time of a post."""

import re
from itertools import zip_longest

from maintext.arrays import IntArray
from maintext.metadata.dates import JOINED, parse_date
from maintext.page.attributes import NO_ATTRIBUTES
from maintext.page.blocks import fold
from maintext.page.page import Page
from maintext.page.tags import Flag
from maintext.threads.evidence import Evidence

_LONGEST_NAME = 40
_NO_NAME = int(Flag.HEADING | Flag.CONTROL)
_NO_LETTERS = bytes(code for code in range(128) if not chr(code).isalpha())
_LONGEST_LABEL = 40
_LONGEST_URL, _LONGEST_NAMES = 500, 200
_BY = re.compile(
    r"^\W*(?:(?:(?:post|posted|written|submitted|asked|answered|started|created)\s)?by|von|par|por|от|作者|楼主)(?!\w)\s*",
    re.IGNORECASE,
)
_CLOCK = re.compile(r"\d{1,2}:\d\d")
_NEXT_LEAF = 2
"""Rows from a text to that of the element right after it."""
_NOTE = re.compile(r"(?<![\w-])(?:visually-?hidden|sr-only|screen-reader-text|status)(?![\w-])")
"""Class names of what is beside a name: texts for screen readers, and whether the author is online."""


def letters(text: str) -> str:
    """The letters of a text: lines that differ in digits and punctuation alone are alike."""
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
        if name := _first_name(page, around[marked[around]], text, common):
            return name
    is_line = (page.flags[around] & _NO_NAME) == 0
    return _first_name(page, around[(around < text) & is_line], text, common)


def _first_name(page: Page, rows: IntArray, text: int, common: frozenset[str]) -> str | None:
    """The first name in the rows; a single letter, which replaces a picture, only if there is no other."""
    letter = None
    for row in rows.tolist():
        if _is_note(page, row, text):
            continue
        words = page.row_text(row)
        name = _name(words, frozenset() if _is_linked(page, row, words) else common)
        if name and (len(name) > 1 or not name.isascii()):
            return name
        letter = letter or name
    return letter


def _is_note(page: Page, leaf: int, text: int) -> bool:
    """Whether the element around a leaf, or the one around that, is named as a note beside a name.

    One that has the post's text is the post: a "status" may be either.
    """
    around = page.parent.item(leaf)
    for row in (around, page.parent.item(around)):
        names = (page.attributes.get(row, NO_ATTRIBUTES).get("class") or "")[:_LONGEST_NAMES]
        if not row <= text < page.end[row] and _NOTE.search(names):
            return True
    return False


def _is_linked(page: Page, leaf: int, name: str) -> bool:
    """Whether the URL that a name links to ends with it. Then it is no label, even if most posts have it."""
    around = page.parent.item(leaf)
    urls = (page.attributes.get(row, NO_ATTRIBUTES).get("href") for row in (around, page.parent.item(around)))
    url = next(filter(None, urls), "")
    last = re.split("[/=]", url[:_LONGEST_URL].rstrip("/"))[-1].removesuffix(".html")
    key = letters(name).lower()
    return bool(key) and key == letters(last).lower()


def _name(text: str, common: frozenset[str]) -> str | None:
    name = _BY.sub("", fold(text)).strip(" -–—:：,，|·•@#()[]")
    key = letters(name)
    return name if key and key not in common and not _CLOCK.match(name) else None


def time_of(evidence: Evidence, around: IntArray, month_first: bool) -> tuple[str | None, str | None]:
    """The time in the leaves around a post's text, as shown and in ISO 8601.

    The first with a declared date, else the first that is shown.
    """
    page = evidence.page
    written: tuple[str | None, str | None] = None, None
    is_time, rows = evidence.marks.times[around].tolist(), around.tolist()
    for is_shown, row, following in zip_longest(is_time, rows, rows[1:]):
        if not is_shown or _is_joining(evidence, row):
            continue
        text = fold(page.row_text(row))
        if following is not None and following <= row + _NEXT_LEAF and not _CLOCK.search(text):
            clock = fold(page.row_text(following))  # <span>11-20-2024, <span>09:03 AM</span></span>
            text = f"{text} {clock}" if _CLOCK.match(clock) else text
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
