"""Page → posts: those of the best group, the first post of the thread, and comments on the posts."""

from collections import Counter
from collections.abc import Mapping

import numpy as np

from maintext.arrays import BoolArray, IntArray
from maintext.lazy import lazy
from maintext.page.page import Page
from maintext.page.tags import Flag
from maintext.threads import Post, PostKind
from maintext.threads.evidence import Evidence, Group, read_evidence
from maintext.threads.groups import best_group, first_title, lone_group, opening_group
from maintext.threads.marks import Mark, Marks, read_marks
from maintext.threads.parts import author_of
from maintext.threads.texts import PostTexts, find_texts

_ARTICLE_CHARS = 500  # running text before comments that makes an article; CJK counts twice
_MIN_FULL = 0.6  # share of unmarked comments that must have both a name and a time
_LEAST_RUNNING = (
    0.17  # share of running text in a first post: 10 of 12 below are none, and those from .19 on are
)
_SHORTEST_COPY = 40  # characters; a text this long is never written twice


class Found:
    """The posts of up to three groups of a page, numbered through.

    Their texts, authors and times are read when asked for: that takes most of the time.
    """

    def __init__(self, marks: Marks) -> None:
        self.marks = marks
        self.page = marks.page
        self._owner = np.full(len(self.page.blocks), -1, dtype=np.int64)  # by block: the post; -1 for none
        self._kinds: list[PostKind] = []  # of each post, as in the next two
        self._likeness: list[int] = []
        self._place: list[tuple[PostTexts, int]] = []

    def add(self, texts: PostTexts, kind: PostKind) -> None:
        """Add the posts of a group. No block is text of two groups."""
        many = len(texts.group)
        np.copyto(self._owner, texts.group.owner + len(self._kinds), where=texts.is_text)
        self._kinds += [kind] * many
        self._likeness += texts.likeness.tolist()
        self._place += [(texts, number) for number in range(many)]

    @lazy
    def _posts(self) -> list[int]:
        """The posts that have a text, in document order."""
        posts = list(dict.fromkeys(self._owner[self._owner >= 0].tolist()))
        alike = Counter(self._likeness[post] for post in posts)
        return posts if len(alike) == len(posts) else self._once(posts, alike)

    def _once(self, posts: list[int], alike: Mapping[int, int]) -> list[int]:
        """The posts without copies, which pages have for readers without scripts."""
        best: dict[str | int, int] = {}
        for post in posts:
            text = self._text(post) if alike[self._likeness[post]] > 1 else ""  # without a copy
            key = text if len(text) >= _SHORTEST_COPY else post
            if key not in best or (self._when(best[key])[0] is None and self._when(post)[0] is not None):
                best[key] = post
        return list(best.values())

    # -- places, as in maintext.threads.PlacedPosts ----------------------------------------------------

    @property
    def names(self) -> IntArray:
        return self.marks.name

    @property
    def elements(self) -> list[int]:
        return [self._element(post) for post in self._posts]

    @property
    def count(self) -> int:
        return len(self._of_kind("post"))

    @property
    def number(self) -> IntArray:
        numbers = [-1] * (len(self._kinds) + 1)  # the last entry is for no post
        for number, post in enumerate(self._of_kind("post")):
            numbers[post] = number
        return np.array(numbers, dtype=np.int64)[self._owner]

    @property
    def in_comment(self) -> BoolArray:
        comments = self._of_kind("comment")
        if not comments:
            return np.zeros(len(self._owner), dtype=np.bool_)
        is_comment = np.zeros(len(self._kinds) + 1, dtype=np.bool_)
        is_comment[comments] = True
        return is_comment[self._owner]

    def _of_kind(self, kind: PostKind) -> list[int]:
        return [post for post in self._posts if self._kinds[post] == kind]

    # -- posts -----------------------------------------------------------------------------------------

    def _element(self, post: int) -> int:
        texts, number = self._place[post]
        return texts.group.start.item(number)

    def _text(self, post: int) -> str:
        texts, number = self._place[post]
        return texts.texts[number]

    def _when(self, post: int) -> tuple[str | None, str | None]:
        texts, number = self._place[post]
        return texts.when(number)

    def read(self) -> tuple[Post, ...]:
        """The posts, with their texts, authors and times."""
        blocks: dict[int, list[int]] = {}
        for block, post in enumerate(self._owner.tolist()):
            blocks.setdefault(post, []).append(block)
        shown = [post for post in self._posts if not self._is_in_noscript(post)]
        seen = {self._text(post) for post in shown} if len(shown) < len(self._posts) else set()
        return tuple(
            self._read(post, tuple(blocks[post]))
            for post in self._posts
            if self._text(post) not in seen or not self._is_in_noscript(post)
        )

    def _is_in_noscript(self, post: int) -> bool:
        return bool(self.page.flags[self._element(post)] & int(Flag.NOSCRIPT))

    def _read(self, post: int, blocks: tuple[int, ...]) -> Post:
        texts, number = self._place[post]
        first = int(self.page.blocks.first_row[blocks[0]])
        author = author_of(texts.evidence, texts.around(number), first, texts.common)
        element = self._element(post)
        where = self.page.xpath(element)
        return Post(self._kinds[post], author, *self._when(post), self._text(post), blocks, element, where)


def find(page: Page, kind: PostKind | None) -> Found | None:
    """The posts of a page; None if there are none."""
    if not page.table.leaf_count:
        return None
    marks = read_marks(page)
    evidence = read_evidence(page, marks, np.ones(page.table.block_count, dtype=np.bool_))
    group = best_group(evidence)
    if group is None:
        alone = None if kind == "comment" else lone_group(evidence)
        if alone is None:
            return None
        found = Found(marks)
        found.add(find_texts(evidence, alone), "post")
        return found
    are_comments = evidence.are_comments(group)
    kind = kind or _kind(evidence, group)
    if kind == "comment" and not are_comments and group.fullness[1] < _MIN_FULL:
        return None  # more likely dates in an article
    found, texts = Found(marks), find_texts(evidence, group)
    found.add(texts, kind)
    if kind == "post":
        used = texts.is_inside
        if (opening := opening_group(evidence, group)) is not None:
            first = find_texts(evidence, opening)
            if _is_written(evidence, first):
                found.add(first, kind)
                used = used | first.is_inside
        if not are_comments and marks.in_comments.any():
            rest = read_evidence(page, marks, ~used)
            if (comments := best_group(rest, comments=True)) is not None:
                found.add(find_texts(rest, comments), "comment")
    return found


def _is_written(evidence: Evidence, texts: PostTexts) -> bool:
    """Whether a first post has running text, unlike the counts and menus above a thread."""
    size = evidence.size[texts.is_text].sum()
    return bool(evidence.running[texts.is_text].sum() > _LEAST_RUNNING * size)


def _kind(evidence: Evidence, group: Group) -> PostKind:
    """Comments follow an article: a long text that is not marked as part of a thread."""
    page, marks = evidence.page, evidence.marks
    first = int(group.start[0])
    rows = evidence.blocks.first_row
    text = np.where((rows < first) & (rows > first_title(page, first)), evidence.running, 0)
    if text.sum() < (_ARTICLE_CHARS if evidence.are_comments(group) else 2 * _ARTICLE_CHARS):
        return "post"
    longest = int(evidence.blocks.first_row[np.argmax(text)])
    thread = marks.has(Mark.THREAD)
    return "post" if any(thread[row] for row in page.ancestors(longest)) else "comment"
