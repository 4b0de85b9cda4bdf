"""Shingles, against a literal version of the benchmark's arithmetic."""

import re
from statistics import fmean

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from maintext.evaluation.metrics import ShingleCounts, shingle_counts, shingle_scores

TEXTS = st.text(alphabet="aA b", max_size=24)


def literal_shingles(text: str) -> list[str]:
    words = re.findall(r"\w+", text)
    if 0 < len(words) < 4:
        return [" ".join(words)]
    return [" ".join(words[i : i + 4]) for i in range(len(words) - 3)]


def literal_counts(text: str, gold: str) -> tuple[float, float, float]:
    found, wanted = literal_shingles(text), literal_shingles(gold)
    right = 0
    for shingle in found:
        if shingle in wanted:
            wanted.remove(shingle)
            right += 1
    counts = (right, len(found) - right, len(wanted))
    whole = sum(counts)
    return tuple(count / whole for count in counts) if whole else (0.0, 0.0, 0.0)  # type: ignore[return-value]


def literal_scores(pages: list[ShingleCounts]) -> tuple[float, float, float, float]:
    precisions = [page.right / (page.right + page.extra) for page in pages if page.right + page.extra > 0]
    recalls = [page.right / (page.right + page.missing) for page in pages if page.right + page.missing > 0]
    precision = fmean(precisions) if precisions else 0.0
    recall = fmean(recalls) if recalls else 0.0
    f1 = 2 * precision * recall / (precision + recall) if precision + recall else 0.0
    return precision, recall, f1, fmean(page.exact for page in pages)


@given(TEXTS, TEXTS)
def test_shingle_counts_are_shares_of_all_shingles(text: str, gold: str) -> None:
    counts = shingle_counts(text, gold)
    assert counts[:3] == literal_counts(text, gold)
    assert counts.exact == (re.findall(r"\w+", text) == re.findall(r"\w+", gold))


@given(st.lists(st.tuples(TEXTS, TEXTS), min_size=1, max_size=6))
def test_scores_are_means_over_pages_and_f1_is_computed_from_them(texts: list[tuple[str, str]]) -> None:
    pages = [shingle_counts(text, gold) for text, gold in texts]
    scores = shingle_scores(pages, resamples=20)
    assert [score.value for score in scores] == pytest.approx(literal_scores(pages))


def test_intervals_agree_with_pages_drawn_one_by_one() -> None:
    random = np.random.default_rng(7)
    shares = random.dirichlet((4, 1, 1), 40)
    pages = [ShingleCounts(right, extra, missing, right > 0.7) for right, extra, missing in shares.tolist()]
    scores = shingle_scores(pages, resamples=500, seed=3)
    drawn = np.random.default_rng(3).integers(0, 40, (500, 40))
    literal = np.array([literal_scores([pages[i] for i in row]) for row in drawn])
    for score, values in zip(scores, literal.T, strict=True):
        assert (score.low, score.high) == pytest.approx(np.quantile(values, [0.025, 0.975]))
        assert score.deviation == pytest.approx(values.std())


def test_scores_of_no_pages_are_an_error() -> None:
    with pytest.raises(ValueError, match="no pages"):
        shingle_scores([])
