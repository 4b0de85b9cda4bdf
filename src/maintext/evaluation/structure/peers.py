"""Public extractors that give Markdown, or HTML to be converted (extra `[peers]`). See docs/structure.md."""

from collections.abc import Callable

from maintext.evaluation.peers import Extract, Peer
from maintext.text.decode import decode


def _trafilatura() -> Extract:
    from trafilatura import extract

    def to_markdown(html: bytes, url: str | None) -> str:
        found = extract(
            html,
            url=url,
            output_format="markdown",
            include_comments=False,
            include_formatting=True,
            include_images=True,
            include_links=True,
            include_tables=True,
        )
        return found or ""

    return to_markdown


def _resiliparse() -> Extract:
    from markdownify import markdownify
    from resiliparse.extract.html2text import extract_plain_text
    from resiliparse.parse.encoding import bytes_to_str, detect_encoding

    def to_markdown(html: bytes, url: str | None) -> str:
        text = bytes_to_str(html, detect_encoding(html, from_html_meta=True))
        found = extract_plain_text(text, main_content=True, preserve_formatting="minimal_html", links=True)
        return str(markdownify(found, heading_style="atx"))  # it has no tables

    return to_markdown


def _html2text() -> Extract:
    from html2text import HTML2Text

    return _after_readability(lambda html, url: str(HTML2Text(baseurl=url, bodywidth=0).handle(html)))


def _markdownify() -> Extract:
    from markdownify import markdownify

    return _after_readability(
        lambda html, url: str(markdownify(html, heading_style="atx", table_infer_header=True))
    )


def _after_readability(convert: Callable[[str, str], str]) -> Extract:
    from readability import Document

    def to_markdown(html: bytes, url: str | None) -> str:
        return convert(Document(decode(html).text, url=url).summary(html_partial=True), url or "")

    return to_markdown


_ALL = (
    Peer(
        "trafilatura", "trafilatura", "bytes", "output_format=markdown, with images and links", _trafilatura
    ),
    Peer("resiliparse", "resiliparse", "bytes", "main_content, minimal_html, then markdownify", _resiliparse),
    Peer("html2text", "html2text", "text", "readability, then HTML2Text(bodywidth=0)", _html2text),
    Peer(
        "markdownify",
        "markdownify",
        "text",
        "readability, then markdownify(atx, table_infer_header)",
        _markdownify,
    ),
)
MARKDOWN_PEERS: dict[str, Peer] = {peer.name: peer for peer in _ALL}
"""Every peer that gives Markdown, by name."""

CANNOT_SHOW: dict[str, frozenset[str]] = {
    "peer:resiliparse": frozenset(
        "code_language table_cells table_header formulas images captioned_images".split()
    )
}
"""Measures of what an extractor has no way to show, by extractor: a dash in the report."""
