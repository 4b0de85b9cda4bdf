"""The converter for Haystack."""

from pathlib import Path

import pytest

pytest.importorskip("haystack", reason="Haystack is missing: pip install 'maintext[haystack]'")

from haystack import Pipeline
from haystack.dataclasses import ByteStream

from maintext.integrations.haystack import MainTextConverter
from tests.cli.conftest import ARTICLE

pytestmark = [pytest.mark.integrations, pytest.mark.filterwarnings("ignore")]  # of other libraries


def test_a_converter_reads_files_and_streams(folder: Path) -> None:
    stream = ByteStream(ARTICLE.encode(), meta={"url": "https://e.org/tower", "rank": 3})
    sources = [folder / "tower.html", str(folder / "empty.html"), stream]
    tower, fetched = MainTextConverter(format="text").run(sources, meta={"set": "a"})["documents"]
    assert tower.content.startswith("The tower\n\nThe tower was built in 1911")
    assert tower.meta["source"] == str(folder / "tower.html")
    assert fetched.meta["source"] == "https://e.org/tower"
    assert (fetched.meta["title"], fetched.meta["rank"], fetched.meta["set"]) == ("The tower", 3, "a")


def test_a_pipeline_with_a_converter_is_written_and_read_again(folder: Path) -> None:
    pipeline = Pipeline()
    options = {"title": "always", "prune": ["p:nth-of-type(2)"]}
    pipeline.add_component("converter", MainTextConverter(method="p_value", options=options))
    again = Pipeline.loads(pipeline.dumps(), unsafe=True)
    (document,) = again.run({"converter": {"sources": [folder / "tower.html"]}})["converter"]["documents"]
    assert document.content.startswith("# The tower\n")
    assert "mason" not in document.content


def test_wrong_options_are_errors_at_once() -> None:
    with pytest.raises(TypeError, match="there is no include_links=; use links="):
        MainTextConverter(options={"include_links": True})
    with pytest.raises(ValueError, match="no format 'pdf'"):
        MainTextConverter(format="pdf")
