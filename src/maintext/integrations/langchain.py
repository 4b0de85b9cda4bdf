"""A document loader and a transformer for LangChain; pip install 'maintext[langchain]'."""

from collections.abc import Iterable, Iterator, Sequence
from io import StringIO
from typing import Any

from maintext.errors import missing_package

try:
    from langchain_core.document_loaders import BaseLoader
    from langchain_core.documents import BaseDocumentTransformer, Document
except ImportError as error:
    raise ImportError(str(missing_package(error, "langchain"))) from None

from maintext.http.page import fetch
from maintext.integrations.pages import Fetch, TextLoader
from maintext.pipeline import Extractor
from maintext.reading import Html


class MainTextLoader(BaseLoader):  # type: ignore[misc]
    """Loads the main text of pages, with title, author, date and source as metadata.

    Args:
        sources: One page or several: URLs, paths, or anything else that `maintext.extract` takes.
        format: "markdown", "text" or another format of `Document.render`.
        extractor: Method and options, as in `Extractor(prefer="precision")`.
        fetch: Downloads a URL; by default `maintext.fetch`, which asks hosts of the public internet only.
    """

    def __init__(
        self,
        sources: Html | Iterable[Html],
        *,
        format: str = "markdown",
        extractor: Extractor | None = None,
        fetch: Fetch = fetch,
    ) -> None:
        self.sources = sources
        self._loader = TextLoader(format, extractor, fetch)

    def lazy_load(self) -> Iterator[Document]:
        """The documents, one by one; pages without main text are skipped, and logged as warnings."""
        for text, metadata in self._loader.load(self.sources):
            yield Document(page_content=text, metadata=metadata)


class MainTextTransformer(BaseDocumentTransformer):  # type: ignore[misc]
    """Replaces the HTML of documents with its main text; documents without main text are dropped.

    The metadata of a document win over those of its page; `source` is the page's URL, if it is one.
    """

    def __init__(self, *, format: str = "markdown", extractor: Extractor | None = None) -> None:
        self._loader = TextLoader(format, extractor)

    def transform_documents(self, documents: Sequence[Document], **kwargs: Any) -> Sequence[Document]:
        """The same documents, with main text."""
        return [found for document in documents if (found := self._transform(document))]

    def _transform(self, document: Document) -> Document | None:
        source = document.metadata.get("source")
        url = source if isinstance(source, str) else None
        loaded = self._loader.load_one(StringIO(document.page_content), url)  # never a path or URL
        if loaded is None:
            return None
        return Document(
            page_content=loaded.text, metadata=loaded.metadata | document.metadata, id=document.id
        )
