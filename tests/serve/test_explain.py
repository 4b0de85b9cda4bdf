"""Data for the inspector."""

import base64
import json
from importlib.resources import files
from typing import Any

import numpy as np
import pytest

import maintext
from maintext.serve.jobs import PageTask, work

PAGE = (files("maintext") / "samples" / "chinese-news.html").read_bytes()


def explained(html: bytes | str, **options: Any) -> dict[str, Any]:
    answer = work(PageTask("explain", html, options))
    assert answer.invalid is None
    return json.loads(answer.content)


@pytest.mark.parametrize("method", maintext.METHODS)
def test_an_explanation_has_the_document_and_every_block(method: str) -> None:
    data = explained(PAGE, method=method)
    document = maintext.extract(PAGE, method=method)
    assert data["text"] == document.text
    assert data["markdown"] == document.markdown
    assert [block["number"] for block in data["blocks"] if block["kept"]] == np.flatnonzero(
        document.kept
    ).tolist()
    assert [block["reason"] for block in data["blocks"]] == [block.reason for block in document.blocks]
    assert set(data["meanings"]) == {name for block in document.blocks for name in block.pushes}


@pytest.mark.parametrize("method", maintext.METHODS)
def test_the_histogram_counts_every_block_once(method: str) -> None:
    data = explained(PAGE, method=method)
    histogram = data["histogram"]
    counted = sum(histogram["kept"]) + sum(histogram["left_out"]) + histogram["unscored"]
    assert counted == len(data["blocks"])
    assert len(histogram["edges"]) == len(histogram["kept"]) + 1 == 21


@pytest.mark.parametrize("method", maintext.METHODS)
def test_units_list_their_blocks(method: str) -> None:
    units = explained(PAGE, method=method)["pictures"]["units"]
    assert units
    assert [unit["first"] for unit in units] == sorted(unit["first"] for unit in units)
    assert all(0 <= unit["first"] <= unit["last"] and unit["words"] for unit in units)


def test_a_threshold_is_given_if_the_method_uses_one() -> None:
    data = explained(PAGE, method="auto", parameters={"threshold": 0.5})
    bound = data["value"]["threshold"]
    kept = [block["number"] for block in data["blocks"] if block["probability"] >= bound]
    assert kept == [block["number"] for block in data["blocks"] if block["kept"]]


def test_the_tree_shows_p_from_the_root_to_the_best_element() -> None:
    nodes = explained(PAGE, method="p_value")["pictures"]["tree"]
    best = next(node for node in nodes if node["best"])
    assert best["p"] == max(node["p"] for node in nodes)
    for at, node in enumerate(nodes):
        assert node["parent"] < at
        if node["parent"] >= 0:
            above = nodes[node["parent"]]
            assert node["xpath"].startswith(above["xpath"])
            assert above["depth"] < node["depth"]
            assert above["first"] <= node["first"] <= node["last"] <= above["last"]


def test_punctuation_is_counted_by_text() -> None:
    picture = explained("<p>One, two, three.<p>No marks<p>四。五！", method="punctuation")["pictures"][
        "marks"
    ]
    counts = {unit["block"]: unit["counts"] for unit in picture["units"]}
    assert counts == {0: [1, 2, 0, 0, 0, 0, 0], 2: [1, 0, 0, 0, 0, 0, 1]}


def test_a_page_without_text_is_explained() -> None:
    for html in ("", "<p>", b"\x00\x01\x02" * 9):
        data = explained(html)
        assert (data["blocks"], data["pictures"], data["status"]) == ([], {}, "empty")


@pytest.mark.parametrize("method", maintext.METHODS)
def test_blocks_with_equal_scores_are_explained(method: str) -> None:
    data = explained(
        "<nav>Home</nav><h1>Tea</h1><p>Boil the water first.</p><p>Then wait.</p>", method=method
    )
    assert len(data["histogram"]["edges"]) == 21


def test_more_blocks_than_can_be_shown_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("maintext.serve.explain.MAX_BLOCKS", 3)
    data = explained("<p>a<p>b<p>c<p>d<p>e", method="bte")
    assert (len(data["blocks"]), data["blocks_left_out"]) == (3, 2)


def test_the_features_of_every_block_are_an_array_in_base64() -> None:
    features = explained(PAGE)["features"]
    values = np.frombuffer(base64.b64decode(features["values"]), "<f4").reshape(-1, len(features["names"]))
    blocks = maintext.extract(PAGE).blocks
    assert len(values) == len(blocks)
    for block, row in zip(blocks, values.tolist(), strict=True):
        assert block.features == dict(zip(features["names"], row, strict=True))


def test_a_block_is_the_same_as_in_the_library() -> None:
    for block, shown in zip(maintext.extract(PAGE).blocks, explained(PAGE)["blocks"], strict=True):
        assert {name: getattr(block, name) for name in shown if name != "number"} | {
            "number": block.index
        } == shown


def test_lone_surrogates_are_replaced_in_every_field() -> None:
    data = explained("<title>a\ud800</title><p id='\udfff'>The tower\ud83c leans.<img alt='\udc00'>")
    assert "tower" in data["text"]
