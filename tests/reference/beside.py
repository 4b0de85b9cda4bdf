"""Copies for screen readers, and words with `aria-hidden` in a line, row by row."""

import re
from typing import TYPE_CHECKING

from maintext.page.attributes import NO_ATTRIBUTES
from maintext.page.tags import TAG_ID, TEXT, Flag
from tests.reference.styles import own_reason

if TYPE_CHECKING:
    from tests.reference.listings import Listings

_READER = re.compile(
    r"clipped|hiddenvisually|off-?screen|sr-?only|screen-?reader|visually-?hidden", re.IGNORECASE
)
_OF_LINE = {TAG_ID[name] for name in "b strong em i u span font small mark".split()}
_SPACES = " \t\n\r\f"
_UNSEEN = int(Flag.UNSHOWN | Flag.HIDDEN)


def is_reader_copy(rows: "Listings", row: int) -> bool:
    """Whether a `<span>` repeats the text beside it for screen readers."""
    parent = rows.parent[row]
    if rows.end[row] != row + 2 or rows.tag[row + 1] != TEXT or parent < 0 or not _is_reader(rows, row):
        return False
    return any(
        text is not None
        and not rows.flags[text] & _UNSEEN
        and abs(len(rows.whole(text)) - len(rows.whole(row))) <= 16
        and _is_same(rows, row, text)
        for text in (_text_before(rows, row), _text_after(rows, row))
    )


def is_shown_in_line(rows: "Listings", row: int) -> bool:
    """Whether an element with `aria-hidden` has words of a line."""
    parent, attributes = rows.parent[row], rows.attributes.get(row, NO_ATTRIBUTES)
    if rows.tag[row] not in _OF_LINE or parent < 0 or rows.flags[row] & (Flag.HEADING | Flag.PRE):
        return False
    if rows.flags[parent] & Flag.HIDDEN or "hidden" in attributes or "style" in attributes:
        return False
    if "aria-hidden" not in attributes or not _is_line(rows, row) or not _has_words(rows, row):
        return False
    siblings = [at for at in range(parent + 1, rows.end[parent]) if rows.parent[at] == parent]
    place = siblings.index(row)
    beside = [at for at in siblings[max(place - 1, 0) : place + 2] if rows.tag[at] == TEXT]
    if not any(_has_words(rows, at) for at in beside):
        return False
    near = [at for at in (_sibling(rows, siblings, place, step) for step in (-1, 1)) if at is not None]
    return not any(_is_same(rows, row, at) for at in beside) and not any(_is_reader(rows, at) for at in near)


def _sibling(rows: "Listings", siblings: list[int], place: int, step: int) -> int | None:
    """The next element before or after, without blank text between."""
    at = place + step
    if 0 <= at < len(siblings) and _is_blank(rows, siblings[at]):
        at += step
    return siblings[at] if 0 <= at < len(siblings) and rows.tag[siblings[at]] != TEXT else None


def _is_reader(rows: "Listings", row: int) -> bool:
    return _READER.search(rows.classes(row)) is not None


def _is_blank(rows: "Listings", row: int) -> bool:
    return rows.tag[row] == TEXT and (bool(rows.flags[row] & Flag.UNSHOWN) or not rows.whole(row).strip())


def _text_before(rows: "Listings", row: int) -> int | None:
    parent, text = rows.parent[row], row - 1
    text -= _is_blank(rows, text)
    if text <= parent or rows.tag[text] != TEXT:
        return None
    above = rows.parent[text]
    return text if above == parent or rows.parent[above] == parent else None


def _text_after(rows: "Listings", row: int) -> int | None:
    last, text = rows.end[rows.parent[row]], rows.end[row]
    text += text < last and _is_blank(rows, text)
    text += text < last and rows.tag[text] != TEXT
    return text if text < last and rows.tag[text] == TEXT else None


def _is_same(rows: "Listings", row: int, other: int) -> bool:
    one, two = rows.whole(row), rows.whole(other)
    is_short = all(len(text.encode("utf-8", "surrogatepass")) <= 240 for text in (one, two))
    return is_short and one.strip(_SPACES) == two.strip(_SPACES) != ""


def _has_words(rows: "Listings", row: int) -> bool:
    text = rows.whole(row)
    if len(text.encode("utf-8", "surrogatepass")) > 2000:
        return rows.tag[row] == TEXT
    runs = re.findall(r"[A-Za-z_\x80-\U0010ffff]+", text)
    words = [run for run in runs if len(run.encode("utf-8", "surrogatepass")) >= 2]
    return len(words) >= 2 or sum(char > "\x7f" for char in text) >= 4


def _is_line(rows: "Listings", row: int) -> bool:
    below = range(row + 1, rows.end[row])
    return len(below) < 16 and not any(
        rows.tag[at] != TEXT
        and (
            rows.tag[at] not in _OF_LINE
            or own_reason(rows.attributes.get(at, NO_ATTRIBUTES)) not in (None, "aria-hidden")
        )
        for at in below
    )
