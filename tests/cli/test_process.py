"""Pipes, signals, streams and exit codes of the command as a process."""

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from maintext.version import __version__
from tests.cli.conftest import ARTICLE, CHINESE, EMPTY, Command

COMMAND = [sys.executable, "-c", "from maintext.cli import app; app()"]


def test_a_pipe_is_read_and_the_exit_code_is_0(command: Command) -> None:
    done = command("extract", "--charset", "gbk", stdin=CHINESE.encode("gbk"))
    assert done.returncode == 0
    assert "纸是水做的，水越冷，纸越白。" in done.stdout.decode("utf-8")
    assert done.stderr == b""


@pytest.mark.parametrize(
    "arguments", [["--help"], ["extract", "--help"], ["site", "--help"], ["--version"], []]
)
def test_help_in_a_pipe_that_is_closed_early_ends_quietly(arguments: list[str]) -> None:
    with subprocess.Popen(
        [*COMMAND, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL
    ) as started:
        assert started.stdout is not None
        assert started.stderr is not None
        started.stdout.close()  # as `head -0` does
        assert started.stderr.read() == b""
    assert started.returncode in (0, 141)


def test_no_text_is_exit_code_3_and_no_file_is_2_without_a_traceback(command: Command) -> None:
    empty = command("extract", stdin=EMPTY.encode())
    assert (empty.returncode, empty.stdout) == (3, b"")
    assert empty.stderr == b"maintext: standard input: the page shows no text\n"
    missing = command("extract", "nope.html")
    assert (missing.returncode, missing.stderr) == (2, b"maintext: nope.html: no such file\n")


@pytest.mark.parametrize("env", [{"LANG": "C", "LC_ALL": "C"}, {"PYTHONIOENCODING": "ascii"}])
def test_output_is_utf_8_in_any_locale(command: Command, env: dict[str, str]) -> None:
    if "LC_ALL" in env and not __file__.isascii():
        pytest.skip("Python cannot start in the C locale here: the path of an editable install is not ASCII")
    done = command("extract", "--explain", stdin=CHINESE.encode(), env=env)
    assert done.returncode == 0
    assert "溪边的水碓" in done.stdout.decode("utf-8")


@pytest.mark.parametrize(
    ("arguments", "library", "extra"),
    [
        ("run pages -o out", "pyarrow", "batch"),
        ("run pages -o out", "fastwarc", "batch"),
        ("run pages -o out --replay", "zstandard", "batch"),
        ("dedup texts -o out", "pyarrow", "batch"),
        ("serve", "starlette", "serve"),
        ("mcp", "mcp", "mcp"),
    ],
)
def test_a_command_without_its_extra_says_what_to_install(
    tmp_path: Path, arguments: str, library: str, extra: str
) -> None:
    (tmp_path / "pages").mkdir()
    program = f"import sys; sys.modules[{library!r}] = None; from maintext.cli import app; app()"
    done = subprocess.run(
        [sys.executable, "-c", program, *arguments.split()],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert re.match(rf"maintext: {library}\S* is missing: pip install 'maintext\[{extra}\]'", done.stderr)
    assert done.stderr.count("\n") == 1


def test_output_to_a_pipe_has_no_colour(command: Command) -> None:
    assert b"\x1b" not in command("extract", "--explain", stdin=ARTICLE.encode()).stdout


def test_a_closed_pipe_ends_the_command_quietly(tmp_path: Path) -> None:
    for number in range(300):
        (tmp_path / f"{number}.html").write_text(ARTICLE.replace("leans", "leans " * 400))
    with subprocess.Popen(
        [*COMMAND, "extract", str(tmp_path), "--workers", "1"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert json.loads(process.stdout.readline())["status"] == "ok"
        process.stdout.close()
        errors = process.stderr.read()
    assert (process.returncode, errors) == (141, b"")


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
@pytest.mark.parametrize("workers", [1, 2])
def test_an_interrupt_ends_the_command_with_130_and_no_traceback(tmp_path: Path, workers: int) -> None:
    page = ARTICLE.replace("leans", "leans " * 20_000)
    for number in range(400):
        (tmp_path / f"{number}.html").write_text(page)
    with subprocess.Popen(
        [*COMMAND, "extract", str(tmp_path), "--workers", str(workers)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        process.stdout.readline()
        process.send_signal(signal.SIGINT)
        try:
            _, errors = process.communicate(timeout=30)
        finally:
            process.kill()
    assert process.returncode == 130
    assert b"Traceback" not in errors


@pytest.mark.skipif(not hasattr(os, "getuid") or os.getuid() == 0, reason="root may read everything")
def test_a_file_without_permission_is_unreadable(command: Command, article: Path) -> None:
    article.chmod(0)
    assert b"permission denied" in command("extract", article).stderr.lower()


def test_help_and_version_load_no_slow_modules(command: Command) -> None:
    assert command("--version").stdout.decode() == f"maintext {__version__}\n"
    loaded = subprocess.run(
        [
            sys.executable,
            "-c",
            "import sys, maintext.cli; print('rich' in sys.modules, 'http' in sys.modules)",
        ],
        capture_output=True,
        check=True,
    )
    assert loaded.stdout.split() == [b"False", b"False"]


def test_the_package_runs_as_a_module() -> None:
    version = subprocess.run([sys.executable, "-m", "maintext", "--version"], capture_output=True, check=True)
    assert version.stdout.decode() == f"maintext {__version__}\n"
