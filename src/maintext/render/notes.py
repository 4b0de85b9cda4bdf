"""Footnotes: references, and the notes that they lead to.

Markdown has `[^1]` for a reference and `[^1]: ` before its note, if both are kept. A reference without its
note stays readable text.
"""

import re
from dataclasses import dataclass

from maintext.arrays import BoolArray, IntArray
from maintext.page.marks import leaves_inside
from maintext.page.page import Page
from maintext.page.tags import TAG_ID, A, Flag

_LI, _SUP = TAG_ID["li"], TAG_ID["sup"]
_LABEL = re.compile(r"(\[?)([^\W_]{1,9}(?: [^\W_]{1,9})?)(\]?)")  # also [note 1] and [注 1]
_UNSEEN = int(Flag.UNSHOWN | Flag.HIDDEN)


@dataclass(frozen=True, slots=True)
class Notes:
    """Footnotes of the kept blocks."""

    references: dict[int, str]
    """Text nodes of references, by row: what Markdown has instead."""
    labels: dict[int, str]
    """List items that are notes, by row, with their labels."""


NO_NOTES = Notes({}, {})


def find_notes(page: Page, kept: BoolArray) -> Notes:
    """The footnotes of the kept blocks."""
    if not page.table.has_marks:
        return NO_NOTES
    found = _references(page)
    if not found:
        return NO_NOTES
    row_of = {value: row for row, value in reversed(page.values_of("id"))}
    leaves = page.leaves[kept[page.blocks.of_leaf]]
    item = page.nearest(page.tag == _LI)
    references: dict[int, str] = {}
    labels: dict[int, str] = {}
    for leaf, target in found:
        text = page.row_text(leaf).strip()
        match = _LABEL.fullmatch(text)
        if match is None or not _stands_free(page, leaf):
            continue
        label = match[2].replace(" ", "-")  # a label of Markdown has no spaces
        note = int(item[row_of[target]]) if target in row_of else -1
        has_note = note > leaf and _has_leaf(page, leaves, note)
        if has_note and labels.setdefault(note, label) == label:
            references[leaf] = f"[^{label}]"
        elif match[1] and match[3]:
            references[leaf] = text
    return Notes(references, labels)


def _references(page: Page) -> list[tuple[int, str]]:
    """Text nodes of raised links to a place on the page, and the names of the places."""
    found = []
    values, of_row = page.shared_values("href")
    for row in page.rows_of(A).tolist():
        value = int(of_row[row])
        if value < 0 or not values[value].startswith("#") or page.flags[row] & _UNSEEN:
            continue
        leaves = leaves_inside(page, row)
        above = int(page.parent[row])
        is_raised = page.tag[above] == _SUP or (len(leaves) == 1 and page.tag[page.parent[leaves[0]]] == _SUP)
        if len(leaves) == 1 and is_raised:
            found.append((leaves[0], values[value][1:]))
    return found


def _has_leaf(page: Page, leaves: IntArray, row: int) -> bool:
    first, past = leaves.searchsorted([row, page.end[row]]).tolist()
    return bool(past > first)


def _stands_free(page: Page, leaf: int) -> bool:
    """Whether nothing follows that would make a link or a definition of a text in brackets.

    Another reference may follow: `[1][2]` is a link only with a definition, and texts never become one.
    """
    end = int(page.text_end[leaf])
    return page.text[end : end + 1] not in ("(", ":")
