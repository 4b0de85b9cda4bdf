"""Images that belong to the kept blocks."""

import re
from bisect import bisect_right
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

import numpy as np

from maintext.arrays import BoolArray, IntArray, prefix_sums
from maintext.page.attributes import NO_ATTRIBUTES, Attributes, Search
from maintext.page.blocks import fold
from maintext.page.page import Page
from maintext.page.tags import IMG, TAG_ID, TEXT, Flag
from maintext.render.closing_images import closing_images
from maintext.render.icons import is_decoration
from maintext.render.links import PageUrls
from maintext.text.unseen import drop_unseen

# Pixels, if the page declares them. Smaller images inside a line are tracking pixels; on a separate line,
# they are icons and rules.
_SMALLEST_INLINE, _SMALLEST_ALONE = 3, 33
_FIGURE, _PICTURE, _SOURCE = TAG_ID["figure"], TAG_ID["picture"], TAG_ID["source"]
_FIGCAPTION = TAG_ID["figcaption"]
_WP = Search("class", None, "wp-caption")
_WP_FIGURE, _WP_CAPTION = re.compile(r"(?:^|\s)wp-caption(?:\s|$)"), re.compile("wp-caption-text")
_NOSCRIPT, _ARTICLES = TAG_ID["noscript"], (TAG_ID["article"], TAG_ID["main"])
_MOST_SOURCES = 40  # rows before an image that may be its sources
_MOST_OTHERS = 1
"""Blocks between an image and the kept text around it, such as a credit, at most. A linked image has none."""
_MOST_BESIDE_FIGURE = 2
"""The same for a figure."""
_DECLARED = ("og:image", "og:image:url", "og:image:secure_url", "twitter:image", "twitter:image:src")
_MOST_META = 2000
_MOST_BEFORE = 20
"""Images before the kept text that may be the declared one, at most."""
_SHORTEST_NAME = 4
_SIZE = re.compile(r"(?:[-_]\d{2,4}x\d{2,4}|[-_]scaled|@\dx)+$")
_ASIDE = int(Flag.ASIDE | Flag.NAV | Flag.FOOTER)
_LINK = int(Flag.LINK)
_CONTROL = int(Flag.CONTROL)
_HIDDEN = int(Flag.HIDDEN)
_NO_IMAGE = int(Flag.UNSHOWN | Flag.FORMULA)


class Image(NamedTuple):
    """An image of the main text."""

    src: str
    """Its URL; absolute, if the page's URL is known."""
    alt: str
    """Its text for readers who do not see it."""
    title: str = ""
    """Its caption, if the caption is not in the text."""


def content_images(page: Page, kept: BoolArray, urls: PageUrls) -> tuple[dict[int, Image], dict[int, Image]]:
    """The images that belong to the kept blocks, by row: those outside of blocks, and those inside.

    Outside, each URL is listed once: pages repeat a lazy image in `<noscript>`.
    """
    outside: dict[int, Image] = {}
    inside: dict[int, Image] = {}
    first: dict[str, int] = {}  # the row of each URL
    repeated: dict[int, int] = {}  # rows of other images with that URL
    belonging = _belonging(page, kept)
    for row, is_inside in sorted([*_declared_lead(page, kept, urls, belonging), *belonging]):
        image = _image(page, urls, row, is_inside)
        if image and is_inside:
            inside[row] = image
        elif image and image.src in first:
            repeated[row] = first[image.src]
        elif image:
            first[image.src] = row
            outside[row] = image
    for row, caption in _captions(page, kept, sorted([*outside, *repeated])).items():
        shown = repeated.get(row, row)
        if not outside[shown].title:
            outside[shown] = outside[shown]._replace(title=caption)
    return outside, inside


def _captions(page: Page, kept: BoolArray, images: list[int]) -> dict[int, str]:
    """The captions that are not in the text, by the first of their images.

    An image has one: its first. A caption inside another is part of it.
    """
    found: dict[int, str] = {}
    if not images:
        return found
    blocks = page.blocks
    captions = np.flatnonzero((page.tag == _FIGCAPTION) | _named(page, _WP_CAPTION))
    figure = page.nearest(_figures(page))[captions] if len(captions) else captions
    boxes = np.where(figure >= 0, figure, page.parent[captions])
    is_control = (page.flags[blocks.first_row] & _CONTROL) != 0  # buttons such as "(more)"
    done = 0  # the row after the last caption that was found
    for caption, box in zip(captions.tolist(), boxes.tolist(), strict=True):
        at = bisect_right(images, box)
        if caption < done or at == len(images) or images[at] >= page.end[box]:
            continue
        first, end = np.searchsorted(blocks.first_row, (caption, page.end[caption])).tolist()
        if first < end and not kept[first:end].any():
            texts = [page.block_text(block) for block in range(first, end) if not is_control[block]]
            found.setdefault(images[at], fold(" ".join(texts)))
            done = page.end.item(caption)
    return found


