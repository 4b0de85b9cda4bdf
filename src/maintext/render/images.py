"""Images that belong to the kept blocks."""

from typing import NamedTuple

import numpy as np

from maintext.arrays import BoolArray, IntArray, prefix_sums
from maintext.page.attributes import NO_ATTRIBUTES, Attributes
from maintext.page.blocks import fold
from maintext.page.page import Page
from maintext.page.tags import IMG, TAG_ID, TEXT, Flag, in_tags, tag_mask
from maintext.render.links import PageUrls

# Pixels, if the page declares them. Smaller images inside a line are tracking pixels; on a line of their own,
# they are icons and rules.
_SMALLEST_INLINE, _SMALLEST_ALONE = 3, 33
_FIGURE, _PICTURE, _SOURCE = TAG_ID["figure"], TAG_ID["picture"], TAG_ID["source"]
_NOSCRIPT, _ARTICLES = TAG_ID["noscript"], tag_mask("article main")
_MOST_SOURCES = 40  # rows before an image that may be its sources
_UNSEEN = int(Flag.UNSHOWN | Flag.HIDDEN)


class Image(NamedTuple):
    """An image and its alternative text."""

    src: str
    alt: str


def content_images(page: Page, kept: BoolArray, urls: PageUrls) -> tuple[dict[int, Image], dict[int, Image]]:
    """The images that belong to the kept blocks, by row: those outside of blocks, and those inside.

    Outside, each URL is listed once: pages repeat a lazy image in `<noscript>`.
    """
    outside: dict[int, Image] = {}
    inside: dict[int, Image] = {}
    seen = set()
    for row, is_inside in _belonging(page, kept):
        image = _image(page, urls, row, _SMALLEST_INLINE if is_inside else _SMALLEST_ALONE)
        if image and is_inside:
            inside[row] = image
        elif image and image.src not in seen:
            seen.add(image.src)
            outside[row] = image
    return outside, inside


def _image(page: Page, urls: PageUrls, row: int, smallest: int) -> Image | None:
    """The image at a row; None if it is too small or has no usable URL."""
    attributes = page.attributes.get(row, NO_ATTRIBUTES)
    source = urls.image(attributes, smallest, _picture_sources(page, row))
    return Image(source, fold(attributes.get("alt", ""))) if source else None


def _picture_sources(page: Page, row: int) -> list[Attributes]:
    """The attributes of the `<source>` elements before an image in its `<picture>`."""
    picture = page.parent.item(row)
    if picture < 0 or page.tag[picture] != _PICTURE:
        return []
    rows = range(max(picture + 1, row - _MOST_SOURCES), row)
    return [page.attributes.get(at, NO_ATTRIBUTES) for at in rows if page.tag[at] == _SOURCE]


def _belonging(page: Page, kept: BoolArray) -> list[tuple[int, bool]]:
    """Rows of the images that belong to the kept blocks, and whether they are inside a block.

    An image belongs to them if it is inside a kept block, if the blocks before and after it or its figure are
    both kept, if all text of its figure (or else of its block element) is kept, or if it leads the text.
    """
    rows = np.flatnonzero(page.tag == IMG)
    rows = rows[(page.flags[rows] & _UNSEEN) == 0]
    rows = rows[~_has_fallback(page, rows)]
    if not len(rows) or not kept.any():
        return []
    blocks, leaves = page.blocks, page.leaves
    at = np.searchsorted(leaves, rows)
    block = np.append(blocks.of_leaf, -1)  # there is no leaf before the first and after the last
    before, after = block[at - 1], block[at]
    is_kept = np.append(kept, False)
    figures = page.tag == _FIGURE
    figure = page.nearest(figures)[rows] if figures.any() else np.full(len(rows), -1)
    around = np.where(figure >= 0, figure, page.block[rows])
    first, end = np.searchsorted(leaves, around), np.searchsorted(leaves, page.end[around])
    kept_leaves = prefix_sums(kept[blocks.of_leaf])
    whole = (end > first) & (kept_leaves[end] - kept_leaves[first] == end - first)
    between = is_kept[block[first - 1]] & is_kept[block[end]] & (figure >= 0)
    chosen = (is_kept[before] & is_kept[after]) | whole | between | _leads(page, kept, rows, figure)
    inside = (before == after) & (at > 0)
    return list(zip(rows[chosen].tolist(), inside[chosen].tolist(), strict=True))


def _has_fallback(page: Page, rows: IntArray) -> BoolArray:
    """Which images only hold the place of the one in a `<noscript>` right after them."""
    after = np.minimum(page.end[rows], len(page) - 1)
    blank = (page.tag[after] == TEXT) & ~page.is_leaf[after]
    after = np.minimum(after + blank, len(page) - 1)
    found = (page.tag[after] == _NOSCRIPT) & (page.parent[after] == page.parent[rows])
    images = prefix_sums(page.tag == IMG)
    return found & (images[page.end[after]] > images[after])


def _leads(page: Page, kept: BoolArray, rows: IntArray, figure: IntArray) -> BoolArray:
    """Which images lead the text: in a figure or picture before the first kept block that is no heading.

    Both must be in the same article or main element.
    """
    blocks = page.blocks
    is_text = kept & ((page.flags[blocks.first_row] & int(Flag.HEADING)) == 0)
    if not is_text.any():
        return np.zeros(len(rows), dtype=np.bool_)
    start = int(blocks.first_row[np.argmax(is_text)])
    parent = np.maximum(page.parent[rows], 0)
    picture = np.where(page.tag[parent] == _PICTURE, parent, -1)
    around = np.where(figure >= 0, figure, picture)
    last = np.searchsorted(page.leaves, page.end[np.maximum(around, 0)])
    article = page.nearest(in_tags(page.tag, _ARTICLES))
    same = (article[rows] == article[start]) & (article[start] >= 0)
    return (around >= 0) & same & (np.append(page.leaves, -1)[last] == start)
