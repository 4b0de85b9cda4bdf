"""Lint the kernel's C: no compiler warnings, headers compile alone, external symbols have the prefix.

python tools/lint_kernel.py
"""

import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

FOLDER = Path(__file__).parent.parent / "src" / "maintext" / "_kernel"
WARNINGS = ["-std=c11", "-Wall", "-Wextra", "-Wshadow", "-Werror"]
INCLUDE = [f"-I{FOLDER}", "-isystem", sysconfig.get_path("include"), "-DPy_LIMITED_API=0x030B0000"]
PREFIXES = ("mt_", "PyInit_")


def compilers() -> list[list[str]]:
    """The commands of all installed compilers."""
    found = [[name] for name in ("gcc", "clang") if shutil.which(name)]
    return found + ([[sys.executable, "-m", "ziglang", "cc"]] if find_spec("ziglang") else [])


def headers() -> list[str]:
    """The headers, as they are included."""
    return sorted(path.relative_to(FOLDER).as_posix() for path in FOLDER.glob("*/*.h"))


def sources() -> list[str]:
    """The C files."""
    return sorted(str(path) for path in FOLDER.glob("*/*.c"))


def syntax_errors(compiler: Sequence[str], included: Sequence[str], *options: str) -> str:
    """The output of a compiler for a file that includes some headers, in order."""
    text = "".join(f'#include "{header}"\n' for header in included)
    command = [*compiler, "-fsyntax-only", *WARNINGS, *INCLUDE, *options, "-x", "c", "-"]
    return subprocess.run(command, input=text, capture_output=True, text=True, check=False).stderr


def compile_all(compiler: Sequence[str], folder: Path, *options: str) -> str:
    """Compile the C files into a folder; return the output of the compiler."""
    command = [*compiler, "-c", "-O1", "-fPIC", *WARNINGS, *INCLUDE, *options, *renamed(folder)]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False).stderr


def strange_symbols(folder: Path) -> list[str]:
    """External symbols without the kernel's prefix, in the objects of a folder."""
    objects = sorted(
        path.name for path in folder.glob("*.o")
    )  # nm prints names: no folder, which may have spaces
    listed = subprocess.run(
        ["nm", "-g", "--defined-only", *objects], cwd=folder, capture_output=True, text=True, check=True
    )
    names = {line.split()[2] for line in listed.stdout.splitlines() if len(line.split()) == 3}
    if sys.platform == "darwin":
        names = {name.removeprefix("_") for name in names}
    return sorted(name for name in names if not name.startswith(PREFIXES))


def renamed(folder: Path) -> list[str]:
    """Files that include the C files, with unique names, because all objects are in one folder."""
    files = []
    for source in sources():
        room, name = Path(source).parts[-2:]
        file = folder / f"{room}_{name}"
        file.write_text(f'#include "{room}/{name}"\n')
        files.append(file.name)
    return files


def main() -> int:
    """Print everything that is wrong."""
    faults = []
    for compiler in compilers():
        for options in ((), ("-DMAINTEXT_PORTABLE",)):
            with TemporaryDirectory() as folder:
                said = compile_all(compiler, Path(folder), *options)
                strange = strange_symbols(Path(folder)) if shutil.which("nm") and not said else []
            print("failed" if said or strange else "clean ", *compiler, *options)
            faults += [said, *(f"no prefix: {name}" for name in strange)]
    for header in headers() if compilers() else []:
        faults.append(syntax_errors(compilers()[0], [header]))
    if not compilers():
        print("no C compiler here: the kernel is not linted")
    print(*filter(None, faults), sep="\n")
    return 1 if any(faults) else 0


if __name__ == "__main__":
    sys.exit(main())
