"""Posts: the messages of a thread, the answers to a question, the comments under an article."""

from dataclasses import dataclass
from typing import Literal

from maintext.page.page import Page

__all__ = ["Kind", "Post", "find_posts"]

Kind = Literal["post", "comment"]


@dataclass(frozen=True, slots=True)
class Post:
    """What one person wrote: a post of a thread, or a comment beside an article."""

    kind: Kind
    author: str | None
    time: str | None
    """When, as it is printed."""
    date: str | None
    """The same in ISO 8601, where the page declares it or writes it out."""
    text: str
    blocks: tuple[int, ...]
    """The blocks of `page.blocks` that are its text."""
    element: int
    """Row of the element that holds it, or where that begins."""
    xpath: str
    """The path of that element."""


def find_posts(page: Page, kind: Kind | None = None) -> tuple[Post, ...]:
    """The posts of a page in document order; empty where it has none.

    `kind` says what they are, where that is known: `"post"` on a thread, `"comment"` beside an article.
    Comments under the posts of a thread are comments either way.

    >>> from maintext.page.parse import parse
    >>> page = parse('''<ul><li class=reply><b class=author>Ann</b> <time>2 May 2024</time><p>Salt the water.
    ... <li class=reply><b class=author>Bo</b> <time>3 May 2024</time><p>Not before it boils.</ul>''')
    >>> [(post.kind, post.author, post.date, post.text) for post in find_posts(page)]
    [('post', 'Ann', '2024-05-02', 'Salt the water.'), ('post', 'Bo', '2024-05-03', 'Not before it boils.')]
    """
    from maintext.threads.finder import find  # its many patterns take time to compile

    return find(page, kind)
