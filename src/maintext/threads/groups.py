"""Repeated elements that may be the posts of a thread.

Posts repeat: each has a name, a time and a text, in similar elements. So a group of similar elements (items
marked as posts; or texts, times or names of the same kind) shows where the posts are: each post is the
largest element that holds exactly one member of the group.
"""

from dataclasses import dataclass

import numpy as np

from maintext.arrays import BoolArray, IntArray
from maintext.page.page import Page
from maintext.page.tags import TAG_ID, A, Flag, P
from maintext.threads.evidence import Evidence
from maintext.threads.marks import Mark
from maintext.threads.vocabulary import MIN_SHARE, MIN_UNMARKED

_MIN_CHARS = 8  # mean length of the posts
_RUN_FACTOR = 0.6  # weight of a post that is a run of siblings, not one element
_LONGEST_NAME = 40
_SHORTEST_TITLE = 20  # CJK counts twice
_MOST_LEVELS = 12  # from the first reply up to the element that holds the first post
_H1 = TAG_ID["h1"]


@dataclass(frozen=True, eq=False, repr=False)
class Group:
    """Possible posts, in document order: elements, or runs of siblings."""

    start: IntArray
    end: IntArray
    """The rows of each post are `start .. end`."""
    owner: IntArray
    """By block: the innermost post that holds it; -1 for none."""
    good: BoolArray
    """Posts with a text and a name or a time."""
    score: float
    fullness: tuple[int, float]
    """Number of good posts, and the share of them with both a name and a time."""

    def __len__(self) -> int:
        return len(self.start)


def best_group(evidence: Evidence, comments: bool = False) -> Group | None:
    """The group that is most likely the thread, if any.

    The group with the most text wins; among groups with about the same text, the one with the most posts.
    """
    groups = []
    for start, end, is_run in evidence.marks.groups:
        group = _judge(evidence, start, end, is_run)
        if group is not None and (not comments or _most(evidence.marks.in_comments[group.start])):
            groups.append(group)
    if not groups:
        return None
    enough = 0.8 * max(group.score for group in groups)
    return max((group for group in groups if group.score >= enough), key=lambda group: group.fullness)


def opening_group(evidence: Evidence, group: Group) -> Group | None:
    """The first post: shortly before the others, with a text and a name or a time."""
    page, blocks = evidence.page, evidence.blocks
    first = int(group.start[0])
    floor = int(titles(page, first)[-1])
    stop = int(np.searchsorted(blocks.first_row, first))
    text = np.append(0, np.cumsum(evidence.running))
    meta = np.append(0, np.cumsum(evidence.times | evidence.people))
    for above in page.ancestors(first)[:_MOST_LEVELS]:
        begin = int(np.searchsorted(blocks.first_row, max(above, floor)))
        if text[stop] > text[begin] and meta[stop] > meta[begin]:
            start, end = np.array([above + 1]), np.array([first])
            owner = np.where(blocks.first_row >= floor, _owners(page, start, end), -1)
            return Group(start, end, owner, np.array([True]), 0.0, (1, 1.0))
    return None


def lone_group(evidence: Evidence) -> Group | None:
    """A thread of one post: a text and a thread, both marked, with a name and a time near the text."""
    page, marks, blocks = evidence.page, evidence.marks, evidence.blocks
    if not (marks.has(Mark.THREAD).any() and marks.has(Mark.BODY).any()):
        return None
    text = np.where(evidence.in_body, evidence.running, 0)
    if not text.any():
        return None
    row = int(blocks.first_row[np.argmax(text)])
    thread = int(page.nearest(marks.has(Mark.THREAD))[row])
    times, people = page.subtree(marks.times), page.subtree(marks.people)
    for at in page.ancestors(row)[:_MOST_LEVELS]:
        if at < thread or thread < 0:
            break
        if times[at] and people[at] and not marks.elsewhere[at]:
            start = np.array([at])
            owner = _owners(page, start, page.end[start])
            return Group(start, page.end[start], owner, np.array([True]), 0.0, (1, 1.0))
    return None


def titles(page: Page, before: int) -> IntArray:
    """Rows of the `<h1>` elements with text before a row; the first row if there are none."""
    rows = np.flatnonzero((page.tag[:before] == _H1) & (page.subtree_chars[:before] > 0))
    return rows if len(rows) else np.zeros(1, dtype=np.int64)


