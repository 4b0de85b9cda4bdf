"""Give unused memory back to the system, if the C library is glibc.

By default, glibc keeps large blocks once one has been freed, so one huge page makes a process large for as
long as it lives.
"""

import ctypes
import sys
from functools import cache
from typing import Any

_TRIM_THRESHOLD, _MMAP_THRESHOLD, _ARENA_MAX = -1, -3, -8
"""Parameters of mallopt(3)."""
_LARGE = 1 << 22
"""A block of this size is returned as soon as it is freed; few pages need one."""
_MAX_FREE = 1 << 24
"""Bytes at the end of the heap that stay: getting them again for every page costs time."""


def keep_little() -> None:
    """Let this process give back the memory that it frees."""
    if glibc := _glibc():
        glibc.mallopt(_MMAP_THRESHOLD, _LARGE)
        glibc.mallopt(_TRIM_THRESHOLD, _MAX_FREE)
        glibc.mallopt(_ARENA_MAX, 1)  # one thread works at a time anyway


def give_back() -> None:
    """Give back free memory between blocks in use."""
    if glibc := _glibc():
        glibc.malloc_trim(0)


@cache
def _glibc() -> Any:
    if not sys.platform.startswith("linux"):
        return None
    library = ctypes.CDLL(None)
    return library if hasattr(library, "malloc_trim") and hasattr(library, "mallopt") else None
