"""`maintext bench`: its tables, its files, and wrong usage."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner
from typer.testing import Result as CommandResult

from maintext.cli import app


@pytest.fixture
def data(tmp_path: Path) -> Path:
    for name in "ab":
        (tmp_path / f"{name}.html").write_text("<p>The tower leans.</p>")
        (tmp_path / f"{name}.txt").write_text("The tower leans.")
    return tmp_path


def command(data: Path, *options: str) -> CommandResult:
    return CliRunner().invoke(app, ["bench", "--data", str(data), *options])


def test_the_command_prints_tables_and_writes_files(data: Path) -> None:
    file = data / "out" / "bench.json"
    options = [
        "--methods",
        "p_value",
        "--peers",
        "none",
        "--rounds",
        "1",
        "--alone",
        "0",
        "--output",
        str(file),
    ]
    result = command(data, *options)
    assert result.exit_code == 0, result.output
    assert "Time and memory" in result.stdout
    assert json.loads(file.read_text(encoding="utf-8"))["pages"] == 2


def test_the_command_selects_pages_by_size(data: Path) -> None:
    (data / "b.html").write_text("<p>The tower leans.</p>" * 100)
    file = data / "out" / "bench.md"
    options = [
        "--methods",
        "p_value",
        "--peers",
        "none",
        "--rounds",
        "1",
        "--max-kb",
        "1",
        "--output",
        str(file),
    ]
    result = command(data, *options)
    assert result.exit_code == 0, result.output
    assert file.read_text(encoding="utf-8").startswith("1 pages, 0.0 MB")
    assert "alone" in result.stdout


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--against", "cetd", "--methods", "fe"), "cetd is not one of the extractors: fe"),
        (("--hostile", "cetd", "--methods", "fe"), "cetd is not one of the extractors: fe"),
        (("--output", "bench.txt"), "bench.txt is neither .json nor .md"),
        (("--methods", "none", "--peers", "none"), "no extractor to run"),
    ],
)
def test_wrong_usage_is_an_error_of_one_line(data: Path, options: tuple[str, ...], words: str) -> None:
    result = command(data, *options)
    assert (result.exit_code, result.stderr.count("\n")) == (2, 1)
    assert words in result.stderr


def test_data_without_a_page_of_the_size_is_an_error_of_one_line(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text("<p>The tower leans.</p>" * 100)
    (tmp_path / "a.txt").write_text("The tower leans.")
    result = command(tmp_path, "--methods", "fe", "--max-kb", "1")
    assert (result.exit_code, result.stderr.count("\n")) == (2, 1)
    assert "has no page of at most 1 KB" in result.stderr