def _named(page: Page, pattern: re.Pattern[str]) -> BoolArray:
    """The rows with such a class of WordPress."""
    named = np.zeros(len(page), dtype=np.bool_)
    named[[row for row, value in page.values_holding(_WP)[0] if pattern.search(value)]] = True
    return named


def _figures(page: Page) -> BoolArray:
    """The rows of figures: `<figure>`, and what WordPress had before."""
    return (page.tag == _FIGURE) | _named(page, _WP_FIGURE)


def _image(page: Page, urls: PageUrls, row: int, is_inside: bool) -> Image | None:
    """The image at a row; None if it is too small, decoration, or has no usable URL."""
    attributes = page.attributes.get(row, NO_ATTRIBUTES)
    smallest = _SMALLEST_INLINE if is_inside else _SMALLEST_ALONE
    source = urls.image(attributes, smallest, _picture_sources(page, row))
    if not source or is_decoration(attributes, source, is_inside=is_inside):
        return None
    alt = "" if page.table.is_strict else drop_unseen(attributes.get("alt", ""))  # no reader sees it
    return Image(source, fold(alt))


def _picture_sources(page: Page, row: int) -> list[Attributes]:
    """The attributes of the `<source>` elements before an image in its `<picture>`."""
    picture = page.parent.item(row)
    if picture < 0 or page.tag[picture] != _PICTURE:
        return []
    rows = range(max(picture + 1, row - _MOST_SOURCES), row)
    return [page.attributes.get(at, NO_ATTRIBUTES) for at in rows if page.tag[at] == _SOURCE]


def _belonging(page: Page, kept: BoolArray) -> list[tuple[int, bool]]:
    """Rows of the images that belong to the kept blocks, and whether they are inside a block.

    An image belongs to them if it is inside a kept block, if kept blocks are before and after it or its
    figure with few others between, if all text of its figure (or else of its block element) is kept, or if it
    leads or ends the text.
    """
    rows = np.flatnonzero((page.tag == IMG) & ((page.flags & _NO_IMAGE) == 0))
    figures = _figures(page)
    figure = page.nearest(figures)[rows] if len(rows) and figures.any() else np.full(len(rows), -1)
    is_shown = (page.flags[rows] & _HIDDEN) == 0
    # Scripts show a lazy image when it is loaded; one that is never shown is beside another.
    is_shown |= (figure >= 0) & ((page.flags[figure] & _HIDDEN) == 0) & ~np.isin(figure, figure[is_shown])
    rows = _without_placeholders(page, rows[is_shown])
    if not len(rows) or not kept.any():
        return []
    blocks, leaves = page.blocks, page.leaves
    at = np.searchsorted(leaves, rows)
    block = np.append(blocks.of_leaf, -1)  # there is no leaf before the first and after the last
    before, after = block[at - 1], block[at]
    is_kept = np.append(kept, False)
    figure = page.nearest(figures)[rows] if figures.any() else np.full(len(rows), -1)
    around = np.where(figure >= 0, figure, page.block[rows])
    first, end = np.searchsorted(leaves, around), np.searchsorted(leaves, page.end[around])
    kept_leaves = prefix_sums(kept[blocks.of_leaf])
    whole = (end > first) & (kept_leaves[end] - kept_leaves[first] == end - first)
    outer_before = np.where(figure >= 0, block[first - 1], before)
    outer_after = np.where(figure >= 0, block[end], after)
    of_link = np.where((page.flags[rows] & _LINK) != 0, 0, _MOST_OTHERS)
    most = np.where(figure >= 0, _MOST_BESIDE_FIGURE, of_link)
    is_beside = ((page.flags[rows] & _ASIDE) != 0) & (figure < 0)
    between = _is_between(page, kept, outer_before, outer_after, most) & ~is_beside
    chosen = (is_kept[before] & is_kept[after]) | whole | between | _leads(page, kept, rows, figure)
    chosen |= closing_images(page, kept, rows, figure, outer_before)
    inside = (before == after) & (at > 0)
    return list(zip(rows[chosen].tolist(), inside[chosen].tolist(), strict=True))


