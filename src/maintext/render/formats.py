"""The formats that main text is written in. A new one is a line here, and a file beside this one.

`Document.render`, the command's `--format` and the service's `format` read this list.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from maintext.arrays import BoolArray
from maintext.page.page import Page
from maintext.render.front_matter import front_matter
from maintext.render.html import html_page, to_html
from maintext.render.markdown import to_markdown
from maintext.render.text import to_text

Writer = Callable[[Page, BoolArray, str | None], str]
"""Page, kept blocks and the URL that links are resolved against → text."""


@dataclass(frozen=True, slots=True)
class Format:
    """A format of the main text."""

    name: str
    suffix: str
    """Of a file in this format."""
    media_type: str
    write: Writer
    with_metadata: Callable[[str, Mapping[str, Any]], str] = front_matter
    """The text with what is known about the page, by name."""


FORMATS: Mapping[str, Format] = {
    form.name: form
    for form in (
        Format("text", ".txt", "text/plain", lambda page, kept, _: to_text(page, kept)),
        Format("markdown", ".md", "text/markdown", to_markdown),
        Format("html", ".html", "text/html", to_html, html_page),
    )
}
"""The formats of the main text, by name."""

JSON = "json"
"""The whole document as data (`Document.to_json`), which has the text in it."""

FORMAT_NAMES = (*FORMATS, JSON)
"""What a page can become."""


def get_format(name: str) -> Format:
    """The format of that name; `ValueError` if there is none."""
    if name not in FORMATS:
        raise ValueError(f"there is no format {name!r}; there are {', '.join(FORMATS)}")
    return FORMATS[name]
