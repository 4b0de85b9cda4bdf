"""Memory that the kernel keeps between pages: safe with threads, and enough for very large pages."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

KERNEL = Path(__file__).parents[2] / "src" / "maintext" / "_kernel"
COMPILER = next((name for name in ("cc", "gcc", "clang") if shutil.which(name)), None)

_FAULTS = """
import resource, maintext
html = "<div>" * 8000 + "<p>x</p>" * 8000
def faults():
    before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    maintext.extract(html)
    return resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before
print(*(faults() for _ in range(8)))
"""


@pytest.mark.skipif(
    COMPILER is None or sys.platform == "win32", reason="no C compiler with POSIX threads here"
)
@pytest.mark.parametrize("options", [(), ("-DMAINTEXT_PLAIN_MEMORY",)], ids=["kept", "plain"])
def test_blocks_are_not_corrupted_when_threads_take_and_release_them(
    tmp_path: Path, options: tuple[str, ...]
) -> None:
    assert COMPILER
    program = tmp_path / "memory"
    sources = [str(Path(__file__).with_name("memory.c")), str(KERNEL / "base" / "memory.c")]
    flags = ["-std=c11", "-O2", "-pthread", f"-I{KERNEL}", *options]
    subprocess.run([COMPILER, *flags, *sources, "-o", str(program)], check=True)
    done = subprocess.run([str(program)], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "")


@pytest.mark.skipif(sys.platform != "linux", reason="page faults are counted as Linux counts them")
def test_a_very_large_page_gets_its_memory_from_the_system_once() -> None:
    done = subprocess.run([sys.executable, "-c", _FAULTS], capture_output=True, text=True, check=True)
    first, *later = map(int, done.stdout.split())
    assert min(later) < 1000 < first  # about 4,800 if nothing is kept
