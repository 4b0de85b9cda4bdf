"""Clean HTML: content elements only; no classes, scripts, styles or handlers; balanced and escaped."""

from maintext._kernel import native
from maintext.arrays import BoolArray
from maintext.page.page import Page
from maintext.render.content import Content


def to_html(page: Page, kept: BoolArray, base_url: str | None = None) -> str:
    r"""The kept blocks as HTML; addresses are resolved against `base_url`.

    >>> from maintext.page.parse import parse
    >>> page = parse("<div id=a><p onclick=x()>Tea &amp; <a href=/m>milk</a></div>")
    >>> to_html(page, page.blocks.chars > 0, "https://example.org/")
    '<p>Tea &amp; <a href="https://example.org/m">milk</a></p>'
    """
    content = Content(page, kept, base_url)
    return native.write_html(content.blocks, content.structure, content.rich)
