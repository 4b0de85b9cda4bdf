"""Clean HTML: content elements only; no classes, scripts, styles or handlers; balanced and escaped."""

from collections.abc import Mapping
from html import escape
from typing import Any

from maintext.arrays import BoolArray
from maintext.options import Output
from maintext.page.page import Page
from maintext.render.content import Content


def to_html(page: Page, kept: BoolArray, base_url: str | None = None, output: Output = Output()) -> str:
    r"""The kept blocks as HTML; URLs are resolved against `base_url`.

    >>> from maintext.page.parse import parse
    >>> page = parse("<div id=a><p onclick=x()>Tea &amp; <a href=/m>milk</a></div>")
    >>> to_html(page, page.blocks.chars > 0, "https://example.org/")
    '<p>Tea &amp; <a href="https://example.org/m">milk</a></p>'
    """
    content = Content(page, kept, base_url, output)
    return page.table.write_html(content.kept, content.gaps, content.changed(False), content.rich())


def html_page(body: str, known: Mapping[str, Any]) -> str:
    """A whole HTML page around the main text, with its metadata in the head."""
    language = f' lang="{escape(str(known["language"]))}"' if "language" in known else ""
    head = ['<meta charset="utf-8">', f"<title>{escape(str(known.get('title', '')))}</title>"]
    for name, value in known.items():
        if name not in ("title", "language"):
            shown = ", ".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)
            head.append(f'<meta name="{escape(name)}" content="{escape(shown)}">')
    return "\n".join(["<!doctype html>", f"<html{language}>", *head, "<body>", body, "</body>", "</html>"])
