"""An item pipeline for Scrapy; pip install 'maintext[scrapy]'."""

from collections.abc import MutableMapping
from typing import Any

from maintext.errors import missing_package

try:
    from itemadapter import ItemAdapter
    from scrapy.crawler import Crawler
    from scrapy.exceptions import DropItem
except ImportError as error:
    raise ImportError(str(missing_package(error, "scrapy"))) from None

from maintext.integrations.pages import flat_metadata
from maintext.methods.registry import DEFAULT_METHOD
from maintext.pipeline import Extractor
from maintext.render.formats import get_format


class MainTextPipeline:
    """Replaces the field `html` of an item by `text` and metadata; drops items without main text.

    The field holds the response, or HTML as str or bytes; then `url` may be another field. Items without the
    field pass as they are. Of the metadata, an item gets the fields that it can have and does not have yet.

    Settings: `MAINTEXT_FORMAT` ("text", "markdown", …), `MAINTEXT_METHOD`, and `MAINTEXT_OPTIONS`, options of
    `maintext.extract` by name.
    """

    def __init__(self, extractor: Extractor | None = None, format: str = "text") -> None:
        self.extractor = extractor or Extractor()
        self.format = get_format(format).name

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> "MainTextPipeline":
        """The pipeline, by the settings of a project or spider."""
        settings = crawler.settings
        options: dict[str, Any] = settings.getdict("MAINTEXT_OPTIONS")
        extractor = Extractor(settings.get("MAINTEXT_METHOD") or DEFAULT_METHOD, **options)
        return cls(extractor, settings.get("MAINTEXT_FORMAT") or "text")

    def process_item(self, item: Any, spider: Any = None) -> Any:
        """The item with its main text."""
        fields = ItemAdapter(item)
        if fields.get("html") is None:
            return item
        document = self.extractor.extract(fields["html"], fields.get("url"))
        if not document:
            raise DropItem(f"no main text: {document.explanation}")
        if isinstance(item, MutableMapping):
            del item["html"]
        else:  # a data class, whose fields cannot be deleted
            fields["html"] = None
        fields["text"] = document.render(self.format)
        own = set(fields.field_names())
        for name, value in flat_metadata(document).items():
            if (isinstance(item, dict) or name in own) and not fields.get(name):
                fields[name] = value
        return item
