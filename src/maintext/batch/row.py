"""A document → the row of its page."""

import re
from collections.abc import Callable
from hashlib import blake2b

import pyarrow as pa

from maintext.batch.quality import Filter, quality_signals
from maintext.batch.quality.expressions import NUMBER, TEXT
from maintext.batch.record import ORIGIN, Row, output_schema
from maintext.document import Document
from maintext.errors import DataError, Reason, Status, missing_package
from maintext.metadata import Metadata
from maintext.page.visibility import hidden_length
from maintext.text.references import unescape
from maintext.text.words import count_tokens

_LINK = re.compile(r'<a\b[^>]*?\bhref="([^"]*)"')
_IMAGE = re.compile(r'<img\b[^>]*?\bsrc="([^"]*)"')
_LATER = frozenset((*ORIGIN, "id", "url", "html_bytes", "method", "model_version", "milliseconds"))
"""Columns that are added after a text was filtered."""
_OF_PAGE = frozenset(("main_share", "hidden_characters"))
CountTokens = Callable[[str], int]


class RowMaker:
    """Makes rows with the columns that a job asks for."""

    def __init__(
        self,
        form: str = "text",
        *,
        metadata: bool = True,
        groups: tuple[str, ...] = (),
        filter_: str | None = None,
        count_tokens: CountTokens | None = None,
    ) -> None:
        self.form, self.metadata, self.groups = form, metadata, frozenset(groups)
        self.count_tokens = count_tokens
        self.filter = make_filter(filter_)
        self.measures = "quality" in self.groups or self.filter is not None
        self.measures_page = "quality" in self.groups or bool(_used(self.filter) & _OF_PAGE)

    def __call__(self, document: Document) -> Row:
        """The row of a page, without its id and without the columns that all pages of a job share."""
        verdict = document.verdict
        row: Row = {
            "status": _status(document),
            "reason": "; ".join(filter(None, (document.explanation, *document.notes))) or None,
            "verdict": verdict.label,
            "probability": verdict.probability,
            "kind": document.kind.name,
            "confidence": document.confidence,
            "encoding": document.encoding.name,
        }
        if self.metadata:
            row |= _metadata(document.metadata)
        if self.measures_page:
            row |= _page_signals(document)
        if document.kept.any():
            self._add_text(row, document)
        return row

    def _add_text(self, row: Row, document: Document) -> None:
        text = document.render(self.form)
        row["text"] = text
        row["text_digest"] = blake2b(text.encode(errors="surrogatepass"), digest_size=16).hexdigest()
        row["characters"] = len(text)
        row["words"] = count_tokens(text)
        if self.count_tokens is not None:
            row["tokens"] = self.count_tokens(text)
        if "markdown" in self.groups:
            row["markdown"] = document.markdown
        if self.groups & {"html", "links"}:
            html = document.html
            row["main_html"] = html
            row["links"], row["images"] = _urls(_LINK, html), _urls(_IMAGE, html)
        if self.measures:
            # The rules are about plain text, whatever the format of the run.
            row |= quality_signals(text if self.form == "text" else document.text)
        if self.filter is not None and (reason := self.filter.broken(row)):
            row |= {"status": "filtered", "reason": reason}
            for name in ("text", "markdown", "main_html", "links", "images"):
                row.pop(name, None)


def make_filter(words: str | None, *, tokens: bool = True, metadata: bool = True) -> Filter | None:
    """The filter that a job names; `DataError` if it is not one, or needs what the job does not make."""
    if words is None:
        return None
    every = output_schema(("quality", "tokens"))
    found = Filter(words, {field.name: _kind(field.type) for field in every if field.name not in _LATER})
    used = _used(found)
    if not tokens and "tokens" in used:
        raise DataError("the filter names tokens, which are counted only with a tokenizer")
    if not metadata and (missing := sorted(used & _metadata(Metadata()).keys())):
        raise DataError(f"the filter names {missing[0]}, which is metadata; metadata is switched off")
    return found


def _used(filter_: Filter | None) -> frozenset[str]:
    """The columns that the expression of a filter names."""
    return filter_.expression.names if filter_ is not None and filter_.expression else frozenset()


def _kind(kind: pa.DataType) -> str:
    return TEXT if pa.types.is_string(kind) else "" if pa.types.is_list(kind) else NUMBER


def load_tokenizer(spec: str | None) -> CountTokens | None:
    """A counter of tokens, by the path of a `tokenizer.json` or a name in the local cache of Hugging Face.

    Nothing is ever downloaded.
    """
    if spec is None:
        return None
    from maintext.batch.tokenizers import find_tokenizer

    path = find_tokenizer(spec)
    try:
        from tokenizers import Tokenizer
    except ImportError as error:
        raise missing_package(error, "tokens") from None
    try:
        tokenizer = Tokenizer.from_file(str(path))
    except Exception as error:  # the library has no error class
        raise DataError(f"{path} is not a tokenizer: {error}") from None

    def count(text: str) -> int:
        return len(tokenizer.encode(text, add_special_tokens=False).ids)

    return count


def _metadata(metadata: Metadata) -> Row:
    return {
        "title": metadata.title,
        "authors": list(metadata.authors),
        "date": metadata.date,
        "language": metadata.language,
        "language_probability": metadata.language_probability,
        "language_declared": metadata.language_declared,
        "site_name": metadata.site_name,
        "licence": metadata.licence,
    }


def _page_signals(document: Document) -> Row:
    """How much of the page is main text, and how much of it a reader cannot see."""
    page = document.page
    lengths = [len(page.block_text(block)) for block in range(len(document.kept))]
    kept = sum(length for length, is_kept in zip(lengths, document.kept, strict=True) if is_kept)
    return {
        "main_share": kept / sum(lengths) if sum(lengths) else None,
        "hidden_characters": hidden_length(page),
    }


def _urls(pattern: re.Pattern[str], html: str) -> list[str]:
    return list(dict.fromkeys(unescape(url) for url in pattern.findall(html) if url))


def _status(document: Document) -> str:
    """A partial text is `ok`; the reason says what is missing."""
    if document.status is Status.EMPTY and document.reason is Reason.SECONDS:
        return "timeout"
    return "ok" if document.status is Status.PARTIAL else str(document.status)
