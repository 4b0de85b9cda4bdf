"""A reader for LlamaIndex; pip install 'maintext[llama-index]'."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from maintext.errors import missing_package

try:
    from llama_index.core.readers.base import BaseReader
    from llama_index.core.schema import Document
except ImportError as error:
    raise ImportError(str(missing_package(error, "llama-index"))) from None

from maintext.http.page import fetch
from maintext.integrations.pages import Fetch, TextLoader
from maintext.pipeline import Extractor
from maintext.reading import Html


class MainTextReader(BaseReader):  # type: ignore[misc]
    """Reads the main text of pages, with title, author, date and source as metadata.

    Also for folders: `SimpleDirectoryReader(folder, file_extractor={".html": MainTextReader()})`.

    Args:
        format: "markdown", "text" or another format of `Document.render`.
        extractor: Method and options, as in `Extractor(prefer="precision")`.
        fetch: Downloads a URL; by default `maintext.fetch`, which asks hosts of the public internet only.
    """

    def __init__(
        self, *, format: str = "markdown", extractor: Extractor | None = None, fetch: Fetch = fetch
    ) -> None:
        self._loader = TextLoader(format, extractor, fetch)

    def lazy_load_data(  # `SimpleDirectoryReader` gives a path, `extra_info`, and perhaps a file system
        self, sources: Html | Iterable[Html], extra_info: Mapping[str, Any] | None = None, **_: Any
    ) -> Iterator[Document]:
        """The documents of URLs, paths, or anything else that `maintext.extract` takes.

        Pages without main text are skipped, and logged as warnings. `extra_info` is added to the metadata.
        """
        for text, metadata in self._loader.load(sources):
            yield Document(text=text, metadata={**metadata, **(extra_info or {})})
