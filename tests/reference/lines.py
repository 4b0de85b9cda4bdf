"""Lines that readers may skip: which are read, their columns, and the rule for clear cases."""

import math

from maintext.arrays import BoolArray
from maintext.methods.auto.scores import AutoScores
from maintext.model.auto import BLOCK_FEATURES
from maintext.model.schema import LINE_FEATURES, LINE_KINDS, LINE_OWN

_LONGEST, _MOST = 400, 40
_LINKED, _LIKELY, _LABEL, _SHORT = 0.3, 0.5, math.log1p(30), math.log1p(75)

Line = dict[str, float]


def _column(scores: AutoScores, name: str) -> list[float]:
    column: list[float] = scores.measured.columns[BLOCK_FEATURES.index(name)].tolist()
    return column


def short_lines(scores: AutoScores, kept: BoolArray) -> list[int]:
    """The kept blocks that are read: the least probable ones; of equally probable ones, the first."""
    in_pre, in_code = _column(scores, "in_pre"), _column(scores, "in_code")
    blocks = [
        block
        for block in range(len(kept))
        if kept[block] and scores.measured.chars[block] <= _LONGEST and scores.measured.unit[block] < 0
        if not in_pre[block] and not in_code[block]
    ]
    return sorted(sorted(blocks, key=lambda block: scores.probabilities[block])[:_MOST])


def columns(scores: AutoScores, kept: BoolArray, lines: list[tuple[int, int]]) -> list[Line] | None:
    """The columns of each line, by name; None if no other text than headings is kept."""
    in_heading, links = _column(scores, "in_heading"), _column(scores, "link_density")
    blocks = {line for line, _ in lines}
    all_kept = [block for block in range(len(kept)) if kept[block]]
    text = [block for block in all_kept if not in_heading[block] and block not in blocks]
    if not text:
        return None
    words = scores.words.tolist()
    found = []
    for line, kind in lines:
        likely = min(max(float(scores.probabilities[line]), 1e-3), 1 - 1e-3)
        alike = sum(other == kind for _, other in lines)
        last = line + 1 == len(kept)
        own = {f"line_{name}": _column(scores, name)[line] for name in LINE_OWN}
        opens = {f"line_opens_{name}": float(LINE_KINDS[kind] == name) for name in LINE_KINDS}
        found.append(
            opens
            | own
            | {
                "line_odds": math.log(likely / (1 - likely)),
                "line_before_text": float(line < text[0]),
                "line_after_text": float(line > text[-1]),
                "line_last_kept": float(line > 0 and kept[line - 1]),
                "line_next_kept": float(not last and kept[line + 1]),
                "line_next_links": links[line if last else line + 1],
                "line_place": sum(words[block] for block in all_kept if block < line)
                / max(sum(words[block] for block in all_kept), 1),
                "line_alike": math.log1p(alike),
                "line_alike_share": alike / len(all_kept),
                "line_kept": math.log1p(len(all_kept)),
                **{f"kind_{name}": value for name, value in scores.kinds.items()},
            }
        )
    assert all(list(line) == list(LINE_FEATURES) for line in found)
    return found


def is_clear(line: Line) -> bool:
    """Whether a line is clutter by a rule, whatever the trees say."""
    is_linked = line["line_link_density"] > _LINKED
    is_label = line["line_log_chars"] < _LABEL
    is_short = line["line_log_chars"] < _SHORT and not line["line_ends_sentence"]
    heads = line["line_before_text"] > 0 and line["kind_article"] > _LIKELY and is_short
    tails = line["line_after_text"] > 0
    rules = {
        **dict.fromkeys(("placeholder", "calendar", "advert"), True),
        "reference": is_linked or is_label,
        "related": is_label,
        **dict.fromkeys(("navigation", "comments"), is_linked),
        "tags": tails,
        "byline": heads or (tails and is_short),
        **dict.fromkeys(("date", "source"), heads),
        "post": line["kind_forum"] > _LIKELY,
        "newsletter": line["line_named_form"] > 0,
    }
    kind = next(name for name in LINE_KINDS if line[f"line_opens_{name}"])
    return rules.get(kind, False)
