"""Steps for datatrove pipelines: a reader of crawls, and an extractor; pip install 'maintext[datatrove]'."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import nullcontext
from typing import Any

from datatrove.data import Document
from datatrove.pipeline.base import PipelineStep
from datatrove.pipeline.extractors.base import BaseExtractor
from datatrove.pipeline.writers.disk_base import DiskWriter
from datatrove.utils.typeshelper import StatHints

from maintext.batch.extract import PageGuard, RawPage, Start, start_extraction
from maintext.batch.job import Job
from maintext.batch.shard import make_guard
from maintext.batch.sources import SHARD_BYTES, Counts, plan, read_pages
from maintext.batch.sources.lists import expand_lists
from maintext.batch.sources.pages import Skipped
from maintext.batch.stream import columns_of, size_of
from maintext.methods.registry import DEFAULT_METHOD
from maintext.processes import Failure
from maintext.text.decode import decode
from maintext.verdict import Rule

_PAGES, _CHARACTERS = 32, 4 << 20
"""Pages and characters that are sent to the guarded process at a time."""


class CrawlReader(PipelineStep):  # type: ignore[misc]
    """Reads the pages of a crawl, as `maintext run` does: WARC, Parquet, JSON Lines, folders, URLs.

    The metadata has `url` and the columns of the origin: `crawl_date`, `warc_file`, `warc_offset` and so on.
    Responses that are not pages, and what cannot be read, are counted by reason.

    Args:
        inputs: files, folders, patterns, URLs, `@list` or `warc.paths.gz`.
        shard_bytes: approximate size of the pieces that the tasks of a pipeline share.
        settings: other fields of `Job` that concern the input, such as `html_column`.
    """

    type = "📖 - READER"
    name = "🕸 maintext crawl"

    def __init__(self, inputs: str | Sequence[str], shard_bytes: int = SHARD_BYTES, **settings: Any) -> None:
        super().__init__()
        self.inputs = [inputs] if isinstance(inputs, str) else list(inputs)
        self.job = Job(shard_bytes=shard_bytes, **settings)

    def run(
        self, data: Iterable[Document] | None = None, rank: int = 0, world_size: int = 1
    ) -> Iterator[Document]:
        """The pages of this task's share of the crawl."""
        yield from data or ()
        job = self.job
        columns = columns_of(job)
        shards = plan(expand_lists(self.inputs), job.shard_bytes, columns=columns, format=job.input_format)
        for shard in shards[rank::world_size]:
            for page in read_pages(shard, columns, Counts(), size_of(job)):
                if isinstance(page, Skipped):
                    self.stat_update(f"skipped_{page.reason}")
                    continue
                decoded = decode(page.html, page.charset)
                known = {"url": page.url, **page.origin._asdict(), "encoding": decoded.encoding.name}
                known["html_bytes"] = len(page.html)
                metadata = {name: value for name, value in known.items() if value is not None}
                document = Document(text=decoded.text, id=page.id, metadata=metadata)
                self.update_doc_stats(document)
                yield document


class MainText(BaseExtractor):  # type: ignore[misc]
    """Replaces the HTML of each document with its main text; the metadata gets the columns of `maintext run`.

    Documents without text are dropped, and counted by status. Pages run in a guarded process: one that takes
    longer than `timeout`, uses too much memory or ends its process is dropped and counted, too. A `date` that
    the reader has set is when the page was fetched, and becomes `crawl_date`; `date` is the article's.

    Args:
        method: name of the method.
        articles_only: drop pages that have no article.
        markdown: write Markdown instead of plain text.
        timeout: seconds for one page.
        rule: how an article is judged: "model", or "printed" for the rule of paper 3.
        exclusion_writer: gets the documents that are dropped, with their HTML, `status` and `reason`.
        settings: other fields of `Job`, such as `memory`, `columns`, `filter` or `language`.
    """

    name = "⛏ maintext"
    start: Start = staticmethod(start_extraction)

    def __init__(
        self,
        method: str = DEFAULT_METHOD,
        articles_only: bool = False,
        markdown: bool = False,
        timeout: float = 20,
        rule: Rule = "model",
        exclusion_writer: DiskWriter | None = None,
        **settings: Any,
    ) -> None:
        super().__init__(timeout)
        if markdown:
            settings["form"] = "markdown"
        self.exclusion_writer = exclusion_writer
        self.job = Job(method=method, articles_only=articles_only, rule=rule, seconds=timeout, **settings)

    def extract(self, text: str) -> str:
        """Only the main text of a page, in this process."""
        return start_extraction(self.job)(_page(Document(text=text, id=""))).get("text") or ""

    def run(self, data: Iterable[Document], rank: int = 0, world_size: int = 1) -> Iterator[Document]:
        """The documents of a pipeline, without those that have no text."""
        with make_guard(self.job, self.start) as guard, self.exclusion_writer or nullcontext() as writer:
            for documents in _batches(data):
                with self.track_time("batch"):
                    found = self._extract(documents, guard)
                for document, text in zip(documents, found, strict=True):
                    self.stat_update(StatHints.total)
                    if text:
                        document.text = text
                        self.stat_update(StatHints.forwarded)
                        self.update_doc_stats(document)
                        yield document
                        continue
                    self.stat_update(StatHints.dropped, f"dropped_{document.metadata['status']}")
                    if writer is not None:
                        writer.write(document, rank)

    def _extract(self, documents: Sequence[Document], guard: PageGuard) -> list[str | None]:
        """The texts of documents, whose metadata is completed."""
        job = self.job
        common = {"method": job.method, "model_version": job.model_version}
        wanted = frozenset(job.schema.names)
        pages = [_page(document) for document in documents]
        texts: list[str | None] = []
        for document, page, outcome in zip(documents, pages, guard.run(pages), strict=True):
            if isinstance(outcome, Failure):
                outcome = {"status": outcome.status, "reason": outcome.reason}
            metadata = document.metadata
            if fetched := metadata.pop("date", None):
                metadata.setdefault("crawl_date", fetched)
            metadata.setdefault("html_bytes", len(page.html))
            row = outcome | common
            texts.append(row.pop("text", None) if row["status"] == "ok" else None)
            row.pop("encoding", None)  # the reader has decoded the page
            metadata |= {name: row[name] for name in row if name in wanted and row[name] is not None}
        return texts


def _page(document: Document) -> RawPage:
    html = document.text.encode("utf-8", "replace")
    return RawPage(html, document.metadata.get("url"), "utf-8")


def _batches(data: Iterable[Document]) -> Iterator[list[Document]]:
    held: list[Document] = []
    size = 0
    for document in data:
        held.append(document)
        size += len(document.text)
        if len(held) >= _PAGES or size >= _CHARACTERS:
            yield held
            held, size = [], 0
    if held:
        yield held
