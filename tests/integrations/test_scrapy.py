"""The item pipeline for Scrapy, also in a crawl."""

import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

pytest.importorskip("scrapy", reason="Scrapy is missing: pip install 'maintext[scrapy]'")

import scrapy
from scrapy.exceptions import DropItem
from scrapy.http import HtmlResponse
from scrapy.utils.test import get_crawler

from maintext.integrations.scrapy import MainTextPipeline
from tests.cli.conftest import ARTICLE, CHINESE
from tests.http.sites import Site
from tests.integrations.conftest import EMPTY

pytestmark = [pytest.mark.integrations, pytest.mark.filterwarnings("ignore")]  # of other libraries
EXAMPLE = Path(__file__).parent.parent.parent / "examples" / "integrations" / "scrapy_spider.py"


@dataclass
class Story:
    html: HtmlResponse | None
    text: str = ""
    title: str = ""


class Page(scrapy.Item):  # type: ignore[misc]
    html = scrapy.Field()
    url = scrapy.Field()
    text = scrapy.Field()


def test_an_item_gets_text_and_metadata() -> None:
    headers = {"Content-Type": "text/html; charset=gbk"}
    response = HtmlResponse("https://e.org/paper", body=CHINESE.encode("gb18030"), headers=headers)
    item = MainTextPipeline().process_item({"html": response, "title": "Mine"})
    assert "水碓" in item.pop("text")
    assert item == {"title": "Mine", "language": "zh", "source": "https://e.org/paper"}


def test_items_of_other_classes_get_the_fields_that_they_have() -> None:
    story = MainTextPipeline().process_item(Story(HtmlResponse("https://e.org/", body=ARTICLE.encode())))
    assert (story.html, story.title) == (None, "The tower")
    assert story.text.startswith("The tower\n\nThe tower was built in 1911")
    page = MainTextPipeline().process_item(Page(html=ARTICLE, url="https://e.org/"))
    assert set(page) == {"url", "text"}


def test_items_without_main_text_are_dropped_and_others_pass() -> None:
    with pytest.raises(DropItem, match="no main text: the page shows no text"):
        MainTextPipeline().process_item({"html": EMPTY})
    assert MainTextPipeline().process_item({"price": 3}) == {"price": 3}


def test_settings_choose_method_format_and_options() -> None:
    settings = {
        "MAINTEXT_FORMAT": "markdown",
        "MAINTEXT_METHOD": "p_value",
        "MAINTEXT_OPTIONS": {"title": "always"},
    }
    pipeline = MainTextPipeline.from_crawler(get_crawler(settings_dict=settings))
    assert pipeline.extractor.method.name == "p_value"
    assert pipeline.process_item({"html": ARTICLE})["text"].startswith("# The tower\n")


def test_the_example_crawls_a_site(site: Site) -> None:
    done = subprocess.run(
        [sys.executable, str(EXAMPLE), f"{site.url}/tower"], capture_output=True, text=True, timeout=120
    )
    items = {item["source"]: item for item in map(json.loads, done.stdout.splitlines())}
    assert set(items) == {f"{site.url}/tower", f"{site.url}/paper"}, done.stderr
    assert items[f"{site.url}/tower"]["title"] == "The tower"
    assert "水碓" in items[f"{site.url}/paper"]["text"]
    assert "no main text: the page shows no text" in done.stderr
