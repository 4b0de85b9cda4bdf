"""The second look at short kept lines: those that readers skip are dropped.

`openings.py` names lines by their first words: bylines and dates, "Read more:", share buttons, tags. Such
words are no proof: a page may be about newsletters. Clear cases are dropped by a rule. For the others, a few
trees weigh the kind of line, its probability, its links and its place in the kept text; they were fitted to
the kept lines of labelled pages, with the rest of the model. `docs/cleanup.md` has the figures.
"""

import math

import numpy as np

from maintext.arrays import BoolArray, Columns, FloatArray, IntArray, frozen
from maintext.methods.auto.openings import REPLY, kind_of_line, line_starts
from maintext.methods.auto.scores import AutoScores
from maintext.model.auto import BLOCK_FEATURES
from maintext.model.auto import KINDS as PAGE_KINDS
from maintext.model.schema import LINE_FEATURES, LINE_KINDS, LINE_OWN
from maintext.model.second_look import SecondLook
from maintext.page.tags import TAG_ID

REASON = "dropped: a line that readers skip ({})"
REPLIES = "dropped: a comment below the text"
_LONGEST = 400
"""Letters of a line, at most."""
_MOST = 40
"""Lines of a page that are read, the least probable ones: reading takes time, and clutter is among them."""
_OWN_AT = np.array([[BLOCK_FEATURES.index(name)] for name in LINE_OWN])
_IN_HEADING = BLOCK_FEATURES.index("in_heading")
_LINK_DENSITY = BLOCK_FEATURES.index("link_density")
_IN_PRE, _IN_CODE = BLOCK_FEATURES.index("in_pre"), BLOCK_FEATURES.index("in_code")
_FORUM = PAGE_KINDS.index("forum")
_AT = {name.removeprefix("line_"): at for at, name in enumerate(LINE_FEATURES)}
_H1, _H6 = TAG_ID["h1"], TAG_ID["h6"]
_LINKED = float(np.float32(0.3))
"""Share of a line's letters in links from which it leads elsewhere, as exact as the column has it."""
_LABEL, _SHORT = math.log1p(30), math.log1p(75)
"""Letters of a line that says nothing else, and of a short one, at most, as logarithms."""
_LIKELY = 0.5
"""Probability of a kind of page."""
_NEWSLETTER = LINE_KINDS.index("newsletter")
_NONE = frozen(np.zeros(0, dtype=np.int64))
_MAY_HEAD = np.array([kind in ("date", "newsletter", "related", "source") for kind in LINE_KINDS])
"""Kinds of lines that stay as headings of kept text: 27 of 42 such headings are in gold."""


def find_clutter(scores: AutoScores, kept: BoolArray, look: SecondLook) -> dict[int, str]:
    """The kept lines that readers skip, with the reason; empty if nothing else is kept."""
    lines, kinds = find_lines(scores, kept)
    if not len(lines):
        return {}
    columns = line_columns(scores, kept, lines, kinds)
    if columns is None:
        return {}
    is_clutter = (look.lines.margins(columns)[0] > look.bounds.line_from) | is_plain(columns)
    is_clutter &= ~_head_text(scores, kept, lines, kinds)
    dropped = {
        line: REASON.format(LINE_KINDS[kind])
        for line, kind, drops in zip(lines.tolist(), kinds.tolist(), is_clutter.tolist(), strict=True)
        if drops
    }
    return dropped | dict.fromkeys(_replies(scores, kept, lines[kinds == REPLY]), REPLIES)


def _head_text(scores: AutoScores, kept: BoolArray, lines: IntArray, kinds: IntArray) -> BoolArray:
    """Which lines are headings of kept text, or a shorter line of a kept heading."""
    in_heading = scores.measured.columns[_IN_HEADING] > 0
    is_heading = in_heading[lines]
    may_head = is_heading & _MAY_HEAD[kinds]
    if not is_heading.any():
        return may_head
    element = scores.page.blocks.element
    level = _levels(scores, in_heading)
    is_text = kept & ~in_heading
    for at in np.flatnonzero(may_head).tolist():
        below = slice(lines[at] + 1, _end_of_box(scores, lines[at]) if kinds[at] == _NEWSLETTER else None)
        ends = np.append(np.flatnonzero(in_heading[below] & (level[below] <= level[lines[at]])), len(kept))
        may_head[at] = is_text[below][: ends[0]].any()
    chars = scores.measured.chars
    for side in (np.maximum(lines - 1, 0), np.minimum(lines + 1, len(kept) - 1)):
        is_main = kept[side] & (element[side] == element[lines]) & (chars[side] > chars[lines])
        may_head |= is_heading & is_main
    return may_head


