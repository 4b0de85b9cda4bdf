"""A step for datatrove pipelines, instead of its own extractors; pip install 'maintext[datatrove]'."""

from collections.abc import Iterator
from io import StringIO
from typing import Any

from datatrove.data import Document
from datatrove.pipeline.extractors.base import BaseExtractor, ExtractorSandbox
from datatrove.utils.typeshelper import StatHints

from maintext import extract
from maintext.judge import Rule
from maintext.limits import Limits
from maintext.methods.registry import DEFAULT_METHOD


class MainText(BaseExtractor):  # type: ignore[misc]
    """Replaces the HTML of each document with its main text, and adds fields to its metadata.

    Documents without text are dropped, and counted by reason. A page runs in datatrove's sandbox: one
    that takes longer than `timeout` seconds, or ends its process, is also dropped and counted.

    Args:
        method: name of the method.
        articles_only: drop pages that have no article.
        rule: how that is judged: "model", or "printed" for the rule of paper 3.
        markdown: write Markdown instead of plain text.
        timeout: seconds for one page.
    """

    name = "⛏ maintext"
    _requires_dependencies = ("maintext",)

    def __init__(
        self,
        method: str = DEFAULT_METHOD,
        articles_only: bool = False,
        markdown: bool = False,
        timeout: float = 20,
        rule: Rule = "model",
    ) -> None:
        super().__init__(timeout)
        self.method = method
        self.articles_only = articles_only
        self.markdown = markdown
        self.rule = rule

    def extract(self, text: str) -> str:
        """Only the main text of a page."""
        return str(self.extract_row(text, None)["text"])

    def extract_row(self, html: str, url: str | None) -> dict[str, Any]:
        """The main text of a page, and its metadata."""
        found = extract(
            StringIO(html),  # a page of one word is a page, even if the word looks like a path
            url=url,
            method=self.method,
            articles_only=self.articles_only,
            rule=self.rule,
            limits=Limits(seconds=0.9 * self.timeout),  # ends a little before the sandbox does
        )
        return {
            "text": found.markdown if self.markdown else found.text,
            "reason": str(found.reason) if found.reason else None,
            "verdict": found.verdict.label,
            "probability": found.verdict.probability,
            "kind": found.kind.name,
            "confidence": found.confidence,
            "title": found.metadata.title,
            "author": "; ".join(found.metadata.authors) or None,
            "date": found.metadata.date,
            "language": found.metadata.language,
        }

    def run(self, data: Iterator[Document], rank: int = 0, world_size: int = 1) -> Iterator[Document]:
        """The documents of a pipeline, without those that have no text."""
        with ExtractorSandbox(timeout=self.timeout, warmup_text=("", None)) as sandbox:
            for document in data:
                self.stat_update(StatHints.total)
                with self.track_time():
                    row = self._attempt(sandbox, document)
                if not row["text"]:
                    self.stat_update(StatHints.dropped, f"dropped_{row['reason']}")
                    continue
                document.text = row.pop("text")
                document.metadata |= {name: value for name, value in row.items() if value is not None}
                self.stat_update(StatHints.forwarded)
                self.update_doc_stats(document)
                yield document

    def _attempt(self, sandbox: ExtractorSandbox, document: Document) -> dict[str, Any]:
        try:
            page = (document.text, document.metadata.get("url"))
            row: dict[str, Any] = sandbox.process_document(page, self.extract_row)
        except TimeoutError:
            return {"text": "", "reason": "timeout"}
        except EOFError:
            return {"text": "", "reason": "crash"}
        return row
