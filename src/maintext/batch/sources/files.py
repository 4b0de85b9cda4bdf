"""Files wherever they lie: local paths, and URLs that fsspec knows (s3://, gs://, hdfs://, memory://).

arguments ─find_files→ File: path, size, identity, and its name below the folder all have in common
"""

import glob
import hashlib
import io
import os
import posixpath
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any, BinaryIO

import fsspec

from maintext.errors import DataError

_MAGIC = "*?["
_HIDDEN = (".", "_")
_BLOCK = 8 << 20
MISSING = "missing"
"""Identity of what a link in a folder leads to where there is nothing."""
LOOK = 256 << 10
"""Block for those who look at a few bytes here and there."""
_BUFFER = 128 << 10
_SMALLEST = 16
"""Part of the usual size of a piece that is not cut again: of 64 MB, a second of a core's work."""
# What a store says of a file that changes with its content, the surest first.
_MARKS = (
    "ETag",
    "etag",
    "md5Hash",
    "checksum",
    "mtime",
    "LastModified",
    "last_modified",
    "modified",
    "created",
)


@dataclass(frozen=True, slots=True)
class File:
    """A file of the input."""

    path: str
    """Where it can be opened, by any worker: absolute, or a URL."""
    size: int
    identity: str
    name: str = ""
    """Its path below the folder that all inputs have in common."""
    named: bool = False
    """Whether an argument named it, rather than a folder or a pattern that it is in."""


def is_remote(path: str) -> bool:
    """Whether a path is a URL of fsspec."""
    return "://" in path and not path.startswith(("file://", "local://"))


def local_path(path: str) -> str:
    """A local path without the scheme that it may have."""
    return path.removeprefix("file://").removeprefix("local://")


def file_system(path: str) -> tuple[Any, str]:
    """The file system of a URL, and the path within it."""
    if "::" in path:  # what is in it has addresses of its own, by which workers could not open it
        raise DataError(f"{path}: a chain of addresses cannot be read; unpack or fetch it first")
    try:
        return fsspec.core.url_to_fs(path)
    except ImportError as error:
        raise DataError(f"{path}: {error}") from None
    except ValueError as error:
        raise DataError(f"{path}: {error}") from None


@contextmanager
def store_errors(path: str) -> Iterator[None]:
    """What a store raises (no credentials, no network: each has classes of its own) as one line."""
    try:
        yield
    except (OSError, DataError):
        raise
    except NotImplementedError:
        raise DataError(f"{path}: what is asked for cannot be done with addresses of this kind") from None
    except Exception as error:
        words = " ".join(str(error).split()) or type(error).__name__
        raise DataError(f"{path}: {words[:300]}") from None


def open_file(path: str, block: int = _BLOCK) -> BinaryIO:
    """Open a file to read its bytes; those of a store come in blocks of such a size."""
    if not is_remote(path):
        return open(local_path(path), "rb")
    system, inner = file_system(path)
    with store_errors(path):
        opened = system.open(inner, "rb", block_size=block)
    # A file of fsspec has no bound for the length of a line, and reads lines slowly.
    return io.BufferedReader(opened, _BUFFER) if isinstance(opened, io.IOBase) else opened  # type: ignore


def identity_of(path: str) -> str:
    """What the file at a path is now: its size and its checksum or time."""
    if not is_remote(path):
        return _local_file(local_path(path), named=False).identity
    system, inner = file_system(path)
    return _identity(_info(system, inner, path))


def joint_identity(parts: Iterable[str]) -> str:
    """One identity for several files."""
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:32]


def find_files(inputs: Sequence[str], suffixes: tuple[str, ...], without: str = "") -> list[File]:
    """The files that arguments name, in order, each once; in folders, those with known suffixes.

    What folders and patterns have below the folder `without` is passed over.
    """
    if not inputs:
        raise DataError("no input is given")
    found: dict[str, File] = {}
    folders: list[str] = []
    for argument in inputs:
        matching = _matching_in_store if is_remote(argument) else _matching_here
        with store_errors(argument):
            for file, folder in matching(argument, suffixes):
                if file.named or not (without and file.path.startswith(f"{without}/")):
                    found.setdefault(file.path, file)
                    folders.append(folder)
    if not found:
        raise DataError(f"{', '.join(inputs)}: there is nothing to read but what is in the output")
    base = _common(folders)
    return [
        File(file.path, file.size, file.identity, _below(file.path, base), file.named)
        for file in found.values()
    ]


def _matching_here(argument: str, suffixes: tuple[str, ...]) -> Iterator[tuple[File, str]]:
    """The files of one argument on disk, each with the folder that it counts as part of.

    fsspec would take links for what they are, names with `::` for addresses, and folders that cannot be
    read for empty.
    """
    path = os.path.abspath(os.path.expanduser(local_path(argument))).replace(os.sep, "/")
    if os.path.isdir(path):
        yield from _below_here(path, suffixes, argument)
    elif os.path.lexists(path) or not any(sign in path for sign in _MAGIC):
        file = _local_file(path, named=True)
        if file.identity == MISSING:
            raise DataError(f"{argument}: no such file or folder")
        if not os.path.isfile(path):
            raise DataError(f"{argument} is no file, but a pipe or a device, which cannot be read twice")
        yield file, os.path.dirname(path)
    else:
        matches = sorted(match.replace(os.sep, "/") for match in glob.glob(path, recursive=True))
        files = [match for match in matches if os.path.isfile(match)]
        if not files:
            raise DataError(f"{argument} matches no file")
        for match in files:
            yield _local_file(match, named=False), os.path.dirname(match)


