"""Model files, read within bounds: what a file claims is checked before memory is given to it.

file ─size→ directory of the archive ─sizes→ header of each array ─type, shape→ arrays
"""

import io
import math
from collections.abc import Mapping
from os import PathLike
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

import numpy as np
from numpy.lib import format as npy
from numpy.typing import NDArray

from maintext.arguments import check_type
from maintext.errors import ModelError, quoted

if TYPE_CHECKING:
    from zipfile import ZipFile, ZipInfo

MAX_BYTES = 64 << 20
"""Bytes of a model file, and of all of its arrays; the bundled one has 1 MB."""
_MAX_MEMBERS = 100
_STORED, _DEFLATED = 0, 8
"""Methods of compression, as the format numbers them."""
_MAX_HEADER = 10_000
_MAX_ITEM = 8


class _Unsound(Exception):
    """What is wrong with a file."""


def read_file(path: str | Path) -> bytes:
    """The bytes of a model file; `ModelError` if there are too many."""
    check_type("path", path, str | PathLike, "a path")
    try:
        with Path(path).open("rb") as file:
            content = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise ModelError(f"cannot read the model {path or quoted(path)}: {error.strerror}") from None
    if len(content) > MAX_BYTES:
        raise ModelError(f"the model {path} has more than {MAX_BYTES:,} bytes")
    return content


def read_arrays(content: bytes, name: str, kinds: Mapping[str, str], method: str) -> dict[str, NDArray[Any]]:
    """The arrays of an `.npz` file. `kinds` has the kind of type that each may have, as in `dtype.kind`.

    Others are not read. `name` and `method` are used in error messages.
    """
    from zipfile import ZipFile  # with its compressions; only needed when a model is loaded

    try:
        with ZipFile(io.BytesIO(content)) as archive:
            members = _members(archive.infolist(), kinds)
            return {key: _read_array(archive, member, kinds[key], key) for key, member in members.items()}
    except _Unsound as error:
        raise ModelError(f"the model {name} is damaged: {error}") from None
    except Exception:  # NumPy and zipfile raise many kinds on hostile bytes
        raise ModelError(f"the model {name} is damaged, or not a model of {method}") from None


def _members(found: "list[ZipInfo]", kinds: Mapping[str, str]) -> "dict[str, ZipInfo]":
    if len(found) > _MAX_MEMBERS:
        raise _Unsound(f"it has more than {_MAX_MEMBERS} arrays")
    members = {one.filename.removesuffix(".npy"): one for one in found if one.filename.endswith(".npy")}
    wanted = {key: member for key, member in members.items() if key in kinds}
    if sum(member.file_size for member in wanted.values()) > MAX_BYTES:
        raise _Unsound(f"its arrays have more than {MAX_BYTES:,} bytes")
    if any(member.compress_type not in (_STORED, _DEFLATED) for member in wanted.values()):
        raise _Unsound("it is compressed with an unusual method")
    return wanted


def _read_array(archive: "ZipFile", member: "ZipInfo", kind: str, key: str) -> NDArray[Any]:
    with archive.open(member) as file:  # reads no more than the size in the directory
        shape, in_columns, dtype = _read_header(file)
        if dtype.kind != kind or dtype.itemsize > _MAX_ITEM:
            raise _Unsound(f"the array {key} has the wrong type")
        size = math.prod(shape) * dtype.itemsize
        if not 0 <= size <= member.file_size:
            raise _Unsound(f"the array {key} claims more bytes than there are")
        data = file.read(size)
        file.read(1)  # the end, where the checksum is compared
    if len(data) != size:
        raise _Unsound(f"the array {key} ends early")
    array = np.frombuffer(data, dtype).reshape(shape, order="F" if in_columns else "C")
    if kind == "f" and np.isnan(array).any():
        raise _Unsound(f"the array {key} has values that are no numbers")
    return array


def _read_header(file: IO[bytes]) -> tuple[tuple[int, ...], bool, np.dtype[Any]]:
    version = npy.read_magic(file)
    if version == (1, 0):
        return npy.read_array_header_1_0(file, max_header_size=_MAX_HEADER)
    if version == (2, 0):
        return npy.read_array_header_2_0(file, max_header_size=_MAX_HEADER)
    raise _Unsound("an array has an unknown version")
