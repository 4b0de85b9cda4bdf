"""Marks of elements by regular expressions, row by row; groups of similar elements, judged, by plain loops.

The kernel does the same for `maintext.threads.marks` and `maintext.threads.evidence`.
"""

import re
from collections.abc import Callable, Iterator, Sequence

from maintext.arrays import BoolArray
from maintext.page.page import Page
from maintext.page.tags import TAG_ID, TEXT, A, Flag, P
from maintext.threads.evidence import Evidence
from maintext.threads.marks import Marks
from maintext.threads.times import has_time
from maintext.threads.vocabulary import WORDS, Mark

_LONGEST = 200
_PATTERNS = {int(mark): re.compile(f"(?<![a-z])(?:{words})") for mark, words in WORDS.items()}
_PROFILE = re.compile(
    r"/(?:(?:u|users?|members?|profiles?|people|authors?|~)(?:\.php)?[/?~-][^#]|@\w|user\?id=)|"
    r"[?&;](?:u|uid|user|userid|user_id)=|space-uid|m(?:od=space|ember(?:list)?\.php)|profile\.php|action=profile",
    re.IGNORECASE,
)


def without_numbers(value: str) -> str:
    """A name without numbers, and letters that follow them."""
    return re.sub(r"\d\w*", "", value[:_LONGEST])


def lower(value: str) -> str:
    """A name in lower case, with hyphens between words."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "-", value).replace("_", "-").lower()


def marks(page: Page, row: int) -> int:
    """The marks of a row's own attributes."""
    names = [
        f"{lower(without_numbers(page.attribute(row, 'class') or ''))} ",
        f"{lower(without_numbers(page.attribute(row, 'id') or ''))} ",
        f"prop {lower((page.attribute(row, 'itemprop') or '')[:_LONGEST])} ",
        lower((page.attribute(row, "itemtype") or "")[:_LONGEST].rpartition("/")[2]),
    ]
    return sum(mark for mark, pattern in _PATTERNS.items() if any(map(pattern.search, names)))


def names(page: Page, row: int) -> tuple[str, str]:
    """What a row is called by its first class, or its id, and by an id with a number."""
    given = page.attribute(row, "id") or ""
    plain = without_numbers(given)
    first = (without_numbers(page.attribute(row, "class") or "").split() or [""])[0]
    return first or (plain and f"#{plain}"), f"#{plain}" if plain and plain != given[:_LONGEST] else ""


def is_person(page: Page, row: int) -> bool:
    """Whether an element has an author's name: marked as such, or a link to a profile."""
    url = (page.attribute(row, "href") or "")[:_LONGEST]
    is_profile = page.tag[row] == A and _PROFILE.search(url)
    return 0 < page.subtree_chars[row] <= 120 and bool(is_profile or marks(page, row) & Mark.AUTHOR)


def around(page: Page, row: int) -> list[int]:
    """A row and the rows above it, nearest first."""
    return [row, *page.ancestors(row)]


def aside(page: Page, row: int) -> int:
    """The nearest element marked as text of a post or as what surrounds it; -1 unless it surrounds it."""
    for above in around(page, row):
        if marks(page, above) & (Mark.BODY | Mark.ASIDE):
            return -1 if marks(page, above) & Mark.BODY else above
    return -1


def in_thread(page: Page, row: int) -> bool:
    """Whether the nearest element marked as a thread or comments is at most six levels above."""
    for above in around(page, row):
        if marks(page, above) & (Mark.COMMENT | Mark.THREAD) and page.depth[above] > 1:
            return bool(page.depth[row] - page.depth[above] <= 6)
    return False


def is_elsewhere(page: Page, row: int) -> bool:
    """Whether a row is in navigation, a footer, or a box for other pages with less than half of the text."""
    if page.flags[row] & (Flag.NAV | Flag.FOOTER):
        return True
    total = page.subtree_chars[0]
    return any(
        marks(page, above) & Mark.OTHER and 2 * page.subtree_chars[above] < total
        for above in around(page, row)
    )


def has_below(page: Page, row: int, mark: Mark) -> bool:
    """Whether a row, or one below it, has a mark."""
    return any(marks(page, below) & mark for below in range(row, page.end[row]))


def is_time(page: Page, row: int) -> bool:
    """Whether a row is a leaf with a time, in a short line."""
    if not page.is_leaf[row]:
        return False
    leaves = page.leaves[page.blocks.of_leaf == page.blocks.of_leaf[page.leaves == row]]
    if (page.chars + page.cjk)[leaves].sum() > 120 or page.punctuation[leaves].sum() > 8:
        return False
    in_time = any(page.tag[above] == TAG_ID["time"] for above in page.ancestors(row))
    return in_time or has_time(page.row_text(row))


# -- groups -----------------------------------------------------------------------------------------

