"""Every build of the trees, for older and newer processors, gives the same sums."""

import shutil
import subprocess
from pathlib import Path

import pytest

KERNEL = Path(__file__).parents[2] / "src" / "maintext" / "_kernel"
COMPILER = next((name for name in ("cc", "gcc", "clang") if shutil.which(name)), None)
CPUINFO = Path("/proc/cpuinfo")


def builds_of_this_processor() -> list[str]:
    """The builds that should run here, by what Linux says of the processor."""
    words = set(CPUINFO.read_text().split()) if CPUINFO.exists() else set()
    needed = {"AVX2": {"avx2"}, "VBMI": {"avx2", "avx512f", "avx512bw", "avx512vbmi", "gfni"}}
    return [name for name, features in needed.items() if features <= words]


@pytest.mark.skipif(COMPILER is None, reason="no C compiler here")
def test_all_builds_that_this_processor_runs_give_the_same_sums(tmp_path: Path) -> None:
    assert COMPILER
    expected = builds_of_this_processor()
    if not expected:
        pytest.skip("this processor has neither AVX2 nor AVX-512 VBMI, or does not say")
    flags = ["-std=c11", "-O2", "-ffp-contract=off", f"-I{KERNEL}"]
    processor = tmp_path / "processor.o"
    source = KERNEL / "base" / "processor.c"
    renamed = "-Dmt_processor_has=real_processor_has"
    subprocess.run([COMPILER, *flags, renamed, "-c", str(source), "-o", str(processor)], check=True)
    program = tmp_path / "forest"
    sources = [
        Path(__file__).with_name("forest.c"),
        KERNEL / "base" / "memory.c",
        *(KERNEL / "model" / name for name in ("forest.c", "forest_steps.c")),
    ]
    subprocess.run(
        [COMPILER, *flags, *map(str, sources), str(processor), "-lm", "-o", str(program)], check=True
    )
    done = subprocess.run([str(program)], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == expected
