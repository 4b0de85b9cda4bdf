"""Markdown: CommonMark with tables. What looks like markup in the text is escaped."""

from typing import get_args

from maintext.arrays import BoolArray
from maintext.options import Output, TableFormat
from maintext.page.page import Page
from maintext.render.content import Content

_TABLES = get_args(TableFormat)


def to_markdown(page: Page, kept: BoolArray, base_url: str | None = None, output: Output = Output()) -> str:
    r"""The kept blocks as Markdown; URLs are resolved against `base_url`.

    >>> from maintext.page.parse import parse
    >>> page = parse("<h1>Tea</h1><p>Take <b>hot</b><ul><li>water<li>1 * leaf</ul>")
    >>> to_markdown(page, page.blocks.chars > 0)
    '# Tea\n\nTake **hot**\n\n- water\n- 1 * leaf'
    """
    content = Content(page, kept, base_url, output)
    changed = content.changed(False, with_notes=True)
    rich = content.rich(with_notes=True)
    tables = _TABLES.index(output.table_format)
    return page.table.write_markdown(content.kept, content.gaps, changed, rich, tables)
