"""Posts: messages of a thread, answers to a question, comments on an article."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

import numpy as np

from maintext.arrays import BoolArray, IntArray
from maintext.page.page import Page

__all__ = [
    "PlacedPosts",
    "Post",
    "PostKind",
    "all_blocks_of",
    "find_post_blocks",
    "find_posts",
    "place_posts",
]

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

    found = find(page, kind)
    return () if found is None else found.read()


class PlacedPosts(Protocol):
    """The places of the posts of a page."""

    @property
    def count(self) -> int:
        """Number of posts, without comments."""

    @property
    def number(self) -> IntArray:
        """By block: the number of the post that it is text of, without comments; -1 for other blocks."""

    @property
    def in_comment(self) -> BoolArray:
        """Blocks that are text of a comment."""

    @property
    def elements(self) -> Sequence[int]:
        """Rows of the elements that hold the posts and comments."""

    @property
    def names(self) -> IntArray:
        """By row of the page, a number for its tag and first class: equal for similar elements."""


def place_posts(page: Page, kind: PostKind | None = None) -> PlacedPosts | None:
    """The places of the posts that `find_posts` finds, much faster; None if there are none."""
    from maintext.threads.finder import find

    return find(page, kind)


def find_post_blocks(page: Page, kind: PostKind | None = None) -> BoolArray:
    """`all_blocks_of` these posts."""
    posts = place_posts(page, kind)
    if posts is None:
        return np.zeros(len(page.blocks), dtype=np.bool_)
    return (posts.number >= 0) | posts.in_comment | _blocks_inside(page, posts.elements)


def all_blocks_of(page: Page, posts: Iterable[Post]) -> BoolArray:
    """The blocks of posts, also those with their authors and times."""
    blocks = np.zeros(len(page.blocks), dtype=np.bool_)
    elements = []
    for post in posts:
        blocks[list(post.blocks)] = True
        elements.append(post.element)
    return blocks | _blocks_inside(page, elements)


def _blocks_inside(page: Page, elements: Sequence[int]) -> BoolArray:
    begins = np.zeros(len(page), dtype=np.bool_)
    begins[list(elements)] = True
    return page.inside(begins)[page.blocks.first_row]