Group = tuple[list[int], list[int], bool]


def groups(given: Marks) -> list[Group]:
    """Groups of rows that may be posts, by the marks of a page."""
    page = given.page
    seen: list[Group] = []
    for start, end, is_run in _candidates(given):
        if (start, end) in [group[:2] for group in seen]:
            continue
        if len(seen) == 48:
            break
        seen.append((start, end, is_run))
    bylines = {
        int(page.blocks.first_row[block])
        for block, leaf in zip(page.blocks.of_leaf.tolist(), page.leaves.tolist(), strict=True)
        if given.times[leaf] or given.in_person[leaf]
    }
    return [group for group in seen if len(bylines) > 1 and _may_be_posts(given, group, bylines)]


def is_thread(given: Marks) -> bool:
    """Whether the page as a whole is marked as a thread."""
    return bool((given.has(Mark.THREAD) & (given.page.depth <= 1)).any())


def _may_be_posts(given: Marks, group: Group, bylines: set[int]) -> bool:
    start, end, _ = group
    if len(start) < 2 or len(bylines) < 0.6 * len(start) or sum(given.elsewhere[start]) > 0.6 * len(start):
        return False
    in_thread = sum(given.in_thread[start]) > 0.6 * len(start)
    if len(start) < 3 and not (in_thread or is_thread(given) or all(given.number_name[start] >= 0)):
        return False
    signed = [any(first <= row < last for row in bylines) for first, last in zip(start, end, strict=True)]
    return sum(signed) >= 0.6 * len(start)


def _candidates(given: Marks) -> Iterator[Group]:
    page = given.page
    shown = [row for row in range(len(page)) if page.tag[row] != TEXT and page.subtree_chars[row] > 0]
    names, numbered = given.name.tolist(), given.number_name.tolist()
    ends, parents = page.end.tolist(), page.parent.tolist()

    def elements(rows: list[int]) -> Group:
        return rows, [ends[row] for row in rows], False

    for rows in _alike([row for row in shown if given.flags[row] & Mark.ITEM], names.__getitem__):
        yield elements(rows)
    for rows in _alike([row for row in shown if numbered[row] >= 0], numbered.__getitem__):
        yield elements(rows)
    for rows in _alike([row for row in shown if given.flags[row] & Mark.BODY], names.__getitem__):
        yield elements(_holders(page, rows))
    for anchors in (given.times, given.people):
        rows = [row for row in range(len(page)) if anchors[row]]

        def place(row: int) -> Sequence[int]:
            above = max(parents[row], 0)
            return 0 if page.tag[row] == TEXT else names[row], names[above], names[max(parents[above], 0)]

        for alike in _alike(rows, place):
            holders = _holders(page, alike)
            for same in _alike(holders, names.__getitem__):
                yield elements(same)
            for siblings in _alike(holders, lambda row: (parents[row], int(page.tag[row]))):
                yield elements(siblings)
                yield siblings, [*siblings[1:], ends[parents[siblings[-1]]]], True


def _alike(rows: list[int], key: Callable[[int], object]) -> list[list[int]]:
    """Rows with the same key, two or more, in the order of the keys; larger groups first."""
    found: dict[object, list[int]] = {}
    for row in rows:
        found.setdefault(key(row), []).append(row)
    ordered = [found[key] for key in sorted(found) if len(found[key]) > 1]  # type: ignore[type-var]
    return sorted(ordered, key=len, reverse=True)


def _holders(page: Page, rows: list[int]) -> list[int]:
    """The largest elements that contain exactly one of the rows."""
    count = [sum(row <= given < page.end[row] for given in rows) for row in range(len(page))]
    return [row for row in range(len(page)) if count[row] == 1 and count[max(page.parent[row], 0)] > 1]


# -- evidence and judgement -------------------------------------------------------------------------


def block_evidence(given: Marks, free: Sequence[bool], block: int) -> tuple[int, int, int, int, list[bool]]:
    """Characters, size, prose and running text of a block; whether it has a time, a name, links, a body."""
    page = given.page
    leaves = page.leaves[page.blocks.leaves(block)].tolist()
    row = leaves[0]
    chars = sum(page.chars[leaf] for leaf in leaves)
    size = chars + sum(page.cjk[leaf] for leaf in leaves)
    linked = 2 * sum(page.chars[leaf] for leaf in leaves if page.flags[leaf] & Flag.LINK) > chars
    time, person = (any(column[leaf] for leaf in leaves) for column in (given.times, given.in_person))
    body = any(given.flags[above] & Mark.BODY for above in around(page, row))
    apart = linked or page.flags[row] & (Flag.CONTROL | Flag.NAV | Flag.FOOTER)
    line = page.flags[row] & Flag.HEADING or ((time or person) and chars <= 120)
    prose = size if free[block] and not apart and (body or not line) else 0
    running = prose if size >= 40 and not given.elsewhere[row] else 0
    return chars, size, prose, running, [time, person, linked, body]


