"""The second look at threads: missing text of posts is kept, and kept text that is not of a post is dropped.

The model scores blocks by what they look like, and a short reply ("Thanks, that worked.") looks like a label.
But it is where the other posts have their texts. On a page that may be a thread, `maintext.threads` finds
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
_MOST = 0.5
"""Share of the words of posts, below which the choice of the model went wrong (docs/cleanup.md)."""
_MOST_OF_FIRST = 0.5
"""Share of the first post, from which the model chose that post, and left the replies out."""
_COPIED = 0.25
"""Share of the words of posts in other text, from which the page has them twice."""
_MOST_REPEATS = 2
_PROBABLE = 0.5
_FORUM = KINDS.index("forum")
_REPEATS = BLOCK_FEATURES.index("repeats")


class _Thread(NamedTuple):
    """What the kernel reads of a thread."""

    memory: "Buffer"
    probability: FloatArray | None
    names: IntArray
    number: IntArray
    """By block: the post that it is text of; -1 for none."""
    in_comment: BoolArray
    kept: BoolArray


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
    """Whether the page is surely a thread, and most text of its posts is missing, of the first one, too."""
    if scores.measured.kinds[_FORUM] < _SURELY_FORUM or not thread.kept.any():
        return False
    if thread.number.max() + 1 < _ENOUGH_POSTS:
        return False
    # What the model itself chose counts, so that `prefer` and `threshold` do not decide on this.
    own = (scores.measured.chosen | changes.added) & ~changes.dropped
    in_post = _texts_of_posts(scores, thread)
    if _share(scores, in_post, own) >= _MOST or _share(scores, thread.number == 0, own) >= _MOST_OF_FIRST:
        return False
    return not _has_copy(scores, in_post, own)


def _share(scores: AutoScores, blocks: BoolArray, chosen: BoolArray) -> float:
    """The share of the words of some blocks that was chosen."""
    return float(scores.words[blocks & chosen].sum() / max(scores.words[blocks].sum(), 1))


def _texts_of_posts(scores: AutoScores, thread: _Thread) -> BoolArray:
    """The blocks of posts, without texts that repeat: these are notes ("This post was deleted")."""
    return (thread.number >= 0) & (scores.measured.columns[_REPEATS] <= _MOST_REPEATS)


def _has_copy(scores: AutoScores, in_post: BoolArray, own: BoolArray) -> bool:
    """Whether a quarter of the posts' words or more are in chosen blocks with the same text."""
    texts = scores.page.texts_of(in_post)
    elsewhere = {*scores.page.texts_of(own & ~in_post)}
    copied = [text in elsewhere for text in texts]
    words = scores.words[in_post]
    return bool(words[copied].sum() >= _COPIED * words.sum())


def _all_posts(scores: AutoScores, thread: _Thread, was_dropped: BoolArray) -> PostChanges:
    """Keep the text of all posts, and beside it only what is probable.

    The model took something else for the main text, such as a banner, so a low probability of a post says
    little.
    """
    in_post = _texts_of_posts(scores, thread)
    if scores.noise is not None:
        in_post &= ~scores.noise
    return PostChanges(
        in_post & ~thread.kept & ~was_dropped,
        thread.kept & (thread.number < 0) & (scores.probabilities < _PROBABLE),
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
    return _Thread(memory, probability, posts.names, posts.number, posts.in_comment, kept)
