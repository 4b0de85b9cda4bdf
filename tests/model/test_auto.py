"""The file of the `auto` model: read back unchanged; anything else is an error of one line."""

import io
import json
from collections.abc import Callable
from dataclasses import replace
from importlib import resources
from random import Random
from typing import Any

import numpy as np
import pytest

from maintext import extract
from maintext.errors import ModelError
from maintext.methods.auto.method import Auto
from maintext.model.auto import AutoModel, second_look_of, shipped_auto
from maintext.model.measure import measure
from maintext.model.schema import (
    BLOCK_FEATURES,
    CONFIDENCE_FEATURES,
    HEADING_FEATURES,
    LINE_FEATURES,
    LIST_FEATURES,
    PAGE_FEATURES,
    POST_FEATURES,
)
from maintext.model.second_look import LOOKS
from maintext.page.parse import parse

FEATURES = {
    "block": BLOCK_FEATURES,
    "page": PAGE_FEATURES,
    "confidence": CONFIDENCE_FEATURES,
    "list": LIST_FEATURES,
    "heading": HEADING_FEATURES,
    "post": POST_FEATURES,
    "line": LINE_FEATURES,
}
TREES = {
    "kinds": "page",
    "blocks": "block",
    "confidence": "confidence",
    "lists": "list",
    "headings": "heading",
    "posts": "post",
    "lines": "line",
}
"""The trees of a model file, and what their columns describe."""
CONTENT = (resources.files("maintext.model") / "auto.npz").read_bytes()


def array_file() -> bytes:
    file = io.BytesIO()
    np.save(file, np.arange(3))
    return file.getvalue()


def test_the_shipped_model_is_the_same_after_writing_and_reading() -> None:
    written = shipped_auto().to_bytes()
    assert AutoModel.from_bytes(written, "again").to_bytes() == written


@pytest.mark.parametrize("content", [b"", b"no model", CONTENT[:1000], CONTENT[:-100], array_file()])
def test_a_file_that_is_not_a_model_is_an_error_of_one_line(content: bytes) -> None:
    with pytest.raises(ModelError, match="the model mine is damaged, or not a model of auto") as error:
        AutoModel.from_bytes(content, "mine")
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("seed", range(40))
def test_a_model_with_changed_bytes_is_refused(seed: int) -> None:
    random = Random(seed)
    content = bytearray(CONTENT)
    for _ in range(30):
        content[random.randrange(len(content))] ^= random.randrange(1, 256)
    with pytest.raises(ModelError, match="the model mine"):
        AutoModel.from_bytes(bytes(content), "mine")


def changed(change: Callable[[dict[str, Any], dict[str, Any]], None]) -> bytes:
    """The shipped model's file after a change of its schema and arrays."""
    with np.load(io.BytesIO(CONTENT)) as file:
        arrays = {name: file[name] for name in file.files}
    schema = json.loads(arrays["schema"].tobytes())
    change(schema, arrays)
    arrays["schema"] = np.frombuffer(json.dumps(schema).encode(), dtype=np.uint8)
    content = io.BytesIO()
    np.savez(content, **arrays)
    return content.getvalue()


def test_a_model_file_names_the_columns_of_the_schema() -> None:
    with np.load(io.BytesIO(shipped_auto().to_bytes())) as file:
        names = json.loads(file["schema"].tobytes())["features"]
    assert {kind: tuple(found) for kind, found in names.items()} == FEATURES


def test_a_model_with_columns_in_another_order_gives_the_same_scores() -> None:
    def reverse(schema: dict[str, Any], arrays: dict[str, Any]) -> None:
        for name, kind in TREES.items():
            schema["features"][kind].reverse()
            last = len(schema["features"][kind]) - 1
            arrays[f"{name}_feature"] = (last - arrays[f"{name}_feature"]).astype(np.int16)

    page = parse("<nav>Home</nav><h1>The tower</h1><p>It leans, and nobody knows why.")
    model = AutoModel.from_bytes(changed(reverse), "mine")
    assert measure(page, model).log_odds.tolist() == measure(page, shipped_auto()).log_odds.tolist()
    assert model.to_bytes() == shipped_auto().to_bytes()


