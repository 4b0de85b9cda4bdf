"""The text of a block, text node by text node."""

from maintext.page.blocks import fold
from maintext.page.marks import mark_texts
from maintext.page.page import Page
from maintext.page.tags import TEXT, Flag
from tests.reference.gaps import gaps


def block_texts(page: Page) -> list[str]:
    """The text of every block: white space folded, except in `<pre>`, and a space at every gap."""
    spaced, changed = gaps(page), mark_texts(page, is_plain=True)
    texts = []
    for first, last in zip(page.blocks.first_row.tolist(), page.blocks.last_row.tolist(), strict=True):
        shown = [
            (" " if row in spaced else "") + changed.get(row, page.row_text(row))
            for row in range(first, last + 1)
            if page.tag[row] == TEXT and not page.flags[row] & (Flag.UNSHOWN | Flag.HIDDEN)
        ]
        text = "".join(shown)
        texts.append(text.strip("\r\n").rstrip() if page.flags[first] & Flag.PRE else fold(text))
    return texts
