"""Importing the kernel does not change the process; a missing kernel is an error of one line."""

import importlib.util
import platform
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import maintext

PACKAGE = Path(maintext.__file__).parent

# glibc maps blocks from 128 KB on, until a larger one is freed: the second lowest bit of the word before a
# block shows that it was mapped.
_IS_MAPPED = """
import ctypes, importlib.util, sys
libc = ctypes.CDLL(None)
libc.malloc.restype = ctypes.c_void_p
def is_mapped():
    block = libc.malloc(ctypes.c_size_t(1 << 20))
    return bool(ctypes.c_size_t.from_address(block - ctypes.sizeof(ctypes.c_size_t)).value & 2)
before = is_mapped()
spec = importlib.util.spec_from_file_location("maintext._kernel._native", sys.argv[1])
spec.loader.exec_module(importlib.util.module_from_spec(spec))
print(before, is_mapped())
"""


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="the limits are those of glibc's malloc")
def test_importing_the_kernel_does_not_change_malloc() -> None:
    module = importlib.util.find_spec("maintext._kernel._native")
    assert module
    assert module.origin
    done = subprocess.run(
        [sys.executable, "-c", _IS_MAPPED, module.origin], capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["True", "True"]


def test_a_missing_kernel_is_an_error_of_one_line(tmp_path: Path) -> None:
    shutil.copytree(
        PACKAGE, tmp_path / "maintext", ignore=shutil.ignore_patterns("*.so", "*.pyd", "__pycache__")
    )
    done = subprocess.run(
        [sys.executable, "-c", "import maintext"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    last = done.stderr.splitlines()[-1]
    assert last.startswith("ImportError: maintext's kernel is not built for this Python, or not found")
    assert "During handling" not in done.stderr
