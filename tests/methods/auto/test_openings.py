"""The kernel finds the lines that may have a kind: it may list more lines, but never fewer."""

import sys
from random import Random

import numpy as np
import pytest

from maintext.arrays import BoolArray
from maintext.methods.auto import clutter, opening_starts, openings
from maintext.methods.auto.method import Auto
from maintext.methods.auto.opening_starts import line_starts
from maintext.methods.auto.opening_words import DATE_FIRST, OPENINGS
from maintext.methods.auto.openings import kind_of_line
from maintext.model.measure import unmeasured
from maintext.page.page import Page
from maintext.page.parse import parse

LINES = [
    *("Read more: the mayor", "READ MORE: the mayor", "Читайте также: мэр", "ЧИТАЙТЕ ТАКЖЕ: мэр"),
    *("ΔΙΑΒΆΣΤΕ ΕΠΊΣΗΣ: το κανάλι", "LÄS OCKSÅ: kanalen", "Więcej na ten temat", "\u00a0【相关阅读】"),
    *("12 March 2024", "  — 12 March 2024", "٣/٥/٢٠٢٤", "３ March 2024", "𝟏𝟐 March 2024"),
    *("\u212aommentare", "Home", "#12", "# re: tea", "• Tags: tea", "4 min read", "[vc_row a=b]"),
    *("浏览次数：٣", "8:05"),
]
OTHERS = [
    *("Salt the water.", "A tower that leans", "正文在这里。", "1930", "May I go", "", "Ýmir", "İstanbul"),
    *("Tuesday was the longest day of them all, and nothing " * 4 + "until 2024", "Θάλασσα", "Ödön"),
]


def listed(page: Page, kept: BoolArray | None = None) -> dict[int, str]:
    """The lines that the kernel lists of all blocks, or of the kept ones."""
    size = len(page.blocks)
    kept = np.ones(size, dtype=np.bool_) if kept is None else kept
    measured = unmeasured(size)
    measured.unit[:] = -1
    return dict(page.table.lines((measured.memory, measured.probability, kept), line_starts()))


def only_kinds(lines: dict[int, str]) -> dict[int, int]:
    """The kinds of those that have one."""
    return {block: kind for block, text in lines.items() if (kind := kind_of_line(text)) >= 0}


@pytest.mark.parametrize("line", LINES)
def test_a_line_with_a_kind_is_listed(line: str) -> None:
    assert kind_of_line(line) >= 0
    page = parse(f"<p>Salt.<p>{line}<p>Ça va.")
    assert {kind_of_line(text) for text in listed(page).values()} == {kind_of_line(line)}


def test_all_lines_of_a_page_are_listed_with_their_blocks() -> None:
    page = parse("".join(f"<p>{line}</p>" for pair in zip(LINES, OTHERS, strict=False) for line in pair))
    assert only_kinds(listed(page)) == only_kinds(dict(enumerate(page.block_texts)))


def test_most_other_lines_are_not_listed() -> None:
    page = parse("<p>Salt the water.<p>A tower<p>正文在这里。<p>May I go")
    assert not listed(page)


def test_only_wanted_blocks_are_listed() -> None:
    page = parse("<p>Read more<p>Read more")
    assert listed(page, np.array([False, True])) == {1: "Read more"}


def test_the_starts_know_every_character_that_becomes_theirs_in_lower_case() -> None:
    known = {char for start in openings._kinds_by_start() for char in start} | DATE_FIRST
    for code in range(sys.maxunicode + 1):
        small = chr(code).lower()[0]
        if small in known and not (small.isascii() and chr(code).isascii()):
            assert opening_starts._fold(chr(code)) in opening_starts._cases(small)


def test_dates_may_begin_with_any_digit_that_is_not_rare() -> None:
    dates = set(line_starts()[3].tolist())
    assert {code for code in range(0x10000) if chr(code).isdecimal()} <= dates


def test_digits_of_another_script_count_after_the_first_ones() -> None:
    source = "2019-０３-05 10 boats 来源"
    assert only_kinds(listed(parse(f"<p>{source}"))) == {0: kind_of_line(source)}
    assert kind_of_line("#3") >= 0
    assert kind_of_line("#３") == kind_of_line("点击：３") == -1


