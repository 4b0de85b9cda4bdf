"""Texts of a page with their places, as a site template counts them."""

from collections.abc import Mapping, Sequence

from maintext.page.blocks import fold
from maintext.page.page import Page
from maintext.site.copies import LONG, hash_text

Entry = tuple[str, str]
"""The path of a text, and the text: `("ul/li/a", "Home")`."""

# Tags in a path, counted from the leaf. Swept over 0, 1, 3, 6 and all, and 3 with class and id: the F1 of
# path similarity changes by .004. A short path stays the same when the page gets a new wrapper.
_PATH_TAGS = 3
_LONGEST_TAG = 32
MOST_ENTRIES = 20_000
"""Entries of a template, those on most pages."""


def page_entries(page: Page) -> list[Entry]:
    """The entry of each leaf."""
    path_of: dict[int, str] = {}
    above = page.parent.tolist()
    entries = []
    for leaf in page.leaves.tolist():
        parent = above[leaf]
        path = path_of.get(parent)
        if path is None:
            path = path_of[parent] = _path(page, above, parent)
        entries.append((path, _shortened(fold(page.row_text(leaf)))))
    return entries


def _path(page: Page, above: Sequence[int], row: int) -> str:
    """The tag names of a row and its nearest ancestors."""
    names: list[str] = []
    while row >= 0 and len(names) < _PATH_TAGS:
        names.append(page.tag_name(row)[:_LONGEST_TAG])
        row = above[row]
    return "/".join(reversed(names))


def _shortened(text: str) -> str:
    """The text if it is short, else its beginning and a digest of the whole."""
    return text if len(text) <= LONG else f"{text[:LONG]}… {hash_text(text)}"


def by_count(item: tuple[Entry, int]) -> tuple[int, Entry]:
    """The order of entries: the most common first."""
    entry, count = item
    return -count, entry


def most_common(counts: Mapping[Entry, int]) -> dict[Entry, int]:
    """The most common entries, as many as a template holds."""
    if len(counts) <= MOST_ENTRIES:
        return dict(counts)
    return dict(sorted(counts.items(), key=by_count)[:MOST_ENTRIES])
