"""Files: local paths, and URLs that fsspec supports (s3://, gs://, hdfs://, memory://).

arguments ─find_files→ File: path, size, identity, and its name relative to the common folder
"""

import glob
import hashlib
import io
import os
import posixpath
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, BinaryIO

import fsspec

from maintext.errors import DataError

_MAGIC = "*?["
_HIDDEN = (".", "_")
_BLOCK = 8 << 20
MISSING = "missing"
"""Identity of a broken link in a folder."""
LOOK = 256 << 10
"""Block size for reading a few bytes here and there."""
_BUFFER = 128 << 10
_AT_ONCE = 32
"""Arguments at URLs that are looked up at once: a list of a crawl names 90,000, and each is a request."""
_DIGESTED = 1 << 20
"""Bytes of a file that are digested at a time."""


@dataclass(frozen=True, slots=True)
class File:
    """A file of the input."""

    path: str
    """Absolute path or URL, so that any worker can open it."""
    size: int
    identity: str
    name: str = ""
    """Its path relative to the common folder of all inputs."""
    named: bool = False
    """Whether an argument named it directly, not by a folder or pattern."""


def is_remote(path: str) -> bool:
    """Whether a path is an fsspec URL."""
    return "://" in path and not path.startswith(("file://", "local://"))


def local_path(path: str) -> str:
    """A local path without its scheme, if any."""
    return path.removeprefix("file://").removeprefix("local://")


def file_system(path: str) -> tuple[Any, str]:
    """The file system of a URL, and the path within it."""
    if "::" in path:  # workers could not open the files inside by their URLs
        raise DataError(f"{path}: a chain of URLs is not supported; unpack or download it first")
    try:
        return fsspec.core.url_to_fs(path)
    except (ImportError, ValueError) as error:
        raise DataError(f"{path}: {error}") from None
    except OSError as error:  # some connect at once
        raise ConnectionError(f"{path}: {error.strerror or error}") from None


_NETWORK_ERRORS = {
    "ClientConnectionError",
    "ClientPayloadError",
    "ConnectionError",
    "HTTPClientError",
    "ServiceRequestError",
    "ServiceResponseError",
    "TimeoutError",
    "TransportError",
}
"""Names of classes in botocore, aiohttp, requests, google.auth and azure.core, and of Python's own."""


@contextmanager
def store_errors(path: str) -> Iterator[None]:
    """Turn the errors of a store (no credentials, no network) into errors of one line."""
    try:
        yield
    except (OSError, DataError):
        raise
    except NotImplementedError:
        raise DataError(f"{path}: not supported for URLs of this kind") from None
    except Exception as error:
        words = " ".join(str(error).split()) or type(error).__name__
        kind = ConnectionError if is_network_error(error) else DataError
        raise kind(f"{path}: {words[:300]}") from None


def is_network_error(error: BaseException) -> bool:
    """Whether a retry may help: a connection failed. Libraries of stores have their own error classes."""
    return any(kind.__name__ in _NETWORK_ERRORS for kind in type(error).__mro__)


def open_file(path: str, block: int = _BLOCK) -> BinaryIO:
    """Open a file for reading; from a store, it is read in blocks of the given size."""
    if not is_remote(path):
        return open(local_path(path), "rb")
    system, inner = file_system(path)
    with store_errors(path):
        opened = system.open(inner, "rb", block_size=block)
    # fsspec files read lines slowly, and without a limit on their length.
    return io.BufferedReader(opened, _BUFFER) if isinstance(opened, io.IOBase) else opened  # type: ignore[type-var]


def identity_of(path: str) -> str:
    """The current identity of a file: its size. Not its time or folder, which change when it is copied."""
    if not is_remote(path):
        return _local_file(local_path(path), named=False).identity
    system, inner = file_system(path)
    return str(int(_info(system, inner, path)["size"] or 0))


def digest_of(path: str) -> str:
    """A digest of the content of a file: 32 hex digits of BLAKE2b. All of it is read."""
    digest = hashlib.blake2b(digest_size=16)
    with open_file(path) as file:
        while piece := file.read(_DIGESTED):
            digest.update(piece)
    return digest.hexdigest()


def joint_identity(parts: Iterable[str]) -> str:
    """One identity for several files."""
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:32]


def find_files(inputs: Sequence[str], suffixes: tuple[str, ...], without: str = "") -> list[File]:
    """The files of the arguments, in order, each once; in folders, those with known suffixes.

    Files of folders and patterns that are below the folder `without` are skipped.
    """
    if not inputs:
        raise DataError("no input given")
    found: dict[str, File] = {}
    folders: list[str] = []
    for matches in _look_up(inputs, suffixes):
        for file, folder in matches:
            if file.named or not (without and file.path.startswith(f"{without}/")):
                found.setdefault(file.path, file)
                folders.append(folder)
    if not found:
        raise DataError(f"{', '.join(inputs)}: nothing to read except the output itself")
    base = _common(folders)
    return [
        File(file.path, file.size, file.identity, _below(file.path, base), file.named)
        for file in found.values()
    ]


