"""Page → posts: those of the best group, the first post of the thread, and comments on the posts."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from maintext.arrays import IntArray
from maintext.page.page import Page
from maintext.threads import Post, PostKind
from maintext.threads.evidence import Evidence, Group, read_evidence
from maintext.threads.groups import best_group, lone_group, opening_group, titles
from maintext.threads.marks import Mark, read_marks
from maintext.threads.parts import author_of, time_of
from maintext.threads.texts import PostTexts, find_texts

_ARTICLE_CHARS = 500  # running text before comments that makes an article; CJK counts twice
_MIN_FULL = 0.6  # share of unmarked comments that must have both a name and a time
_SHORTEST_COPY = 40  # characters; a text this long is never written twice


@dataclass(frozen=True, eq=False)
class _Place:
    """A post of which text, author and time are not read yet: that takes most of the time."""

    kind: PostKind
    blocks: tuple[int, ...]
    element: int
    found: PostTexts
    number: int
    """Its number among those in `found`."""

    @property
    def names(self) -> IntArray:
        """See `maintext.threads.PlacedPost`."""
        return self.found.evidence.marks.name

    @property
    def likeness(self) -> int:
        """A number that posts with the same text share."""
        return self.found.likeness.item(self.number)

    @property
    def text(self) -> str:
        """Its text."""
        return self.found.texts[self.number]

    @cached_property
    def around(self) -> IntArray:
        """Leaves that may have its author and time."""
        return self.found.around(self.number)

    @cached_property
    def when(self) -> tuple[str | None, str | None]:
        """Its time, as shown and in ISO 8601."""
        return time_of(self.found.evidence, self.around, self.found.is_month_first)

    def post(self) -> Post:
        """The post."""
        evidence, page = self.found.evidence, self.found.page
        first = int(evidence.blocks.first_row[self.blocks[0]])
        author = author_of(evidence, self.around, first, self.found.common)
        where = page.xpath(self.element)
        return Post(self.kind, author, *self.when, self.text, self.blocks, self.element, where)


def find(page: Page, kind: PostKind | None) -> tuple[Post, ...]:
    """See `maintext.threads.find_posts`."""
    return tuple(place.post() for place in find_places(page, kind))


def find_places(page: Page, kind: PostKind | None) -> Iterable[_Place]:
    """The same posts, without text, author and time."""
    if not len(page.leaves):
        return ()
    evidence = read_evidence(page, read_marks(page), np.ones(len(page.blocks), dtype=np.bool_))
    group = best_group(evidence)
    if group is None:
        alone = None if kind == "comment" else lone_group(evidence)
        return () if alone is None else _places(find_texts(evidence, alone), "post")
    are_comments = evidence.are_comments(group)
    kind = kind or _kind(evidence, group)
    if kind == "comment" and not are_comments and group.fullness[1] < _MIN_FULL:
        return ()  # more likely dates in an article
    found = find_texts(evidence, group)
    posts, used = _places(found, kind), found.is_inside
    if kind == "post":
        if (opening := opening_group(evidence, group)) is not None:
            first = find_texts(evidence, opening)
            posts, used = posts + _places(first, kind), used | first.is_inside
        if not are_comments and evidence.marks.in_comments.any():
            rest = read_evidence(page, evidence.marks, ~used)
            comments = best_group(rest, comments=True)
            if comments is not None:
                posts += _places(find_texts(rest, comments), "comment")
    return _once(sorted(posts, key=lambda post: post.blocks))


def _kind(evidence: Evidence, group: Group) -> PostKind:
    """Comments follow an article: a long text that is not marked as part of a thread."""
    page, marks = evidence.page, evidence.marks
    first = int(group.start[0])
    rows = evidence.blocks.first_row
    text = np.where((rows < first) & (rows > titles(page, first)[0]), evidence.running, 0)
    if text.sum() < (_ARTICLE_CHARS if evidence.are_comments(group) else 2 * _ARTICLE_CHARS):
        return "post"
    longest = int(evidence.blocks.first_row[np.argmax(text)])
    thread = marks.has(Mark.THREAD)
    return "post" if any(thread[row] for row in page.ancestors(longest)) else "comment"


def _places(found: PostTexts, kind: PostKind) -> list[_Place]:
    """The posts of a group that have a text."""
    return [
        _Place(kind, tuple(blocks), found.group.start.item(number), found, number)
        for number, blocks in sorted(found.blocks.items())
    ]


def _once(places: list[_Place]) -> Iterable[_Place]:
    """The posts without copies, which pages have for readers without scripts."""
    alike = Counter(place.likeness for place in places)
    best: dict[str | int, _Place] = {}
    for number, place in enumerate(places):
        is_copy = alike[place.likeness] > 1 and len(place.text) >= _SHORTEST_COPY
        key = place.text if is_copy else number
        if key not in best or (best[key].when[0] is None and place.when[0] is not None):
            best[key] = place
    return best.values()
