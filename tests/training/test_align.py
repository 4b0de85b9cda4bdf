"""Gold text → labels of blocks."""

from collections.abc import Callable
from random import Random

import numpy as np
import pytest

from maintext.page.parse import parse
from maintext.text.words import tokens
from maintext.training import align as module
from maintext.training.align import align, align_tokens, block_tokens
from tests.growth import grows_linearly

WORDS = [f"w{number}" for number in range(400)]


def paragraph(random: Random, size: int = 25) -> str:
    return " ".join(random.choice(WORDS) for _ in range(size))


def labels(blocks: list[str], gold: str) -> list[bool]:
    main: list[bool] = align_tokens([tokens(block) for block in blocks], tokens(gold)).main.tolist()
    return main


def test_blocks_of_the_gold_text_are_main_text() -> None:
    blocks = [
        "Home News Sport",
        "Rain in the hills",
        "It has rained for six days in the hills.",
        "Follow us on paper",
    ]
    assert labels(blocks, "Rain in the hills\n\nIt has rained for six days in the hills.") == [
        False,
        True,
        True,
        False,
    ]


def test_white_space_case_and_punctuation_are_ignored() -> None:
    assert labels(["It has RAINED — for six\n days!"], "it has rained for six days") == [True]


def test_chinese_text_is_matched_by_characters() -> None:
    blocks = ["首页 新闻 体育", "六月以来，降雨偏多。", "水库的水位一直高于往年。", "版权所有 县报"]
    assert labels(blocks, "六月以来,降雨偏多.水库的水位 一直高于往年") == [False, True, True, False]


def test_common_words_alone_do_not_match() -> None:
    gold = "The rain came to the village in the night and the people of the village were glad of it."
    noise = "The best of the web and the news in it to the people"
    assert labels([noise, gold], gold) == [False, True]


def test_a_short_block_is_main_text_beside_its_neighbours_only() -> None:
    body, more = "It has rained for six days in the hills.", "Nobody can say when it will end."
    blocks = ["Weather", "About", "Weather", body, "Outlook", more, "Outlook", "Weather"]
    # In the gold text, "Weather" is right before the body, and "Outlook" between the paragraphs.
    expected = [False, False, True, True, True, True, False, False]
    assert labels(blocks, f"Weather\n{body}\nOutlook\n{more}") == expected


def test_a_table_of_single_words_is_followed_cell_by_cell() -> None:
    cells = "Day Rain Monday 12 Tuesday 30 Wednesday 7".split()
    blocks = ["How much it rained on each day:", *cells, "Monday", "12"]
    gold = "How much it rained on each day: " + " ".join(cells)
    assert labels(blocks, gold) == [True] * (1 + len(cells)) + [False, False]


def test_consecutive_short_blocks_are_found_if_they_are_consecutive_in_the_gold_text() -> None:
    body = "How much it rained on each day of the week."
    cells = "Day Rain Monday 12 Tuesday 30".split()
    menu = ["Home", "Sport", "Day", "Weather", "Rain", "Films", "Monday", "Travel", "12"]
    # The gold text leaves out the blocks between the paragraph and the table, so nothing leads there.
    skipped = [f"Offer {number} of today" for number in range(20)]
    blocks = [*menu, body, *skipped, *cells]
    expected = [False] * len(menu) + [True] + [False] * len(skipped) + [True] * len(cells)
    assert labels(blocks, f"{body} {' '.join(cells)}") == expected


def test_short_blocks_beside_a_row_that_was_found_are_main_text() -> None:
    body, skipped = "It has rained for six days in the hills.", ["Advertisement"] * 20
    blocks = [body, *skipped, "Monday", "12", "Tuesday", "or so", "Outlook"]
    # "or so" is not in the gold text, so no shingle has "Outlook", but its neighbours in the row lead to it.
    expected = [True] + [False] * len(skipped) + [True, True, True, False, True]
    assert labels(blocks, f"{body} Monday 12 Tuesday Outlook") == expected


