"""The kernel finds the lines that may have a kind: it may list more lines, but never fewer."""

import sys

import numpy as np
import pytest

from maintext.methods.auto import openings
from maintext.methods.auto.openings import kind_of_line, line_starts
from maintext.page.page import Page
from maintext.page.parse import parse

LINES = [
    *("Read more: the mayor", "READ MORE: the mayor", "Читайте также: мэр", "ЧИТАЙТЕ ТАКЖЕ: мэр"),
    *("ΔΙΑΒΆΣΤΕ ΕΠΊΣΗΣ: το κανάλι", "LÄS OCKSÅ: kanalen", "Więcej na ten temat", "\u00a0【相关阅读】"),
    *("12 March 2024", "  — 12 March 2024", "٣/٥/٢٠٢٤", "３ March 2024", "𝟏𝟐 March 2024"),
    *("\u212aommentare", "Home", "#12", "# re: tea", "• Tags: tea", "4 min read", "[vc_row a=b]"),
]
OTHERS = [
    *("Salt the water.", "A tower that leans", "正文在这里。", "1930", "May I go", "", "Ýmir", "İstanbul"),
    *("Tuesday was the longest day of them all, and nothing " * 4 + "until 2024", "Θάλασσα", "Ödön"),
]


def listed(page: Page) -> dict[int, str]:
    """The lines that the kernel lists of all blocks."""
    return dict(page.table.lines(np.ones(len(page.blocks), dtype=np.bool_), *line_starts()))


@pytest.mark.parametrize("line", LINES)
def test_a_line_with_a_kind_is_listed(line: str) -> None:
    assert kind_of_line(line) >= 0
    page = parse(f"<p>Salt.<p>{line}<p>Ça va.")
    assert {kind_of_line(text) for text in listed(page).values()} == {kind_of_line(line)}


def test_all_lines_of_a_page_are_listed_with_their_blocks() -> None:
    page = parse("".join(f"<p>{line}</p>" for pair in zip(LINES, OTHERS, strict=False) for line in pair))
    found = {block: kind_of_line(text) for block, text in listed(page).items()}
    wanted = {block: kind_of_line(page.block_text(block)) for block in range(len(page.blocks))}
    assert {block: kind for block, kind in found.items() if kind >= 0} == {
        block: kind for block, kind in wanted.items() if kind >= 0
    }


def test_most_other_lines_are_not_listed() -> None:
    page = parse("<p>Salt the water.<p>A tower<p>正文在这里。<p>May I go")
    assert not listed(page)


def test_only_wanted_blocks_are_listed() -> None:
    page = parse("<p>Read more<p>Read more")
    assert dict(page.table.lines(np.array([False, True]), *line_starts())) == {1: "Read more"}


def test_the_starts_know_every_character_that_becomes_theirs_in_lower_case() -> None:
    known = {char for start in openings._kinds_by_start() for char in start} | set(openings._DATE_FIRST)
    for code in range(sys.maxunicode + 1):
        small = chr(code).lower()[0]
        if small in known and not (small.isascii() and chr(code).isascii()):
            assert chr(code) in openings._cases(small)


def test_dates_may_begin_with_any_digit_that_is_not_rare() -> None:
    dates = set(line_starts()[2].tolist())
    assert {code for code in range(0x10000) if chr(code).isdecimal()} <= dates


def test_arrays_of_another_type_or_length_are_refused() -> None:
    page = parse("<p>Read more")
    with pytest.raises(ValueError, match="array"):
        page.table.lines(np.ones(2, dtype=np.bool_), *line_starts())
    with pytest.raises(ValueError, match="array"):
        page.table.lines(np.ones(1, dtype=np.bool_), *line_starts()[:2], np.zeros(3), 80)  # type: ignore[arg-type]
