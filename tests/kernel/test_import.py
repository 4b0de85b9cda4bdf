"""Importing the kernel does not change the process; a missing kernel is an error of one line."""

import importlib.util
import os
import platform
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import maintext

PACKAGE = Path(maintext.__file__).parent

# glibc maps blocks from 128 KB on: the second lowest bit of the word before a block shows that it was mapped.
# When a mapped block is freed, glibc raises this limit to its size, unless mallopt has set any limit.
_LOOK = """
import ctypes, importlib.util, sys
libc = ctypes.CDLL(None)
libc.malloc.restype = ctypes.c_void_p
libc.free.argtypes = [ctypes.c_void_p]
def is_mapped(megabytes):
    block = libc.malloc(ctypes.c_size_t(megabytes << 20))
    mapped = bool(ctypes.c_size_t.from_address(block - ctypes.sizeof(ctypes.c_size_t)).value & 2)
    libc.free(block)
    return mapped
def load_kernel():
    spec = importlib.util.spec_from_file_location("maintext._kernel._native", sys.argv[1])
    spec.loader.exec_module(importlib.util.module_from_spec(spec))
"""
_KERNEL = "load_kernel(); print(is_mapped(1))"
_PACKAGE = "import maintext; print(is_mapped(24), is_mapped(16))"

on_glibc = pytest.mark.skipif(
    platform.libc_ver()[0] != "glibc", reason="the limits are those of glibc's malloc"
)


def kernel() -> str:
    """The file of the kernel."""
    module = importlib.util.find_spec("maintext._kernel._native")
    assert module
    assert module.origin
    return module.origin


@on_glibc
@pytest.mark.parametrize(("script", "mapped"), [(_KERNEL, "True"), (_PACKAGE, "True False")])
def test_importing_does_not_change_malloc(script: str, mapped: str) -> None:
    environment = {
        name: value for name, value in os.environ.items() if not name.startswith(("MALLOC_", "GLIBC_"))
    }
    command = [sys.executable, "-c", _LOOK + script, kernel()]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == mapped


@on_glibc
@pytest.mark.parametrize("limit", [-1, -3], ids=["trim", "mmap"])
def test_a_change_to_malloc_would_be_seen(limit: int) -> None:
    change = f"libc.mallopt({limit}, 8 << 20); print(is_mapped(24), is_mapped(16))"
    done = subprocess.run([sys.executable, "-c", _LOOK + change], capture_output=True, text=True, check=True)
    assert done.stdout.strip() != "True False"


def test_the_kernel_does_not_call_mallopt() -> None:
    assert b"mallopt" not in Path(kernel()).read_bytes()


def test_a_missing_kernel_is_an_error_of_one_line(tmp_path: Path) -> None:
    shutil.copytree(
        PACKAGE, tmp_path / "maintext", ignore=shutil.ignore_patterns("*.so", "*.pyd", "__pycache__")
    )
    done = subprocess.run(
        [sys.executable, "-c", "from maintext import extract"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    last = done.stderr.splitlines()[-1]
    assert last.startswith("ImportError: maintext's kernel is not built for this Python, or not found")
    assert "During handling" not in done.stderr
