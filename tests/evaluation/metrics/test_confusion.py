"""Decisions compared with the truth."""

import re
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from maintext.evaluation.metrics import Confusion, judgement_confusion, snippet_confusion

COUNTS = st.integers(0, 9)


def share(part: int, whole: int) -> float:
    return float(Fraction(part, whole)) if whole else 0.0


@given(COUNTS, COUNTS, COUNTS, COUNTS)
def test_figures_are_ratios_of_the_counts(tp: int, fp: int, fn: int, tn: int) -> None:
    table = Confusion(tp, fp, fn, tn)
    assert table.precision == share(tp, tp + fp)
    assert table.recall == share(tp, tp + fn)
    assert table.f1 == share(2 * tp, 2 * tp + fp + fn)
    assert table.accuracy == share(tp + tn, tp + fp + fn + tn)


@given(st.lists(st.tuples(st.booleans(), st.booleans())))
def test_judgements_are_counted_in_four_cells(decisions: list[tuple[bool, bool]]) -> None:
    assert judgement_confusion(decisions) == Confusion(
        sum(said and true for said, true in decisions),
        sum(said and not true for said, true in decisions),
        sum(not said and true for said, true in decisions),
        sum(not said and not true for said, true in decisions),
    )


SNIPPETS = st.lists(st.text(alphabet="ab \n", min_size=1, max_size=4), max_size=4)


@given(st.text(alphabet="ab \n", max_size=12), SNIPPETS, SNIPPETS)
def test_snippets_are_searched_for_with_white_space_folded(
    text: str, with_: list[str], without: list[str]
) -> None:
    def there(snippet: str) -> bool:
        return re.sub(r"\s+", " ", snippet).strip() in re.sub(r"\s+", " ", text).strip()

    expected = Confusion(0, 0, 0, 0)
    for snippet in with_:
        expected += Confusion(1, 0, 0, 0) if there(snippet) else Confusion(0, 0, 1, 0)
    for snippet in without:
        expected += Confusion(0, 1, 0, 0) if there(snippet) else Confusion(0, 0, 0, 1)
    assert snippet_confusion(text, with_, without) == expected


def test_snippets_are_case_sensitive() -> None:
    assert snippet_confusion("tea", ["Tea"], []).recall == 0.0


def test_tables_can_be_added() -> None:
    tables = [snippet_confusion("a b", ["a"], ["c"]), snippet_confusion("c", ["a"], ["c"])]
    assert sum(tables, Confusion()) == Confusion(1, 1, 1, 1)
