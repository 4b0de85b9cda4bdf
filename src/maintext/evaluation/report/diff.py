"""Differences between the gold text and an extraction, in words."""

import re
from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple

from maintext.text.characters import CJK, regex_class

Change = Literal["same", "missing", "extra"]
_CHANGES: tuple[Change, ...] = ("same", "missing", "extra")

_CHARS = 40_000  # of each text: the time grows with the product of the two
_CHANCE = 24  # two texts may share this many characters by chance
_SHOWN = {"same": 160, "missing": 900, "extra": 900}  # characters of a stretch
_SHOWN_IN_ALL = 8000

_CJK_CLASS = regex_class(CJK)
_PIECE = re.compile(rf"(?:[{_CJK_CLASS}]|[^\W{_CJK_CLASS}]+|[^\w\s])\s*")
_BLANK_LINES = re.compile(r"\s*\n\s*")


class Stretch(NamedTuple):
    """A run of text that both have, that the extraction lacks, or that only the extraction has."""

    change: Change
    text: str
    left_out: int = 0
    """Characters after it that are not shown."""
    tail: str = ""
    """The end of the stretch, after the part that is not shown."""


def difference(text: str, gold: str) -> list[Stretch]:
    r"""From the gold text to an extraction, in reading order; white space does not count.

    Only the beginning of very long texts is compared, and only the ends of long stretches are shown.

    >>> for stretch in difference("Home\nBoil water.", "Boil water.\nWait a while"):
    ...     print(stretch.change, repr(stretch.text))
    extra 'Home\n'
    same 'Boil water.\n'
    missing 'Wait a while'
    """
    found, wanted = (_PIECE.findall(_BLANK_LINES.sub("\n", part[:_CHARS])) for part in (text, gold))
    return list(_shortened(_without_chance(_compare(found, wanted))))


def _compare(found: list[str], wanted: list[str]) -> Iterator[Stretch]:
    """Stretches by the longest common subsequence of words."""
    from rapidfuzz.distance import Indel

    steps = Indel.opcodes([piece.rstrip() for piece in wanted], [piece.rstrip() for piece in found])
    for step in steps:
        if step.tag == "equal":
            yield Stretch("same", "".join(wanted[step.src_start : step.src_end]))
            continue
        if step.src_end > step.src_start:
            yield Stretch("missing", "".join(wanted[step.src_start : step.src_end]))
        if step.dest_end > step.dest_start:
            yield Stretch("extra", "".join(found[step.dest_start : step.dest_end]))


def _without_chance(stretches: Iterable[Stretch]) -> list[Stretch]:
    """Unlike texts share many short words: such small matches between larger changes do not count as common.

    A step is common text, then missing text, then extra text.
    """
    steps: list[tuple[str, str, str]] = []
    for same, missing, extra in _steps(stretches):
        while len(steps) > 0 and _is_chance(steps[-1], same, (missing, extra)):
            before, its_missing, its_extra = steps.pop()
            same, missing, extra = before, its_missing + same + missing, its_extra + same + extra
        steps.append((same, missing, extra))
    return [
        Stretch(change, text) for step in steps for change, text in zip(_CHANGES, step, strict=True) if text
    ]


def _steps(stretches: Iterable[Stretch]) -> Iterator[tuple[str, str, str]]:
    texts: dict[Change, str] = dict.fromkeys(_CHANGES, "")
    for stretch in stretches:
        if stretch.change == "same" and any(texts.values()):
            yield texts["same"], texts["missing"], texts["extra"]
            texts = dict.fromkeys(_CHANGES, "")
        texts[stretch.change] += stretch.text
    yield texts["same"], texts["missing"], texts["extra"]


def _is_chance(before: tuple[str, str, str], same: str, after: tuple[str, str]) -> bool:
    changes = max(map(len, before[1:])), max(map(len, after))
    return len(same) <= min(_CHANCE, *changes)


def _shortened(stretches: Iterable[Stretch]) -> Iterator[Stretch]:
    """Shorten long stretches to their ends; after the size limit, only numbers of characters remain."""
    room = _SHOWN_IN_ALL
    beyond: dict[Change, int] = dict.fromkeys(_CHANGES, 0)
    for stretch in stretches:
        most = _SHOWN[stretch.change]
        if room <= 0:
            beyond[stretch.change] += len(stretch.text)
        elif len(stretch.text) <= most:
            yield stretch
        else:
            tail = stretch.text[len(stretch.text) - most // 3 :]
            head = stretch.text[: most - len(tail)]
            yield Stretch(stretch.change, head, len(stretch.text) - most, tail)
        room -= min(len(stretch.text), most)
    for change, chars in beyond.items():
        if chars:
            yield Stretch(change, "", chars)
