import json
import math
from dataclasses import replace

from maintext import Encoding, extract
from maintext.render import to_dict, to_json

_HTML = "<title>茶</title><nav><a href=/>Home</a></nav><p>The tea house was built in 1911, 茶馆, and stands."


def test_a_document_is_plain_data_in_a_fixed_order() -> None:
    document = extract(_HTML, url="https://e.org/", method="p_value")
    data = to_dict(document)
    assert list(data) == (
        "url title status reason reasons explanation method confidence encoding kind verdict text metadata "
        "hidden".split()
    )
    assert data["url"] == "https://e.org/"
    assert data["status"] == "ok"
    assert data["reason"] is None
    assert data["text"] == document.text
    assert data["kind"]["name"] == document.kind.name
    assert "kind" not in data["verdict"]
    assert data["verdict"]["probability"] == document.verdict.probability
    assert set(data["encoding"]) >= {"name", "source", "confidence"}
    assert json.loads(to_json(document)) == data


def test_blocks_and_metadata_are_added_on_request() -> None:
    document = extract(_HTML, method="p_value")
    data = to_dict(document, blocks=True, metadata=False)
    assert "metadata" not in data
    assert [block["text"] for block in data["blocks"]] == [block.text for block in document.blocks]
    assert data["blocks"][1]["kept"] is True


def test_json_keeps_other_scripts_as_they_are() -> None:
    assert "茶馆" in to_json(extract(_HTML, method="p_value"))


def test_nan_and_infinity_are_null() -> None:
    encoding = Encoding("utf-8", "guess", math.nan)
    document = replace(extract(_HTML, method="p_value"), encoding=encoding)
    assert json.loads(to_json(document))["encoding"]["confidence"] is None


def test_an_empty_document_says_why() -> None:
    data = to_dict(extract(""))
    assert (data["status"], data["reason"], data["text"]) == ("empty", "no_input", "")
    assert data["explanation"] == "the input is empty"


def test_json_with_lone_surrogates_can_be_encoded() -> None:
    document = extract(
        "<p>The tea \ud83c house was built in 1911.", url="https://e.org/\udcff", method="p_value"
    )
    data = json.loads(to_json(document, blocks=True).encode())
    assert data["url"] == "https://e.org/\ufffd"
    assert data["text"] == data["blocks"][0]["text"] == "The tea \ufffd house was built in 1911."
    assert document.url == "https://e.org/\udcff"


def test_unknown_values_of_a_block_are_null() -> None:
    document = extract(_HTML, method="p_value")
    block = replace(document.blocks[0], score=math.nan, features={"a": math.inf, "b": 1.0})
    vars(document)["blocks"] = (block,)
    data = to_dict(document, blocks=True)["blocks"][0]
    assert (data["score"], data["features"]) == (None, {"a": None, "b": 1.0})
