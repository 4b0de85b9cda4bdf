"""The second look at threads: missing text of posts is kept, and kept text that is not of a post is dropped.

The model scores blocks by what they look like, and a short reply ("Thanks, that worked.") looks like a label.
But it stands where the other posts have their texts. On a page that may be a thread, `maintext.threads` finds
the posts. Trees then read a block's probability, and what is kept of its post, of the other posts and of
similar blocks. They were fitted to labelled threads, with the rest of the model. `docs/cleanup.md` has the
figures.
"""

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from maintext.arrays import BoolArray, Columns, FloatArray, IntArray
from maintext.methods.auto.scores import AutoScores
from maintext.model.auto import KINDS
from maintext.model.schema import POST_FEATURES
from maintext.model.second_look import SecondLook
from maintext.threads import place_posts

if TYPE_CHECKING:
    from maintext._kernel._native import Buffer

KEPT = "kept as text of a post"
DROPPED = "dropped: not the text of a post"
LEAST_FORUM = 0.3
"""Probability of a forum from which posts are looked for. With 0.5, articles with comments are too rare among
the examples, and the trees drop their text."""
_LEAST_POSTS = 2
_FORUM = KINDS.index("forum")
_Thread = tuple["Buffer", FloatArray | None, IntArray, IntArray, BoolArray, BoolArray]


class PostChanges(NamedTuple):
    """The blocks of a thread that are added and dropped."""

    added: BoolArray
    dropped: BoolArray


def look_at_posts(
    scores: AutoScores, kept: BoolArray, was_dropped: BoolArray | None, look: SecondLook
) -> PostChanges | None:
    """What changes in a thread; None if the page is no thread, or nothing would remain.

    Blocks in `was_dropped`, which an earlier rule dropped, are not added.
    """
    thread = _thread(scores, kept)
    if thread is None:
        return None
    if was_dropped is None:
        was_dropped = np.zeros_like(kept)
    bounds = look.bounds.post_from, look.bounds.post_below
    changed = scores.page.table.look_at_posts(thread, look.posts.packed, bounds, was_dropped)
    changes = PostChanges(*(np.frombuffer(blocks, dtype=np.bool_) for blocks in changed))
    return changes if (changes.added | (kept & ~changes.dropped)).any() else None


def post_columns(scores: AutoScores, kept: BoolArray) -> tuple[IntArray, Columns] | None:
    """The blocks of posts and all kept ones, and the columns of the trees; None if the page is no thread."""
    thread = _thread(scores, kept)
    if thread is None:
        return None
    blocks, columns = scores.page.table.post_columns(thread)
    matrix = np.frombuffer(columns, dtype=np.float32).reshape(len(POST_FEATURES), -1)
    return np.frombuffer(blocks, dtype=np.int64), matrix


def _thread(scores: AutoScores, kept: BoolArray) -> _Thread | None:
    """What the kernel reads of a thread; None if the page is none."""
    if scores.measured.kinds[_FORUM] < LEAST_FORUM:
        return None
    posts = place_posts(scores.page, "post")
    if posts is None or posts.count < _LEAST_POSTS:
        return None
    memory, probability = scores.measured.memory, scores.site_probability
    return memory, probability, posts.names, posts.number, posts.in_comment, kept
