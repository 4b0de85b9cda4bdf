"""Images at the end of an article or a post, which no kept text follows."""

import re

import numpy as np

from maintext.arrays import BoolArray, IntArray
from maintext.page.attributes import NO_ATTRIBUTES
from maintext.page.page import Page
from maintext.page.tags import TAG_ID, Flag

_A, _WHOLE_PAGE = TAG_ID["a"], (TAG_ID["body"], TAG_ID["html"])
_PARTS = tuple(TAG_ID[name] for name in "ul ol li dl dd dt blockquote table tbody tr td th".split())
"""Parts of a text, which do not hold all of it."""
_MOST_LEVELS = 4
"""Elements from the last block up to the one that also has the block before it, at most."""
_ELSEWHERE = int(Flag.ASIDE | Flag.NAV | Flag.FOOTER | Flag.HEADER | Flag.FORM | Flag.CONTROL)
_PICTURE_FILE = re.compile(r"\.(?:jpe?g|png|gif|webp|avif|bmp)(?:[?#]|$)", re.IGNORECASE)
_OTHER_BOX = re.compile(
    r"(?:^|[\s_-])(?:share|sharing|social|related|recommend\w*|author|bio|profile|signature|sig|sponsors?|ads?|"
    r"banner|promo|teaser|btns?|licen[cs]e|newsletter|subscribe|comments?|rating|logos?|badges?|footer|"
    r"qr-?code|donate|reward|player|video)(?=$|[\s_-])",
    re.IGNORECASE,
)
"""Classes and ids of boxes after the text."""
_OTHER_FILE = re.compile(
    r"(?<![a-z])(?:logos?|badges?|banners?|headshot|reklama|ads?|btn|share\w*|creativecommons)(?![a-z])",
    re.IGNORECASE,
)


def closing_images(
    page: Page, kept: BoolArray, rows: IntArray, figure: IntArray, before: IntArray
) -> BoolArray:
    """Which images end an article or a post: they follow a kept block, in the element that holds the text.

    `figure` is the figure of each, or -1, and `before` the block before it. Only captions may be
    between.
    """
    ends = np.zeros(len(rows), dtype=np.bool_)
    is_text = (page.flags[page.blocks.first_row] & int(Flag.FIGURE)) == 0  # no caption
    last = np.maximum.accumulate(np.where(kept | is_text, np.arange(len(kept)), -1))[before]
    may_end = (before >= 0) & (last >= 0) & kept[last] & ((page.flags[rows] & _ELSEWHERE) == 0)
    for at in np.flatnonzero(may_end).tolist():
        ends[at] = _is_in_text(page, kept, rows.item(at), figure.item(at), last.item(at))
    return ends


def _is_in_text(page: Page, kept: BoolArray, row: int, figure: int, block: int) -> bool:
    """Whether an image is in the element that holds a kept block and the one before it.

    The child that has the image may have no text but a caption. Share boxes, author boxes and links to other
    pages do not count.
    """
    holder = _holder(page, kept, block)
    path = page.ancestors(row)
    if holder is None or holder not in path:
        return False
    path = [row, *path[: path.index(holder)]]
    if any(page.tag[above] == _A and not _leads_to_picture(page, above) for above in path):
        return False
    attributes = [page.attributes.get(above, NO_ATTRIBUTES) for above in path]
    if any(_OTHER_BOX.search(f"{a.get('class', '')} {a.get('id', '')}") for a in attributes):
        return False
    if _OTHER_FILE.search(attributes[0].get("src", "")):
        return False
    captions = _leaves_in(page, figure) if figure >= path[-1] else 0
    return _leaves_in(page, path[-1]) == captions


def _holder(page: Page, kept: BoolArray, block: int) -> int | None:
    """The element around a kept block and the kept block before it."""
    if not block or not kept[block - 1]:
        return None
    before = page.blocks.first_row.item(block - 1)
    above = page.block.item(page.blocks.first_row.item(block))
    for _ in range(_MOST_LEVELS):
        above = page.parent.item(above)
        if above < 0 or page.tag[above] in _WHOLE_PAGE:
            return None
        if above < before and page.tag[above] not in _PARTS:
            return above
    return None


def _leads_to_picture(page: Page, link: int) -> bool:
    return _PICTURE_FILE.search(page.attribute(link, "href") or "") is not None


def _leaves_in(page: Page, row: int) -> int:
    first, end = np.searchsorted(page.leaves, (row, page.end[row])).tolist()
    return end - first
