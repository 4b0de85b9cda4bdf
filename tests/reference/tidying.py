"""The clean-up of a choice of blocks by their neighbours, rule by rule."""

import numpy as np

from maintext.arrays import FloatArray
from maintext.methods.auto.scores import AutoScores
from maintext.model.auto import BLOCK_FEATURES, second_look_of
from maintext.model.schema import HEADING_FEATURES, LIST_FEATURES
from maintext.page.tags import Flag
from tests.reference.second_look import Columns, Look

_PARTS = "li dt dd td th pre xmp code blockquote table dl".split()
_MIN_HEADING = -1.3863  # log odds of a probability of 0.2
PART, HEADING, STRAY, EMPTY, LIST, NO_LIST, REST = 1, 2, 3, 4, 5, 6, 7


def tidied(scores: AutoScores, chosen: list[bool]) -> tuple[list[bool], list[int]]:
    """Which blocks are kept, and the rule that changed each."""
    page, probability = scores.page, scores.probabilities.tolist()
    kept, change = list(chosen), [0] * len(chosen)
    element, first_row = page.blocks.element.tolist(), page.blocks.first_row.tolist()
    colon = scores.measured.columns[BLOCK_FEATURES.index("ends_colon")].tolist()
    chars = scores.measured.chars.tolist()

    before = list(kept)
    unit = _units(scores)
    for block in range(1, len(kept) - 1):
        run = [at for at in range(len(kept)) if unit[at] == unit[block] >= 0] or [block]
        first, last = run[0], run[-1]
        is_part = page.tag_name(unit[block] if unit[block] >= 0 else element[block]) in _PARTS
        is_formula = bool(page.flags[first_row[first]] & Flag.FORMULA)
        is_table_or_code = unit[block] >= 0 and (
            page.tag_name(unit[block]) == "table" or bool(page.flags[unit[block]] & Flag.PRE)
        )
        if (
            first > 0
            and last + 1 < len(kept)
            and before[first - 1]
            and before[last + 1]
            and not before[first]
            and (is_part or is_formula)
            and (probability[first] >= 0.3 or is_table_or_code or is_formula)
        ):
            kept[block], change[block] = True, PART

    is_thread = scores.kinds["forum"] > 0.5
    if not is_thread:
        _look_again(scores, kept, change, unit, headings=False)
        _look_again(scores, kept, change, unit, headings=True)
    _join_headings(scores, kept, change)
    if not is_thread:
        _drop_box_headings(Look(scores, kept, unit), kept, change)

    before = list(kept)
    look = Look(scores, kept, unit)
    short = [count <= 25 and p < 0.8 for count, p in zip(chars, probability, strict=True)]
    if any(keep and not is_short for keep, is_short in zip(before, short, strict=True)):
        for block in reversed(range(len(kept))):
            after = block + 1 < len(kept) and before[block + 1]
            leads = colon[block] > 0 or not (block > 0 and before[block - 1])
            has_text = not is_thread and look.heading[block] and look.share(look.section(block)) > 0
            is_exhibit = bool(page.flags[first_row[block]] & (Flag.FORMULA | Flag.PRE)) or (
                unit[block] >= 0
                and (page.tag_name(unit[block]) == "table" or bool(page.flags[unit[block]] & Flag.PRE))
            )
            if before[block] and short[block] and not after and leads and not has_text and not is_exhibit:
                kept[block], change[block] = False, STRAY
    return kept, change


def _look_again(
    scores: AutoScores, kept: list[bool], change: list[int], unit: list[int], *, headings: bool
) -> None:
    """Change what the trees decide, unless that is too much of the page."""
    look, trees = Look(scores, list(kept), unit), second_look_of(scores.model)
    ranges, columns = look.headings() if headings else look.lists()
    if not ranges:
        return
    names = HEADING_FEATURES if headings else LIST_FEATURES
    values = np.array([[one[name] for one in columns] for name in names], dtype=np.float32)
    margins = (trees.headings if headings else trees.lists).margins(values)[0]
    margins = margins.copy()
    keep_from, drop_below = trees.bounds[2:4] if headings else trees.bounds[:2]
    if not headings:
        _join_tables(look, ranges, columns, margins, (keep_from, drop_below))
    changes: dict[bool, list[int]] = {True: [], False: []}
    for at, (blocks, margin) in enumerate(zip(ranges, margins, strict=True)):
        if headings and unit[blocks[0]] >= 0 and scores.page.tag_name(unit[blocks[0]]) == "table":
            continue
        is_title = headings and look.heading_row(blocks[0]) >= 0 and look.level(blocks[0]) == 1
        share = look.share(look.section(blocks[0])) if headings else 0
        is_empty = headings and share <= 0
        is_inside = (
            headings
            and look.level(blocks[0]) in (2, 3)
            and columns[at]["heading_place"] > 0
            and share > 0.5
            and scores.values[blocks[0]] >= _MIN_HEADING
        )
        is_last = (
            is_empty
            and look.heading_row(blocks[0]) >= 0
            and columns[at]["heading_place"] >= 1
            and scores.kinds["article"] + scores.kinds["documentation"] > scores.kinds["forum"]
            and sum(scores.kinds[kind] for kind in ("article", "documentation", "forum")) > 0.5
            and not _has_picture(look, blocks[0])
            and not is_title
        )
        if not is_last and margin >= ((keep_from + drop_below) / 2 if is_inside else keep_from):
            changes[True] += [block for block in blocks if not kept[block] and not is_empty]
        elif (margin < drop_below or is_empty) and not is_title:
            changes[False] += [block for block in blocks if kept[block]]
    words = scores.words.tolist()
    all_kept = sum(words[block] for block, is_kept in enumerate(kept) if is_kept)
    for is_kept, most in ((True, 1.0), (False, 0.4)):
        if sum(words[block] for block in changes[is_kept]) <= most * all_kept:
            for block in changes[is_kept]:
                kept[block] = is_kept
                change[block] = (
                    (HEADING if headings else LIST) if is_kept else (EMPTY if headings else NO_LIST)
                )


