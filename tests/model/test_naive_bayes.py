"""The naive Bayes model's file."""

import json
from collections.abc import Callable
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

from maintext.errors import ModelError
from maintext.methods.papers.bayes_blocks import READINGS, SEGMENTATIONS
from maintext.model.naive_bayes import LEVELS, ClassCounts, NaiveBayesModel, shipped_model, shipped_readings
from maintext.training.conventions import CONVENTIONS


def test_the_shipped_model_has_counts_for_every_segmentation() -> None:
    assert list(shipped_model().counts) == [segmentation.name for segmentation in SEGMENTATIONS]
    assert list(shipped_readings().counts) == [segmentation.name for segmentation in READINGS]


@pytest.mark.parametrize("model", [shipped_model(), shipped_readings()], ids=["default", "readings"])
def test_the_shipped_models_name_their_sources_and_licences(model: NaiveBayesModel) -> None:
    assert [source.dataset for source in model.sources] == sorted(CONVENTIONS)
    assert all(source.licence == CONVENTIONS[source.dataset].licence for source in model.sources)
    assert sum(source.pages for source in model.sources) == model.pages.used > 0


@pytest.mark.parametrize("name", ["naive_bayes.json", "naive_bayes_readings.json"])
def test_a_model_that_is_read_and_written_keeps_its_bytes(name: str, tmp_path: Path) -> None:
    shipped = (resources.files("maintext.model") / name).read_bytes()
    (tmp_path / "a.json").write_bytes(shipped)
    NaiveBayesModel.load(tmp_path / "a.json").save(tmp_path / "b.json")
    assert (tmp_path / "b.json").read_bytes() == shipped


def test_likelihoods_are_shares_and_never_zero() -> None:
    for counts in shipped_model().counts.values():
        for feature in LEVELS:
            shares = counts.main.likelihoods(feature)
            assert shares.sum() == pytest.approx(1)
            assert (shares > 0).all()


def set_schema(content: Any) -> None:
    content["schema"] = "maintext.naive_bayes/0"


def set_levels(content: Any) -> None:
    content["levels"]["paragraphs"] = [1, 5]


def set_tags(content: Any) -> None:
    content["block_tags"]["paper"] = "div"


def set_negative(content: Any) -> None:
    content["counts"]["paper"]["main"]["levels"]["paragraphs"][0] = -1


def set_total(content: Any) -> None:
    content["counts"]["paper"]["main"]["blocks"] += 1


def drop_feature(content: Any) -> None:
    del content["counts"]["paper"]["other"]["levels"]["link_share"]


def drop_class(content: Any) -> None:
    del content["counts"]["paper"]["other"]


def set_text(content: Any) -> None:
    content["counts"]["paper"]["main"]["levels"]["paragraphs"] = "many"


def add_unknown(content: Any) -> None:
    content["pages"]["lost"] = 3


def set_list(content: Any) -> None:
    content["counts"] = []


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        (set_schema, "schema"),
        (set_levels, "levels"),
        (set_tags, "block tags"),
        (set_negative, "damaged"),
        (set_total, "damaged"),
        (drop_feature, "damaged"),
        (drop_class, "damaged"),
        (set_text, "damaged"),
        (add_unknown, "damaged"),
        (set_list, "damaged"),
    ],
)
def test_a_damaged_model_is_refused_in_one_line(
    damage: Callable[[Any], None], words: str, tmp_path: Path
) -> None:
    content = json.loads(shipped_model().to_json())
    damage(content)
    path = tmp_path / "model.json"
    path.write_text(json.dumps(content))
    with pytest.raises(ModelError, match=words) as error:
        NaiveBayesModel.load(path)
    assert "model.json" in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"3", b"\xff\xfe"])
def test_a_file_that_is_no_model_is_refused(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "model.json"
    path.write_bytes(content)
    with pytest.raises(ModelError):
        NaiveBayesModel.load(path)


def test_a_missing_file_is_reported(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="cannot read the model"):
        NaiveBayesModel.load(tmp_path / "nowhere.json")


def test_without_smoothing_a_level_that_was_never_seen_has_no_share() -> None:
    counts = ClassCounts(4, {"paragraphs": (0, 3, 1)})
    assert counts.likelihoods("paragraphs", 0).tolist() == [0, 0.75, 0.25]


def test_missing_counts_are_an_error_that_lists_what_there_is() -> None:
    with pytest.raises(ModelError, match=r"no counts for 'own' blocks: .* 'paper', 'paper unmerged', "):
        shipped_model().of("own")


def test_the_summary_names_pages_sources_and_blocks() -> None:
    lines = shipped_model().summary().splitlines()
    assert lines[0].startswith(f"{shipped_model().pages.used} pages used")
    assert any("CC-BY-4.0" in line for line in lines)
    assert any(line.startswith("paper: ") for line in lines)
