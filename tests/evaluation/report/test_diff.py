import random

from hypothesis import given
from hypothesis import strategies as st

from maintext.evaluation.report.diff import Stretch, difference

WORDS = st.lists(st.sampled_from(["tea", "water", "boil", "正", "文", ".", "leaves", "\n"]), max_size=40).map(
    " ".join
)


def joined(stretches: list[Stretch], *changes: str) -> str:
    return "".join("".join(part.text.split()) for part in stretches if part.change in changes)


@given(WORDS, WORDS)
def test_common_and_missing_stretches_make_the_gold_text_and_common_and_extra_ones_the_extraction(
    text: str, gold: str
) -> None:
    stretches = difference(text, gold)
    if all(not stretch.left_out for stretch in stretches):
        assert joined(stretches, "same", "missing") == "".join(gold.split())
        assert joined(stretches, "same", "extra") == "".join(text.split())


def test_equal_texts_have_one_common_stretch() -> None:
    assert difference("Boil the water", "Boil  the\nwater") == [Stretch("same", "Boil  the\nwater")]


def test_two_empty_texts_have_no_difference() -> None:
    assert difference("", " \n") == []


def test_words_that_unlike_texts_share_by_chance_are_not_common_text() -> None:
    gold = "Rivers carry sand to the sea and build new land. It takes the work of ages"
    text = "Subscribe to the newsletter today. Log in for the best of offers and news!"
    assert all(stretch.change != "same" for stretch in difference(text, gold))


def test_a_long_difference_is_shortened_and_shows_by_how_much() -> None:
    shuffled = random.Random(1)
    gold = " ".join(f"g{shuffled.randrange(10_000)}" for _ in range(30_000))
    text = " ".join(f"t{shuffled.randrange(10_000)}" for _ in range(30_000))
    stretches = difference(text, gold)
    assert sum(len(stretch.text) + len(stretch.tail) for stretch in stretches) < 20_000
    assert sum(stretch.left_out for stretch in stretches) > 50_000


def test_a_difference_with_many_small_changes_is_limited_in_size() -> None:
    gold = " ".join(f"a common stretch of text number {at} old{at}" for at in range(900))
    text = gold.replace("old", "new")
    stretches = difference(text, gold)
    assert sum(len(stretch.text) + len(stretch.tail) for stretch in stretches) < 10_000
    assert stretches[-1].left_out > 0
