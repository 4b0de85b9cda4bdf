"""The shell examples of the documentation print what they show.

pytest itself runs the doctests, and test_doc_code.py the other blocks of Python. This file runs the
```console blocks: each `$` line is run in a folder with the bundled pages, and the lines after it are the
expected output, with `...` for anything. Links between the pages are checked, too.
"""

import doctest
import os
import re
import shutil
import subprocess
import sys
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parent.parent
PAGES = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


class Example(NamedTuple):
    page: str
    command: str
    output: str


def examples(page: Path) -> list[Example]:
    found = []
    for block in re.findall(
        r"^```console\n(.*?)^```", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
    ):
        for step in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = step.partition("\n")
            found.append(Example(page.relative_to(ROOT).as_posix(), command, output))
    return found


EXAMPLES = [example for page in PAGES for example in examples(page)]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the bundled pages, in which all examples are run, in order."""
    path = tmp_path_factory.mktemp("examples")
    for sample in files("maintext").joinpath("samples").iterdir():
        shutil.copy(str(sample), path)
    return path


@pytest.mark.skipif(sys.platform == "win32", reason="the examples are for a POSIX shell")
@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: f"{example.page}: {example.command}")
def test_a_shell_example_shows_what_the_command_prints(example: Example, folder: Path) -> None:
    environment = os.environ | {
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "COLUMNS": "100",
        "NO_COLOR": "1",
    }
    shown = subprocess.run(
        example.command,
        shell=True,
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        timeout=300,
    ).stdout
    assert doctest.OutputChecker().check_output(example.output, shown, FLAGS), shown


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_links_to_files_of_the_project_are_valid(page: Path) -> None:
    prose = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    links = re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", prose)
    broken = [link for link in links if "://" not in link and not (page.parent / link).exists()]
    assert not broken


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_table_has_a_header(page: Path) -> None:
    tables = re.findall(r"^(\|.*\n)((?:\|.*\n)*)", page.read_text(encoding="utf-8") + "\n", re.MULTILINE)
    assert [first for first, rest in tables if not re.match(r"\|[ :|-]+\n", rest)] == []