def _look_up(inputs: Sequence[str], suffixes: tuple[str, ...]) -> Iterator[Iterable[tuple[File, str]]]:
    """The files of each argument; those of several URLs are looked up at once."""

    def look(argument: str) -> list[tuple[File, str]]:
        matching = _matching_in_store if is_remote(argument) else _matching_here
        with store_errors(argument):
            return list(matching(argument, suffixes))

    if len(inputs) == 1 or not any(map(is_remote, inputs)):
        yield from map(look, inputs)
        return
    with ThreadPoolExecutor(min(_AT_ONCE, len(inputs))) as pool:
        yield from pool.map(look, inputs)


def _matching_here(argument: str, suffixes: tuple[str, ...]) -> Iterator[tuple[File, str]]:
    """The files of one argument on disk, each with the folder it belongs to.

    Not with fsspec, which would not follow links, would read names with `::` as chains, and would take
    folders that cannot be read as empty.
    """
    path = os.path.abspath(os.path.expanduser(local_path(argument))).replace(os.sep, "/")
    if os.path.isdir(path):
        yield from _below_here(path, suffixes, argument)
    elif os.path.lexists(path) or not any(character in path for character in _MAGIC):
        file = _local_file(path, named=True)
        if file.identity == MISSING:
            raise DataError(f"{argument}: no such file or folder")
        if not os.path.isfile(path):
            raise DataError(f"{argument} is a pipe or a device, which cannot be read twice")
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
    """The files below a folder, and broken links; links to folders are followed, but never in a circle."""
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
    return File(path, status.st_size, str(status.st_size), named=named)


def _matching_in_store(argument: str, suffixes: tuple[str, ...]) -> Iterator[tuple[File, str]]:
    """The same at a URL."""
    system, inner = file_system(argument)
    before = _before(system, inner, argument)

    def url_of(name: str) -> str:
        return before + name.lstrip("/") if before.endswith("://") else before + name

    if any(character in inner for character in _MAGIC) and not system.exists(inner):
        matches = system.glob(inner, detail=True)
        files = sorted(name for name, info in matches.items() if info["type"] == "file")
        if not files:
            raise DataError(f"{argument} matches no file")
        for name in files:
            yield _file(url_of(name), matches[name], named=False), url_of(posixpath.dirname(name))
        return
    info = _info(system, inner, argument)
    if info["type"] != "directory":
        yield _file(url_of(inner), info, named=True), url_of(posixpath.dirname(inner))
        return
    below = system.find(inner, detail=True)
    files = sorted(name for name in below if _wanted(name, inner, suffixes))
    if not files:
        raise DataError(f"{argument}: no file in it ends in {', '.join(suffixes)}")
    for name in files:
        yield _file(url_of(name), below[name], named=False), url_of(inner.rstrip("/"))


def _wanted(name: str, folder: str, suffixes: tuple[str, ...]) -> bool:
    """Whether a file is an input: hidden files, such as unfinished parts, are not."""
    parts = name.removeprefix(folder).split("/")
    return name.lower().endswith(suffixes) and not any(part.startswith(_HIDDEN) for part in parts)


def _info(system: Any, inner: str, argument: str) -> Mapping[str, Any]:
    try:
        info: Mapping[str, Any] = system.info(inner)
    except FileNotFoundError as error:
        cause = error.__cause__
        if cause is not None and is_network_error(cause):  # HTTP: fsspec calls both a missing file
            words = " ".join(str(cause).split())[:300]
            raise DataError(f"{argument} cannot be reached: {words}") from None
        raise DataError(f"{argument}: no such file or folder") from None
    except PermissionError:
        raise DataError(f"{argument}: permission denied") from None
    return info


def _file(path: str, info: Mapping[str, Any], *, named: bool) -> File:
    size = int(info["size"] or 0)
    return File(path, size, str(size), named=named)


def _before(system: Any, inner: str, argument: str) -> str:
    """The prefix of the paths of a store in its URLs: the scheme, and for some a host."""
    argument = argument.rstrip("/")
    if argument.endswith(inner) and not argument.endswith(f"://{inner}"):  # with a host, as for hdfs
        return argument.removesuffix(inner)
    protocol = system.protocol if isinstance(system.protocol, str) else system.protocol[0]
    return f"{protocol}://"


def _common(folders: Iterable[str]) -> str:
    """The deepest common folder; empty if there is none."""
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


def read_at(file: BinaryIO, offset: int, size: int) -> bytes:
    """Bytes from an offset, fewer at the end of the file."""
    file.seek(offset, os.SEEK_SET)
    return file.read(size)
