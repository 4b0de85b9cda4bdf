"""Images that belong to the kept blocks."""

from typing import NamedTuple

import numpy as np

from maintext.arrays import BoolArray, prefix_sums
from maintext.page.attributes import NO_ATTRIBUTES, Attributes
from maintext.page.blocks import fold
from maintext.page.page import Page
from maintext.page.tags import IMG, TAG_ID, Flag
from maintext.render.links import PageUrls

# Pixels, if the page declares them. Smaller images inside a line are tracking pixels; on a line of their own,
# they are icons and rules.
_SMALLEST_INLINE, _SMALLEST_ALONE = 3, 33
_FIGURE, _PICTURE, _SOURCE = TAG_ID["figure"], TAG_ID["picture"], TAG_ID["source"]
_MOST_SOURCES = 40  # rows before an image that may be its sources
_NO_IMAGE = int(Flag.UNSHOWN | Flag.HIDDEN | Flag.FORMULA)


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

    An image belongs to them if it is inside a kept block, if the blocks before and after it are both kept, or
    if all text of its figure (or else of its block element) is kept.
    """
    rows = np.flatnonzero(page.tag == IMG)
    rows = rows[(page.flags[rows] & _NO_IMAGE) == 0]
    if not len(rows) or not kept.any():
        return []
    blocks, leaves = page.blocks, page.leaves
    at = np.searchsorted(leaves, rows)
    block = np.append(blocks.of_leaf, -1)  # there is no leaf before the first and after the last
    before, after = block[at - 1], block[at]
    is_kept = np.append(kept, False)
    around, figures = page.block[rows], page.tag == _FIGURE
    if figures.any():
        figure = page.nearest(figures)[rows]
        around = np.where(figure >= 0, figure, around)
    first, end = np.searchsorted(leaves, around), np.searchsorted(leaves, page.end[around])
    kept_leaves = prefix_sums(kept[blocks.of_leaf])
    whole = (end > first) & (kept_leaves[end] - kept_leaves[first] == end - first)
    chosen = (is_kept[before] & is_kept[after]) | whole
    inside = (before == after) & (at > 0)
    return list(zip(rows[chosen].tolist(), inside[chosen].tolist(), strict=True))
