"""The last rules of `maintext.methods.auto.cleanup`, which look at a block's neighbours, one by one."""

from collections.abc import Sequence

from maintext.page.page import Page
from maintext.page.tags import Flag

_PARTS = "li dt dd td th pre code blockquote".split()


def tidy(
    page: Page,
    kept: Sequence[bool],
    probability: Sequence[float],
    chars: Sequence[float],
    ends_colon: Sequence[bool],
) -> tuple[list[bool], list[int]]:
    """The blocks that are kept afterwards, and the number of the rule that changed each; 0: none."""
    kept, change, everyone = list(kept), [0] * len(kept), range(len(kept))
    first, element = page.blocks.first_row.tolist(), page.blocks.element.tolist()

    def is_kept(block: int) -> bool:
        return 0 <= block < len(kept) and kept[block]

    # 1. A part of a list, table, code or quotation between two kept blocks is kept.
    parts = [at for at in everyone if page.tag_name(element[at]) in _PARTS and probability[at] >= 0.2]
    parts = [at for at in parts if not kept[at] and is_kept(at - 1) and is_kept(at + 1)]
    for block in parts:
        kept[block], change[block] = True, 1

    # 2. A heading right before kept text of its section is kept; so is one more before it.
    rescued = {len(kept): 0}
    for block in reversed(everyone[:-1]):
        section = max(int(page.parent[element[block]]), 0)
        in_section = first[block + 1] < page.end[section]
        is_heading = bool(page.flags[first[block]] & int(Flag.HEADING))
        before = rescued.get(block + 1, 0)
        may_be = is_heading and in_section and not kept[block] and probability[block] >= 0.2
        if may_be and kept[block + 1] and before < 2:
            kept[block], change[block] = True, 2
            rescued[block] = before + 1

    # 3. A short block without kept neighbours is dropped, as is a lead-in to what was left out.
    short = [chars[at] <= 25 and probability[at] < 0.8 for at in everyone]
    strays = [
        at
        for at in everyone
        if kept[at] and short[at] and not is_kept(at + 1) and (not is_kept(at - 1) or ends_colon[at])
    ]
    if any(kept[at] and not short[at] for at in everyone):
        for block in strays:
            kept[block], change[block] = False, 3
    return kept, change
