"""Where an output lies: a local folder is a `Path`; one at a URL of fsspec does what a run asks of a `Path`.

A store of objects has no renames and no locks. A file appears there when it has been sent whole. A claim is
an object that its owner writes again and again; one that is old belongs to nobody. Two owners at once do
the same work twice, and the last one's file stays, with the same rows: it costs time, never a row.
"""

import os
import shutil
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from fnmatch import fnmatchcase
from pathlib import Path
from typing import cast

from maintext.batch.sinks import whole_file
from maintext.batch.sources.files import file_system, is_remote, local_path, store_errors

_LEASE_SECONDS = 60.0
"""A claim that is older is that of a process that has died."""
_RENEW_SECONDS = 15.0
_AT_ONCE = 1000


class StorePath:
    """A folder or file at a URL, in the manner of `pathlib.Path`, as far as the notes of a run need it."""

    def __init__(self, url: str) -> None:
        self.url = url.rstrip("/")
        self.system, self.inner = file_system(self.url)

    def __str__(self) -> str:
        return self.url

    def __truediv__(self, name: str) -> "StorePath":
        return StorePath(f"{self.url}/{name}")

    @property
    def name(self) -> str:
        """What stands after the last slash."""
        return self.url.rpartition("/")[2]

    def as_posix(self) -> str:
        """The URL."""
        return self.url

    @property
    def parent(self) -> "StorePath":
        """The folder that it is in."""
        return StorePath(self.url.rpartition("/")[0])

    def exists(self) -> bool:
        """Whether there is such a file, or any below such a folder, now: nothing is remembered."""
        with store_errors(self.url):
            self.system.invalidate_cache()
            return bool(self.system.exists(self.inner))

    def is_dir(self) -> bool:
        """Whether it is a folder."""
        with store_errors(self.url):
            return bool(self.system.isdir(self.inner))

    def mkdir(self, *, parents: bool = True, exist_ok: bool = True) -> None:
        """Nothing: folders come with their files."""

    def iterdir(self) -> Iterator["StorePath"]:
        """What is in the folder; nothing, where it is not there."""
        with store_errors(self.url):
            self.system.invalidate_cache()
            try:
                found = self.system.ls(self.inner, detail=False)
            except FileNotFoundError:
                return
        for path in sorted(found):
            if name := path.rstrip("/").removeprefix(self.inner).strip("/"):
                yield self / name

    def glob(self, pattern: str) -> Iterator["StorePath"]:
        """The files of the folder with such names."""
        return (path for path in self.iterdir() if fnmatchcase(path.name, pattern))

    def read_bytes(self) -> bytes:
        """The content."""
        with store_errors(self.url):
            return bytes(self.system.cat_file(self.inner))

    def unlink(self, missing_ok: bool = False) -> None:
        """Remove the file."""
        with store_errors(self.url):
            try:
                self.system.rm_file(self.inner)
            except FileNotFoundError:
                if not missing_ok:
                    raise


def place(output: str) -> Path:
    """A folder for output, the same for all processes of a run, wherever they were started."""
    if is_remote(output):
        return cast(Path, StorePath(output))  # whoever uses it asks for no more than there is
    return Path(os.path.abspath(os.path.expanduser(local_path(output))))


def read_all(files: Sequence[Path]) -> Iterator[tuple[Path, bytes]]:
    """Files of one folder with their content; those of a store many at a time."""
    for begin in range(0, len(files), _AT_ONCE):
        some = files[begin : begin + _AT_ONCE]
        if isinstance(first := some[0], StorePath):
            names = [cast(StorePath, file).inner for file in some]
            with store_errors(str(first)):
                found = first.system.cat(names)
            yield from zip(some, map(found.__getitem__, names), strict=True)
        else:
            yield from ((file, file.read_bytes()) for file in some)


def remove(path: Path) -> None:
    """Remove a file, or a folder and all that is in it."""
    if isinstance(path, StorePath):
        with store_errors(path.url), suppress(FileNotFoundError):
            path.system.rm(path.inner, recursive=True)
    elif path.is_dir():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


@contextmanager
def lease(path: StorePath) -> Iterator[bool]:
    """Whether a claim is this process's, until the end of the block."""
    if _is_signed(path):
        yield False
        return
    ended = threading.Event()

    def renew() -> None:
        while not ended.wait(_RENEW_SECONDS):
            with suppress(Exception):  # the store cannot be reached: then the next time
                _sign(path)

    _sign(path)
    keeper = threading.Thread(target=renew, daemon=True)
    keeper.start()
    try:
        yield True
    finally:
        ended.set()
        keeper.join()
        path.unlink(missing_ok=True)


def _is_signed(path: StorePath) -> bool:
    """Whether somebody has written the claim a short while ago."""
    try:
        return abs(time.time() - float(path.read_bytes())) < _LEASE_SECONDS
    except (OSError, ValueError):  # there is none
        return False


def _sign(path: StorePath) -> None:
    with whole_file(str(path.parent), path.name) as file:
        file.write(str(time.time()).encode())