Judged = tuple[list[int], list[int], list[int], tuple[int, float], float]


def judged(given: Marks, free: Sequence[bool]) -> list[Judged]:
    """Groups in which most are posts: start, end, owner of each block, fullness, score."""
    found = [_judge(given, free, group) for group in groups(given)]
    return [group for group in found if group]


def _judge(given: Marks, free: Sequence[bool], group: Group) -> Judged | None:
    page = given.page
    start, end, is_run = group
    rows, posts = page.blocks.first_row.tolist(), range(len(start))
    owner = [max((i for i in posts if start[i] <= row < end[i]), default=-1) for row in rows]
    known = [block_evidence(given, free, block) for block in range(len(rows))]
    whole = end == page.end[start].tolist()
    own = [[block for block in range(len(rows)) if owner[block] == i] for i in posts]
    text = [
        sum(known[block][2] for block in own[i] if given.aside[rows[block]] < start[i] + whole) for i in posts
    ]
    has_time, has_name = ([any(known[block][4][at] for block in own[i]) for i in posts] for at in (0, 1))
    signed = [i for i in posts if has_time[i] or has_name[i]]
    good = [i for i in signed if text[i]]
    in_thread = _most(given.in_thread[start])
    numbered = all(has_time[i] and given.number_name[start[i]] >= 0 for i in posts)
    if len(signed) < 0.6 * len(start) or (len(good) < 3 and not (in_thread or numbered or is_thread(given))):
        return None
    in_thread |= _most(given.holds_body[start])
    if is_run or not (in_thread or _most(given.holds_item[start])):
        good = [i for i in good if has_time[i] and page.tag[start[i]] != P]
        if len(good) < 3:
            return None
    if len(good) < 2 or len(good) / len(start) < 0.6 or sum(text[i] for i in good) / len(good) < 8:
        return None
    names = [_first(page, own[i], lambda block: _may_be_name(given, free, block)) for i in good]
    titles = [_first(page, own[i], lambda block: _is_title(given, free, block)) for i in good]
    differ = sum(name is not None for name in names) >= 0.6 * len(good) and len({*names} - {None}) > 1
    if not _most([has_name[i] for i in good]) and (is_run or not (in_thread or differ)):
        return None
    if not _most(given.in_comments[start]) and len({*titles} - {None}) > 0.6 * len(good):
        return None
    score = (0.6 if is_run else 1.0) * (sum(text[i] for i in good) * (len(good) / len(start)))
    return start, end, owner, (len(good), sum(has_name[i] and has_time[i] for i in good) / len(good)), score


def _most(values: Sequence[bool] | BoolArray) -> bool:
    return bool(sum(values) / len(values) > 0.6)


def _first(page: Page, blocks: list[int], holds: Callable[[int], bool]) -> str | None:
    """The text of the first of the blocks for which something holds."""
    return next((page.block_text(block) for block in blocks if holds(block)), None)


def _may_be_name(given: Marks, free: Sequence[bool], block: int) -> bool:
    chars, _, _, _, (time, *_) = block_evidence(given, free, block)
    flags = given.page.flags[given.page.blocks.first_row[block]]
    return free[block] and chars <= 40 and not time and not flags & (Flag.HEADING | Flag.CONTROL)


def _is_title(given: Marks, free: Sequence[bool], block: int) -> bool:
    """Whether a block is the linked title of another page."""
    page = given.page
    _, size, _, _, (time, person, linked, _) = block_evidence(given, free, block)
    links = [row for row in around(page, int(page.blocks.first_row[block]))[:5] if page.tag[row] == A]
    leads_away = bool(links) and "#" not in (page.attribute(links[0], "href") or "")
    return linked and size >= 20 and not person and not time and leads_away


# -- the first post ---------------------------------------------------------------------------------


def opening(evidence: Evidence, reply: int) -> tuple[int, list[int]] | None:
    """The first row of the first post, and its blocks, if it is shortly before the first reply."""
    page, rows = evidence.page, evidence.blocks.first_row.tolist()
    titles = [row for row in range(reply) if page.tag[row] == TAG_ID["h1"] and page.subtree_chars[row] > 0]
    title = titles[-1] if titles else 0
    before = [block for block, row in enumerate(rows) if row < reply]
    texts = [row for row in before if evidence.running[row] > 0]
    signed = [row for row in before if evidence.times[row] or evidence.people[row]]
    if not texts or not signed:
        return None
    needed = rows[min(texts[-1], signed[-1])]
    for above in page.ancestors(reply)[:12]:
        if needed >= max(above, title):
            return above + 1, [block for block in before if rows[block] >= max(above + 1, title)]
    return None
