"""The C files of the kernel. `make lint` compiles each of them, with every compiler: tests of that check.

Those of the fuzzer are compiled here: few run it.
"""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "tools"))

import exp_table
import lint_kernel

ROOT = Path(__file__).parents[2]
COMPILER = next((name for name in ("cc", "gcc", "clang") if shutil.which(name)), None)
needs_compiler = pytest.mark.skipif(
    COMPILER is None or sys.platform == "win32", reason="no C compiler here that knows Python's headers"
)


def compiler() -> list[str]:
    assert COMPILER
    return [COMPILER]


@needs_compiler
@pytest.mark.parametrize("options", [(), ("-DMAINTEXT_PORTABLE",)], ids=["vectors", "portable"])
def test_headers_can_be_included_together(options: tuple[str, ...]) -> None:
    # Each compiles alone. If all compile in one file, in both orders, every pair does.
    headers = lint_kernel.headers()
    assert len(headers) > 20
    for order in (headers, headers[::-1]):
        assert lint_kernel.syntax_errors(compiler(), order, *options) == ""


@needs_compiler
def test_a_conflict_between_headers_is_detected(tmp_path: Path) -> None:
    (tmp_path / "clashing.h").write_text("enum { STEP = 16 };\n")
    errors = lint_kernel.syntax_errors(compiler(), ["base/vectors.h", "clashing.h"], f"-I{tmp_path}")
    assert "STEP" in errors


@needs_compiler
@pytest.mark.skipif(not shutil.which("nm"), reason="nm is not here")
def test_warnings_and_external_symbols_without_the_prefix_are_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert len(lint_kernel.sources()) > 50
    room, objects = tmp_path / "base", tmp_path / "objects"
    room.mkdir()
    objects.mkdir()
    monkeypatch.setattr(lint_kernel, "FOLDER", tmp_path)
    (room / "words.c").write_text("int mt_words; int stray; static int own(void) { return 0; }\n")
    include = f"-I{tmp_path}"
    assert "own" in lint_kernel.compile_all(compiler(), objects, include)
    (room / "words.c").write_text("int mt_words; int stray;\n")
    assert lint_kernel.compile_all(compiler(), objects, include) == ""
    assert lint_kernel.strange_symbols(objects) == ["stray"]


def fuzz_options() -> list[str]:
    """What `make fuzz` defines and includes."""
    lines = (ROOT / "Makefile").read_text().splitlines()
    words = next(line for line in lines if line.startswith("FUZZ_SOURCES =")).split()
    return [word for word in words if word.startswith(("-D", "-I"))]


@needs_compiler
@pytest.mark.parametrize("file", sorted((ROOT / "fuzz").glob("*.c")), ids=lambda file: file.name)
def test_the_fuzzer_compiles(file: Path) -> None:
    command = [*compiler(), "-fsyntax-only", "-std=c11", "-Wall", "-Werror", "-DSTANDALONE", *fuzz_options()]
    compiled = subprocess.run([*command, str(file)], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (compiled.returncode, compiled.stderr) == (0, "")


def test_the_table_of_powers_is_up_to_date() -> None:
    assert exp_table.FILE.read_text() == exp_table.table()