def _is_between(page: Page, kept: BoolArray, before: IntArray, after: IntArray, most: IntArray) -> BoolArray:
    """Whether kept blocks are before and after, with few others. Captions of other figures do not count."""
    number = np.arange(len(kept))
    last = np.maximum.accumulate(np.where(kept, number, -1))[before]
    following = np.minimum.accumulate(np.where(kept, number, len(kept))[::-1])[::-1][after]
    counted = ~kept & ((page.flags[page.blocks.first_row] & int(Flag.FIGURE)) == 0)
    upto = np.append(0, np.cumsum(counted))  # blocks before each that count
    has_both = (before >= 0) & (after >= 0) & (last >= 0) & (following < len(kept))
    others = upto[before + 1] - upto[last + 1] + upto[np.minimum(following, len(kept))] - upto[after]
    return has_both & (others <= most)


def _without_placeholders(page: Page, rows: IntArray) -> IntArray:
    """The images, without those that only hold the place of the one in a `<noscript>` right after them."""
    if not (page.flags[rows] & int(Flag.NOSCRIPT)).any():
        return rows
    after = np.minimum(page.end[rows], len(page) - 1)
    blank = (page.tag[after] == TEXT) & ~page.is_leaf[after]
    after = np.minimum(after + blank, len(page) - 1)
    found = (page.tag[after] == _NOSCRIPT) & (page.parent[after] == page.parent[rows])
    has_image = np.searchsorted(rows, page.end[after]) > np.searchsorted(rows, after)
    return rows[~(found & has_image)]


def _leads(page: Page, kept: BoolArray, rows: IntArray, figure: IntArray) -> BoolArray:
    """Which images lead the text: in a figure or picture before the first kept block that is no heading.

    Both must be in the same article or main element.
    """
    leads = np.zeros(len(rows), dtype=np.bool_)
    parent = np.maximum(page.parent[rows], 0)
    around = np.where(figure >= 0, figure, np.where(page.tag[parent] == _PICTURE, parent, -1))
    in_box = np.flatnonzero(around >= 0)
    first_row = page.blocks.first_row[kept]
    is_text = (page.flags[first_row] & int(Flag.HEADING)) == 0
    if not len(in_box) or not is_text.any():
        return leads
    start = int(first_row[np.argmax(is_text)])
    next_leaf = np.searchsorted(page.leaves, page.end[around[in_box]])
    for at in in_box[np.append(page.leaves, -1)[next_leaf] == start].tolist():
        article = _article(page, start)
        leads[at] = article is not None and article == _article(page, int(rows[at]))
    return leads


def _declared_lead(
    page: Page, kept: BoolArray, urls: PageUrls, others: list[tuple[int, bool]]
) -> list[tuple[int, bool]]:
    """The image before the kept text that the page declares (`og:image`), if it is not among others."""
    name = next((_file_name(value) for key, value in page.table.meta(_MOST_META) if key in _DECLARED), "")
    if not name or not kept.any():
        return []
    first_row = page.blocks.first_row[kept]
    is_heading = (page.flags[first_row] & int(Flag.HEADING)) != 0
    start = first_row.item(int(np.argmin(is_heading)))
    after = first_row.item(0) if is_heading[0] else 0  # a title comes first
    rows = np.flatnonzero((page.tag == IMG) & ((page.flags & (_NO_IMAGE | _HIDDEN | _ASIDE)) == 0))
    known = {row for row, _ in others}
    for row in rows[(rows < start) & (rows > after)][-_MOST_BEFORE:].tolist():
        image = _image(page, urls, row, is_inside=False)
        if image and _file_name(image.src) == name:
            return [] if row in known else [(row, False)]
    return []


def _file_name(url: str) -> str:
    """The name of an image file without its size, such as `-1024x683`; empty if it says nothing."""
    try:
        path = unquote(urlsplit(url).path)
    except ValueError:
        return ""
    name = path.rpartition("/")[2].rpartition(".")[0]
    name = _SIZE.sub("", name.lower())
    return name if len(name) >= _SHORTEST_NAME else ""


def _article(page: Page, row: int) -> int | None:
    """The nearest article or main element around a row."""
    return next((above for above in page.ancestors(row) if page.tag[above] in _ARTICLES), None)
