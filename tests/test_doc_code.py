"""Python code and commands in the documentation work.

Doctests are run by pytest itself, and ```console blocks by test_docs.py. This file runs the other ```python
blocks: those of a page one after the other, in a folder with the bundled pages. A ```text block right after
one is what it prints. A block that cannot run says so in a comment before it: `<!-- not run: why -->`.
"""

import ast
import doctest
import re
import shlex
import shutil
from collections.abc import Iterator
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from typer.main import get_command

from maintext.cli import app

ROOT = Path(__file__).parent.parent
PAGES = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
BLOCK = re.compile(
    r"^(?:<!-- not run: (?P<why>.+) -->\n\n?)?"
    r"```python\n(?P<code>.*?)^```\n(?:\n```text\n(?P<shown>.*?)^```\n)?",
    re.MULTILINE | re.DOTALL,
)
ENDS = {"&&", "||", "|", ";", "#", ">", ">>", "2>", "&"}


class Block(NamedTuple):
    page: str
    number: int
    code: str
    shown: str


def blocks() -> Iterator[Block]:
    for path in PAGES:
        name = path.relative_to(ROOT).as_posix()
        for number, match in enumerate(BLOCK.finditer(path.read_text(encoding="utf-8")), 1):
            if ">>> " not in match["code"] and not match["why"]:
                yield Block(name, number, match["code"], match["shown"] or "")


BLOCKS = list(blocks())


def missing(code: str) -> set[str]:
    """Packages that code imports and that are not installed."""
    names = set()
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module)
    return {top for name in names if not find_spec(top := name.partition(".")[0])}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("blocks")
    for sample in files("maintext").joinpath("samples").iterdir():
        shutil.copy(str(sample), path)
    return path


@pytest.fixture(scope="module")
def names() -> dict[str, dict[str, Any]]:
    """The names that the blocks of each page have defined so far."""
    return {}


@pytest.mark.filterwarnings("ignore")  # of other libraries
@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: f"{block.page} {block.number}")
def test_a_block_of_python_prints_what_it_shows(
    block: Block,
    folder: Path,
    names: dict[str, dict[str, Any]],
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    before = "".join(one.code for one in BLOCKS if one.page == block.page and one.number <= block.number)
    if absent := missing(before):
        pytest.skip(f"not installed: {', '.join(sorted(absent))}")
    monkeypatch.chdir(folder)
    exec(compile(block.code, block.page, "exec"), names.setdefault(block.page, {"__name__": "docs"}))
    shown = capfd.readouterr().out
    assert doctest.OutputChecker().check_output(block.shown, shown, FLAGS), shown


def commands() -> dict[str, Any]:
    """Every command by its words, such as `site learn`."""
    found = {}
    for name, command in get_command(app).commands.items():  # type: ignore[attr-defined]
        found[name] = command
        for below, inner in getattr(command, "commands", {}).items():
            found[f"{name} {below}"] = inner
    return found


def lines(page: Path) -> Iterator[str]:
    """The commands in indented, ```sh and ```console blocks."""
    text = page.read_text(encoding="utf-8")
    fenced = re.findall(r"^```(?:sh|console|shell)\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    shown = "\n".join([*fenced, *re.findall(r"^    (.*)$", text, re.MULTILINE)]).replace("\\\n", " ")
    for line in shown.splitlines():
        if match := re.match(r"(?:\$ |! )?(?:python -m )?maintext ([a-z].*)", line):
            yield match[1]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_commands_and_their_options_exist(page: Path) -> None:
    known = commands()
    unknown = []
    for line in lines(page):
        lexer = shlex.shlex(line, posix=True, punctuation_chars="|&;>")
        lexer.whitespace_split, lexer.commenters = True, "#"
        words = list(lexer)
        end = next((place for place, word in enumerate(words) if word in ENDS), len(words))
        words = words[:end]
        command = known.get(" ".join(words[:2])) or known.get(words[0])
        if command is None:
            unknown.append(line)
            continue
        options = {name for one in command.params for name in (*one.opts, *one.secondary_opts)}
        given = {word.partition("=")[0] for word in words if re.match(r"--[a-z]", word)}
        unknown += [f"{line}: {option}" for option in given - options - {"--help"}]
    assert not unknown
