"""Text → lines of a given width, broken between words and between Chinese characters."""

import re

from rich.cells import cell_len, chop_cells

from maintext.text.characters import EAST_ASIAN, regex_class

_WIDE = regex_class(EAST_ASIAN)
_OPENING = "（《〈「『【“‘"
_CLOSING = "，。、；：？！）》〉」』】”’…"
_PAUSES = " ,;:，、；："
# A wide character with the punctuation that stays with it, a word, or white space.
_PIECE = re.compile(rf"[{_OPENING}]*[{_WIDE}][{_CLOSING}]*|[^\s{_WIDE}]+|\s+")


_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")


def on_a_line(text: str) -> str:
    r"""Text for one line: white space folded, terminal control characters replaced.

    >>> on_a_line("red\x1b[31m\n  alert")
    'red�[31m alert'
    """
    return _CONTROL.sub("\ufffd", " ".join(text.split()))


_NARROWEST = 4
"""Columns of a line at least, however narrow the terminal is."""


def wrap(text: str, width: int, most: int | None = None) -> list[str]:
    """Break a paragraph into lines; an ellipsis replaces what exceeds `most` lines.

    A word wider than a line is broken, but not a path or URL: those must stay whole to be copied.

    >>> wrap("It leans, they say.", 10)
    ['It leans,', 'they say.']
    >>> wrap("水越冷，纸越白。", 7)
    ['水越', '冷，纸', '越白。']
    >>> wrap("It leans, they say, more every year.", 10, most=2)
    ['It leans,', 'they say …']
    """
    width = max(width, _NARROWEST)
    lines = [""]
    used = 0
    for piece in _PIECE.findall(text):
        whole = cell_len(piece) <= width or ("/" in piece and most is None)
        for part in [piece] if whole else chop_cells(piece, width):
            cells = cell_len(part)
            if used and used + cells > width:
                lines[-1] = lines[-1].rstrip()
                lines.append("")
                used = 0
            if used or not part.isspace():
                lines[-1] += part
                used += cells
        if most and len(lines) > most:
            break
    lines[-1] = lines[-1].rstrip()
    if most and len(lines) > most:
        last = lines[most - 1].rstrip(_PAUSES)
        while cell_len(last) > width - 2:
            last = last.rsplit(" ", 1)[0] if " " in last[-20:] else last[:-1]
        return [*lines[: most - 1], last.rstrip(_PAUSES) + " …"]
    return lines
