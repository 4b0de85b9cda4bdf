"""Measures of extraction quality, from the papers and from public benchmarks. See docs/metrics.md."""

from maintext.evaluation.metrics.confusion import Confusion, judgement_confusion, snippet_confusion
from maintext.evaluation.metrics.grades import (
    Grade,
    GradeRates,
    accuracy,
    grade,
    grade_rates,
    is_acceptable,
    is_accurate,
    page_prf,
)
from maintext.evaluation.metrics.intervals import (
    Comparison,
    Interval,
    bootstrap_interval,
    difference_interval,
    f1_interval,
    page_interval,
    paired_bootstrap,
    rate_interval,
    ratio_interval,
)
from maintext.evaluation.metrics.overlap import Prf, lcs_prf, token_lcs_prf, token_prf, word_prf
from maintext.evaluation.metrics.shingles import (
    ShingleCounts,
    ShingleScores,
    shingle_counts,
    shingle_scores,
)

__all__ = [
    "Comparison",
    "Confusion",
    "Grade",
    "GradeRates",
    "Interval",
    "Prf",
    "ShingleCounts",
    "ShingleScores",
    "accuracy",
    "bootstrap_interval",
    "difference_interval",
    "f1_interval",
    "grade",
    "grade_rates",
    "is_acceptable",
    "is_accurate",
    "judgement_confusion",
    "lcs_prf",
    "page_interval",
    "page_prf",
    "paired_bootstrap",
    "rate_interval",
    "ratio_interval",
    "shingle_counts",
    "shingle_scores",
    "snippet_confusion",
    "token_lcs_prf",
    "token_prf",
    "word_prf",
]
