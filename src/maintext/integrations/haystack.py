"""A converter for Haystack pipelines; pip install 'maintext[haystack]'."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from maintext.errors import missing_package

try:
    from haystack import Document, component
    from haystack.components.converters.utils import normalize_metadata
    from haystack.dataclasses import ByteStream
except ImportError as error:
    raise ImportError(str(missing_package(error, "haystack"))) from None

from maintext.integrations.pages import LoadedText, TextLoader
from maintext.methods.registry import DEFAULT_METHOD
from maintext.pipeline import Extractor


@component
class MainTextConverter:
    """Converts pages to documents with their main text; use it instead of `HTMLToDocument`.

    Pages without main text are skipped, and logged as warnings.

    Args:
        format: "markdown", "text" or another format of `Document.render`.
        method: The spec of a method.
        options: Options of `maintext.extract` by name, such as `{"prefer": "precision"}`.
    """

    def __init__(
        self,
        format: str = "markdown",
        method: str = DEFAULT_METHOD,
        options: Mapping[str, Any] | None = None,
    ) -> None:
        self.format = format
        self.method = method
        self.options = dict(options or {})
        self._loader = TextLoader(format, Extractor(method, **self.options))

    @component.output_types(documents=list[Document])  # type: ignore[untyped-decorator]
    def run(
        self,
        sources: list[str | Path | ByteStream],
        meta: dict[str, Any] | list[dict[str, Any]] | None = None,
    ) -> dict[str, list[Document]]:
        """The documents of files and byte streams.

        The metadata of a document are those of its page, then those of its stream, then `meta`: a mapping for
        all sources, or a list with one for each.
        """
        documents = []
        for source, given in zip(sources, normalize_metadata(meta, len(sources)), strict=True):
            stream = source if isinstance(source, ByteStream) else None
            if loaded := self._load(source):
                known = {**loaded.metadata, **(stream.meta if stream else {}), **given}
                documents.append(Document(content=loaded.text, meta=known))
        return {"documents": documents}

    def _load(self, source: str | Path | ByteStream) -> LoadedText | None:
        if isinstance(source, ByteStream):  # of LinkContentFetcher, with the URL
            return self._loader.load_one(source.data, source.meta.get("url"))
        return self._loader.load_one(Path(source))