def test_a_short_block_is_matched_beside_its_neighbour_before_rows_are_tried() -> None:
    body, more = "It has rained for six days in the hills.", "Nobody can say when it will end."
    blocks = [body, "Ann", "Lee", "Anhui", more, *["Advertisement"] * 20, "Ann", "Lee", "Anhui"]
    expected = [True] * 5 + [False] * 23
    assert labels(blocks, f"{body} Ann Lee Anhui {more}") == expected


def test_repeated_text_is_matched_once_and_next_to_the_text() -> None:
    title, body = "Rain in the hills of Anhui", "It has rained for six days, and the river is high."
    assert labels([title, "Home", title, body], f"{title}\n{body}") == [False, False, True, True]


def test_text_repeated_in_the_gold_text_is_matched_twice() -> None:
    line, other = "We asked for more rain that year", "and it came down on us all night long"
    assert labels([line, other, line, line], f"{line} {other} {line}").count(True) == 3


def test_sections_in_another_order_are_found() -> None:
    random = Random(1)
    first, second, third, noise = (paragraph(random) for _ in range(4))
    assert labels([first, noise, second, third], f"{third}\n{first}\n{second}") == [True, False, True, True]


def test_a_paragraph_is_matched_before_a_dump_of_the_source() -> None:
    random = Random(2)
    text = [paragraph(random, 40) for _ in range(3)]
    dump = "div p " + " br p ".join(text) + " p div"
    assert labels([dump, *text], "\n".join(text)) == [False, True, True, True]
    assert labels([*text, dump], "\n".join(text)) == [True, True, True, False]


def test_a_block_is_main_text_when_the_gold_text_has_half_of_it() -> None:
    random = Random(3)
    text, half, rest, more = (paragraph(random, size) for size in (500, 20, 18, 40))
    assert labels([text, f"{half} {rest}"], f"{text} {half}") == [True, True]
    assert labels([text, f"{half} {more}"], f"{text} {half}") == [True, False]


@pytest.mark.parametrize("lost", [0, 500])
def test_an_abridged_block_is_main_text_if_it_raises_f1(lost: int) -> None:
    random = Random(8)
    text, kept, left_out, absent = (paragraph(random, size) for size in (300, 40, 60, lost))
    main = labels([text, f"{kept} {left_out}"], f"{text} {kept} {absent}")
    # Two fifths of the block are in the gold text. That raises F1 if much of the gold text is not on the
    # page.
    assert main == [True, lost > 0]
    without, with_ = (2 * common / (found + 340 + lost) for common, found in ((300, 300), (340, 400)))
    assert (with_ > without) == (lost > 0)


def test_a_fifth_of_a_block_is_never_enough() -> None:
    random = Random(9)
    fifth, rest, absent = paragraph(random, 20), paragraph(random, 80), paragraph(random, 900)
    assert labels([f"{fifth} {rest}"], f"{fifth} {absent}") == [False]


def test_a_short_block_needs_more_than_half() -> None:
    assert labels(["Rain in the hills stops Tuesday night trains"], "there was rain in the hills today") == [
        False
    ]


def test_coverage_is_the_matched_share_of_block_and_gold_text() -> None:
    kept, lost, noise = (paragraph(Random(seed), 30) for seed in (4, 5, 6))
    alignment = align_tokens([tokens(kept), tokens(noise)], tokens(f"{kept} {lost}"))
    assert alignment.coverage.tolist() == [1.0, 0.0]
    assert alignment.gold_coverage == pytest.approx(0.5, abs=0.02)


def test_labels_are_usable_if_the_page_has_half_of_its_gold_text() -> None:
    kept, lost, noise = (paragraph(Random(seed), 40) for seed in (10, 11, 12))
    block, part = tokens(kept), tokens(lost)[:30]
    assert align_tokens([block], [*block, *part]).usable
    assert not align_tokens([block], [*block, *part, *tokens(noise)]).usable
    assert not align_tokens([block], []).usable
    assert not align_tokens([], block).usable


