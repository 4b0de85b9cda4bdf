"""Scrapy: a spider that follows links, and a pipeline that takes the main text of each page.

python scrapy_spider.py https://example.org/ prints a line of JSON for each page.
"""

import sys
from collections.abc import Iterator
from typing import Any

import scrapy
from scrapy.crawler import CrawlerProcess
from scrapy.http import Response


class Pages(scrapy.Spider):  # type: ignore[misc]
    """Gives the pages of a site to the pipeline."""

    name = "pages"
    custom_settings = {  # noqa: RUF012 - as Scrapy has it
        "ITEM_PIPELINES": {"maintext.integrations.scrapy.MainTextPipeline": 300},
        "MAINTEXT_FORMAT": "markdown",
        "MAINTEXT_OPTIONS": {"prefer": "precision"},
        "FEEDS": {"stdout:": {"format": "jsonlines"}},
        "DEPTH_LIMIT": 1,
    }

    def parse(self, response: Response) -> Iterator[Any]:
        """The page itself, and the pages that it links to."""
        yield {"html": response}
        yield from response.follow_all(css="a", callback=self.parse)


if __name__ == "__main__":
    process = CrawlerProcess()
    process.crawl(Pages, start_urls=sys.argv[1:])
    process.start()
