"""Model files that claim more than they have: an error of one line, and little memory."""

import io
import json
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any
from zipfile import ZIP_BZIP2, ZIP_DEFLATED, ZipFile

import numpy as np
import pytest

from maintext.errors import ModelError
from maintext.model.archive import MAX_BYTES
from maintext.model.files import load_model
from maintext.model.naive_bayes import NaiveBayesModel, shipped_model
from tests.model.test_auto import CONTENT, changed

MOST = 3 * MAX_BYTES
"""Bytes that reading a hostile file may take."""


def replaced(name: str, member: bytes, method: int = ZIP_DEFLATED) -> bytes:
    """The bundled model with other bytes for one array."""
    file = io.BytesIO()
    with ZipFile(io.BytesIO(CONTENT)) as source, ZipFile(file, "w", method) as target:
        for one in source.namelist():
            target.writestr(one, member if one == f"{name}.npy" else source.read(one))
    return file.getvalue()


def array(values: Any, shape: str | None = None, descr: str | None = None) -> bytes:
    """An array file; its header may claim another shape or type."""
    file = io.BytesIO()
    np.save(file, values)
    content = file.getvalue()
    if shape is None and descr is None:
        return content
    header = f"{{'descr': {descr or '<f4'!r}, 'fortran_order': False, 'shape': {shape or '(1,)'}, }}".encode()
    return b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header + b"\0" * 8


def schema(text: str) -> bytes:
    return replaced("schema", array(np.frombuffer(text.encode(), np.uint8)))


def with_value(change: Callable[[dict[str, Any], dict[str, Any]], None]) -> Callable[[], bytes]:
    return lambda: changed(change)


def nan_leaf(schema: dict[str, Any], arrays: dict[str, Any]) -> None:
    arrays["blocks_leaf"] = np.full_like(arrays["blocks_leaf"], np.nan)


def infinite_leaf(schema: dict[str, Any], arrays: dict[str, Any]) -> None:
    arrays["blocks_leaf"] = np.full_like(arrays["blocks_leaf"], np.inf)


def nan_calibration(schema: dict[str, Any], arrays: dict[str, Any]) -> None:
    schema["calibration"] = [float("nan"), 0]


def text_arrays(schema: dict[str, Any], arrays: dict[str, Any]) -> None:
    arrays["kinds_feature"] = arrays["kinds_feature"].astype(str)


def deep_kinds(schema: dict[str, Any], arrays: dict[str, Any]) -> None:
    schema["kinds"] = ["x" * 100_000]


AUTO: dict[str, Callable[[], bytes]] = {
    "zeros that unpack to gigabytes": lambda: replaced("blocks_leaf", array(np.zeros(100 << 20, np.int8))),
    "a header that claims 2·10⁹ floats": lambda: replaced("blocks_leaf", array([0.0], "(2000000000,)")),
    "a header that claims a negative size": lambda: replaced("blocks_leaf", array([0.0], "(-1, 8)")),
    "a header that claims 2⁸⁰ floats": lambda: replaced(
        "blocks_leaf", array([0.0], f"({1 << 40}, {1 << 40})")
    ),
    "a header of nested brackets": lambda: replaced("blocks_leaf", array([0.0], "(" * 5000)),
    "a header of 60 KB": lambda: replaced("blocks_leaf", array([0.0], "(1," + " " * 60_000 + ")")),
    "objects": lambda: replaced("blocks_leaf", array([0.0], descr="|O")),
    "texts for numbers": with_value(text_arrays),
    "complex numbers": lambda: replaced("blocks_leaf", array(np.zeros((640, 64, 1), np.complex64))),
    "NaN in leaves": with_value(nan_leaf),
    "infinite leaves": with_value(infinite_leaf),
    "NaN in the schema": with_value(nan_calibration),
    "deep JSON": lambda: schema('{"a":' * 100_000),
    "a schema that is a list": lambda: schema("[1]"),
    "a long name": with_value(deep_kinds),
    "10,000 members": lambda: many_members(),
    "bzip2": lambda: replaced("blocks_leaf", array(np.zeros((640, 64, 1), np.float32)), ZIP_BZIP2),
    "no arrays": lambda: many_members(0),
}


def many_members(count: int = 10_000) -> bytes:
    file = io.BytesIO()
    with ZipFile(file, "w") as target:
        for number in range(count):
            target.writestr(f"{number}.npy", b"")
    return file.getvalue()


def bayes(**changes: Any) -> bytes:
    return json.dumps(json.loads(shipped_model().to_json()) | changes).encode()


def counts(value: Any) -> bytes:
    found = json.loads(shipped_model().to_json())["counts"]
    first = next(iter(found.values()))
    first["main"]["levels"]["link_share"][0] = value
    return bayes(counts=found)


BAYES: dict[str, Callable[[], bytes]] = {
    "deep JSON": lambda: b'{"a":' * 100_000,
    "a million empty objects": lambda: b'{"a":[' + b"{}," * 1_500_000 + b"{}]}",
    "NaN in counts": lambda: counts(float("nan")),
    "texts for counts": lambda: counts("many"),
    "a count of 10⁴⁰⁰": lambda: counts(10**400),
    "a long schema name": lambda: bayes(schema="x" * 1_000_000),
    "no UTF-8": lambda: b"{\xff",
    "a list": lambda: b"{" + b"[1]",
}


def refused(method: str, content: bytes, path: Path) -> str:
    path.write_bytes(content)
    tracemalloc.start()
    try:
        with pytest.raises(ModelError) as error:
            load_model(method, path)
        assert tracemalloc.get_traced_memory()[1] < MOST
    finally:
        tracemalloc.stop()
    return str(error.value)


@pytest.mark.parametrize("attack", AUTO)
def test_a_hostile_model_of_auto_is_an_error_of_one_short_line(attack: str, tmp_path: Path) -> None:
    words = refused("auto", AUTO[attack](), tmp_path / "m.npz")
    assert "\n" not in words
    assert len(words) < len(str(tmp_path)) + 350


@pytest.mark.parametrize("attack", BAYES)
def test_a_hostile_model_of_naive_bayes_is_an_error_of_one_short_line(attack: str, tmp_path: Path) -> None:
    words = refused("naive_bayes", BAYES[attack](), tmp_path / "m.json")
    assert "\n" not in words
    assert len(words) < len(str(tmp_path)) + 350


@pytest.mark.parametrize("method", ["auto", "naive_bayes"])
def test_a_file_that_is_too_large_is_not_read(method: str, tmp_path: Path) -> None:
    path = tmp_path / "m"
    with path.open("wb") as file:
        file.write(b"PK" if method == "auto" else b"{")
        file.truncate(MAX_BYTES + 1)  # a hole: it takes no space on disk
    with pytest.raises(ModelError, match="has more than 67,108,864 bytes"):
        load_model(method, path)


def test_a_file_of_another_version_of_the_array_format_is_read() -> None:
    file = io.BytesIO()
    np.lib.format.write_array(file, np.zeros(262144, np.int8), version=(2, 0))
    from maintext.model.auto import AutoModel

    assert (
        not AutoModel.from_bytes(replaced("table_text", file.getvalue()), "mine").tables["text"].weight.any()
    )


def test_a_sound_model_of_naive_bayes_is_read(tmp_path: Path) -> None:
    (tmp_path / "m.json").write_bytes(bayes())
    assert isinstance(load_model("naive_bayes", tmp_path / "m.json"), NaiveBayesModel)