def test_a_model_of_a_version_without_the_last_columns_is_read() -> None:
    """An old model names fewer columns than the current schema."""

    def forget(schema: dict[str, Any], arrays: dict[str, Any]) -> None:
        used = int(arrays["blocks_feature"].max())
        schema["features"]["block"] = schema["features"]["block"][: used + 1]
        arrays["confidence_feature"] = np.zeros_like(arrays["confidence_feature"])
        schema["features"]["confidence"] = schema["features"]["confidence"][:1]

    model = AutoModel.from_bytes(changed(forget), "mine")
    np.testing.assert_array_equal(model.blocks.feature, shipped_auto().blocks.feature)


def test_an_unused_column_of_a_model_may_be_missing() -> None:
    def add(schema: dict[str, Any], arrays: dict[str, Any]) -> None:
        schema["features"]["block"].append("gone")

    assert AutoModel.from_bytes(changed(add), "mine").to_bytes() == shipped_auto().to_bytes()


@pytest.mark.parametrize(("name", "kind"), TREES.items())
def test_a_missing_column_of_a_model_is_an_error_of_one_line(name: str, kind: str) -> None:
    def rename(schema: dict[str, Any], arrays: dict[str, Any]) -> None:
        asked = arrays[f"{name}_feature"][np.isfinite(arrays[f"{name}_bound"])]
        schema["features"][kind][int(asked[0])] = "phase_of_the_moon"

    with pytest.raises(ModelError) as error:
        AutoModel.from_bytes(changed(rename), "mine.npz")
    assert str(error.value) == (
        "the model mine.npz reads the column 'phase_of_the_moon', which this version does not have: "
        "train it again"
    )


def test_a_model_with_other_kinds_is_an_error_of_one_line() -> None:
    def rename(schema: dict[str, Any], arrays: dict[str, Any]) -> None:
        schema["kinds"][0] = "poem"

    with pytest.raises(ModelError, match="has other kinds of pages than this version: poem, forum"):
        AutoModel.from_bytes(changed(rename), "mine")


def test_a_model_whose_trees_read_columns_without_a_name_is_damaged() -> None:
    def forget(schema: dict[str, Any], arrays: dict[str, Any]) -> None:
        schema["features"]["block"] = ["log_chars"]

    with pytest.raises(ModelError, match="damaged: the trees for blocks use features without a name"):
        AutoModel.from_bytes(changed(forget), "mine")


# -- the second look ----------------------------------------------------------------------------------


def without_second_look(schema: dict[str, Any], arrays: dict[str, Any]) -> None:
    """What a model of version 0.1 has."""
    del schema["second_look"]
    for name in LOOKS:
        del schema["features"][TREES[name]]
        for part in ("feature", "bound", "leaf", "cover", "bias"):
            del arrays[f"{name}_{part}"]


def test_a_model_without_a_second_look_uses_that_of_the_bundled_one() -> None:
    model = AutoModel.from_bytes(changed(without_second_look), "old")
    assert model.second_look is None
    assert second_look_of(model) is shipped_auto().second_look
    assert AutoModel.from_bytes(model.to_bytes(), "again").second_look is None


def test_a_model_uses_its_own_second_look() -> None:
    text = (
        "<p>The tower was built in 1911, of brick and lime, and it has been leaning ever since, they say.</p>"
    )
    html = f"<article><h1>The tower</h1>{text * 5}<h2>Why</h2>{text * 5}</article>"
    shipped = shipped_auto()
    assert shipped.second_look is not None
    texts = []
    for below in (-1e9, 1e9):  # no heading is dropped, and every one is
        bounds = shipped.second_look.bounds._replace(heading_from=2e9, heading_below=below)
        model = replace(shipped, second_look=replace(shipped.second_look, bounds=bounds))
        texts.append(extract(html, method=Auto(model=model, threshold=0.0)).text)
    assert "Why" in texts[0].splitlines()
    assert "Why" not in texts[1].splitlines()


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda schema, arrays: arrays.pop("lines_leaf"), "lines_leaf"),
        (lambda schema, arrays: schema["second_look"]["bounds"].pop("line_from"), "line_from"),
        (lambda schema, arrays: schema["second_look"]["bounds"].update(list_from=1e999), "no weight"),
        (lambda schema, arrays: schema.update(second_look=None), "NoneType"),
    ],
)
def test_a_damaged_second_look_is_an_error_of_one_line(
    change: Callable[[dict[str, Any], dict[str, Any]], None], words: str
) -> None:
    with pytest.raises(ModelError, match=f"the model mine is damaged: .*{words}") as error:
        AutoModel.from_bytes(changed(change), "mine")
    assert "\n" not in str(error.value)
