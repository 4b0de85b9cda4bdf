"""Repeated elements that may be the posts of a thread.

Posts repeat: each has a name, a time and a text, in similar elements. So a group of similar elements (items
marked as posts; or texts, times or names of the same kind) shows where the posts are: each post is the
largest element that holds exactly one member of the group.
"""

import numpy as np

from maintext.page.page import Page
from maintext.page.tags import TAG_ID
from maintext.threads.evidence import Evidence, Group
from maintext.threads.marks import Mark
from maintext.threads.vocabulary import MIN_SHARE

_MOST_LEVELS = 12  # from a text up to the element that holds its post
_H1 = TAG_ID["h1"]


def best_group(evidence: Evidence, comments: bool = False) -> Group | None:
    """The group that is most likely the thread, if any.

    The group with the most text wins; among groups with about the same text, the one with the most posts.
    """
    groups = evidence.groups
    if comments:
        in_comments = evidence.marks.in_comments
        groups = [group for group in groups if in_comments[group.start].mean() > MIN_SHARE]
    groups = [group for group in groups if is_of_posts(evidence.page, group)]
    if not groups:
        return None
    enough = 0.8 * max(group.score for group in groups)
    return max((group for group in groups if group.score >= enough), key=lambda group: group.fullness)


def opening_group(evidence: Evidence, group: Group) -> Group | None:
    """The first post: shortly before the others, with a text and a name or a time."""
    places = evidence.page.table.post_opening(evidence.memory, group.start.item(0))
    return None if places is None else _single(places)


def lone_group(evidence: Evidence) -> Group | None:
    """A thread of one post: a text and a thread, both marked, with a name and a time near the text."""
    page, marks, blocks = evidence.page, evidence.marks, evidence.blocks
    if not (evidence.in_body.any() and marks.has(Mark.THREAD).any()):
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
            end = page.end[at]
            owner = np.where((blocks.first_row >= at) & (blocks.first_row < end), 0, -1)
            return _single((np.array([at]).tobytes(), end.tobytes(), owner.tobytes()))
    return None


def _single(places: tuple[bytes, bytes, bytes]) -> Group:
    """A group of one post."""
    return Group((1, 1.0), 0.0, places, b"", b"")


def first_title(page: Page, before: int) -> int:
    """Row of the first `<h1>` with text before a row; 0 if there is none."""
    rows = (page.tag[:before] == _H1).nonzero()[0]
    if len(rows):
        rows = rows[page.leaves.searchsorted(rows) < page.leaves.searchsorted(page.end[rows])]
    return int(rows[0]) if len(rows) else 0


def is_of_posts(page: Page, group: Group) -> bool:
    """Whether a group has names that differ, if it has any; and is not of teasers of other pages."""
    names, titles = _different(page, group.names), _different(page, group.titles)
    return names != 1 and titles <= MIN_SHARE * group.fullness[0]


def _different(page: Page, blocks: bytes) -> int:
    """Number of different texts of some blocks, given as int64."""
    if not blocks:
        return 0
    wanted = np.zeros(len(page.blocks), dtype=np.bool_)
    wanted[np.frombuffer(blocks, dtype=np.int64)] = True
    return len({*page.texts_of(wanted)})
