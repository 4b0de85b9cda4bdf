"""Generated files are up to date, and every method is measured."""

import importlib.util
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from maintext.methods.papers.p_value import PValue
from maintext.methods.registry import BASELINES, PAPERS
from maintext.page.parse import parse, with_hidden_text
from maintext.training.naive_bayes import count_blocks
from maintext.version import __version__

TOOLS = Path(__file__).parent.parent / "tools"


@pytest.fixture(autouse=True)
def tools_on_the_path(monkeypatch: pytest.MonkeyPatch) -> None:
    """As when a tool is run as a script."""
    monkeypatch.syspath_prepend(TOOLS)


def load(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, TOOLS / f"{name}.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_generated_tables_of_the_kernel_are_up_to_date() -> None:
    tables = load("kernel_tables")
    written = (tables.FOLDER / "tables.h").read_text(encoding="utf-8")
    if not written.startswith(tables.HEAD):
        pytest.skip("the tables were written with another version of Unicode than this Python has")
    assert (tables.FOLDER / "characters.h").read_text(encoding="utf-8") == tables.characters_header()
    assert written == tables.header()
    assert (tables.FOLDER / "tables.c").read_text(encoding="utf-8") == tables.source()


def test_the_docs_have_today_s_options_and_wrong_uses() -> None:
    for path, text in load("library_tables").written().items():
        assert path.read_text(encoding="utf-8") == text, "run `python tools/library_tables.py`"


def test_the_fresh_installation_runs_the_example_of_the_readme() -> None:
    code, printed = load("fresh_install").readme_example()
    assert "maintext.extract(page)" in code
    assert printed.startswith("The tower was built in 1911")


@pytest.mark.parametrize("tool", ["marker_tables", "thread_tables"])
def test_the_generated_words_of_the_kernel_are_up_to_date(tool: str) -> None:
    tables = load(tool)
    for name, text in tables.written().items():
        assert (tables.FOLDER / name).read_text(encoding="utf-8") == text, "run make tables"


def test_the_table_of_constructs_is_up_to_date() -> None:
    table = load("construct_table")
    assert table.PAGE.read_text(encoding="utf-8") == table.contents(), "run make constructs"


def test_every_published_method_is_measured_with_valid_parameters() -> None:
    tables = load("method_tables")
    assert tables._VARIANTS.keys() <= {method.name for method in (*PAPERS, *BASELINES)}
    for name, variants in tables.VARIANTS.items():
        methods = [tables.variant(name, parameters) for parameters in variants]
        assert any(method == tables.variant(name, "") for method in methods)


def test_each_other_choice_of_paper_1_counts_otherwise_and_ends() -> None:
    tool = load("naive_bayes_effects")
    page = parse(
        "<div><p>Ten words, and more.</p>"
        "<p hidden>No one ever sees this sentence, which is rather long.</p></div>"
        "<section><div><a href=/>Home</a> ok</div><i>.</i></section>"
        "<table><td>Twenty characters ok<tr><td>Main, text, here. <br>Other words here.</table>"
    )
    ours = count_blocks(page, "Main, text, here.", tool.SEGMENTATIONS)
    for choice, changed in tool.CHOICES.items():
        with changed():
            view = with_hidden_text(page) if choice == tool.HIDDEN else page
            counts = count_blocks(view, "Main, text, here.", tool.SEGMENTATIONS)
        assert (str(counts) == str(ours)) == (choice in tool.SAME_COUNTS), choice
    assert str(count_blocks(page, "Main, text, here.", tool.SEGMENTATIONS)) == str(ours)


def test_the_lengths_of_paper_3_are_those_of_the_method_or_of_the_source() -> None:
    tool = load("p_value_readings")
    page = parse("<p id=x title=a>R&amp;D <a href=/>Home</a><br>now<p class='y'>Tea <b>and</b> milk")
    plain = tool.p_values(page, page.source_chars, page.markup)
    assert plain.max() == pytest.approx(PValue.as_printed().largest(page))

    marked, lengths = tool.as_written(page.table.source.decode())
    assert lengths == [len("<p title=a>"), len("<a href=/></a>"), len("<br>"), len("<p>"), len("<b></b>")]
    assert "R\ue000amp;D" in marked
    text = len("R&amp;D HomenowTea and milk")
    assert tool.written_values(page)[0] == pytest.approx(text / (text + sum(lengths)))


def test_the_copy_whose_coverage_is_measured_can_be_built(tmp_path: Path) -> None:
    load("measure_coverage").copy(tmp_path / "copy")
    command = [sys.executable, "setup.py", "--quiet", "--version"]
    done = subprocess.run(command, cwd=tmp_path / "copy", capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, f"{__version__}\n"), done.stderr


def test_a_page_of_a_paper_gets_the_rows_of_the_sources_that_it_names() -> None:
    tool = load("paper_docs")
    lines = ["| source | F1 |", "|---|--:|", "| zhnews | 1 |", "| tea | 2 |", "| all | 3 |"]
    lines.append("| in the paper: Sina | 4 |")
    page = "A\n\n<!-- table ceds-1: zhnews, all -->\n| old |\n|---|\n\n<!-- table ceds-1 -->\n\nB\n"
    filled = tool.fill(page, {"ceds-1": lines})
    chosen, whole = "\n".join(line for line in lines if "tea" not in line), "\n".join(lines)
    assert filled == (
        f"A\n\n<!-- table ceds-1: zhnews, all -->\n{chosen}\n\n<!-- table ceds-1 -->\n{whole}\n\nB\n"
    )
    assert tool.fill(filled, {"ceds-1": lines}) == filled
