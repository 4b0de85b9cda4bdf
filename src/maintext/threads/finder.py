"""Page → posts: those of the best group, the first post of the thread, and comments on the posts."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np

from maintext.arrays import BoolArray, IntArray
from maintext.metadata.published import is_month_first
from maintext.page.page import Page
from maintext.render.text import to_texts
from maintext.threads import Post, PostKind
from maintext.threads.evidence import Evidence, Group, read_evidence
from maintext.threads.groups import best_group, lone_group, opening_group, titles
from maintext.threads.marks import Mark, read_marks
from maintext.threads.parts import author_of, body_blocks, common_lines, time_of

_ARTICLE_CHARS = 500  # running text before comments that makes an article; CJK counts twice
_MIN_FULL = 0.6  # share of unmarked comments that must have both a name and a time
_SHORTEST_COPY = 40  # characters; a text this long is never written twice


@dataclass(frozen=True, eq=False)
class _Place:
    """A post of which author and time are not read yet: that takes most of the time."""

    kind: PostKind
    text: str
    blocks: tuple[int, ...]
    element: int
    evidence: Evidence
    around: IntArray
    """Leaves that may have its author and time."""
    common: frozenset[str]
    """Lines that posts share."""
    month_first: bool
    """Whether 3/5/2024 is the fifth of March."""

    @property
    def names(self) -> IntArray:
        """See `maintext.threads.PlacedPost`."""
        return self.evidence.marks.name

    @cached_property
    def when(self) -> tuple[str | None, str | None]:
        """Its time, as shown and in ISO 8601."""
        return time_of(self.evidence, self.around, self.month_first)

    def post(self) -> Post:
        """The post."""
        evidence, page = self.evidence, self.evidence.page
        first = int(evidence.blocks.first_row[self.blocks[0]])
        author = author_of(evidence, self.around, first, self.common)
        where = page.xpath(self.element)
        return Post(self.kind, author, *self.when, self.text, self.blocks, self.element, where)


def find(page: Page, kind: PostKind | None) -> tuple[Post, ...]:
    """See `maintext.threads.find_posts`."""
    return tuple(place.post() for place in find_places(page, kind))


def find_places(page: Page, kind: PostKind | None) -> Iterable[_Place]:
    """The same posts, without author and time."""
    if not len(page.leaves):
        return ()
    evidence = read_evidence(page, read_marks(page), np.ones(len(page.blocks), dtype=np.bool_))
    group = best_group(evidence)
    if group is None:
        alone = None if kind == "comment" else lone_group(evidence)
        return () if alone is None else _places(evidence, alone, "post")[0]
    kind = kind or _kind(evidence, group)
    if kind == "comment" and not _are_comments(evidence, group) and group.fullness[1] < _MIN_FULL:
        return ()  # more likely dates in an article
    posts, used = _places(evidence, group, kind)
    if kind == "post":
        if (opening := opening_group(evidence, group)) is not None:
            first, used_first = _places(evidence, opening, kind)
            posts, used = posts + first, used | used_first
        rest = read_evidence(page, evidence.marks, ~used)
        comments = None if _are_comments(evidence, group) else best_group(rest, comments=True)
        if comments is not None:
            posts += _places(rest, comments, "comment")[0]
    return _once(sorted(posts, key=lambda post: post.blocks))


def _kind(evidence: Evidence, group: Group) -> PostKind:
    """Comments follow an article: a long text that is not marked as part of a thread."""
    page, marks = evidence.page, evidence.marks
    first = int(group.start[0])
    rows = evidence.blocks.first_row
    text = np.where((rows < first) & (rows > titles(page, first)[0]), evidence.running, 0)
    if text.sum() < (_ARTICLE_CHARS if _are_comments(evidence, group) else 2 * _ARTICLE_CHARS):
        return "post"
    longest = int(evidence.blocks.first_row[np.argmax(text)])
    thread = marks.has(Mark.THREAD)
    return "post" if any(thread[row] for row in page.ancestors(longest)) else "comment"


def _are_comments(evidence: Evidence, group: Group) -> bool:
    return bool(evidence.marks.in_comments[group.start].mean() > 0.5)


def _places(evidence: Evidence, group: Group, kind: PostKind) -> tuple[list[_Place], BoolArray]:
    """The posts of a group, and the blocks in the elements that hold their texts."""
    page, blocks = evidence.page, evidence.blocks
    owner = np.where(evidence.free, group.owner, -1)
    places = []
    common = common_lines(evidence, group)
    month_first = is_month_first(page.attribute(0, "lang") or "", "")
    body, used = body_blocks(evidence, group, common)
    marked = page.inside(evidence.marks.has(Mark.AUTHOR | Mark.TIME))
    # The author of a comment on a post is not the author of the post.
    others = evidence.marks.in_comments & (not _are_comments(evidence, group))
    texts = to_texts(page, np.where(body, owner, -1), len(group))
    leaf_owner = owner[blocks.of_leaf]
    by_post = np.argsort(leaf_owner, kind="stable")
    bounds = np.searchsorted(leaf_owner[by_post], np.arange(len(group) + 1)).tolist()
    rows, block = page.leaves[by_post], blocks.of_leaf[by_post]
    in_body = body[block]
    is_around, is_other = ~in_body | marked[rows], others[rows]
    for number, (first, stop) in enumerate(pairwise(bounds)):
        lines = tuple(dict.fromkeys(block[first:stop][in_body[first:stop]].tolist()))
        if not lines:
            continue
        chosen = is_around[first:stop]
        own = chosen & ~is_other[first:stop]
        around = rows[first:stop][own if own.any() else chosen]
        row = int(group.start[number])
        places.append(_Place(kind, texts[number], lines, row, evidence, around, common, month_first))
    return places, used


def _once(places: list[_Place]) -> Iterable[_Place]:
    """The posts without copies, which pages have for readers without scripts."""
    best: dict[str, _Place] = {}
    for number, place in enumerate(places):
        key = place.text if len(place.text) >= _SHORTEST_COPY else str(number)
        if key not in best or (best[key].when[0] is None and place.when[0] is not None):
            best[key] = place
    return best.values()