def _has_picture(look: Look, block: int) -> bool:
    """Whether there is a picture between a heading and the next one, in the elements around the heading."""
    after, heading = look.next_heading(block + 1), look.heading_row(block)
    end = look.rows[after] if after < len(look.kept) else len(look.page)
    near = [int(look.page.end[row]) for row in [heading, *look.page.ancestors(heading)][:3]]
    rows = range(int(look.page.end[heading]), min(end, near[-1]))
    return any(look.page.tag_name(row) in ("img", "video", "iframe") for row in rows)


def _drop_box_headings(look: Look, kept: list[bool], change: list[int]) -> None:
    """Headings in `<nav>` and `<aside>` are dropped if the next kept text is after the box."""
    box = int(Flag.NAV | Flag.ASIDE)
    for block, is_kept in enumerate(list(kept)):
        text = [row for row in look.rows_of_kept_text() if row > look.rows[block]]
        in_box = is_kept and look.heading[block] and look.flags[block] & box and text
        if in_box and look.heading_row(block) >= 0 and look.level(block) > 1:
            around = [row for row in look.page.ancestors(look.rows[block]) if look.page.flags[row] & box]
            if text[0] >= int(look.page.end[min(around)]):
                kept[block], change[block] = False, EMPTY


def _join_tables(
    look: Look, ranges: list[range], columns: Columns, margins: FloatArray, bounds: tuple[float, float]
) -> None:
    """Tables of which the trees are not sure are kept if most of those at their depth are."""
    keep_from, drop_below = bounds
    tables = [at for at, one in enumerate(columns) if one["list_kind"] == 4]
    depth = {at: min(int(look.page.depth[look.elements[ranges[at][0]]]), 63) for at in tables}
    is_sure = {at: margins[at] >= keep_from or margins[at] < drop_below for at in tables}
    is_kept = {at: margins[at] >= keep_from if is_sure[at] else look.kept[ranges[at][0]] for at in tables}
    for at in tables:
        alike = [is_kept[other] for other in tables if depth[other] == depth[at]]
        if not is_sure[at] and len(alike) >= 4 and 2 * sum(alike) > len(alike):
            margins[at] = keep_from


def _join_headings(scores: AutoScores, kept: list[bool], change: list[int]) -> None:
    """All blocks of a heading are kept if half of its letters are."""
    page, chars = scores.page, scores.measured.chars.tolist()
    lines: dict[int, list[int]] = {}
    for block, row in enumerate(page.blocks.first_row.tolist()):
        while row >= 0 and page.tag_name(row) not in ("h1", "h2", "h3", "h4", "h5", "h6"):
            row = int(page.parent[row])
        if row >= 0 and page.flags[page.blocks.first_row[block]] & Flag.HEADING:
            lines.setdefault(row, []).append(block)
    for blocks in lines.values():
        letters = sum(chars[block] for block in blocks if kept[block])
        if 2 <= len(blocks) <= 8 and letters > 0 and 2 * letters >= sum(chars[block] for block in blocks):
            for block in blocks:
                change[block] = change[block] if kept[block] else REST
                kept[block] = True


def _units(scores: AutoScores) -> list[int]:
    """The unit of each block; for a figure with code or a table, the outermost element of the first one."""
    page, unit = scores.page, scores.measured.unit.tolist()
    listings: dict[int, int] = {}
    for block, row in enumerate(page.blocks.first_row.tolist()):
        flag = Flag.PRE if page.flags[row] & Flag.PRE else Flag.TABLE
        if unit[block] < 0 or page.tag_name(unit[block]) != "figure" or not page.flags[row] & flag:
            continue
        while page.flags[page.parent[row]] & flag and page.parent[row] > unit[block]:
            row = int(page.parent[row])
        listings.setdefault(unit[block], row)
    return [listings.get(row, row) for row in unit]
