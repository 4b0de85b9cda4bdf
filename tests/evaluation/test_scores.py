import pytest

from maintext.evaluation.datasets import LabelledPage
from maintext.evaluation.metrics import shingle_counts, snippet_confusion, token_prf, word_prf
from maintext.evaluation.outcome import Outcome
from maintext.evaluation.scores import score, score_page

TEXTS = (
    "",
    "One two three four five.",
    "one TWO 正文 很长。three",
    "İstanbul ǅ ﬁne ᏣᎳᎩ naïve",
    "한국어 텍스트 and カタカナ",
)


@pytest.mark.parametrize("gold", TEXTS[1:])
@pytest.mark.parametrize("text", TEXTS)
def test_each_measure_agrees_with_its_own_function(text: str, gold: str) -> None:
    page = LabelledPage("set", "1", b"", gold, with_=("two",), without=("five",))
    measured = score(page, Outcome("set", "1", "x", "ok", text, 2.0))
    assert measured.token == token_prf(text, gold)
    assert measured.word == word_prf(text, gold)
    assert measured.shingles == shingle_counts(text, gold)
    assert measured.snippets == snippet_confusion(text, ("two",), ("five",))


def test_several_outcomes_are_scored_like_single_ones() -> None:
    page = LabelledPage("set", "1", b"", TEXTS[2])
    outcomes = [Outcome("set", "1", f"x{at}", "ok", text, 1.0) for at, text in enumerate(TEXTS)]
    assert score_page(page, outcomes) == [score(page, outcome) for outcome in outcomes]


def test_without_gold_text_and_snippets_there_is_nothing_to_measure() -> None:
    measured = score(LabelledPage("set", "1", b"", None), Outcome("set", "1", "x", "ok", "text", 1.0))
    assert (measured.token, measured.word, measured.shingles, measured.snippets) == (None, None, None, None)


def test_a_failure_scores_as_an_empty_text() -> None:
    page = LabelledPage("set", "1", b"", "gold")
    measured = score(page, Outcome("set", "1", "x", "crash", "", 1.0, "died"))
    assert measured.failed
    assert measured.token == token_prf("", "gold")


def test_an_outcome_on_another_page_is_refused() -> None:
    with pytest.raises(ValueError, match="set/2"):
        score(LabelledPage("set", "1", b"", "gold"), Outcome("set", "2", "x", "ok", "", 1.0))
