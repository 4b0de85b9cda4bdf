"""Output folders: local ones are a `Path`, those at an fsspec URL a `StorePath` with the same methods.

Object stores have no renames and no locks. A file appears there when its upload is complete. A claim is an
object that its owner keeps rewriting; an old one has expired. If two owners work at once, the same work is
done twice and the last file stays, with the same rows: that costs time, never a row.
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
from maintext.errors import DataError

_LEASE_SECONDS = 60.0
"""Age at which a claim has expired, because its process has died."""
_RENEW_SECONDS = 15.0
_AT_ONCE = 1000


class StorePath:
    """A folder or file at a URL, with the part of `pathlib.Path` that a run needs."""

    def __init__(self, url: str) -> None:
        self.url = url.rstrip("/")
        self.system, self.inner = file_system(self.url)

    def __str__(self) -> str:
        return self.url

    def __truediv__(self, name: str) -> "StorePath":
        return StorePath(f"{self.url}/{name}")

    @property
    def name(self) -> str:
        """The part after the last slash."""
        return self.url.rpartition("/")[2]

    def as_posix(self) -> str:
        """The URL."""
        return self.url

    @property
    def parent(self) -> "StorePath":
        """Its folder."""
        return StorePath(self.url.rpartition("/")[0])

    def exists(self) -> bool:
        """Whether the file exists, or any file below the folder; not from a cache."""
        with store_errors(self.url):
            self.system.invalidate_cache()
            return bool(self.system.exists(self.inner))

    def is_dir(self) -> bool:
        """Whether it is a folder."""
        with store_errors(self.url):
            return bool(self.system.isdir(self.inner))

    def mkdir(self, *, parents: bool = True, exist_ok: bool = True) -> None:
        """Do nothing: stores have no empty folders."""

    def iterdir(self) -> Iterator["StorePath"]:
        """The content of the folder; empty if it does not exist."""
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
        """The files of the folder that match a pattern."""
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
    """The output folder as an absolute path, the same for all processes of a run."""
    if is_remote(output):
        return cast(Path, StorePath(output))  # users call only the methods it has
    return Path(os.path.abspath(os.path.expanduser(local_path(output))))


def output_place(output: str) -> Path:
    """The folder of an output to write; an error if none is given, or it is an existing file."""
    if not output.strip():
        raise DataError("--output is empty: give a folder or a URL")
    folder = place(output)
    if isinstance(folder, Path) and folder.exists() and not folder.is_dir():
        raise DataError(f"{output} is an existing file: give a folder as --output")
    return folder


def read_all(files: Sequence[Path]) -> Iterator[tuple[Path, bytes]]:
    """Files of one folder with their content; from a store, many at a time."""
    for begin in range(0, len(files), _AT_ONCE):
        some = files[begin : begin + _AT_ONCE]
        if isinstance(first := some[0], StorePath):
            names = [cast(StorePath, file).inner for file in some]
            with store_errors(str(first)):
                found = first.system.cat(names)
            yield from zip(some, map(found.__getitem__, names), strict=True)
        else:
            yield from ((file, file.read_bytes()) for file in some)


def sizes_below(folder: Path) -> dict[str, int]:
    """The files below a folder and their sizes, by paths relative to it; empty if it does not exist."""
    if isinstance(folder, StorePath):
        found = {}
        with store_errors(folder.url), suppress(FileNotFoundError):
            folder.system.invalidate_cache()
            found = folder.system.find(folder.inner, detail=True)
        return {
            name.removeprefix(folder.inner).strip("/"): int(info["size"] or 0) for name, info in found.items()
        }
    sizes: dict[str, int] = {}
    waiting = [str(folder)] if folder.is_dir() else []
    while waiting:
        with os.scandir(waiting.pop()) as entries:
            for entry in entries:
                if entry.is_dir():
                    waiting.append(entry.path)
                else:
                    sizes[Path(entry.path).relative_to(folder).as_posix()] = entry.stat().st_size
    return sizes


def write_whole(path: Path, text: str, *, only_first: bool = False) -> None:
    """Write a file completely or not at all; with `only_first`, an existing one is left as it is."""
    with store_errors(str(path)), whole_file(str(path.parent), path.name, only_first=only_first) as file:
        file.write(text.encode())


def overwrite(path: Path, text: str) -> None:
    """Replace the content of a file in place, so that a lock on it stays."""
    if isinstance(path, StorePath):
        write_whole(path, text)
        return
    with path.open("r+b") as file:
        file.write(text.encode())
        file.truncate()
        file.flush()
        os.fsync(file.fileno())


def remove(path: Path) -> None:
    """Remove a file, or a folder with its content."""
    if isinstance(path, StorePath):
        with store_errors(path.url), suppress(FileNotFoundError):
            path.system.rm(path.inner, recursive=True)
    elif path.is_dir():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def remove_empty(folder: Path) -> None:
    """Remove a folder and those below it, as far as they have no files."""
    if isinstance(folder, StorePath):
        if not sizes_below(folder):
            remove(folder)
        return
    for path, _, _ in os.walk(folder, topdown=False):
        with suppress(OSError):
            os.rmdir(path)


@contextmanager
def lease(path: StorePath) -> Iterator[bool]:
    """Take a claim within the block; yields whether that succeeded."""
    if _is_signed(path):
        yield False
        return
    ended = threading.Event()

    def renew() -> None:
        while not ended.wait(_RENEW_SECONDS):
            with suppress(Exception):  # the store cannot be reached now
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
    """Whether the claim was written recently."""
    try:
        return abs(time.time() - float(path.read_bytes())) < _LEASE_SECONDS
    except (OSError, ValueError):  # there is none
        return False


def _sign(path: StorePath) -> None:
    with whole_file(str(path.parent), path.name) as file:
        file.write(str(time.time()).encode())