@pytest.mark.parametrize(
    ("blocks", "gold"),
    [([], ""), ([], "a b c d"), (["a b c d"], ""), (["", "?"], "a b c"), (["a"], "a"), (["a b"], "a b")],
)
def test_too_little_to_match_matches_nothing(blocks: list[str], gold: str) -> None:
    alignment = align_tokens([tokens(block) for block in blocks], tokens(gold))
    assert alignment.main.tolist() == [False] * len(blocks)
    assert alignment.gold_coverage == 0.0


@pytest.mark.parametrize("seed", range(30))
def test_the_paragraphs_that_made_a_gold_text_are_found_among_others(seed: int) -> None:
    random = Random(seed)
    blocks = [paragraph(random, random.randint(6, 60)) for _ in range(random.randint(1, 60))]
    chosen = [random.random() < 0.5 for _ in blocks]
    gold = " ".join(block for block, main in zip(blocks, chosen, strict=True) if main)
    assert labels(blocks, gold) == chosen


@pytest.mark.parametrize("seed", range(10))
def test_order_is_ignored_if_the_table_would_be_too_large(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    random = Random(seed)
    blocks = [paragraph(random, random.randint(6, 60)) for _ in range(40)]
    chosen = [random.random() < 0.5 for _ in blocks]
    gold = " ".join(block for block, main in zip(blocks, chosen, strict=True) if main)
    monkeypatch.setattr(module, "_LARGEST", 0)
    assert labels(blocks, gold) == chosen


@pytest.mark.parametrize("seed", range(30))
def test_matches_in_order_are_a_longest_common_subsequence(seed: int) -> None:
    random = Random(seed)
    page = [random.randrange(5) for _ in range(random.randint(0, 30))]
    gold = [random.randrange(5) for _ in range(random.randint(0, 30))]
    found, there = module._in_order(np.array(page, dtype=np.int64), np.array(gold, dtype=np.int64))
    pairs = sorted(zip(found.tolist(), there.tolist(), strict=True))
    assert all(page[i] == gold[j] for i, j in pairs)
    assert [j for _, j in pairs] == sorted({j for _, j in pairs})
    longest = [[0] * (len(gold) + 1) for _ in range(len(page) + 1)]
    for i, a in enumerate(page):
        for j, b in enumerate(gold):
            longest[i + 1][j + 1] = longest[i][j] + 1 if a == b else max(longest[i][j + 1], longest[i + 1][j])
    assert len(pairs) == longest[-1][-1]


def test_matches_in_any_order_pair_each_token_as_often_as_both_have_it() -> None:
    found, there = module._in_any_order(np.array([7, 8, 7, 9, 7]), np.array([9, 7, 5, 7]))
    assert sorted(zip(found.tolist(), there.tolist(), strict=True)) == [(0, 1), (2, 3), (3, 0)]


def test_tokens_of_blocks_are_those_of_their_texts() -> None:
    page = parse(
        "<p>H<sub>2</sub>O is <b>wa</b>ter<br>and <span hidden>not</span> ice<ul><li>水<script>x</script>库"
    )
    texts = [page.block_text(block) for block in range(len(page.blocks))]
    assert block_tokens(page) == [tokens(text) for text in texts]
    assert block_tokens(page)[0] == ["h₂o", "is", "water"]


def test_a_page_without_text_has_no_labels() -> None:
    assert align(parse("<div></div>"), "gold text for nothing").main.tolist() == []


def test_alignment_takes_linear_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_LARGEST", 0)  # above the limit of the table, on any machine

    def work(count: int) -> Callable[[], object]:
        random = Random(0)
        blocks = [tokens(paragraph(random)) for _ in range(count)]
        gold = [token for block in blocks[::2] for token in block]
        return lambda: align_tokens(blocks, gold)

    assert grows_linearly(work(2000), work(4000))
