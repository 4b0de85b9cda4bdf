"""Texts of hidden elements, row by row. The kernel does the same for `maintext.page.visibility`."""

from maintext.page.page import Page
from maintext.page.tags import SCRIPT, TEMPLATE, TEXT, Flag


def hidden_texts(page: Page) -> list[tuple[int, str]]:
    """The outermost rows that are hidden or templates and have a text, and it."""
    rows = [row for row in range(len(page)) if is_hidden(page, row)]
    outermost = [row for row in rows if page.parent[row] < 0 or not is_hidden(page, int(page.parent[row]))]
    return [(row, text) for row in outermost if (text := _text(page, row))]


def is_hidden(page: Page, row: int) -> bool:
    """Whether a row is hidden, or in a template."""
    if any(_is_template(page, above) for above in (row, *page.ancestors(row))):
        return True
    return bool(page.flags[row] & Flag.HIDDEN and not page.flags[row] & Flag.UNSHOWN)


def _is_template(page: Page, row: int) -> bool:
    return bool(page.tag[row] == TEMPLATE and page.flags[row] & Flag.UNSHOWN)


def _text(page: Page, row: int) -> str:
    """The text below a row, without data in scripts; blocks are separated by white space."""
    pieces = [
        (page.block[at], page.row_text(at))
        for at in range(row, page.end[row])
        if page.tag[at] == TEXT and page.tag[page.parent[at]] != SCRIPT
    ]
    text = "".join(
        text if at and pieces[at - 1][0] == block else f" {text}" for at, (block, text) in enumerate(pieces)
    )
    return " ".join(text.split())
