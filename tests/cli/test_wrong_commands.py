"""A wrong use of the command is one line on standard error: what is wrong, and what to give instead."""

import re
import shlex
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.wrong_commands import WRONG_COMMANDS, WrongCommand, prepare


@pytest.mark.parametrize("wrong", WRONG_COMMANDS, ids=lambda wrong: wrong.words)
def test_a_wrong_command_prints_one_line(
    run: Run, wrong: WrongCommand, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    prepare(tmp_path)
    result = run(*shlex.split(wrong.words))
    printed = re.sub(r" \(see [a-z ]* --help\)\n\Z", "\n", result.stderr)
    assert (result.exit_code, printed) == (wrong.code, f"maintext: {wrong.line}\n")


def test_there_are_many_wrong_commands_and_no_two_are_the_same() -> None:
    assert len({wrong.words for wrong in WRONG_COMMANDS}) == len(WRONG_COMMANDS) >= 40


def test_a_group_without_a_command_prints_its_help_only(run: Run) -> None:
    result = run("site")
    assert (result.exit_code, result.stderr) == (2, "")
    assert "learn" in result.stdout
