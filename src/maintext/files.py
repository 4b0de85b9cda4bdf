"""Files that are written completely or not at all."""

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO


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
