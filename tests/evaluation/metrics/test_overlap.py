"""Overlap of texts, against literal versions."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maintext.evaluation.metrics import Prf, lcs_prf, token_prf, word_prf
from maintext.evaluation.metrics.overlap import LCS_CHARS
from maintext.text.words import tokens
from tests.reference.paper_ceds import lcs_scores

TEXTS = st.text(alphabet="aB 正文,。\n", max_size=30)


def literal_prf(found: list[str], wanted: list[str]) -> tuple[float, float]:
    """Remove each found unit from the list of wanted ones."""
    left = list(wanted)
    for unit in found:
        if unit in left:
            left.remove(unit)
    common = len(wanted) - len(left)
    return common / len(found), common / len(wanted)


def check(prf: Prf, found: list[str], wanted: list[str]) -> None:
    if not found or not wanted:
        assert prf == Prf(*[float(found == wanted)] * 3)
        return
    precision, recall = literal_prf(found, wanted)
    assert (prf.precision, prf.recall) == (precision, recall)
    assert abs(prf.f1 - (2 * precision * recall / (precision + recall) if precision else 0.0)) < 1e-12


@given(TEXTS, TEXTS)
def test_token_f1_counts_each_gold_token_once(text: str, gold: str) -> None:
    check(token_prf(text, gold), tokens(text), tokens(gold))


@given(TEXTS, TEXTS)
def test_word_f1_counts_runs_of_word_characters_in_lower_case(text: str, gold: str) -> None:
    check(word_prf(text, gold), re.findall(r"\w+", text.lower()), re.findall(r"\w+", gold.lower()))


@given(TEXTS, TEXTS)
def test_lcs_scores_agree_with_the_formulas_of_paper_5(text: str, gold: str) -> None:
    found, wanted = re.sub(r"\s", "", text), re.sub(r"\s", "", gold)
    prf = lcs_prf(text, gold)
    if not found or not wanted:
        assert prf == Prf(*[float(found == wanted)] * 3)
    else:
        assert prf == pytest.approx(lcs_scores(found, wanted))


def test_lcs_uses_only_the_beginning_of_a_very_long_text() -> None:
    long = "a" * LCS_CHARS
    assert lcs_prf(long + "b" * 9, long + "c" * 9) == Prf(1.0, 1.0, 1.0)


@given(TEXTS)
def test_a_text_has_full_scores_against_itself(text: str) -> None:
    assert token_prf(text, text) == word_prf(text, text) == lcs_prf(text, text) == Prf(1.0, 1.0, 1.0)


def test_tokens_are_words_or_single_cjk_characters() -> None:
    assert tokens("GPU的速度 2.5 倍") == ["gpu", "的", "速", "度", "2", "5", "倍"]
