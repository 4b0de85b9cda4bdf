"""The second look at threads: missing text of posts is kept, and kept text that is not of a post is dropped.

The model scores blocks by what they look like, and a short reply ("Thanks, that worked.") looks like a label.
But it stands where the other posts have their texts. On a page that may be a thread, `maintext.threads` finds
the posts. Trees then read a block's probability, and what is kept of its post, of the other posts and of
similar blocks. They were fitted to labelled threads, with the rest of the model. `docs/cleanup.md` has the
figures.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from maintext.arrays import BoolArray, Columns, FloatArray, IntArray
from maintext.methods.auto.scores import AutoScores
from maintext.model.auto import KINDS
from maintext.model.schema import POST_FEATURES
from maintext.model.second_look import SecondLook
from maintext.threads import PlacedPost, place_posts

KEPT = "kept as text of a post"
DROPPED = "dropped: not the text of a post"
_LEAST_FORUM = 0.3
"""Probability of a forum from which posts are looked for. With 0.5, articles with comments are too rare among
the examples, and the trees drop their text."""
_LEAST_POSTS = 2
_MOST_ODDS = 7.0
_FORUM = KINDS.index("forum")


class PostChanges(NamedTuple):
    """The blocks of a thread that are added and dropped."""

    added: BoolArray
    dropped: BoolArray


def look_at_posts(
    scores: AutoScores, kept: BoolArray, was_dropped: BoolArray, look: SecondLook
) -> PostChanges | None:
    """What changes in a thread; None if the page is no thread, or nothing would remain.

    Blocks in `was_dropped`, which an earlier rule dropped, are not added.
    """
    found = post_columns(scores, kept)
    if found is None:
        return None
    blocks, columns = found
    log_odds = look.posts.margins(columns)[0]
    in_post = columns[_AT["in_text"]] + columns[_AT["in_comment"]] > 0
    added, dropped = np.zeros_like(kept), np.zeros_like(kept)
    added[blocks[in_post & (log_odds > look.bounds.post_from)]] = True
    dropped[blocks[log_odds < look.bounds.post_below]] = True
    added &= ~(kept | was_dropped)
    dropped &= kept
    return PostChanges(added, dropped) if (added | (kept & ~dropped)).any() else None


def post_columns(scores: AutoScores, kept: BoolArray) -> tuple[IntArray, Columns] | None:
    """The blocks of posts and all kept ones, and the columns of the trees; None if the page is no thread."""
    if scores.measured.kinds[_FORUM] < _LEAST_FORUM:
        return None
    posts = place_posts(scores.page, "post")
    number = _numbers(posts, len(kept))
    if number.max(initial=-1) + 1 < _LEAST_POSTS:
        return None
    in_comment = np.zeros_like(kept)
    for post in posts:
        if post.kind == "comment":
            in_comment[list(post.blocks)] = True
    columns = _columns(scores, kept, number, in_comment, posts[0].names)
    blocks = np.flatnonzero((number >= 0) | in_comment | kept)
    return blocks, columns[:, blocks]


def _numbers(posts: Sequence[PlacedPost], blocks: int) -> IntArray:
    """The number of the post that each block is text of; -1 for other blocks."""
    number = np.full(blocks, -1, dtype=np.int64)
    for at, post in enumerate(post for post in posts if post.kind == "post"):
        number[list(post.blocks)] = at
    return number


def _columns(
    scores: AutoScores, kept: BoolArray, number: IntArray, in_comment: BoolArray, names: IntArray
) -> Columns:
    """`POST_FEATURES` × all blocks."""
    page, words = scores.page, scores.words
    likely = np.clip(scores.probabilities, 1e-9, 1 - 1e-9)
    odds = np.clip(np.log(likely / (1 - likely)), -_MOST_ODDS, _MOST_ODDS)
    in_text = number >= 0
    text = np.flatnonzero(in_text)
    count = int(number.max()) + 1
    posts = _Means(number[text], words[text], count)
    own_odds, own_kept = posts.of(odds[text]), posts.of(kept[text])
    own_words = np.bincount(number[text], words[text], count)
    own_best = np.full(count, -_MOST_ODDS)
    np.maximum.at(own_best, number[text], odds[text])
    element = page.blocks.element
    around = names[element] * len(page) + names[np.maximum(page.parent[element], 0)]
    _, alike = np.unique(2 * around + in_text, return_inverse=True)
    similar = _Means(alike, words, int(alike.max()) + 1)
    by_post = text[np.argsort(number[text], kind="stable")]  # a post may go on after the replies inside it
    line = np.zeros(len(kept))
    line[by_post] = np.arange(len(text)) - np.searchsorted(number[by_post], number[by_post])
    kept_words, text_words = words[kept].sum(), words[in_text].sum()
    both = words[kept & in_text].sum()
    at = np.arange(len(kept))
    of_post = {
        "own_odds": own_odds,
        "own_best": own_best,
        "own_kept": own_kept,
        "own_words": np.log1p(own_words),
        "own_lines": np.bincount(number[text], minlength=count),
        "place": np.arange(count) / count,
    }
    values: dict[str, FloatArray | IntArray | BoolArray | float] = {
        "odds": odds,
        "kept": kept,
        "in_text": in_text,
        "in_comment": in_comment,
        "words": np.log1p(words),
        "number": number,
        "line": line,
        **{name: np.where(in_text, column[number], _NO_POST) for name, column in of_post.items()},
        "similar_odds": similar.of(odds)[alike],
        "similar_kept": similar.of(kept)[alike],
        "similar_blocks": np.log1p(similar.size)[alike],
        "last_kept": np.append(False, kept[:-1]),
        "next_kept": np.append(kept[1:], False),
        "before": at < text[0],
        "after": at > text[-1],
        "posts": np.log(count),
        "posts_kept": float((own_kept > 0.5).mean()),
        "posts_odds": float(np.median(own_odds)),
        "posts_words": float(np.log1p(np.median(own_words))),
        "text_kept": both / max(int(text_words), 1),
        "kept_in_text": both / max(int(kept_words), 1),
    }
    columns = np.empty((len(POST_FEATURES), len(kept)), dtype=np.float32)
    for name, column in values.items():
        columns[_AT[name]] = column
    columns[len(values) :] = scores.measured.kinds[:, None]
    return columns


class _Means:
    """Means over groups of blocks, by words."""

    def __init__(self, group: IntArray, words: IntArray, groups: int) -> None:
        self.group, self.weight = group, words + 1.0
        self.size = np.bincount(group, minlength=groups)
        self._total = np.maximum(np.bincount(group, self.weight, groups), 1.0)

    def of(self, values: FloatArray | BoolArray) -> FloatArray:
        """The mean of each group."""
        return np.bincount(self.group, values * self.weight, len(self.size)) / self._total


_AT = {name.removeprefix("post_"): at for at, name in enumerate(POST_FEATURES)}
_NO_POST = -_MOST_ODDS - 1
"""The value of features of a post, for other blocks."""
