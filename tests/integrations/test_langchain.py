"""The loader and the transformer for LangChain."""

import asyncio
from functools import partial
from pathlib import Path

import pytest

pytest.importorskip("langchain_core", reason="LangChain is missing: pip install 'maintext[langchain]'")

from langchain_core.documents import Document

import maintext
from maintext import Extractor
from maintext.integrations.langchain import MainTextLoader, MainTextTransformer
from tests.cli.conftest import ARTICLE
from tests.http.sites import Site

pytestmark = pytest.mark.integrations


def test_a_loader_gives_text_and_metadata(folder: Path) -> None:
    (document,) = MainTextLoader([folder / "tower.html", folder / "empty.html"], format="text").load()
    assert isinstance(document, Document)
    assert document.page_content.startswith("The tower\n\nThe tower was built in 1911")
    assert document.metadata["title"] == "The tower"
    assert document.metadata["source"] == str(folder / "tower.html")


def test_a_loader_downloads_urls_also_in_asyncio(site: Site) -> None:
    loader = MainTextLoader(f"{site.url}/paper", fetch=partial(maintext.fetch, private=True))
    (document,) = asyncio.run(loader.aload())
    assert "水碓" in document.page_content


def test_a_transformer_replaces_html_and_keeps_metadata() -> None:
    pages = [
        Document(page_content=ARTICLE, metadata={"source": "https://e.org/tower", "rank": 3}, id="a"),
        Document(page_content="page.html", metadata={"source": "b"}),  # no path: a page of one word
        Document(page_content=""),
    ]
    transformer = MainTextTransformer(extractor=Extractor(title="always", method="p_value"))
    tower, word = transformer.transform_documents(pages)
    assert tower.page_content.startswith("# The tower\n\nThe tower was built in 1911")
    assert tower.metadata == {
        "title": "The tower",
        "language": "en",
        "source": "https://e.org/tower",
        "rank": 3,
    }
    assert (tower.id, word.page_content) == ("a", "page.html")