def _owners(page: Page, start: IntArray, end: IntArray) -> IntArray:
    """By block: the innermost of the row ranges that holds it; -1 for none."""
    rows = page.blocks.first_row
    if (end[:-1] > start[1:]).any():
        mask = np.zeros(len(page), dtype=np.bool_)
        mask[start] = True
        nearest = page.nearest(mask)[rows]
        return np.where(nearest >= 0, np.searchsorted(start, nearest), -1)
    at = np.searchsorted(start, rows, side="right") - 1
    return np.where((at >= 0) & (rows < end[at]), at, -1)


def _judge(evidence: Evidence, start: IntArray, end: IntArray, is_run: bool) -> Group | None:
    """The group, if most of it are posts."""
    marks = evidence.marks
    owner = _owners(evidence.page, start, end)
    has_time = _have(owner, evidence.times, len(start))
    has_name = _have(owner, evidence.people, len(start))
    signed = has_time | has_name
    if np.count_nonzero(signed) / len(start) < MIN_SHARE:
        return None
    text = _sum(owner, evidence.text_of(start, end, owner), len(start))
    good = (text > 0) & signed
    in_thread = _most(marks.in_thread[start])
    numbered = bool((has_time & (marks.number_name[start] >= 0)).all())
    if good.sum() < MIN_UNMARKED and not (in_thread or numbered or marks.is_thread):
        return None
    in_thread |= _most(marks.holds_body[start])
    if is_run or not (in_thread or _most(marks.holds_item[start])):
        good &= has_time & (evidence.page.tag[start] != P)  # a post is more than a paragraph
        if good.sum() < MIN_UNMARKED:
            return None
    if good.sum() < 2 or good.mean() < MIN_SHARE or text[good].mean() < _MIN_CHARS:
        return None
    if not _most(has_name[good]) and (is_run or not (in_thread or _named(evidence, owner, good))):
        return None
    if not _most(marks.in_comments[start]) and _are_teasers(evidence, owner, good):
        return None
    score = (_RUN_FACTOR if is_run else 1.0) * float(text[good].sum() * good.mean())
    return Group(start, end, owner, good, score, (int(good.sum()), float((has_name & has_time)[good].mean())))


def _most(rows: BoolArray) -> bool:
    return bool(np.count_nonzero(rows) / len(rows) > MIN_SHARE)


def _sum(owner: IntArray, values: IntArray | BoolArray, many: int) -> IntArray:
    """Sums of a per-block column, per post."""
    return np.bincount(owner + 1, values, minlength=many + 1)[1:].astype(np.int64)


def _have(owner: IntArray, blocks: BoolArray, many: int) -> BoolArray:
    """Which posts own any of the blocks."""
    return np.bincount(owner[blocks] + 1, minlength=many + 1)[1:] > 0


def _named(evidence: Evidence, owner: IntArray, good: BoolArray) -> bool:
    """Whether most posts have a short line that may be a name, and these lines differ."""
    blocks = evidence.blocks
    line = (owner >= 0) & evidence.free & (blocks.chars <= _LONGEST_NAME) & ~evidence.times
    line &= ~evidence.page.has(Flag.HEADING | Flag.CONTROL)[blocks.first_row]
    names = _firsts(evidence, owner, good, line)
    return len(names) >= MIN_SHARE * good.sum() and len(set(names)) > 1


def _are_teasers(evidence: Evidence, owner: IntArray, good: BoolArray) -> bool:
    """Whether most of the group are teasers of other pages: linked titles, all different."""
    page, blocks = evidence.page, evidence.blocks
    title = (
        evidence.linked
        & (evidence.size >= _SHORTEST_TITLE)
        & ~evidence.people
        & ~evidence.times
        & (owner >= 0)
    )
    for block in np.flatnonzero(title).tolist():
        title[block] = not _leads_here(page, int(blocks.first_row[block]))
    return len(set(_firsts(evidence, owner, good, title))) > MIN_SHARE * good.sum()


def _firsts(evidence: Evidence, owner: IntArray, good: BoolArray, wanted: BoolArray) -> list[str]:
    """The text of the first wanted block of each good post that has one."""
    at = np.flatnonzero(wanted)
    at = at[good[owner[at]]]
    _, first = np.unique(owner[at], return_index=True)
    return [evidence.page.block_text(block) for block in at[first].tolist()]


def _leads_here(page: Page, leaf: int) -> bool:
    """Whether a leaf links to a place inside a page, as the titles of posts do."""
    for row in [leaf, *page.ancestors(leaf)[:4]]:
        if page.tag[row] == A:
            return "#" in (page.attribute(row, "href") or "")
    return True
