"""Sources → texts with metadata: what all frameworks share."""

import importlib
import io
import logging
import sys
from functools import partial
from pathlib import Path

import pytest

import maintext
from maintext import Extractor, InputError
from maintext.integrations.pages import TextLoader, as_sources
from maintext.reading import Html
from tests.cli.conftest import ARTICLE
from tests.http.sites import Site

private = partial(maintext.fetch, private=True)


def test_pages_paths_and_urls_are_loaded_in_order(folder: Path, site: Site) -> None:
    loader = TextLoader("text", fetch=private)
    sources: list[Html] = [
        f"{site.url}/paper",
        folder / "tower.html",
        "<title>Tea</title><p>Salt the water, then wait.",
    ]
    paper, tower, tea = loader.load(sources)
    assert "纸是水做的，水越冷，纸越白。" in paper.text
    assert paper.metadata["source"] == f"{site.url}/paper"
    assert "the mason was sober" in tower.text
    assert tower.metadata == {
        "title": "The tower",
        "language": "en",
        "source": str(folder / "tower.html"),
    }
    assert tea.metadata["title"] == "Tea"


def test_a_page_that_cannot_be_loaded_is_skipped_with_a_warning(
    folder: Path, site: Site, caplog: pytest.LogCaptureFixture
) -> None:
    names = ("empty.html", "nowhere.html", "tower.html")
    empty, nowhere, tower = (folder / name for name in names)
    sources: list[Html] = [empty, f"{site.url}/missing", nowhere, tower]
    with caplog.at_level(logging.WARNING, "maintext"):
        assert len(list(TextLoader(fetch=private).load(sources))) == 1
    skipped = [record.getMessage() for record in caplog.records if record.name == "maintext"]
    assert len(skipped) == 3
    assert skipped[0] == f"{folder / 'empty.html'}: skipped: the page shows no text"
    assert skipped[1].startswith(f"{site.url}/missing: skipped: ")
    assert "404" in skipped[1]
    assert skipped[2].startswith(f"{folder / 'nowhere.html'}: skipped: ")


def test_urls_of_a_private_network_are_not_asked(site: Site, caplog: pytest.LogCaptureFixture) -> None:
    assert not list(TextLoader().load(f"{site.url}/tower"))
    assert not site.asked


def test_a_path_as_text_is_an_error_of_the_call() -> None:
    with pytest.raises(InputError, match="is a path, not a page"):
        list(TextLoader().load("page.html"))
    with pytest.raises(ValueError, match="no format 'pdf'"):
        TextLoader("pdf")


def test_options_are_those_of_the_extractor(folder: Path) -> None:
    extractor = Extractor(title="always", prune=["p:nth-of-type(2)"])
    (loaded,) = TextLoader(extractor=extractor).load(folder / "tower.html")
    assert loaded.text.startswith("# The tower\n")
    assert "mason" not in loaded.text


def test_one_source_need_not_be_in_a_list() -> None:
    file = io.StringIO(ARTICLE)
    for one in ("<p>Tea", b"<p>Tea", Path("page.html"), file):
        assert as_sources(one) == [one]
    assert list(as_sources(iter(["<p>Tea", "<p>Milk"]))) == ["<p>Tea", "<p>Milk"]
    with pytest.raises(TypeError, match="html must be str"):
        list(TextLoader().load(5))  # type: ignore[arg-type]


def test_several_authors_are_one_text() -> None:
    page = '<meta name=author content="Ann Lee; Bo Li"><p>The tower was built in 1911, and it leans.'
    (loaded,) = TextLoader().load([page])
    assert loaded.metadata["author"] == "Ann Lee; Bo Li"


@pytest.mark.parametrize(
    ("module", "package", "extra"),
    [
        ("haystack", "haystack", "haystack"),
        ("langchain", "langchain_core", "langchain"),
        ("llama_index", "llama_index", "llama-index"),
        ("scrapy", "itemadapter", "scrapy"),
    ],
)
def test_without_its_framework_a_module_names_the_extra(
    module: str, package: str, extra: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in [name for name in sys.modules if name.partition(".")[0] == package]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, package, None)
    monkeypatch.delitem(sys.modules, f"maintext.integrations.{module}", raising=False)
    with pytest.raises(ImportError, match=rf"^{package} is missing: pip install 'maintext\[{extra}\]'$"):
        importlib.import_module(f"maintext.integrations.{module}")
