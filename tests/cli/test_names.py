"""Options of the command that people guess, and inputs that are not plain pages."""

import gzip
import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from maintext.cli.options import starting
from maintext.cli.reports import VERDICT_LEGEND
from maintext.model.auto import shipped_auto
from tests.cli.conftest import ARTICLE, INDEX, Command, Run

TABLE = (
    "<table><tr><th>Year<th>Lean in degrees<tr><td>1911<td>1.5<tr><td>1950<td>2.1</table>"
    "<p>Nobody has measured it since then, and the book is lost again, as it is every autumn.</p></article>"
)
OWN = '''
from dataclasses import dataclass
import numpy as np
from maintext import Method, Paper, Scores

@dataclass(frozen=True)
class First(Method):
    """Keeps the first leaves."""
    count: int = 1
    name = "first"
    paper = Paper("maintext", "The first", 2026)

    def score(self, page, noise=None):
        return Scores(page, -np.arange(len(page.leaves), dtype=np.float64), np.arange(len(page.leaves)))

    def select(self, scores):
        return np.arange(len(scores.values)) < self.count

class Other:
    pass
'''


# -- inputs -----------------------------------------------------------------------------------------------


def test_compressed_and_plain_text_files_are_read(run: Run, tmp_path: Path) -> None:
    (tmp_path / "page.html.gz").write_bytes(gzip.compress(ARTICLE.encode()))
    (tmp_path / "poem.txt").write_text("It leans a little,\nmore every year.\n\nNobody knows why it does.\n")
    (tmp_path / "notes.md").write_text("It leans a little,\nmore every year.\n")
    assert "the mason was sober" in run("extract", tmp_path / "page.html.gz").stdout
    expected = "It leans a little,\nmore every year.\n\nNobody knows why it does.\n"
    assert run("extract", tmp_path / "poem.txt", "-m", "p_value").stdout == expected
    assert (
        run("extract", tmp_path / "notes.md", "-m", "p_value").stdout
        == "It leans a little,\nmore every year.\n"
    )
    (tmp_path / "poem.txt").unlink()
    (line,) = run("extract", tmp_path).stdout.splitlines()  # a folder has its pages, compressed or not
    assert json.loads(line)["input"].endswith("page.html.gz")


def test_a_compressed_page_has_a_result_with_its_own_name(run: Run, tmp_path: Path) -> None:
    (tmp_path / "page.html.gz").write_bytes(gzip.compress(ARTICLE.encode()))
    run("extract", tmp_path, "-o", tmp_path / "texts")
    assert [path.name for path in (tmp_path / "texts").iterdir()] == ["page.txt"]


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("example.org", "; for a web page, give https://example.org"),
        ("www.example.co.uk/news", "; for a web page, give https://www.example.co.uk/news"),
        ("page.html", ""),
        ("notes.txt", ""),
        ("page", ""),
    ],
)
def test_a_host_without_a_scheme_gets_a_hint(run: Run, name: str, hint: str) -> None:
    result = run("extract", name)
    assert (result.exit_code, result.stderr) == (2, f"maintext: {name}: no such file{hint}\n")


def test_one_file_for_several_pages_is_refused(run: Run, article: Path, tmp_path: Path) -> None:
    output = tmp_path / "out.txt"
    result = run("extract", article, article, "-o", output)
    assert result.exit_code == 2
    assert (
        "is one file, but there are several pages: give a folder, or a name that ends in .jsonl"
        in result.stderr
    )
    assert not output.exists()


# -- options ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", ["extract", "judge", "compare"])
def test_an_unknown_charset_is_an_error(run: Run, article: Path, command: str) -> None:
    result = run(command, article, "--charset", "klingon")
    assert result.exit_code == 2
    assert "there is no encoding 'klingon'" in result.stderr
    assert run(command, article, "--charset", "text/html; charset=utf-8").exit_code == 0


def test_a_label_file_is_no_model(run: Run, article: Path, tmp_path: Path) -> None:
    labels = tmp_path / "mine.jsonl"
    labels.write_text('{"id": "page0.html", "path": "page0.html", "text": "The tower"}\n')
    result = run("extract", article, "--model", labels)
    assert result.exit_code == 2
    assert "is a label file, not a model: maintext train makes a model from labels" in result.stderr