def test_arrays_of_another_type_or_length_are_refused() -> None:
    page = parse("<p>Read more")
    with pytest.raises(ValueError, match="array"):
        listed(page, np.ones(2, dtype=np.bool_))
    with pytest.raises(ValueError, match="array"):
        listed(page, np.ones(1))  # type: ignore[arg-type]


# -- random lines -------------------------------------------------------------------------------------------

WORDS = [
    *(
        "12",
        "2024",
        "3",
        "march",
        "Mai",
        "may",
        "am",
        "a.m.",
        "uhr",
        "st",
        "th",
        "Tue",
        "hours",
        "ago",
        "märz",
    ),
    *(
        "\u212a",
        "İ",
        "٣",
        "年",
        "月",
        "г",
        "5.",
        "10:15",
        "1/2/24",
        "_",
        "–",
        "|",
        ",",
        "(",
        ":",
        "：",
        "’",
        "\u3000",
    ),
    *(
        "by",
        "BY",
        "Ada",
        "x",
        "re",
        "#",
        "read",
        "more",
        "Read",
        "share",
        "this",
        "comments",
        "comment",
        "s",
        "$",
    ),
    *(
        "we",
        "This",
        "if you",
        "commission",
        "AFFILIATE",
        "amazon associate",
        "back",
        "next",
        "page",
        "home",
        ">",
    ),
    *(
        "поделиться",
        "Автор",
        "теги",
        "评论",
        "点击",
        "来源",
        "tags",
        "print",
        "save",
        "loading",
        "min",
        "views",
    ),
]


@pytest.mark.parametrize("seed", range(40))
def test_no_line_of_random_words_is_missed(seed: int) -> None:
    random = Random(seed)
    lines = [
        "".join(
            random.choice(WORDS) + random.choice(["", " ", " ", "\xa0", "\n"])
            for _ in range(random.randint(1, 6))
        )
        for _ in range(40)
    ]
    page = parse("".join(f"<p>{line}</p>" for line in lines))
    texts = {block: page.row_text(row) for block, row in enumerate(page.blocks.first_row.tolist())}
    assert only_kinds(listed(page)) == only_kinds(texts)


@pytest.mark.parametrize("kind", OPENINGS)
def test_every_start_of_a_kind_is_looked_up(kind: str) -> None:
    kinds = {number & ~3: number & 3 for number in line_starts()[1].tolist()}
    for start in opening_starts.starts_of(kind):
        assert start
        assert {kinds.get(number & ~3) for number in opening_starts._numbers([start])} <= {
            opening_starts._WHOLE,
            opening_starts._NOTE,
        }


def test_the_pairs_of_letters_know_how_every_start_begins() -> None:
    pairs = line_starts()[-1]
    for start in {start for kind in OPENINGS for start in opening_starts.starts_of(kind)}:
        one, other = ord(start[0]) - ord("a"), ord(start[1:2] or "a") - ord("a")
        if 0 <= one < 26 and 0 <= other < 26:
            assert len(start) > 1  # else any letter could follow
            assert pairs[26 * one + other]


def test_another_number_of_pairs_is_refused() -> None:
    page = parse("<p>Read more")
    choice = clutter._choice(Auto().score(page), np.ones(1, dtype=np.bool_))
    *others, pairs = line_starts()
    with pytest.raises(ValueError, match="676"):
        page.table.lines(choice, (*others, pairs[1:]))  # type: ignore[arg-type]


@pytest.mark.parametrize("line", ["9", "12", "Thyme", "2 boats"])
def test_lone_numbers_and_other_first_letters_are_not_listed(line: str) -> None:
    assert kind_of_line(line) == -1
    assert not listed(parse(f"<p>{line}"))


def test_a_table_without_an_empty_slot_is_refused() -> None:
    page = parse("<p>Read more")
    choice = clutter._choice(Auto().score(page), np.ones(1, dtype=np.bool_))
    skipped, _, *others = line_starts()
    for slots in (np.ones(4, dtype=np.int64), np.zeros(3, dtype=np.int64), np.zeros(0, dtype=np.int64)):
        with pytest.raises(ValueError, match="table"):
            page.table.lines(choice, (skipped, slots, *others))  # type: ignore[arg-type]
