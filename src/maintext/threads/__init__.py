"""Posts: messages of a thread, answers to a question, comments on an article."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

import numpy as np

from maintext.arrays import BoolArray, IntArray
from maintext.page.page import Page

__all__ = ["PlacedPost", "Post", "PostKind", "all_blocks_of", "find_post_blocks", "find_posts", "place_posts"]

PostKind = Literal["post", "comment"]


@dataclass(frozen=True, slots=True)
class Post:
    """A post of a thread, or a comment on an article; see `Document.posts` and `Document.comments`."""

    kind: PostKind
    """`post` or `comment`."""
    author: str | None
    """Who wrote it."""
    time: str | None
    """When it was written, as the page shows it."""
    date: str | None
    """The same in ISO 8601, if the page declares or shows a full date."""
    text: str
    """Its text, without author and time."""
    blocks: tuple[int, ...]
    """Blocks of `page.blocks` with its text."""
    element: int
    """Row of the element that holds it; of the first, if these are several siblings."""
    xpath: str
    """XPath of that element."""


def find_posts(page: Page, kind: PostKind | None = None) -> tuple[Post, ...]:
    """The posts of a page, in document order.

    `kind` is their kind, if known: `"post"` in a thread, `"comment"` on an article. Comments on the posts of
    a thread are always comments.

    >>> from maintext.page.parse import parse
    >>> page = parse('''<ul><li class=reply><b class=author>Ann</b> <time>2 May 2024</time><p>Salt the water.
    ... <li class=reply><b class=author>Bo</b> <time>3 May 2024</time><p>Not before it boils.</ul>''')
    >>> [(post.kind, post.author, post.date, post.text) for post in find_posts(page)]
    [('post', 'Ann', '2024-05-02', 'Salt the water.'), ('post', 'Bo', '2024-05-03', 'Not before it boils.')]
    """
    from maintext.threads.finder import find  # compiles many patterns, so only on first use

    return find(page, kind)


class PlacedPost(Protocol):
    """The place of a post on its page."""

    @property
    def kind(self) -> PostKind: ...
    @property
    def blocks(self) -> tuple[int, ...]: ...
    @property
    def element(self) -> int: ...
    @property
    def names(self) -> IntArray:
        """By row of the page, a number for its tag and first class: equal for similar elements."""


def place_posts(page: Page, kind: PostKind | None = None) -> Sequence[PlacedPost]:
    """The places of the posts that `find_posts` finds, in half the time: authors and times are not read."""
    from maintext.threads.finder import find_places

    return tuple(find_places(page, kind))


def find_post_blocks(page: Page, kind: PostKind | None = None) -> BoolArray:
    """`all_blocks_of` these posts."""
    return all_blocks_of(page, place_posts(page, kind))


class _Placed(Protocol):
    """A post, or what is known of its place."""

    @property
    def blocks(self) -> tuple[int, ...]: ...
    @property
    def element(self) -> int: ...


def all_blocks_of(page: Page, posts: Iterable[_Placed]) -> BoolArray:
    """The blocks of posts, also those with their authors and times."""
    blocks = np.zeros(len(page.blocks), dtype=np.bool_)
    begins = np.zeros(len(page), dtype=np.bool_)
    for post in posts:
        blocks[list(post.blocks)] = True
        begins[post.element] = True
    return blocks | page.inside(begins)[page.blocks.first_row]