def _levels(scores: AutoScores, in_heading: BoolArray) -> IntArray:
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


def _replies(scores: AutoScores, kept: BoolArray, headers: IntArray) -> list[int]:
    """The kept blocks from the first comment of an old blog on; none on a forum, or if they are most."""
    if not len(headers) or scores.measured.kinds[_FORUM] > _LIKELY:
        return []
    replies = np.flatnonzero(kept[headers[0] :]) + headers[0]
    is_most = 2 * scores.words[replies].sum() > scores.words[kept].sum()
    return [] if is_most else replies.tolist()


def is_plain(columns: Columns) -> BoolArray:
    """Which lines are clutter by a rule, whatever the trees say: the clear cases."""
    return np.array([_is_clear(line) for line in columns.T.tolist()], dtype=np.bool_)


def _is_clear(line: list[float]) -> bool:
    """The rule for one line, given by its columns. There are few lines, and loops over them are faster."""
    is_linked = line[_AT["link_density"]] > _LINKED
    is_label = line[_AT["log_chars"]] < _LABEL
    is_short = line[_AT["log_chars"]] < _SHORT and not line[_AT["ends_sentence"]]
    heads = line[_AT["before_text"]] > 0 and line[_AT["kind_article"]] > _LIKELY and is_short
    tails = line[_AT["after_text"]] > 0
    match LINE_KINDS[line.index(1.0)]:  # the first columns say which kind it is
        case "placeholder" | "calendar" | "advert":
            return True
        case "reference":
            return is_linked or is_label
        case "related":
            return is_label
        case "navigation" | "comments":
            return is_linked
        case "tags":
            return tails
        case "byline":
            return heads or (tails and is_short)
        case "date" | "source":
            return heads
        case "post":
            return line[_AT["kind_forum"]] > _LIKELY
        case "newsletter":
            return line[_AT["named_form"]] > 0
    return False


def find_lines(scores: AutoScores, kept: BoolArray) -> tuple[IntArray, IntArray]:
    """The kept blocks that open as such lines do, and their kinds."""
    page, measured = scores.page, scores.measured
    may_be = kept & (measured.chars <= _LONGEST) & (measured.unit < 0)  # a table is kept whole
    may_be &= (measured.columns[_IN_PRE] == 0) & (measured.columns[_IN_CODE] == 0)
    if np.count_nonzero(may_be) > _MOST:
        blocks = np.flatnonzero(may_be)
        may_be[blocks[scores.probabilities[blocks].argpartition(_MOST)[_MOST:]]] = False
    found = [
        (block, kind)
        for block, text in page.table.lines(may_be, *line_starts())
        if (kind := kind_of_line(text)) >= 0
    ]
    if not found:
        return _NONE, _NONE
    lines, kinds = np.array(found, dtype=np.int64).T
    return lines, kinds


def line_columns(scores: AutoScores, kept: BoolArray, lines: IntArray, kinds: IntArray) -> Columns | None:
    """The columns of the trees for each line; None if there is no other kept text than headings."""
    measured = scores.measured
    solid = kept & (measured.columns[_IN_HEADING] == 0)
    solid[lines] = False
    text = np.flatnonzero(solid)
    if not len(text):
        return None
    words = np.where(kept, measured.words, 0)
    before = np.cumsum(words) - words
    alike = np.bincount(kinds, minlength=len(LINE_KINDS))[kinds]
    after, count = np.minimum(lines + 1, len(kept) - 1), np.count_nonzero(kept)
    likely = np.clip(scores.probabilities[lines], 1e-3, 1 - 1e-3)
    columns = np.zeros((len(LINE_FEATURES), len(lines)), dtype=np.float32)
    columns[kinds, np.arange(len(lines))] = 1
    columns[len(LINE_KINDS) : len(LINE_KINDS) + len(LINE_OWN)] = measured.columns[_OWN_AT, lines]
    more: tuple[FloatArray | BoolArray | float, ...] = (
        np.log(likely / (1 - likely)),
        lines < text[0],
        lines > text[-1],
        kept[np.maximum(lines - 1, 0)] & (lines > 0),
        kept[after] & (after > lines),
        measured.columns[_LINK_DENSITY, after],
        before[lines] / max(int(words.sum()), 1),
        np.log1p(alike),
        alike / count,
        np.log1p(count),
    )
    for row, values in enumerate(more, len(LINE_KINDS) + len(LINE_OWN)):
        columns[row] = values
    columns[-len(PAGE_KINDS) :] = measured.kinds[:, None]
    return columns