def _below_here(folder: str, suffixes: tuple[str, ...], argument: str) -> Iterator[tuple[File, str]]:
    try:
        files = sorted(name for name in _walk(folder, frozenset()) if _wanted(name, folder, suffixes))
    except PermissionError as error:
        raise DataError(f"{error.filename}: permission denied") from None
    if not files:
        raise DataError(f"{argument}: no file in it ends in {', '.join(suffixes)}")
    for name in files:
        yield _local_file(name, named=False), folder


def _walk(folder: str, above: frozenset[tuple[int, int]]) -> Iterator[str]:
    """The files below a folder, and links that lead nowhere; links to folders are followed, once around."""
    status = os.stat(folder)
    here = status.st_dev, status.st_ino
    if here in above:
        return
    with os.scandir(folder) as entries:
        for entry in entries:
            path = f"{folder}/{entry.name}"
            if entry.name.startswith(_HIDDEN):
                continue
            if entry.is_dir():
                yield from _walk(path, above | {here})
            elif entry.is_file() or not os.path.exists(path):
                yield path


def _local_file(path: str, *, named: bool) -> File:
    try:
        status = os.stat(path)
    except FileNotFoundError:
        return File(path, 0, MISSING, named=named)
    except PermissionError:
        raise DataError(f"{path}: permission denied") from None
    return File(path, status.st_size, f"{status.st_size} {status.st_mtime}", named=named)


def _matching_in_store(argument: str, suffixes: tuple[str, ...]) -> Iterator[tuple[File, str]]:
    """The same at a URL."""
    system, inner = file_system(argument)
    before = _before(system, inner, argument)

    def address(name: str) -> str:
        return before + name.lstrip("/") if before.endswith("://") else before + name

    if any(sign in inner for sign in _MAGIC) and not system.exists(inner):
        matches = system.glob(inner, detail=True)
        files = sorted(name for name, info in matches.items() if info["type"] == "file")
        if not files:
            raise DataError(f"{argument} matches no file")
        for name in files:
            yield _file(address(name), matches[name], named=False), address(posixpath.dirname(name))
        return
    info = _info(system, inner, argument)
    if info["type"] != "directory":
        yield _file(address(inner), info, named=True), address(posixpath.dirname(inner))
        return
    below = system.find(inner, detail=True)
    files = sorted(name for name in below if _wanted(name, inner, suffixes))
    if not files:
        raise DataError(f"{argument}: no file in it ends in {', '.join(suffixes)}")
    for name in files:
        yield _file(address(name), below[name], named=False), address(inner.rstrip("/"))


def _wanted(name: str, folder: str, suffixes: tuple[str, ...]) -> bool:
    """Known files; what a program hides, such as unfinished parts, is no input."""
    parts = name.removeprefix(folder).split("/")
    return name.lower().endswith(suffixes) and not any(part.startswith(_HIDDEN) for part in parts)


def _info(system: Any, inner: str, argument: str) -> Mapping[str, Any]:
    try:
        info: Mapping[str, Any] = system.info(inner)
    except FileNotFoundError:
        raise DataError(f"{argument}: no such file or folder") from None
    except PermissionError:
        raise DataError(f"{argument}: permission denied") from None
    return info


def _file(path: str, info: Mapping[str, Any], *, named: bool) -> File:
    return File(path, int(info["size"] or 0), _identity(info), named=named)


def _identity(info: Mapping[str, Any]) -> str:
    mark = next((info[name] for name in _MARKS if info.get(name)), "")
    if isinstance(mark, datetime):
        mark = mark.timestamp()
    return f"{info['size']} {mark}".strip()


def _before(system: Any, inner: str, argument: str) -> str:
    """What stands before the paths of a store in URLs: its scheme, and for some a host."""
    argument = argument.rstrip("/")
    if argument.endswith(inner) and not argument.endswith(f"://{inner}"):  # with a host, as for hdfs
        return argument.removesuffix(inner)
    protocol = system.protocol if isinstance(system.protocol, str) else system.protocol[0]
    return f"{protocol}://"


def _common(folders: Iterable[str]) -> str:
    """The deepest folder that holds all the others; empty where there is none."""
    store, parts = zip(*(folder.rpartition("://")[::2] for folder in folders), strict=True)
    if len(set(store)) > 1:
        return ""
    try:
        base = posixpath.commonpath(parts)
    except ValueError:  # on several drives
        return ""
    return f"{store[0]}://{base.lstrip('/')}" if store[0] else base


def _below(path: str, base: str) -> str:
    return path.removeprefix(base).lstrip("/") if base else path


def cut_points(size: int, shard_bytes: int) -> list[int]:
    """Where a file would be cut into pieces, none larger than asked for; without 0 and the end.

    >>> cut_points(4000, 1000)
    [1000, 2000, 3000, 3500, 3750, 3875, 3938]
    """
    points: list[int] = []
    at = 0 if size > shard_bytes else size
    while (length := piece_bytes(size - at, shard_bytes)) < size - at:
        at += length
        points.append(at)
    return points


def piece_bytes(rest: int, shard_bytes: int) -> int:
    """How large the next piece of a file is: the last are smaller, so that workers end together.

    >>> [piece_bytes(rest, 160) for rest in (400, 160, 80, 40, 20, 10)]
    [160, 80, 40, 20, 10, 10]
    """
    return rest if rest <= max(shard_bytes // _SMALLEST, 1) else min(shard_bytes, -(-rest // 2))


def read_at(file: BinaryIO, offset: int, size: int) -> bytes:
    """So many bytes from an offset, less at the end of the file."""
    file.seek(offset, os.SEEK_SET)
    return file.read(size)
