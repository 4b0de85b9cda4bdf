"""The output formats of the main text. To add one: a line here, and a file beside this one.

`Document.render`, the command's `--format` and the service's `format` read this list.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from maintext.arrays import BoolArray
from maintext.errors import unknown
from maintext.options import Output
from maintext.page.page import Page
from maintext.render.front_matter import front_matter
from maintext.render.html import html_page, to_html
from maintext.render.markdown import to_markdown
from maintext.render.text import to_text
from maintext.render.xml import tei_document, to_tei, to_xml, xml_document

Writer = Callable[[Page, BoolArray, str | None, Output], str]
"""Page, kept blocks, the base URL of links and the options → text."""


@dataclass(frozen=True, slots=True)
class Format:
    """A format of the main text."""

    name: str
    suffix: str
    """Suffix of a file in this format."""
    media_type: str
    write: Writer
    with_metadata: Callable[[str, Mapping[str, Any]], str] = front_matter
    """Adds metadata, by name, to a text."""
    gap: str = "\n\n"
    """What separates a heading from the text after it."""
    is_document: bool = False
    """Whether a text is only part of a document, which `with_metadata` makes."""


FORMATS: Mapping[str, Format] = {
    form.name: form
    for form in (
        Format("text", ".txt", "text/plain", lambda page, kept, *_: to_text(page, kept)),
        Format("markdown", ".md", "text/markdown", to_markdown),
        Format("html", ".html", "text/html", to_html, html_page, gap="\n"),
        Format("xml", ".xml", "application/xml", to_xml, xml_document, "\n", is_document=True),
        Format("tei", ".tei.xml", "application/tei+xml", to_tei, tei_document, "\n", is_document=True),
    )
}
"""The formats of the main text, by name."""

JSON = "json"
"""The whole document as data (`Document.to_json`), text included."""

FORMAT_NAMES = (*FORMATS, JSON)
"""All output formats."""


def get_format(name: str) -> Format:
    """The format of that name; `ValueError` if there is none."""
    if name not in FORMATS:
        if name == JSON:
            raise ValueError("no format 'json'; use to_json()")
        raise ValueError(unknown("format", name, FORMATS))
    return FORMATS[name]
