"""The blocks of a page from which a model may learn.

The rule of a data set decides about titles, captions, cells and comments, whatever the page looks like
(`maintext.training.conventions`). Such blocks are not used in a fit.
"""

import numpy as np

from maintext.arrays import BoolArray
from maintext.model.measure import Measured
from maintext.model.schema import BLOCK_FEATURES
from maintext.page.page import Page
from maintext.page.tags import TAG_ID, Flag
from maintext.training.conventions import Convention

_TITLE_COVER = BLOCK_FEATURES.index("title_cover")
_NAMED_COMMENTS = BLOCK_FEATURES.index("named_comments")
_LEAST_COVER = 0.6
"""Share of the page's title that a block must have to be a title."""
_MOST_TITLE_WORDS = 60
_LEAST_BODY_WORDS = 15
"""Words of the first main block that is not a title or a byline."""


def taught_blocks(page: Page, measured: Measured, main: BoolArray, rule: Convention) -> BoolArray:
    """Blocks whose label follows from the page, and not from the rule of its data set."""
    decided = np.zeros(len(main), dtype=np.bool_)
    if not main.any():
        return ~decided
    flags = page.flags[page.blocks.first_row]
    if rule.cells != "taught":
        decided |= _cells_between(main, flags) & ~_in_layout(measured, main, flags)
    if rule.title != "taught":
        decided |= _titles(page, measured, main, flags)
    if rule.captions != "taught":
        decided |= (flags & int(Flag.CAPTION)) != 0
    if rule.comments != "taught":
        decided |= main & (measured.columns[_NAMED_COMMENTS] > 0)
    return ~decided


def _cells_between(main: BoolArray, flags: np.ndarray) -> BoolArray:
    """Cells and items between main blocks that are not main text."""
    at = np.flatnonzero(main)
    between = np.zeros(len(main), dtype=np.bool_)
    between[at[0] : at[-1] + 1] = True
    return between & ~main & ((flags & int(Flag.TABLE | Flag.LIST)) != 0)


def _in_layout(measured: Measured, main: BoolArray, flags: np.ndarray) -> BoolArray:
    """Cells of a page that is laid out in tables: those that hold most of the main text are no data."""
    in_cell = ((flags & int(Flag.TABLE)) != 0) & ((flags & int(Flag.LIST)) == 0)
    words = measured.words
    is_layout = words[main & in_cell].sum() > 0.5 * max(int(words[main].sum()), 1)
    return in_cell & is_layout


def _titles(page: Page, measured: Measured, main: BoolArray, flags: np.ndarray) -> BoolArray:
    """Titles above the first paragraph of the main text."""
    is_body = main & ((flags & int(Flag.HEADING)) == 0) & (measured.words >= _LEAST_BODY_WORDS)
    body = np.flatnonzero(is_body)
    end = body[0] if len(body) else np.flatnonzero(main)[0] + 1
    covers_title = measured.columns[_TITLE_COVER] >= _LEAST_COVER
    is_title = covers_title & (measured.words <= _MOST_TITLE_WORDS)
    is_title |= page.tag[page.blocks.element] == TAG_ID["h1"]
    return is_title & (np.arange(len(main)) < end)
