"""Vector code gives the same results on every processor, and so does the exponential function."""

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
KERNEL = ROOT / "src" / "maintext" / "_kernel"
COMPILER = next((name for name in ("cc", "gcc", "clang") if shutil.which(name)), None)


def hashes(folder: Path, *options: str) -> dict[str, str]:
    """The output of the program beside this file."""
    assert COMPILER
    program = folder / "vectors"
    sources = [str(Path(__file__).with_name("vectors.c")), *map(str, sorted(KERNEL.glob("base/*.c")))]
    flags = ["-std=c11", "-O2", "-ffp-contract=off", f"-I{KERNEL}"]
    subprocess.run([COMPILER, *flags, *options, *sources, "-lm", "-o", str(program)], check=True)
    lines = subprocess.run([str(program)], capture_output=True, text=True, check=True).stdout.splitlines()
    return dict(line.split(" ", 1) for line in lines)


@pytest.mark.skipif(COMPILER is None, reason="no C compiler here")
def test_vector_code_agrees_with_portable_code(tmp_path: Path) -> None:
    here, portable = hashes(tmp_path), hashes(tmp_path, "-DMAINTEXT_PORTABLE")
    assert here == portable
    assert here.keys() == {"bytes", "matches", "counts", "bits", "exponentials"}
