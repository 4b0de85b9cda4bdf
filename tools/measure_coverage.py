"""Run the tests on a copy of the package with counters in Python and C, and print the lines that they ran.

python tools/measure_coverage.py FOLDER [pytest arguments]

The copy is built in FOLDER, so that the kernel in src/ stays as it is. Killed processes write no counts.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
USUAL = ["tests", "-m", "not slow and not ray and not spark and not datatrove and not browser"]


def copy(folder: Path) -> None:
    """Copy the package, and what builds it."""
    shutil.rmtree(folder, ignore_errors=True)
    leave_out = shutil.ignore_patterns("__pycache__", "*.so", "*.egg-info")
    for name in ("src", "_build"):
        shutil.copytree(ROOT / name, folder / name, ignore=leave_out)
    for name in ("setup.py", "pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, folder)


def build(folder: Path) -> Path:
    """Copy the package, and build its kernel with counters; return the folder to import it from."""
    copy(folder)
    flags = {"CC": "gcc", "CFLAGS": "-O0 -g --coverage", "LDFLAGS": "--coverage"}
    command = [sys.executable, "setup.py", "--quiet", "build_ext", "--inplace", "--force"]
    subprocess.run(command, cwd=folder, env=os.environ | flags, check=True)
    return folder / "src"


def main(place: str, *arguments: str) -> int:
    """Build, test, and print both tables."""
    folder = Path(place).resolve()
    source = build(folder)
    environment = os.environ | {
        "PYTHONPATH": f"{source}{os.pathsep}{ROOT}",
        "COVERAGE_FILE": str(folder / "counts"),
        # two processes that end together print a warning, but both counts are kept
        "GCOV_ERROR_FILE": os.devnull,
    }
    pytest = [sys.executable, "-m", "pytest", "--numprocesses", "auto", "--dist", "loadfile"]
    options = ["--cov", f"--cov-config={ROOT / 'pyproject.toml'}", "--cov-report=term"]
    tests = subprocess.run([*pytest, *options, *(arguments or USUAL)], cwd=ROOT, env=environment, check=False)
    gcovr = [sys.executable, "-m", "gcovr", "--filter", "src/maintext/_kernel/", "--exclude", ".*/generated/"]
    kernel = subprocess.run(gcovr, cwd=folder, check=False)
    return tests.returncode or kernel.returncode


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
