"""Memory that was needed once goes back to the system, where the C library is glibc.

Left to itself, glibc learns from the first large block that is freed to keep such blocks for later, and one
huge page makes a process large for as long as it lives.
"""

import ctypes
import sys
from functools import cache
from typing import Any

_TRIM_THRESHOLD, _MMAP_THRESHOLD, _ARENA_MAX = -1, -3, -8
"""What mallopt(3) calls them."""
_LARGE = 1 << 22
"""Bytes of a block that goes back as soon as it is free; most pages need none of that size."""
_MOST_FREE = 1 << 24
"""Bytes at the end of the heap that may stay free: to take them again for every page costs time."""


def keep_little() -> None:
    """Let this process give back what it frees, from now on."""
    if glibc := _glibc():
        glibc.mallopt(_MMAP_THRESHOLD, _LARGE)
        glibc.mallopt(_TRIM_THRESHOLD, _MOST_FREE)
        glibc.mallopt(_ARENA_MAX, 1)  # threads wait for each other here anyway


def give_back() -> None:
    """Give back what lies free between things that are in use."""
    if glibc := _glibc():
        glibc.malloc_trim(0)


@cache
def _glibc() -> Any:
    if not sys.platform.startswith("linux"):
        return None
    library = ctypes.CDLL(None)
    return library if hasattr(library, "malloc_trim") and hasattr(library, "mallopt") else None
