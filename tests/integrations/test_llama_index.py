"""The reader for LlamaIndex."""

from functools import partial
from pathlib import Path

import pytest

pytest.importorskip("llama_index.core", reason="LlamaIndex is missing: pip install 'maintext[llama-index]'")

from llama_index.core import SimpleDirectoryReader
from llama_index.core.schema import Document

import maintext
from maintext.integrations.llama_index import MainTextReader
from tests.http.sites import Site

pytestmark = [pytest.mark.integrations, pytest.mark.filterwarnings("ignore")]  # of other libraries


def test_a_reader_gives_text_and_metadata(folder: Path) -> None:
    reader = MainTextReader(format="text")
    (document,) = reader.load_data([folder / "tower.html", folder / "empty.html"], extra_info={"rank": 3})
    assert isinstance(document, Document)
    assert document.text.startswith("The tower\n\nThe tower was built in 1911")
    assert document.metadata == {
        "title": "The tower",
        "language": "en",
        "source": str(folder / "tower.html"),
        "rank": 3,
    }


def test_a_reader_downloads_urls(site: Site) -> None:
    reader = MainTextReader(fetch=partial(maintext.fetch, private=True))
    (document,) = reader.load_data(f"{site.url}/paper")
    assert "水碓" in document.text


def test_a_folder_is_read_by_llama_index_itself(folder: Path) -> None:
    (folder / "notes.txt").write_text("Not a page.")
    reader = SimpleDirectoryReader(str(folder), file_extractor={".html": MainTextReader()})
    texts = {document.metadata["file_name"]: document for document in reader.load_data()}
    assert set(texts) == {"tower.html", "notes.txt"}
    assert "Home" not in texts["tower.html"].text
    assert texts["tower.html"].metadata["title"] == "The tower"
