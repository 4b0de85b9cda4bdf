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
from maintext.model.schema import BLOCK_FEATURES, POST_FEATURES
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
_SURELY_FORUM = 0.8
_ENOUGH_POSTS = 5
_HARDLY_ANY = 0.25
"""Share of the words of posts, below which the choice of the model went wrong (docs/cleanup.md)."""
_MOST_REPEATS = 2
_PROBABLE = 0.5
_FORUM = KINDS.index("forum")
_REPEATS = BLOCK_FEATURES.index("repeats")
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
    if _misses_posts(scores, thread, changes):
        changes = _all_posts(scores, thread, was_dropped)
    return changes if (changes.added | (kept & ~changes.dropped)).any() else None


def _misses_posts(scores: AutoScores, thread: _Thread, changes: PostChanges) -> bool:
    """Whether the page is surely a thread, and hardly any text of its posts is kept."""
    *_, number, _, kept = thread
    if scores.measured.kinds[_FORUM] < _SURELY_FORUM or number.max() + 1 < _ENOUGH_POSTS:
        return False
    in_post = number >= 0
    kept_in_post = in_post & (kept | changes.added) & ~changes.dropped
    return bool(scores.words[kept_in_post].sum() < _HARDLY_ANY * scores.words[in_post].sum())


def _all_posts(scores: AutoScores, thread: _Thread, was_dropped: BoolArray) -> PostChanges:
    """Keep the text of all posts, and beside it only what is probable.

    The model took something else for the main text, such as a banner, so a low probability of a post says
    little. A text that repeats is a note ("This post was deleted"), not a post.
    """
    *_, number, _, kept = thread
    in_post = (number >= 0) & (scores.measured.columns[_REPEATS] <= _MOST_REPEATS)
    return PostChanges(
        in_post & ~kept & ~was_dropped, kept & (number < 0) & (scores.probabilities < _PROBABLE)
    )


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
