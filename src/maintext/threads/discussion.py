"""What the posts of a page say about its kind: whether it is a thread."""

import re
from collections.abc import Sequence
from enum import Enum

import numpy as np

from maintext.arrays import BoolArray, IntArray
from maintext.page.page import Page
from maintext.page.tags import Flag, in_tags, tag_mask
from maintext.threads import Post
from maintext.threads.times import has_time

LEAST_AUTHORS = 2
"""Minimum number of authors of a thread: the posts of a blog mostly have one."""
LEAST_SHARE = 0.2
"""Minimum share of the page's text in the posts of a thread."""

_COMMENTS = re.compile(r"(?<![a-z])(?:comments?|reviews?|testimonials?|disqus|guestbook)(?![a-z])")
_FORUM = re.compile(r"(?<![a-z])(?:forums?|bbs|questions?|view-?topic)(?![a-z])")
_ARTICLE = re.compile(r"(?<![a-z])(?:article|entry|hentry|blog|story|news)(?![a-z])")
_NO_ARTICLE = re.compile(
    rf"{_COMMENTS.pattern}|{_FORUM.pattern}|(?<![a-z])(?:topics?|threads?|discussions?)(?![a-z])"
)
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_HEADING_OF_COMMENTS = re.compile(
    r"\W*(?:\d+\W+)?(?:(?:user|reader|visitor|customer|product|all|latest|recent)(?:['’]?s['’]?)? )?"
    r"(?:comments?|reviews?|kommentare?|bewertungen|commentaires?|comentarios?|comentários?|commenti|"
    r"коммент\w*|отзыв\w*|komentarze|σχόλια|.{0,4}(?:评论|評論|评价|評價|コメント|レビュー|댓글))(?!\w)",
    re.IGNORECASE,
)
_LONGEST_HEADING = 40
_REPLY = re.compile(r"(?:re|aw|sv|回复|回覆)\s?[:：]\s*", re.IGNORECASE)
_TITLES = tag_mask("h1 h2 h3")
_AROUND = int(Flag.NAV | Flag.HEADER | Flag.ASIDE | Flag.FOOTER)
_OF_SITE = ("html", "body")  # their names describe the site
_HEADINGS = tag_mask("h1 h2 h3 h4 h5 h6")


class Discussion(Enum):
    """What the posts of a page say about its kind."""

    THREAD = "thread"
    """Several authors have written a good part of the page, as posts."""
    UNCLEAR = "unclear"
    """There are posts, but they may be comments, reviews or sections of an article."""
    NONE = "none"
    """There are no posts."""


def read_discussion(page: Page, posts: Sequence[Post]) -> Discussion:
    """What the posts of a page say; `posts` are all that `find_posts` finds.

    >>> from maintext.page.parse import parse
    >>> from maintext.threads import find_posts
    >>> post = "<li class=reply><b class=author>{}</b> <time>{} May 2024</time><p>{}"
    >>> page = parse(post.format("Ann", 2, "Salt the water.") + post.format("Bo", 3, "Not before it boils."))
    >>> read_discussion(page, find_posts(page))
    <Discussion.THREAD: 'thread'>
    """
    if not posts:
        return Discussion.NONE
    replies = [post for post in posts if post.kind == "post"]
    authors = {post.author for post in replies if post.author}
    if len(authors) < LEAST_AUTHORS:
        return Discussion.UNCLEAR
    if not _are_alike(page, replies[0], replies[-1]):
        del replies[0]  # a question, or the article that the others comment on
    share = sum(len(post.text) for post in replies) / int(page.chars[page.leaves].sum())
    if share < LEAST_SHARE or _are_comments(page, replies) or _are_sections(page, replies):
        return Discussion.UNCLEAR
    return Discussion.THREAD


def follow_article(page: Page, posts: Sequence[Post]) -> bool:
    """Whether posts are comments on an article, by the names of elements and however short the article is."""
    replies = [post for post in posts if post.kind == "post"]
    if len(replies) > 1 and not _are_alike(page, replies[0], replies[-1]):
        del replies[0]
    if not replies or not _are_comments(page, replies):
        return False
    rows = page.blocks.first_row
    is_text = (rows < replies[0].element) & ((page.flags[rows] & _AROUND) == 0)
    if not is_text.any():
        return False
    longest = rows.item(int(np.argmax(np.where(is_text, page.blocks.chars, 0))))
    around = [row for row in page.ancestors(longest) if page.tag_name(row) not in _OF_SITE]
    names = [f"{page.tag_name(row)} {_names(page, row)}" for row in around]
    return any(map(_ARTICLE.search, names)) and not any(map(_NO_ARTICLE.search, names))


def _are_alike(page: Page, post: Post, other: Post) -> bool:
    """Whether two posts are elements of the same tag and first class; an article and a comment are not."""
    first, second = (
        (page.tag.item(row), (page.attribute(row, "class") or "").split()[:1])
        for row in (post.element, other.element)
    )
    return first == second


def _are_comments(page: Page, posts: Sequence[Post]) -> bool:
    """Whether an element around posts, or the heading before them, is named after comments or reviews.

    Not if an element further out is named after a forum: some forums call their posts comments.
    """
    row = posts[len(posts) // 2].element
    found = False
    for above in (row, *page.ancestors(row)):
        names = _names(page, above)
        if _COMMENTS.search(names):
            found = True
        elif found and _FORUM.search(names):
            return False
    if found:
        return True
    before = _blocks_of(page, _HEADINGS)
    before = before[page.blocks.first_row[before] < posts[0].element]
    return len(before) > 0 and is_heading_of_comments(page.block_text(int(before[-1])))


def _names(page: Page, row: int) -> str:
    """The words of an element's names."""
    names = " ".join(page.attribute(row, name) or "" for name in ("class", "id", "itemprop"))
    return _CAMEL.sub("-", names).lower()


def is_heading_of_comments(text: str) -> bool:
    """Whether a heading says that comments or reviews follow.

    >>> [is_heading_of_comments(text) for text in ("Comments (4)", "网友评论", "3 reviews", "Commentary")]
    [True, True, True, False]
    """
    return len(text) <= _LONGEST_HEADING and _HEADING_OF_COMMENTS.match(text) is not None


def _are_sections(page: Page, posts: Sequence[Post]) -> bool:
    """Whether most posts have their own title, as short news have; a thread repeats its title."""
    rows = page.blocks.first_row
    blocks = _blocks_of(page, _TITLES)
    titles = set()
    for post in posts:
        inside = (rows[blocks] >= post.element) & (rows[blocks] < page.end.item(post.element))
        for block in blocks[inside][:1].tolist():
            text = _REPLY.sub("", page.block_text(block))
            if not has_time(text) and not (post.author and post.author in text):
                titles.add(text)
    return len(titles) > len(posts) / 2


def _blocks_of(page: Page, tags: BoolArray) -> IntArray:
    """Blocks in an element with one of the tags, a `tag_mask`."""
    return np.flatnonzero(page.inside(in_tags(page.tag, tags))[page.blocks.first_row])
