"""An option means the same in the library, the command, the service and a batch job."""

from pathlib import Path
from typing import Any

import httpx
import pyarrow as pa
import pytest
from typer.testing import CliRunner

import maintext
from maintext.batch.extract import extract_batch
from maintext.batch.job import Job
from maintext.cli import app

PAGE = """<!doctype html><html lang=en><title>The tower leans | The Review</title>
<meta name=author content="Ann Lee">
<meta property="article:published_time" content="2024-05-02T08:30:00Z">
<nav><a href=/>Home</a> <a href=/news>News</a> <a href=/shop>Shop</a></nav>
<article><p>The tower was built in 1911, of <b>brick</b> and lime, and it leans to the west,
more so every year.</p>
<p>Nobody knows why it leans, but everybody has an <a href=/opinions>opinion</a>,
and most of them blame the river.</p>
<table><tr><th>Year<th>Lean in degrees<tr><td>1911<td>1.5<tr><td>1950<td>2.1</table>
<p class=note>The bell was taken down in 1944, and it has hung in the yard of the school ever since.</p>
<details><summary>How it was measured</summary>
<p>A line with a weight was hung from the roof of the tower, and the
distance from its foot was read every spring by two people who
did not know each other.</p></details></article>
<footer><p>All rights reserved. <a href=/terms>Terms</a></p></footer></html>"""

CASES: list[dict[str, Any]] = [
    {"prefer": "recall"},
    {"prefer": "precision"},
    {"visible": "strict"},
    {"tables": False},
    {"prune": [".note", "details"]},
    {"within": ".note"},
    {"links": False},
    {"formatting": False},
    {"table_format": "html"},
    {"title": "always"},
    {"min_text": 100_000},
    {"language": "de"},
    {"articles_only": True, "rule": "printed"},
]


def flags(options: dict[str, Any]) -> list[str]:
    found: list[str] = []
    for name, value in options.items():
        flag = name.replace("_", "-")
        if isinstance(value, bool):
            found.append(f"--{flag}" if value else f"--no-{flag}")
        else:
            found += [
                part
                for one in (value if isinstance(value, list) else [value])
                for part in (f"--{flag}", str(one))
            ]
    return found


@pytest.mark.parametrize("options", CASES, ids=str)
def test_an_option_gives_the_same_text_everywhere(
    service: httpx.Client, tmp_path: Path, options: dict[str, Any]
) -> None:
    document = maintext.extract(PAGE, **options)
    expected = document.render("markdown")
    path = tmp_path / "page.html"
    path.write_text(PAGE, encoding="utf-8")
    command = CliRunner().invoke(app, ["extract", str(path), "-f", "markdown", *flags(options)])
    assert command.stdout.strip() == expected.strip()
    answer = service.post("/extract", json={"html": PAGE, "format": "markdown", **options})
    assert (answer.text.strip(), answer.headers["x-status"]) == (expected.strip(), document.status)
    pages = pa.RecordBatch.from_pydict({"id": ["1"], "html": [PAGE.encode()]})
    given: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value for name, value in options.items()
    }
    (row,) = extract_batch(pages, Job(form="markdown", **given)).to_pylist()
    assert ((row["text"] or "").strip(), row["status"]) == (expected.strip(), document.status)


@pytest.mark.parametrize(
    "name", ["visible", "tables", "prune", "within", "links", "formatting", "table_format", "title"]
)
def test_the_page_shows_the_difference(name: str) -> None:
    options = next(case for case in CASES if name in case)
    assert maintext.extract(PAGE, **options).markdown != maintext.extract(PAGE).markdown


def test_dates_are_written_the_same_everywhere(service: httpx.Client, tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_text(PAGE, encoding="utf-8")
    arguments = ["extract", str(path), "--property", "date", "--date-format", "%d.%m.%Y"]
    assert CliRunner().invoke(app, arguments).stdout == "02.05.2024\n"
    assert maintext.extract(PAGE, date_format="%d.%m.%Y").date == "02.05.2024"
    answer = service.post("/extract", json={"html": PAGE, "date_format": "%d.%m.%Y"}).json()
    assert answer["metadata"]["date"] == "02.05.2024"
    pages = pa.RecordBatch.from_pydict({"id": ["1"], "html": [PAGE.encode()]})
    (row,) = extract_batch(pages, Job(date_format="%d.%m.%Y")).to_pylist()
    assert row["date"] == "02.05.2024"
