"""The page's title before the main text, or left out of it."""

from collections.abc import Collection, Iterable, Iterator
from html import escape
from typing import NamedTuple

import numpy as np

from maintext.arrays import BoolArray
from maintext.options import Output
from maintext.page.page import Page
from maintext.page.parse import parse
from maintext.page.tags import TAG_ID
from maintext.render.formats import Format
from maintext.text.words import squeeze

_FIRST_LINES = 8  # kept blocks in which copies of the title are looked for
_LONGEST_LINE = 300  # a longer block is a paragraph, where the text has begun
_LONGEST_BYLINE = 80  # a heading below a longer block is that of a section
_LEAST_OF_HEADING = 0.5  # share of an h1 that the title takes, or of the title that an h1 takes
_HEADINGS = _H1, _, _ = TAG_ID["h1"], TAG_ID["h2"], TAG_ID["h3"]
_ITEMS = TAG_ID["li"], TAG_ID["dt"], TAG_ID["dd"]


def put_title(body: str, title: str, form: Format) -> str:
    """A main text, in a format, after the title as its first heading.

    >>> from maintext.render.formats import get_format
    >>> put_title("<p>Salt the water.</p>", "Tea & milk", get_format("html")).splitlines()
    ['<h1>Tea &amp; milk</h1>', '<p>Salt the water.</p>']
    """
    page = parse(f"<h1>{escape(title)}</h1>")  # the format's own writer escapes what it must
    heading = form.write(page, np.ones(len(page.blocks), dtype=np.bool_), None, Output())
    return f"{heading}{form.gap}{body}" if heading else body


def with_title(page: Page, kept: BoolArray, title: str) -> tuple[BoolArray, str]:
    """The blocks to write so that a text has its title once, and the heading to put before them.

    The heading is empty if the blocks start with it already, or are only the title. A main heading
    further down is left out, since it moves to the top; it keeps its sub-title.

    >>> page = parse("<p>By Ann</p><h1>Tea and milk <small>A story</small></h1><p>Salt it.")
    >>> kept, heading = with_title(page, page.blocks.chars > 0, "Tea and milk")
    >>> kept.tolist(), heading
    ([True, False, True], 'Tea and milk A story')
    """
    order, rest, top = np.flatnonzero(kept).tolist(), kept.copy(), 0
    left_out: list[_Place] = []
    for place in _places(page, kept, title):
        at_top = order[top : top + len(place.blocks)] == place.blocks
        if at_top or place.is_heading:
            left_out.append(place)
            rest[place.blocks] = False
        top += len(place.blocks) if at_top else 0
    if not title or not rest.any():
        return kept, ""
    if left_out and left_out[0].is_heading and left_out[0].blocks[0] == order[0]:
        rest[left_out[0].blocks] = True
        return rest, ""
    lines = [" ".join(map(page.block_text, place.blocks)) for place in left_out if place.is_heading]
    return rest, lines[0] if lines and squeeze(lines[0]) != squeeze(title) else title


def title_blocks(page: Page, kept: BoolArray, title: str) -> list[int]:
    """The kept blocks that are the title's heading, anywhere, or a copy of the title in the first lines.

    A title may take several blocks. A heading that only adds a sub-title to it counts, too.

    >>> html = "<h1>Tea and milk <small>A story</small></h1><p>Tea and<br>milk<p>Salt it.<p>Tea and milk"
    >>> page = parse(html)
    >>> title_blocks(page, page.blocks.chars > 0, "Tea and milk")
    [0, 1, 2, 4]
    """
    return [block for place in _places(page, kept, title) for block in place.blocks]


class _Place(NamedTuple):
    """A place where kept blocks are the title."""

    blocks: list[int]
    is_heading: bool


def _places(page: Page, kept: BoolArray, title: str) -> list[_Place]:
    """The places of the title among the kept blocks, in order."""
    wanted = squeeze(title)
    if not wanted:
        return []
    headings = [_Place(blocks, True) for blocks in _headings(page, kept, wanted)]
    known = {block for place in headings for block in place.blocks}
    copies = [
        _Place(blocks, _is_in(page, blocks[0], _HEADINGS))
        for blocks in _copies(page, kept, wanted)
        if known.isdisjoint(blocks)
    ]
    found = headings + [place for place in copies if not _is_other_text(page, kept, place, known)]
    return sorted(found, key=lambda place: place.blocks)


def _headings(page: Page, kept: BoolArray, wanted: str) -> list[list[int]]:
    """The kept blocks of the title's headings: of every h1 that is the title, else of the first h2 or h3."""
    first_row, sums = page.blocks.first_row, np.append(0, np.cumsum(page.blocks.chars))
    for tag in _HEADINGS:
        rows = page.rows_of(tag)
        starts, ends = np.searchsorted(first_row, rows), np.searchsorted(first_row, page.end[rows])
        sizes = sums[ends] - sums[starts]
        short = (sizes > 0) & (sizes <= max(_LONGEST_LINE, 4 * len(wanted)))
        spans = [range(*span) for span in zip(starts[short].tolist(), ends[short].tolist(), strict=True)]
        own = [span for span in spans if _is_title(page, span, wanted, may_add=tag == _H1)]
        if own:
            kept_blocks = ([block for block in span if kept[block]] for span in own)
            return [blocks for blocks in kept_blocks if blocks][: None if tag == _H1 else 1]
    return []


def _is_title(page: Page, blocks: Iterable[int], wanted: str, *, may_add: bool) -> bool:
    """Whether blocks are the title; if they may add, either may have a little more, such as a topic."""
    text = squeeze(" ".join(map(page.block_text, blocks)))
    short, long = sorted((text, wanted), key=len)
    adds = long.startswith(short) or long.endswith(short)
    return text == wanted or (may_add and adds and len(short) >= _LEAST_OF_HEADING * len(long))


def _copies(page: Page, kept: BoolArray, wanted: str) -> Iterator[list[int]]:
    """The blocks, one or more in a row, that are the title in the first lines."""
    part: list[int] = []  # blocks that may be the start of the title
    text = ""
    for block in np.flatnonzero(kept)[:_FIRST_LINES].tolist():
        line = page.block_text(block)
        if len(line) > max(_LONGEST_LINE, 2 * len(wanted)):
            break
        squeezed = squeeze(line)
        part, text = (
            ([*part, block], text + squeezed) if wanted.startswith(text + squeezed) else ([block], squeezed)
        )
        if text == wanted:
            yield part
            part, text = [], ""


def _is_other_text(page: Page, kept: BoolArray, copy: _Place, known: Collection[int]) -> bool:
    """Whether what reads like the title is an item of a list, or a section's heading below its text."""
    if not copy.is_heading:
        return _is_in(page, copy.blocks[0], _ITEMS)
    between = slice(max(known, default=-1) + 1, copy.blocks[0])
    return bool((page.blocks.chars[between][kept[between]] > _LONGEST_BYLINE).any())


def _is_in(page: Page, block: int, tags: Collection[int]) -> bool:
    row = int(page.blocks.first_row[block])
    return any(page.tag[above] in tags for above in page.ancestors(row))
