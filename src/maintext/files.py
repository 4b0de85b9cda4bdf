"""Files that are written completely or not at all; locks between processes."""

import os
import secrets
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, BinaryIO

try:
    import fcntl
except ImportError:  # Windows, which has no such locks
    fcntl: Any = None  # type: ignore[no-redef]

HAS_LOCKS = fcntl is not None
"""Whether the system has such locks."""
_LOCK_STEP = 0.01


@contextmanager
def whole_local_file(path: Path, *, only_first: bool = False) -> Iterator[BinaryIO]:
    """A file to write; it appears at the end of the block, unless that raises.

    With `only_first`, a file that exists by then is kept.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_name(f".{path.name}.{secrets.token_hex(4)}.tmp")
    try:
        with unfinished.open("wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        if only_first:
            with suppress(OSError):  # it exists, or the file system has no hard links
                os.link(unfinished, path)
        if only_first and path.exists():
            unfinished.unlink()
        else:
            unfinished.replace(path)
    except BaseException:
        unfinished.unlink(missing_ok=True)
        raise
    _sync(path.parent)


def _sync(folder: Path) -> None:
    """Sync a folder to disk: a part must not get lost while the record that it is done survives."""
    with suppress(OSError):  # not possible on every system
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


@contextmanager
def locked(path: Path, seconds: float) -> Iterator[None]:
    """Hold a lock of the system on a file, which is made and stays; `TimeoutError` if others keep it.

    The lock ends with the block, or with the process. Threads exclude each other, too.
    """
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o644)
    try:
        deadline = time.monotonic() + seconds
        while not try_lock(descriptor):
            if time.monotonic() > deadline:
                raise TimeoutError(f"{path} is locked by another program")
            time.sleep(_LOCK_STEP)
        yield
    finally:
        os.close(descriptor)


def try_lock(descriptor: int, *, shared: bool = False) -> bool:
    """Lock an open file for this process, alone or shared, until it is closed; False if another has it."""
    if not HAS_LOCKS:
        return True
    try:
        fcntl.flock(descriptor, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
