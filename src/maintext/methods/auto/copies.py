"""Text that is on a page twice: articles for wide and for narrow screens, which are kept once.

What an author repeats is no copy: a quotation, the caption of each picture of a series, the items of a list
that sums up. `docs/cleanup.md` has the figures.
"""

import numpy as np

from maintext.arrays import BoolArray
from maintext.methods.auto.scores import AutoScores
from maintext.model.auto import BLOCK_FEATURES, KINDS
from maintext.model.schema import UNITS
from maintext.page.page import Page
from maintext.page.tags import TAG_ID

LONG_COPY = 100
"""Letters of a text that is a copy if it is there twice; .0021 more F1, 60 and 200 letters have the same."""
_FEW_COPIED = 0.05
"""Share of the kept letters below which repeated text may be part of the text around it. Swept over .03 to .1
on the 131 pages with copies: .05 has the most F1 (+.0067), .04 and .06 have +.0056 and +.0063."""
_NEAR_COPY = 3
"""Steps from such text up to the element that has the kept text before and after it; swept over 2 to 6."""
_NEAR_LIST = 2
"""The same for repeated lists of any length. Not tuned: no labelled page differs between 0 and 3."""
_MANUAL = 0.5
"""A page that is documentation with this probability may repeat its instructions."""
_LI = TAG_ID["li"]
_CODE, _QUOTE = (list(UNITS).index(name) for name in ("code", "quote"))
_DOCUMENTATION = KINDS.index("documentation")
_REPEATED, _REPEATS = BLOCK_FEATURES.index("repeated"), BLOCK_FEATURES.index("repeats")


def find_copies(scores: AutoScores, kept: BoolArray) -> BoolArray | None:
    """Kept blocks that repeat others elsewhere on the page, in runs with a long text; None if there are none.

    Such pages have their article twice, for wide and for narrow screens. What repeats inside one element is
    no copy: the caption of each picture of a series, for example, or the cells of a table. A unit is one as a
    whole, or not at all: two tables may have a row in common. What the author repeats, such as a list at the
    end that sums up, is no copy either.
    """
    measured, kind = scores.measured, scores.measured.unit_kind
    if measured.kinds[_DOCUMENTATION] > _MANUAL:
        return None
    first_of = _first_of_copies(scores, kept & (measured.columns[_REPEATS] > 1))  # the others are unlike any
    # Code and quotations are dropped only between other copies.
    long_copies = {
        block
        for block in first_of
        if measured.chars.item(block) >= LONG_COPY and kind.item(block) not in (_CODE, _QUOTE)
    }
    if not long_copies:
        return None
    copies, in_order = _whole_copies(scores, kept, first_of), np.flatnonzero(kept)
    order = in_order.tolist()
    few: float = _FEW_COPIED * measured.chars[kept].sum()
    dropped = np.zeros_like(kept)
    end = 0
    for at in in_order.searchsorted(sorted(long_copies & copies)).tolist():
        if at < end:
            continue
        start, end = at, at + 1
        while start and order[start - 1] in copies:
            start -= 1
        while end < len(order) and order[end] in copies:
            end += 1
        run = order[start:end]
        if start and end < len(order):
            before, after = order[start - 1], order[end]
            is_beside = any(first_of[block] == before for block in run)
            if not is_beside and _is_repeated(scores, run, before, after, few):
                continue
        dropped[run] = True
    return dropped if dropped.any() else None


def _whole_copies(scores: AutoScores, kept: BoolArray, first_of: dict[int, int]) -> set[int]:
    """The copies, without those in units that also have other kept text."""
    copies, unit = {*first_of}, scores.measured.unit
    in_units = [block for block in first_of if unit.item(block) >= 0]
    if not in_units:
        return copies
    others = kept & (unit >= 0)
    others[in_units] = False
    not_copied = {*unit[others].tolist()}
    return copies.difference(block for block in in_units if unit.item(block) in not_copied)


def _first_of_copies(scores: AutoScores, alike: BoolArray) -> dict[int, int]:
    """The blocks that repeat one elsewhere on the page, each with the first that has its text."""
    measured, page = scores.measured, scores.page
    blocks = np.flatnonzero(alike)
    is_repeated = (measured.columns[_REPEATED, blocks] > 0).tolist()
    units = measured.unit[blocks]
    around = np.where(units >= 0, units, page.parent[page.blocks.element[blocks]]).tolist()
    first: dict[str, tuple[int, int]] = {}  # of each text: the element around it, and the block
    copies: dict[int, int] = {}
    for block, text, inside, repeated in zip(
        blocks.tolist(), page.texts_of(alike), around, is_repeated, strict=True
    ):
        place, original = first.setdefault(text, (inside, block))
        if place != inside and repeated:
            copies[block] = original
    return copies


def _is_repeated(scores: AutoScores, run: list[int], before: int, after: int, few: float) -> bool:
    """Whether a run of copies is part of the text around it, so that its author wrote it twice.

    So are a few words near the kept text before and after them, such as a quotation of an earlier post, and
    the items of a list between two texts.
    """
    page, chars = scores.page, scores.measured.chars
    element = page.blocks.element.item
    beside = element(before), element(after)
    if sum(map(chars.item, run)) < few and _is_near(page, element(run[0]), beside, _NEAR_COPY):
        return True
    items = [_item_around(page, element(block)) for block in run]
    in_lists = all(page.tag.item(row) == _LI for row in items)
    return in_lists and _is_near(page, items[0], beside, _NEAR_LIST)


def _item_around(page: Page, row: int) -> int:
    """The list item right above a row, if there is one; else the row."""
    above = page.parent.item(row)
    return above if above >= 0 and page.tag.item(above) == _LI else row


def _is_near(page: Page, row: int, others: tuple[int, int], steps: int) -> bool:
    """Whether other rows are inside the element that is this many steps above a row."""
    for _ in range(steps):
        row = max(page.parent.item(row), 0)
    end = page.end.item(row)
    return all(row <= other < end for other in others)
