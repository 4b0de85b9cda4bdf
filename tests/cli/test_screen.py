"""Lines are wrapped on a terminal only; paths and URLs never are."""

import os
import re
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest
from rich.cells import cell_len
from rich.table import Table

from maintext import METHODS
from maintext.cli.explain import explain
from maintext.cli.method_pages import method_overview
from maintext.cli.reports import agreement_table, method_table, verdict_table
from maintext.cli.screen import Screen
from maintext.cli.wrap import wrap
from maintext.pipeline import compare, extract, judge
from tests.cli.conftest import ARTICLE, CHINESE, Command, Run

PATH = "/home/somebody/a folder/" + "deep/" * 30 + "page.html"
URL = "https://example.org/" + "deep/" * 30


def screen(width: int | None) -> tuple[Screen, StringIO]:
    """A screen of that width, or no terminal."""
    file = StringIO()
    return Screen(wraps=width is not None, file=file, width=width or 80), file


@pytest.mark.parametrize("width", [None, 20, 40, 80, 200])
def test_a_line_is_printed_unchanged(width: int | None) -> None:
    shown, file = screen(width)
    shown.say(f"written to {PATH} [bold]", "its card to [/] here")
    assert file.getvalue() == f"written to {PATH} [bold]\nits card to [/] here\n"


@pytest.mark.parametrize("width", [None, 20, 40, 80, 200])
def test_a_table_breaks_no_path_and_no_url(width: int | None) -> None:
    shown, file = screen(width)
    shown.table(verdict_table((name, judge(ARTICLE)) for name in (PATH, URL)))
    lines = file.getvalue().splitlines()
    assert any(PATH in line for line in lines)
    assert any(URL in line for line in lines)


@pytest.mark.parametrize("width", [20, 40, 80])
def test_long_paths_leave_the_short_columns_readable(width: int) -> None:
    shown, file = screen(width)
    verdict = judge(ARTICLE)
    shown.table(verdict_table([(PATH, verdict)]))
    row = next(line for line in file.getvalue().splitlines() if PATH in line)
    assert row.startswith(f"{verdict.label}   {verdict.probability:.0%}")
    assert verdict.kind.name in row


def test_a_comparison_of_all_methods_fits_80_columns() -> None:
    documents = compare(CHINESE)
    shown, file = screen(80)
    shown.table(method_table(documents))
    shown.table(agreement_table(documents))
    lines = file.getvalue().splitlines()
    assert max(map(cell_len, lines)) <= 80
    assert all(any(name in line for line in lines) for name in documents)


def test_without_a_terminal_a_method_is_one_line() -> None:
    shown, file = screen(None)
    shown.table(method_overview())
    assert len(file.getvalue().splitlines()) == 2 + len(METHODS)


def test_without_a_terminal_a_row_is_one_line() -> None:
    shown, file = screen(None)
    table = Table("name", "words", box=None)
    table.add_row("long", "word " * 500)
    table.add_row("short", "word")
    shown.table(table)
    lines = file.getvalue().splitlines()
    assert len(lines) == 3
    assert lines[1].count("word") == 500
    assert lines[2].split() == ["short", "word"]
    assert lines == [line.rstrip() for line in lines]


@pytest.mark.parametrize("page", [ARTICLE, CHINESE])
@pytest.mark.parametrize("width", [60, 100, 200])
def test_no_line_of_an_explanation_is_wider_than_the_terminal(page: str, width: int) -> None:
    shown, file = screen(width)
    document = extract(page)
    explain(shown, document, "page.html")
    header = file.getvalue().splitlines()[1:4]
    for line in file.getvalue().splitlines():
        assert cell_len(line) <= width or line in header
    shown, file = screen(None)
    explain(shown, document, PATH)
    assert all(block.text in file.getvalue() for block in document.blocks)
    assert file.getvalue().startswith(f"maintext {PATH} ─")


def test_a_url_in_a_sentence_gets_its_own_line() -> None:
    assert wrap(f"It is at {URL} today.", 20) == ["It is at", URL, "today."]
    assert wrap(f"It is at {URL} today.", 20, most=1) == ["It is at …"]


def test_output_to_a_pipe_ignores_the_terminal_width(command: Command, tmp_path: Path) -> None:
    page = tmp_path / ("a long name " * 10 + ".html")
    page.write_text(ARTICLE, encoding="utf-8")
    for arguments in (("judge", page), ("extract", page, "--explain")):
        narrow = command(*arguments, env={"COLUMNS": "40"})
        wide = command(*arguments, env={"COLUMNS": "200", "FORCE_COLOR": ""})
        assert narrow.stdout == wide.stdout
        assert narrow.returncode == wide.returncode == 0


@pytest.mark.parametrize("columns", ["20", "200"])
def test_examples_in_the_help_are_not_wrapped(
    run: Run, columns: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from maintext.cli import extract, site, train

    monkeypatch.setenv("COLUMNS", columns)
    for name, epilogue in (("extract", extract.EXAMPLES), ("train", train.EXAMPLES)):
        shown = run(name, "--help").stdout
        for example in epilogue.split("\n\n")[1:]:
            assert re.sub(r"\[/?\w+\]", "", example) in shown
    assert str(site.app.info.help) in run("site", "--help").stdout


@pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals")
def test_a_terminal_breaks_text_but_no_path(tmp_path: Path) -> None:
    import pty

    page = tmp_path / ("a-long-name-" * 10 + ".html")
    page.write_text(ARTICLE, encoding="utf-8")
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [sys.executable, "-m", "maintext", "extract", str(page), "--explain"],
        stdout=theirs,
        env=os.environ | {"COLUMNS": "60", "NO_COLOR": "1", "TERM": "xterm"},
    ):
        os.close(theirs)
        shown = b"".join(iter(lambda: _read(ours), b"")).decode()
    os.close(ours)
    lines = re.sub(r"\x1b\[[\d;]*m", "", shown).splitlines()
    assert str(page) in lines[0]
    assert "measures it again, with the same" not in shown
    assert all(cell_len(line) <= 60 for line in lines[4:])


def _read(file: int) -> bytes:
    try:
        return os.read(file, 4096)
    except OSError:  # on Linux, the other end is closed
        return b""


@pytest.mark.parametrize("width", [-20, 0, 1, 2, 3, 8])
def test_a_text_is_cut_however_narrow_the_terminal_is(width: int) -> None:
    assert wrap("It leans, 他们说, more every year.", width, 1)[0].endswith("…")
