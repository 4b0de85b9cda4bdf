"""Hostile pages. Twice the page may cost at most 2.5 times as much, and nothing is raised."""

import subprocess
import sys
from collections.abc import Callable

import pytest

from maintext import Document, Limits, Reason, Status, extract
from maintext.evaluation.hostile import hostile_pages
from tests.growth import grows_linearly

FAMILIES = hostile_pages()
_SIZE = 2000


def work(html: bytes) -> Callable[[], object]:
    """Extract and render; with fewer nodes than usual, so that every family reaches the limit."""
    return lambda: extract(html, limits=Limits(nodes=50_000)).text


@pytest.mark.parametrize("family", FAMILIES)
def test_a_page_takes_linear_time(family: str) -> None:
    make = FAMILIES[family]
    assert grows_linearly(work(make(_SIZE)), work(make(2 * _SIZE)))


@pytest.mark.parametrize("family", FAMILIES)
def test_tight_limits_give_a_document_with_a_reason(family: str) -> None:
    html = FAMILIES[family](1000)
    document = extract(html, limits=Limits(nodes=500, depth=20, bytes=len(html) - 1))
    assert isinstance(document, Document)
    assert document.reasons[0] is Reason.BYTES
    assert document.status in (Status.PARTIAL, Status.EMPTY)
    assert len(document.page) <= 500


@pytest.mark.parametrize("family", FAMILIES)
def test_the_time_limit_gives_a_document_with_a_reason(family: str) -> None:
    document = extract(FAMILIES[family](100), limits=Limits(seconds=1e-9))
    assert (document.status, document.reason) == (Status.EMPTY, Reason.SECONDS)


@pytest.mark.parametrize("form", ["markdown", "html", "metadata"])
def test_an_unclosed_link_is_not_written_again_and_again(form: str) -> None:
    """Every paragraph is in the link, which has a long URL: it was once written ten thousand times.

    URLs that long are left out.
    """
    made = [extract(FAMILIES["long attributes, opened again"](n)) for n in (_SIZE, 2 * _SIZE)]
    assert all(len(str(getattr(document, form))) < 5_000_000 for document in made)
    assert "](/xxx" not in made[0].markdown


def test_a_hundred_thousand_nested_divs_are_flattened() -> None:
    document = extract("<div>" * 100_000 + "The tower leans.")
    assert document.text == "The tower leans."
    assert (document.status, document.reason) == (Status.PARTIAL, Reason.DEPTH)


_IN_LITTLE_MEMORY = """
import resource, sys
resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))
import maintext
from maintext.evaluation.hostile import hostile_pages
for family in sys.argv[1:]:
    limits = maintext.Limits(nodes=50_000)
    print(maintext.extract(hostile_pages()[family](20_000), limits=limits).status)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="the limit on memory is Linux's")
def test_memory_of_hostile_pages_stays_below_a_gigabyte() -> None:
    families = [name for name in FAMILIES if "formatting" in name or "flat" in name or "body" in name]
    run = subprocess.run(
        [sys.executable, "-c", _IN_LITTLE_MEMORY, *families], capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr
    assert set(run.stdout.split()) <= {"ok", "partial", "empty"}
    assert len(run.stdout.split()) == len(families)
