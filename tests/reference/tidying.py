"""The clean-up of a choice of blocks by their neighbours, rule by rule."""

from maintext.judge import SURE_FROM
from maintext.kind import name_kind
from maintext.methods.auto.scores import AutoScores
from maintext.model.auto import BLOCK_FEATURES
from maintext.page.tags import Flag

_PARTS = "li dt dd td th pre xmp code blockquote table dl".split()
_HEADINGS = "h1 h2 h3 h4 h5 h6".split()
PART, HEADING, STRAY, EMPTY = 1, 2, 3, 4


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

    before = list(kept)
    for _ in range(2):  # headings in a row
        now = list(kept)
        for block in range(len(kept) - 1):
            around = max(int(page.parent[element[block]]), 0)
            is_heading = bool(page.flags[first_row[block]] & Flag.HEADING)
            in_section = first_row[block + 1] < page.end[around]
            if (
                is_heading
                and in_section
                and not before[block]
                and probability[block] >= 0.4
                and now[block + 1]
            ):
                kept[block], change[block] = True, HEADING

    headings = [bool(page.flags[row] & Flag.HEADING) for row in first_row]
    has_article = name_kind(scores.kinds).with_article >= SURE_FROM
    before = list(kept)
    for block in [at for at, is_heading in enumerate(headings) if is_heading]:
        tag = page.tag_name(element[block])
        level = int(tag[1]) if tag in _HEADINGS else 6
        if level == 1:
            continue
        section = []  # the kept text under it
        for at in range(block + 1, len(kept)):
            tag = page.tag_name(element[at])
            if headings[at] and (int(tag[1]) if tag in _HEADINGS else 6) <= level:
                break
            section += [at] if before[at] and not headings[at] else []
        reach = 4 if scores.kinds["forum"] <= 0.5 else 0
        near = bool(section) and any(before[block + 1 : block + 1 + reach]) and any(before[:block])
        if not before[block] and near and probability[block] >= 0.2:
            kept[block], change[block] = True, HEADING
        if before[block] and not section and probability[block] < 0.5 and has_article:
            has_text = any(keep and not heading for keep, heading in zip(before, headings, strict=True))
            kept[block] = not has_text
            change[block] = EMPTY if has_text else 0

    before = list(kept)
    short = [count <= 25 and p < 0.8 for count, p in zip(chars, probability, strict=True)]
    if any(keep and not is_short for keep, is_short in zip(before, short, strict=True)):
        for block in range(len(kept)):
            after = block + 1 < len(kept) and before[block + 1]
            leads = colon[block] > 0 or not (block > 0 and before[block - 1])
            if before[block] and short[block] and not after and leads and change[block] != HEADING:
                kept[block], change[block] = False, STRAY
    return kept, change


def _units(scores: AutoScores) -> list[int]:
    """The unit of each block; for a figure with code, the outermost element of its first code."""
    page, unit = scores.page, scores.measured.unit.tolist()
    listings: dict[int, int] = {}
    for block, row in enumerate(page.blocks.first_row.tolist()):
        if unit[block] < 0 or page.tag_name(unit[block]) != "figure" or not page.flags[row] & Flag.PRE:
            continue
        while page.flags[page.parent[row]] & Flag.PRE:
            row = int(page.parent[row])
        listings.setdefault(unit[block], row)
    return [listings.get(row, row) for row in unit]
