"""Every construct page gives the text that a careful reader would want."""

import pytest

from tests.constructs.cases import END, FOLDER, START, Case, all_cases, known_failures

CASES = all_cases()
FAILING = known_failures()


def marked(case: Case) -> object:
    reason = FAILING.get(case.name)
    marks = [pytest.mark.xfail(strict=True, reason=reason, raises=AssertionError)] if reason else []
    return pytest.param(case, marks=marks, id=case.name)


def wanted(case: Case, suffix: str, given: str) -> str:
    """The given text where it is right, or where any is; otherwise the first that is right."""
    accepted = case.accepted(suffix)
    return given if given in accepted or not accepted else accepted[0]


@pytest.mark.parametrize("case", [marked(case) for case in CASES])
def test_a_construct_gives_the_expected_text(case: Case) -> None:
    document = case.extract()
    assert document.markdown == wanted(case, "md", document.markdown)
    assert document.text == wanted(case, "txt", document.text)


@pytest.mark.parametrize(
    "case", [case for case in CASES if case.accepted("auto.md")], ids=lambda case: case.name
)
def test_a_table_that_pipes_cannot_hold_is_html(case: Case) -> None:
    assert case.extract("auto").markdown in case.accepted("auto.md")


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_construct_page_is_complete(case: Case) -> None:
    topic, _, variant = case.name.partition("--")
    assert topic
    assert variant
    assert case.accepted("md")
    assert case.html.count(START) == case.html.count(END) == 1


def test_there_is_a_page_for_every_expected_text() -> None:
    names = {case.name for case in CASES}
    expected = {path.name.partition(".")[0] for kind in ("md", "txt") for path in FOLDER.glob(f"*--*.{kind}")}
    assert expected <= names


def test_known_failures_are_sorted_names_of_cases() -> None:
    assert sorted(FAILING) == list(FAILING)
    assert set(FAILING) <= {case.name for case in CASES}
    assert all(FAILING.values()), "each failure needs a reason"
