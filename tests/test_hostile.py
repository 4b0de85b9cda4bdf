"""Pages made to hurt. Twice the page may cost at most 2.5 times as much, and nothing is raised."""

import subprocess
import sys
import time
from collections.abc import Callable

import pytest

from maintext import Document, Limits, Reason, Status, extract

FAMILIES: dict[str, Callable[[int], str]] = {
    "nested divs": lambda n: "<div>" * n + "x",
    "nested spans, then end tags of nothing": lambda n: "<span>" * n + "</x>" * n,
    "deep list items": lambda n: "<div>" * n + "<li>x</li>" * n,
    "deep paragraphs": lambda n: "<div>" * n + "<p>x</p>" * n,
    "deep tables": lambda n: "<div>" * n + "<table></table>" * n,
    "flat paragraphs": lambda n: "<p>some words, and a few more</p>\n" * n,
    "misnested formatting": lambda n: "".join(f"<div><b id={i}>x</div>" for i in range(n)),
    "misnested formatting behind comments": lambda n: "".join(f"<p><b id={i}><!--</b>-->x" for i in range(n)),
    "misnested formatting in cells": lambda n: (
        "<table>" + "".join(f"<tr><td><p><b id={i}>x<p>y" for i in range(n))
    ),
    "formatting without attributes": lambda n: "<p><i><b><u><tt>x" * n,
    "adoption": lambda n: "<b><div><i></b>x</i>" * n,
    "links in links": lambda n: "<a href=/><div>x" * n,
    "nested tables": lambda n: "<table><td>x" * n,
    "foster parenting": lambda n: "<table>" + "x<b>" * n,
    "select in select": lambda n: "<select><option>x" * n,
    "span cells": lambda n: "<table>" + ("<tr>" + "<td rowspan=20 colspan=20>x" * 20) * (n // 20),
    "templates in drawings": lambda n: "<svg><template>x" * n,
    "templates": lambda n: "<template><td>x" * n,
    "end tags": lambda n: "</p>" * n,
    "attributes": lambda n: "<div " + " ".join(f"a{i}=1" for i in range(10 * n)) + ">x",
    "body tags": lambda n: "".join(f"<body a{i}=1>" for i in range(n)) + "x",
    "one class": lambda n: f"<p class='{'a ' * 50 * n}'>x",
    "one text": lambda n: "word " * 100 * n,
    "open comment": lambda n: "x<!--" + "<!-" * 20 * n,
    "open script": lambda n: "x<script>" + "</scrip" * 20 * n,
    "open textarea": lambda n: "<textarea>" + "</text" * 20 * n,
    "open title": lambda n: "<title>" + "x<" * 20 * n,
    "open tags": lambda n: "x" + "<b a='" * n,
    "ampersands": lambda n: "&notit" * 10 * n,
    "NULs": lambda n: "<p>some words\0 and a few more " * n,
    "broken lines": lambda n: "\r\n\r<p>\n" * n + "x",
}
_SIZE = 2000
_NOISE = 0.03  # seconds that a clock or a collector may add


def seconds(html: str) -> float:
    """The lesser processor time of two runs."""
    times = []
    for _ in range(2):
        start = time.process_time()
        document = extract(html, limits=Limits(nodes=50_000))
        assert document.text is not None
        times.append(time.process_time() - start)
    return min(times)


@pytest.mark.parametrize("family", FAMILIES)
def test_twice_the_page_costs_at_most_two_and_a_half_times_as_much(family: str) -> None:
    make = FAMILIES[family]
    assert seconds(make(2 * _SIZE)) <= 2.5 * seconds(make(_SIZE)) + _NOISE


@pytest.mark.parametrize("family", FAMILIES)
def test_tight_limits_give_a_document_that_says_so(family: str) -> None:
    html = FAMILIES[family](1000)
    document = extract(html, limits=Limits(nodes=500, depth=20, bytes=len(html) - 1))
    assert isinstance(document, Document)
    assert document.reasons[0] is Reason.BYTES
    assert document.status in (Status.PARTIAL, Status.EMPTY)
    assert len(document.page) <= 500


@pytest.mark.parametrize("family", FAMILIES)
def test_time_that_is_up_gives_a_document_that_says_so(family: str) -> None:
    document = extract(FAMILIES[family](100), limits=Limits(seconds=1e-9))
    assert (document.status, document.reason) == (Status.EMPTY, Reason.SECONDS)


def test_a_hundred_thousand_nested_divs_are_flattened() -> None:
    document = extract("<div>" * 100_000 + "The tower leans.")
    assert document.text == "The tower leans."
    assert (document.status, document.reason) == (Status.PARTIAL, Reason.DEPTH)


_IN_LITTLE_MEMORY = """
import resource, sys
resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))
import maintext
from tests.test_hostile import FAMILIES
for family in sys.argv[1:]:
    limits = maintext.Limits(nodes=50_000)
    print(maintext.extract(FAMILIES[family](20_000), limits=limits).status)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="the limit on memory is Linux's")
def test_what_a_few_bytes_could_blow_up_stays_within_a_gigabyte() -> None:
    families = [name for name in FAMILIES if "formatting" in name or "flat" in name or "body" in name]
    run = subprocess.run(
        [sys.executable, "-c", _IN_LITTLE_MEMORY, *families], capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr
    assert set(run.stdout.split()) <= {"ok", "partial", "empty"}
    assert len(run.stdout.split()) == len(families)
