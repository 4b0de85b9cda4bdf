"""The papers' grades of a page."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maintext.evaluation.metrics import (
    Grade,
    GradeRates,
    Prf,
    accuracy,
    grade,
    grade_rates,
    is_acceptable,
    is_accurate,
    page_prf,
    token_prf,
)
from maintext.text.words import tokens

SENTENCES = [
    "The water boils.",
    "Add two spoons of leaves!",
    "Is it green?",
    "Wait for a while.",
    "Then pour.",
]
GOLD = " ".join(SENTENCES[:3]) + "\n" + " ".join(SENTENCES[3:])
NOISE = ["Share", "Log in", "Read more"]


def occurs(unit: list[str], sequence: list[str]) -> bool:
    return any(sequence[i : i + len(unit)] == unit for i in range(len(sequence) - len(unit) + 1))


def literal_grade(text: str, gold: str) -> Grade:
    found, wanted = tokens(text), tokens(gold)
    if found == wanted:
        return Grade.EXCELLENT
    for mark in ".!?。":
        gold = gold.replace(mark, mark + "\n")
    sentences = [tokens(line) for line in gold.splitlines() if tokens(line)]
    lost = sum(not occurs(sentence, found) for sentence in sentences)
    noise = sum(not occurs(tokens(line), wanted) for line in text.splitlines() if tokens(line))
    return Grade.GOOD if lost <= 2 and noise <= 2 and lost < len(sentences) else Grade.POOR


@given(
    st.lists(st.sampled_from([*SENTENCES, *NOISE, "水开了。", "\n"]), max_size=8),
    st.lists(st.sampled_from([*SENTENCES, "水开了。", "\n"]), max_size=8),
)
def test_grades_agree_with_the_definition(text: list[str], gold: list[str]) -> None:
    assert grade(" ".join(text), " ".join(gold)) == literal_grade(" ".join(text), " ".join(gold))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (GOLD, "excellent"),
        (GOLD.replace("\n", "  ").replace(".", " ."), "excellent"),
        (" ".join(SENTENCES[:3]), "good"),
        (" ".join(SENTENCES[:2]), "poor"),
        ("\n".join([*NOISE[:2], GOLD]), "good"),
        ("\n".join([*NOISE, GOLD]), "poor"),
        ("\n".join([*SENTENCES[2:], *NOISE[:2]]), "good"),
        ("", "poor"),
    ],
)
def test_a_good_page_may_lose_two_sentences_and_have_two_lines_of_noise(text: str, expected: str) -> None:
    assert grade(text, GOLD) == expected


def test_a_page_that_is_at_85_percent_accuracy_has_a_higher_f1() -> None:
    gold = " ".join(map(str, range(20)))
    text = gold.removesuffix(" 17 18 19")
    assert accuracy(text, gold) == 0.85
    assert round(token_prf(text, gold).f1, 3) == 0.919


def test_an_abbreviation_does_not_end_a_sentence_without_a_space() -> None:
    gold = "It holds 2.5 l of water.Pour! Wait. Drink. Rest."
    assert grade("It holds 2.5 l of water. Pour!", gold) is Grade.POOR
    assert grade("It holds 2.5 l of water. Pour! Wait.", gold) is Grade.GOOD


def test_a_short_gold_text_that_is_completely_lost_is_poor() -> None:
    assert grade("Share", "Tea.") is Grade.POOR
    assert grade("", "Tea.") is Grade.POOR
    assert grade("Share", "") is Grade.POOR
    assert grade("", "") is Grade.EXCELLENT


@given(st.lists(st.sampled_from(Grade), max_size=9))
def test_good_rate_counts_excellent_pages_too(grades: list[Grade]) -> None:
    excellent, good = grade_rates(grades)
    pages = len(grades) or 1
    assert excellent == len([one for one in grades if one == "excellent"]) / pages
    assert good == len([one for one in grades if one != "poor"]) / pages


def test_rates_of_no_pages_are_zero() -> None:
    assert grade_rates([]) == GradeRates(0.0, 0.0)


@given(st.text(alphabet="ab 文", max_size=20), st.text(alphabet="ab 文", max_size=20))
def test_accuracy_is_right_tokens_divided_by_right_lost_and_extra_ones(text: str, gold: str) -> None:
    extra, lost = tokens(text), []
    right = 0
    for token in tokens(gold):
        if token in extra:
            extra.remove(token)
            right += 1
        else:
            lost.append(token)
    whole = right + len(extra) + len(lost)
    assert accuracy(text, gold) == (right / whole if whole else 1.0)


def test_a_page_is_acceptable_from_85_percent() -> None:
    gold = " ".join(map(str, range(20)))
    assert is_acceptable(gold.removesuffix(" 17 18 19"), gold)
    assert not is_acceptable(gold.removesuffix(" 16 17 18 19"), gold)


def test_a_page_is_accurate_above_95_percent_in_all_three() -> None:
    assert is_accurate(Prf(0.96, 0.96, 0.96))
    assert not is_accurate(Prf(0.95, 1.0, 0.97))
    assert not is_accurate(Prf(1.0, 0.95, 0.97))


def test_page_figures_agree_with_the_paper() -> None:
    correct = [True] * 933 + [False] * 67
    survived = [True] * 976 + [False] * 24
    precision, recall, _ = page_prf(correct, survived)
    assert (round(precision, 4), round(recall, 4)) == (0.933, 0.9559)


def test_flags_of_different_lengths_are_refused() -> None:
    with pytest.raises(ValueError, match="correct has 2 pages"):
        page_prf([True, False], [True])
