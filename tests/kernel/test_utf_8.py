"""UTF-8 is checked with the same result with AVX2, with SSE2 or NEON, and in portable code."""

import shutil
import subprocess
from pathlib import Path

import pytest

KERNEL = Path(__file__).parents[2] / "src" / "maintext" / "_kernel"
COMPILER = next((name for name in ("cc", "gcc", "clang") if shutil.which(name)), None)


@pytest.mark.skipif(COMPILER is None, reason="no C compiler here")
def test_all_builds_find_the_same_facts(tmp_path: Path) -> None:
    assert COMPILER
    processor = str(KERNEL / "base" / "processor.c")
    found = []
    for options in ([processor], ["-DOLD_PROCESSOR"], ["-DMAINTEXT_PORTABLE", processor]):
        program = tmp_path / "utf_8"
        sources = [str(Path(__file__).with_name("utf_8.c")), str(KERNEL / "text" / "utf_8.c")]
        flags = ["-std=c11", "-O2", f"-I{KERNEL}"]
        subprocess.run([COMPILER, *flags, *options, *sources, "-o", str(program)], check=True)
        found.append(subprocess.run([str(program)], capture_output=True, text=True, check=True).stdout)
    assert len(found[0]) == 17
    assert found == found[:1] * 3
