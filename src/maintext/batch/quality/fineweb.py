"""FineWeb's rules: Penedo et al. 2024, "The FineWeb Datasets", section 3.6."""

from collections.abc import Mapping
from dataclasses import dataclass

from maintext.batch.quality.text import TextParts, broken_rule, duplicates, share

_SENTENCE_TERMINAL = """
21 2E 3F 589 61D-61F 6D4 700-702 7F9 837 839 83D-83E 964-965 104A-104B 1362 1367-1368 166E 1735-1736 17D4-17D6
17D9-17DA 1803 1809 1944-1945 1AA8-1AAB 1B5A-1B5B 1B5E-1B5F 1B7D-1B7E 1C3B-1C3C 1C7E-1C7F 203C-203D 2047-2049
2E2E 2E3C 2E53-2E54 3002 A4FF A60E-A60F A6F3 A6F7 A876-A877 A8CE-A8CF A92F A9C8-A9C9 AA5D-AA5F AAF0-AAF1 ABEB
FE52 FE56-FE57 FF01 FF0E FF1F FF61 10A56-10A57 10F55-10F59 10F86-10F89 11047-11048 110BE-110C1 11141-11143
111C5-111C6 111CD 111DE-111DF 11238-11239 1123B-1123C 112A9 1144B-1144C 115C2-115C3 115C9-115D7 11641-11642
1173C-1173E 11944 11946 11A42-11A43 11A9B-11A9C 11C41-11C42 11EF7-11EF8 11F43-11F44 16A6E-16A6F 16AF5
16B37-16B38 16B44 16E98 1BC9F 1DA88
"""
"""Unicode's Sentence_Terminal, as code points and ranges."""


def _characters(ranges: str) -> tuple[str, ...]:
    found: list[str] = []
    for part in ranges.split():
        first, _, last = part.partition("-")
        found += map(chr, range(int(first, 16), int(last or first, 16) + 1))
    return tuple(found)


_TERMINAL = frozenset(_characters(_SENTENCE_TERMINAL))
_SHORT = 30


@dataclass(frozen=True)
class FineWeb:
    """The lowest and highest shares that a text may have."""

    min_punctuated_lines: float | None = 0.12
    max_short_lines: float | None = 0.67
    max_duplicate_characters: float | None = 0.01
    max_line_ends_per_word: float | None = 0.3

    def signals(self, text: TextParts) -> dict[str, float]:
        """The shares of a text."""
        lines = text.full_lines
        ends = text.text.count("\n")
        return {
            "fineweb_punctuated_lines": share(sum(line[-1] in _TERMINAL for line in lines), len(lines)),
            "fineweb_short_lines": share(sum(len(line) <= _SHORT for line in lines), len(lines)),
            "fineweb_duplicate_characters": share(duplicates(lines)[1], len(text.text) - ends),
            "fineweb_line_ends_per_word": share(ends, len(text.words)),
        }

    def broken(self, signals: Mapping[str, float]) -> str | None:
        """The first rule that is broken."""
        below = {"fineweb_punctuated_lines": self.min_punctuated_lines}
        above = {
            "fineweb_short_lines": self.max_short_lines,
            "fineweb_duplicate_characters": self.max_duplicate_characters,
            "fineweb_line_ends_per_word": self.max_line_ends_per_word,
        }
        return broken_rule(signals, above, below)
