"""Readers of metadata, their grades, and the tables of docs/metadata.md."""

from collections import Counter
from pathlib import Path

import pytest

from maintext.evaluation.cache import Cache
from maintext.evaluation.datasets import LabelledPage
from maintext.evaluation.metadata.grades import grade
from maintext.evaluation.metadata.readers import OURS, READERS, Read
from maintext.evaluation.metadata.run import read_all, reader_versions
from tests.test_tools import load

HTML = b"<title>Tea - Paper</title><h1>Tea is hot</h1><p>By Ann Lee, 5 May 2024</p><p>It is hot.</p>"
PAGE = LabelledPage("set", "1", HTML, None, title="Tea is hot", author="Ann Lee", date="2024-05-05")
BARE = LabelledPage("set", "2", b"<p>Words.", None, date="NaT")


@pytest.mark.parametrize(
    ("page", "found", "grades"),
    [
        (PAGE, Read("TEA is hot!", ("ann lee",), "2024-05-05T12:00:00"), "right right right"),
        (PAGE, Read("Tea", ("Ann Lee", "Bo"), "2024-05-06"), "wrong wrong wrong"),
        (PAGE, Read(), "missing missing missing"),
        (BARE, Read(), "right right right"),
        (BARE, Read("Tea", ("Ann",), "2024-05-06"), "wrong wrong wrong"),
    ],
)
def test_nothing_is_right_where_there_is_nothing(page: LabelledPage, found: Read, grades: str) -> None:
    assert [grade(page, found, field) for field in ("title", "authors", "date")] == grades.split()


@pytest.mark.filterwarnings("ignore")  # of peers
@pytest.mark.parametrize("name", READERS)
def test_every_reader_reads_its_fields(name: str) -> None:
    reader = READERS[name]
    if reader.version() is None:
        pytest.skip(f"{name} is not installed")
    found = reader.load()(HTML.replace(b"<h1>", b"<meta name=date content=2024-05-05><h1>"), None)
    assert (found.date or "").startswith("2024-05-05")
    assert bool(found.title) == ("title" in reader.fields)


def test_a_result_is_read_from_the_cache_the_next_time(tmp_path: Path) -> None:
    with Cache(tmp_path, reader_versions([OURS])) as cache:
        first = list(read_all([PAGE], [OURS], cache))
        again = list(read_all([PAGE], [OURS], cache))
    assert first == again
    assert first[0][1] == Read("Tea is hot", ("Ann Lee",), "2024-05-05")


def test_the_table_has_percentages_by_set_and_half() -> None:
    graded = Counter({(OURS, "one", "A", "right"): 3, (OURS, "one", "B", "missing"): 1})
    head, _, row = load("metadata_tables").table("title", [OURS, "htmldate"], graded)
    assert head == "| title | one (4) | half A | half B | all |"
    assert row.endswith("| 75.0 / 0.0 / 25.0 | 100.0 / 0.0 / 0.0 | 0.0 / 0.0 / 100.0 | 75.0 / 0.0 / 25.0 |")