def test_a_far_name_of_a_method_has_no_suggestion(run: Run, article: Path) -> None:
    assert "did you mean" not in run("extract", article, "-m", "readabilty").stderr
    assert "did you mean ceds?" in run("extract", article, "-m", "cedss").stderr


def test_the_drawing_is_in_the_help(run: Run) -> None:
    assert "--svg" in run("extract", "--help").stdout


def test_every_option_of_the_library_works(run: Run, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text(ARTICLE.replace("</article>", TABLE))
    assert "1.5" in run("extract", page).stdout
    assert "1.5" not in run("extract", page, "--no-tables").stdout
    assert "mason" not in run("extract", page, "--prune", "p:nth-of-type(2)", "--prune", "table").stdout
    assert run("extract", page, "--language", "fr").exit_code == 3
    assert "the page is in another language: en" in run("extract", page, "--language", "fr").stderr
    assert run("extract", page, "--min-text", "100000").exit_code == 3
    for wrong, line in (
        (("--prune", "div >"), "the selector 'div >' is not complete"),
        (
            ("--language", "English"),
            "--language must be a tag such as 'en' or 'zh-CN', not 'English'",
        ),
        (("--prefer", "speed"), "prefer must be 'precision', 'balance' or 'recall', not 'speed'"),
        (("--min-date", "yesterday"), "--min-date must be a day such as '2024-05-02', not 'yesterday'"),
        (("--rule", "printed"), "--rule needs --articles-only"),
    ):
        result = run("extract", page, *wrong)
        assert result.exit_code == 2
        assert line in result.stderr
        assert len(result.stderr.splitlines()) == 1


def test_front_matter_starts_with_what_one_looks_for(run: Run, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text(ARTICLE.replace("<nav>", '<meta name=author content="Ann Lee"><nav>'))
    asked = ("extract", page, "--url", "https://e.org/", "-f", "markdown")
    shown = run(*asked, "--frontmatter").stdout
    assert re.findall(r"^(\w+):", shown, re.MULTILINE)[:3] == ["title", "author", "source"]
    assert 'source: "https://e.org/"' in shown
    old = run(*asked, "--with-metadata")
    assert old.stdout == shown
    warning = "maintext: --with-metadata is now --frontmatter for text and Markdown\n"
    assert old.stderr == warning
    folder = run("extract", page, page, "-f", "markdown", "--with-metadata", "-o", tmp_path / "texts")
    assert warning in folder.stderr
    assert "--with-metadata for json" in run("extract", page, "--frontmatter", "-f", "json").stderr


def test_a_property_is_a_line(run: Run, article: Path, tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text(INDEX)
    assert run("extract", article, "--property", "title").stdout == "The tower\n"
    assert run("extract", article, "--property", "date").stdout == "\n"
    assert run("extract", tmp_path, "--property", "title").stdout == "The tower\nIndex\n"
    assert (
        "no property 'size'; there are title, author," in run("extract", article, "--property", "size").stderr
    )


def test_explain_shows_some_blocks_on_demand(run: Run, article: Path) -> None:
    kept = run("extract", article, "--explain", "--show", "kept").stdout
    assert "the mason was sober" in kept
    assert "Imprint" not in kept
    assert "Imprint" in run("extract", article, "--explain").stdout
    assert len(run("extract", article, "--explain", "--show", "close").stdout) < len(kept)
    assert "--show is for --explain" in run("extract", article, "--show", "kept").stderr


def test_compare_shows_which_text_differs(run: Run, article: Path) -> None:
    shown = run("compare", article, "-m", "ceds,mss(tag_cost=0)").stdout
    assert "Where they differ" in shown
    assert re.search(r"1 of 2 +\d+ +mss\(tag_cost=0\.0\) +(?:Home|Imprint)", shown), shown
    assert "How far they agree" not in shown
    assert "How far they agree" in run("compare", article, "-m", "ceds,mss", "--agreement").stdout
    assert "Where they differ" not in run("compare", article, "-m", "ceds").stdout


def test_judge_explains_its_columns(run: Run) -> None:
    shown = run("judge", "--help").stdout
    assert "probability that the page is of a kind that has an article" in shown
    assert [line.split()[0] for line in VERDICT_LEGEND] == ["verdict", "article", "P", "kind"]


def test_run_and_extract_use_the_same_names(
    run: Run, article: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = run("run", article, "-o", "texts", "--format", "warc")
    assert done.exit_code == 2
    assert "format must be 'text', 'markdown', 'html'" in done.stderr
    assert "; --input-format is that of the inputs" in done.stderr
    for name in ("--format", "--form"):
        asked = ("run", article, "-o", name[2:], name, "markdown", "--sink", "jsonl", "--title", "always")
        done = run(*asked, "--input-format", "html")
        assert done.exit_code == 0, done.stderr
        (part,) = (tmp_path / name[2:] / "data").glob("*.jsonl")
        assert json.loads(part.read_text())["text"].startswith("# The tower")


def test_old_names_of_options_work_with_a_warning(
    run: Run, article: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One name for one thing in all commands."""
    monkeypatch.chdir(tmp_path)
    asked = ("run", article, "-o", "texts", "--sink", "jsonl", "--form", "markdown")
    done = run(*asked, "--jobs", "1", "--memory-mb=512", "--quiet")
    assert done.exit_code == 0, done.stderr
    assert done.stderr.splitlines() == [
        "maintext: --form is now --format",
        "maintext: --jobs is now --workers",
        "maintext: --memory-mb is now --memory",
    ]
    assert list((tmp_path / "texts" / "data").glob("*.jsonl"))


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("extract", "--jobs", "--workers"),
        ("run", "--jobs", "--workers"),
        ("run", "--memory-mb", "--memory"),
        ("run", "--form", "--format"),
        ("evaluate", "--seconds", "--timeout"),
        ("bench", "--seconds", "--timeout"),
    ],
)
def test_help_has_the_new_names_only(run: Run, name: str, old: str, new: str) -> None:
    shown = run(name, "--help").stdout.split()
    assert new in "".join(shown)
    assert old not in [word.strip(",│") for word in shown]
    assert f"{old} is now {new}" in run(name, "missing", old, "1", "--data", "missing").stderr


def test_an_old_name_after_two_dashes_is_an_input(run: Run) -> None:
    assert run("extract", "--", "--jobs").stderr == "maintext: --jobs: no such file\n"


# -- own methods ------------------------------------------------------------------------------------------


def test_a_method_of_one_s_own_is_named_by_its_path(command: Command, article: Path, tmp_path: Path) -> None:
    (tmp_path / "my_methods.py").write_text(OWN)
    assert command("extract", article, "-m", "my_methods.First").stdout == b"Home News\n"
    assert (
        command("extract", article, "-m", "my_methods.First(count=3)").stdout == b"Home News\n\nThe tower\n"
    )
    assert (
        command("extract", article, "-m", "my_methods.First", "--param", "count=3").stdout
        == b"Home News\n\nThe tower\n"
    )
    done = command("run", article, "-o", "texts", "-m", "my_methods.First", "--sink", "jsonl")
    assert done.returncode == 0, done.stderr
    (part,) = (tmp_path / "texts" / "data").glob("*.jsonl")
    assert json.loads(part.read_text())["text"] == "Home News"


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        (
            "my_methods.Missing",
            "cannot import 'my_methods.Missing': module 'my_methods' has no attribute 'Missing'",
        ),
        ("nowhere.First", "cannot import 'nowhere.First': No module named 'nowhere'"),
        ("my_methods.Other", "my_methods.Other is not a class derived from maintext.Method"),
        ("my_methods.First(size=2)", "first has no parameter 'size'; it has count"),
    ],
)
def test_a_wrong_path_is_one_line(
    command: Command, article: Path, tmp_path: Path, spec: str, message: str
) -> None:
    (tmp_path / "my_methods.py").write_text(OWN)
    done = command("extract", article, "-m", spec)
    assert (done.returncode, done.stderr.decode()) == (2, f"maintext: {message}\n")


# -- the shell --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("maintext extract -m pa", {"path_similarity", "path_similarity:printed"}),
        ("maintext extract --format ", {"text", "markdown", "html", "xml", "tei", "json"}),
        ("maintext extract --prefer re", {"recall"}),
        ("maintext extract --property da", {"date"}),
        ("maintext samples eng", {"english-article"}),
        ("maintext compare -m ced", {"ceds", "ceds:printed"}),
    ],
)
def test_the_shell_completes_names(typed: str, offered: set[str]) -> None:
    words = typed.split(" ")
    environment = os.environ | {
        "_MAINTEXT_COMPLETE": "complete_bash",
        "COMP_WORDS": typed,
        "COMP_CWORD": str(len(words) - 1),
    }
    done = subprocess.run(
        [sys.executable, "-m", "maintext"],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert set(done.stdout.split()) == offered, done.stderr


def test_completion_offers_what_starts_alike() -> None:
    assert starting(lambda: ["one", "on", "two"])("on") == ["one", "on"]


@pytest.mark.skipif(sys.platform == "win32", reason="signals are those of POSIX")
def test_an_interrupt_is_quiet(tmp_path: Path) -> None:
    """While a page is awaited on standard input: after everything was loaded."""
    code = (
        "import os, sys, threading, signal\n"
        "import maintext.__main__\n"
        "sys.argv = ['maintext', 'extract', '-']\n"
        "class Waiting:\n"
        "    def read(self, size):\n"
        "        os.kill(os.getpid(), signal.SIGINT)\n"
        "        threading.Event().wait(30)\n"
        "class Input:\n"
        "    buffer = Waiting()\n"
        "    def isatty(self): return False\n"
        "sys.stdin = Input()\n"
        "maintext.__main__.main()\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, cwd=tmp_path, check=False, timeout=60
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"")


@pytest.mark.skipif(sys.platform == "win32", reason="signals are those of POSIX")
def test_an_interrupt_while_modules_are_loaded_is_quiet(tmp_path: Path) -> None:
    (tmp_path / "typer.py").write_text("import os, signal\nos.kill(os.getpid(), signal.SIGINT)\n")
    done = subprocess.run(
        [sys.executable, "-m", "maintext", "--version"],
        capture_output=True,
        env=os.environ | {"PYTHONPATH": os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])},
        check=False,
        timeout=60,
    )
    assert (done.returncode, done.stdout, done.stderr) == (-signal.SIGINT, b"", b"")


@pytest.mark.skipif(sys.platform == "win32", reason="signals are those of POSIX")
def test_an_interrupt_while_the_package_itself_is_loaded_is_quiet(tmp_path: Path) -> None:
    (tmp_path / "numpy.py").write_text("import os, signal\nos.kill(os.getpid(), signal.SIGINT)\n")
    script = tmp_path / "maintext"  # as pip writes it
    script.write_text("from maintext.__main__ import main\nmain()\n")
    path = os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])
    for command in (["-m", "maintext", "--version"], [str(script), "--version"]):
        done = subprocess.run(
            [sys.executable, *command],
            capture_output=True,
            env=os.environ | {"PYTHONPATH": path},
            check=False,
            timeout=60,
        )
        assert (done.returncode, done.stdout, done.stderr) == (-signal.SIGINT, b"", b"")


def test_a_program_that_imports_the_library_keeps_its_handler() -> None:
    code = "import signal, maintext; print(signal.getsignal(signal.SIGINT) is signal.default_int_handler)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "True\n"


def test_without_its_extra_the_command_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "typer.py").write_text("raise ModuleNotFoundError('no typer', name='typer')\n")
    done = subprocess.run(
        [sys.executable, "-m", "maintext", "--version"],
        capture_output=True,
        text=True,
        env=os.environ | {"PYTHONPATH": os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])},
        check=False,
        timeout=60,
    )
    expected = "maintext: typer is missing, which the command needs: pip install 'maintext[cli]'\n"
    assert (done.returncode, done.stdout, done.stderr) == (2, "", expected)


def test_a_model_file_still_loads(run: Run, article: Path, tmp_path: Path) -> None:
    shipped_auto().save(tmp_path / "mine.npz")
    assert run("extract", article, "--model", tmp_path / "mine.npz").exit_code == 0
