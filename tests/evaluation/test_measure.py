"""Measurements: means by data set, failures counted."""

from maintext.evaluation.datasets import LabelledPage
from maintext.evaluation.measure import mean_f1, measure


def echo_gold(page: LabelledPage) -> str:
    return page.text or ""


def fail_on_second(page: LabelledPage) -> str:
    if page.id == "2":
        raise ValueError("second")
    return page.text or ""


PAGES = [
    LabelledPage("d", "1", b"", "one two"),
    LabelledPage("d", "2", b"", "three"),
    LabelledPage("e", "3", b"", "x"),
]


def test_a_failing_extractor_counts_as_nothing_found() -> None:
    results = measure(PAGES, {"gold": echo_gold, "failing": fail_on_second}, workers=1)
    assert mean_f1(results) == {"gold": {"d": 1.0, "e": 1.0}, "failing": {"d": 0.5, "e": 1.0}}
    assert [result.error for result in results if result.error] == ["ValueError: second"]


def test_pages_without_gold_are_left_out() -> None:
    results = measure([*PAGES, LabelledPage("d", "4", b"", None)], {"gold": echo_gold}, workers=1)
    assert [result.page for result in results] == ["1", "2", "3"]
