"""The second look at short kept lines: those that readers skip are dropped.

`openings.py` names lines by their first words: bylines and dates, "Read more:", share buttons, tags. Such
words are no proof: a page may be about newsletters. Clear cases are dropped by a rule. For the others, a few
trees weigh the kind of line, its probability, its links and its place in the kept text; they were fitted to
the kept lines of labelled pages, with the rest of the model. `docs/cleanup.md` has the figures.
"""

from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING

import numpy as np

from maintext.arrays import BoolArray, Columns, FloatArray, IntArray
from maintext.methods.auto.opening_starts import line_starts
from maintext.methods.auto.openings import REPLY, kind_of_line
from maintext.methods.auto.scores import AutoScores
from maintext.model.auto import BLOCK_FEATURES
from maintext.model.auto import KINDS as PAGE_KINDS
from maintext.model.schema import LINE_FEATURES, LINE_KINDS
from maintext.model.second_look import SecondLook
from maintext.page.tags import TAG_ID

if TYPE_CHECKING:
    from maintext._kernel._native import Buffer

REASON = "dropped: a line that readers skip ({})"
REPLIES = "dropped: a comment below the text"
EMPTIED = "dropped: the heading of a line that readers skip"
_IN_HEADING = BLOCK_FEATURES.index("in_heading")
_FORUM = PAGE_KINDS.index("forum")
_H1, _H6 = TAG_ID["h1"], TAG_ID["h6"]
_LIKELY = 0.5
"""Probability of a kind of page."""
_NEWSLETTER = LINE_KINDS.index("newsletter")
_MAY_HEAD = frozenset(map(LINE_KINDS.index, ("date", "newsletter", "related", "source")))
"""Kinds of lines that stay as headings of kept text: 27 of 42 such headings are in gold."""

Lines = list[tuple[int, int]]
"""Blocks and their kinds, as indices in `LINE_KINDS`."""
LineChoice = tuple["Buffer", FloatArray | None, BoolArray]


def find_clutter(scores: AutoScores, kept: BoolArray, look: SecondLook) -> dict[int, str]:
    """The kept lines that readers skip, with the reason; empty if nothing else is kept."""
    choice = _choice(scores, kept)
    lines = _find_lines(scores, choice)
    if not lines:
        return {}
    is_clutter = scores.page.table.clutter(choice, lines, look.lines.packed, look.bounds.line_from)
    if is_clutter is None:
        return {}
    dropped = {
        line: REASON.format(LINE_KINDS[kind])
        for (line, kind), drops in zip(lines, is_clutter, strict=True)
        if drops and not _is_head(scores, kept, line, kind)
    }
    headers = [line for line, kind in lines if kind == REPLY]
    if headers:
        dropped |= dict.fromkeys(_replies(scores, kept, headers[0]), REPLIES)
    return dropped | dict.fromkeys(_emptied(scores, kept, dropped), EMPTIED)


def find_lines(scores: AutoScores, kept: BoolArray) -> Lines:
    """The kept blocks that open as such lines do, and their kinds.

    They are short, and neither code nor part of a table, which is kept whole. Of many, the least probable
    ones are read.
    """
    return _find_lines(scores, _choice(scores, kept))


def line_columns(scores: AutoScores, kept: BoolArray, lines: Lines) -> Columns | None:
    """The columns of the trees for each line; None if there is no other kept text than headings."""
    columns = scores.page.table.line_columns(_choice(scores, kept), lines)
    if columns is None:
        return None
    return np.frombuffer(columns, dtype=np.float32).reshape(len(LINE_FEATURES), len(lines))


def _choice(scores: AutoScores, kept: BoolArray) -> LineChoice:
    """What the kernel reads of each block."""
    return scores.measured.memory, scores.site_probability, kept


def _find_lines(scores: AutoScores, choice: LineChoice) -> Lines:
    found = scores.page.table.lines(choice, line_starts())
    return [(block, kind) for block, text in found if (kind := kind_of_line(text)) >= 0]


def _is_head(scores: AutoScores, kept: BoolArray, line: int, kind: int) -> bool:
    """Whether a line is a heading of kept text, or a shorter line of a kept heading."""
    in_heading = scores.measured.columns[_IN_HEADING] > 0
    if not in_heading[line]:
        return False
    if kind in _MAY_HEAD:
        level = heading_levels(scores, in_heading)
        below = slice(line + 1, _end_of_box(scores, line) if kind == _NEWSLETTER else None)
        ends = np.append(np.flatnonzero(in_heading[below] & (level[below] <= level[line])), len(kept))
        if (kept & ~in_heading)[below][: ends[0]].any():
            return True
    element, chars = scores.page.blocks.element, scores.measured.chars
    beside = [side for side in (line - 1, line + 1) if 0 <= side < len(kept) and kept[side]]
    return any(element[side] == element[line] and chars[side] > chars[line] for side in beside)


def _emptied(scores: AutoScores, kept: BoolArray, dropped: Collection[int]) -> Iterator[int]:
    """The headings, below the title, of which nothing is kept without these lines."""
    in_heading = scores.measured.columns[_IN_HEADING] > 0
    headings = [line - 1 for line in dropped if line and in_heading[line - 1] and kept[line - 1]]
    headings = [heading for heading in headings if heading not in dropped]
    if not headings:
        return
    left = kept.copy()
    left[list(dropped)] = False
    level = heading_levels(scores, in_heading)
    for heading in headings:
        following = heading + 1 + np.flatnonzero(left[heading + 1 :])
        is_last = not len(following)
        if level[heading] > _H1 and (
            is_last or (in_heading[following[0]] and level[following[0]] <= level[heading])
        ):
            yield heading


def heading_levels(scores: AutoScores, in_heading: BoolArray) -> IntArray:
    """The tag of the nearest `<h1>` to `<h6>` around each block of a heading, else `<h6>`."""
    page = scores.page
    rows = page.blocks.element.copy()
    climbs = in_heading.copy()
    while (climbs := climbs & (rows > 0) & ((page.tag[rows] < _H1) | (page.tag[rows] > _H6))).any():
        rows[climbs] = page.parent[rows[climbs]]
    tags = page.tag[rows]
    return np.where((tags >= _H1) & (tags <= _H6), tags, _H6)


def _end_of_box(scores: AutoScores, block: int) -> int:
    """The block after the nearest element that holds a block and the next one.

    It is the end of the box around a newsletter form.
    """
    page, first_row = scores.page, scores.page.blocks.first_row
    if block + 1 == len(first_row):
        return len(first_row)
    around = int(page.parent[page.blocks.element[block]])
    while around > 0 and page.end[around] <= first_row[block + 1]:
        around = int(page.parent[around])
    return int(np.searchsorted(first_row, page.end[max(around, 0)]))


def _replies(scores: AutoScores, kept: BoolArray, header: int) -> list[int]:
    """The kept blocks from the first comment of an old blog on; none on a forum, or if they are most."""
    if scores.measured.kinds[_FORUM] > _LIKELY:
        return []
    replies = np.flatnonzero(kept[header:]) + header
    is_most = 2 * scores.words[replies].sum() > scores.words[kept].sum()
    return [] if is_most else replies.tolist()
