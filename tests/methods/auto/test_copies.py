"""Which repeated text is a copy, and which one its author repeats."""

from collections.abc import Callable

import pytest

from maintext import extract
from maintext.methods.auto.copies import find_copies
from tests.growth import grows_linearly
from tests.methods.auto.test_cleanup import clean, scores_of, shown

LONG = f"<p>{'The mill has stood empty since the war, and it will be sold. ' * 3}</p>"
LINE = "<p>A line between the two, which is not there twice.</p>"
LAST = LINE.replace("line", "last line")
TEXT = "".join(
    f"<p>{f'The tower was built in {year}, of brick and lime, they say. ' * 3}</p>" for year in range(20)
)
ITEMS = "".join(
    f"<li>{words}</li>"
    for words in (
        "What an index is",
        "Why a service that grows needs the right index in each table, and what it costs to "
        "have too many of them",
        "How a query reads its rows",
    )
)
LIST = f"<ul>{ITEMS}</ul>"


def kept_of(html: str, blocks: int) -> str:
    return shown(clean(html, "1" * blocks, probability=0.9))


def test_a_list_that_sums_up_is_no_copy() -> None:
    html = f"<article>{LINE}{LIST}{TEXT}<h2>Summary</h2><p>We looked at these:</p>{LIST}{LAST}</article>"
    assert kept_of(html, 30) == "1" * 30
    assert extract(html).text.count("What an index is") == 2


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        (f"{LIST}{LINE}{LIST}{LAST}", "1" * 8),
        (f"{LIST}{LIST}{LAST}", "1110001"),
        (f"{LIST}{LINE}{LIST}", "1111000"),
        (f"{LIST}{LINE}<div><div>{LIST}</div></div>{LAST}", "11110001"),
        (f"<div>{LONG}{LIST}</div>{LINE}<div>{LONG}{LIST}</div>{LAST}", "1111100001"),
        (f"{LIST}{LINE}<ul>{ITEMS.replace('<li>', '<li><p>')}</ul>{LAST}", "1" * 8),
    ],
)
def test_a_list_between_two_texts_is_no_copy(html: str, expected: str) -> None:
    assert kept_of(html, len(expected)) == expected


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        (f"<div>{LONG}</div>{TEXT}<div>{LONG}</div>{LAST}", "1" * 23),
        (f"<div>{LONG}</div>{TEXT}<div>{LONG}</div>", "1" * 21 + "0"),
        (f"<div>{LONG}</div><div>{LONG}</div>{TEXT}", "10" + "1" * 20),
        (f"<div>{LONG}</div>{LINE}<div>{LONG}</div>{LAST}", "1101"),
        (f"<div>{LONG}</div>{TEXT}<div><div><div><div>{LONG}</div></div></div></div>{LAST}", "1" * 21 + "01"),
        (f"<div>{TEXT}</div>{LINE}<div>{TEXT}</div>{LAST}", "1" * 21 + "0" * 20 + "1"),
    ],
)
def test_few_words_between_other_texts_are_no_copy(html: str, expected: str) -> None:
    assert kept_of(html, len(expected)) == expected


def test_many_runs_of_copies_take_linear_time() -> None:
    def call(runs: int) -> Callable[[], object]:
        deep = "<div>" * 200
        parts = (f"<section>{LONG}</section><p>Line {number}</p>" for number in range(runs))
        scores = scores_of(deep + "".join(parts), 0.9)
        kept = scores.values >= 0
        return lambda: find_copies(scores, kept)

    assert grows_linearly(call(2000), call(4000))
