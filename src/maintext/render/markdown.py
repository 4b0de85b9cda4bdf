"""Markdown: CommonMark with tables. What looks like markup in the text is escaped."""

from typing import Literal, get_args

from maintext.arguments import check_choice
from maintext.arrays import BoolArray
from maintext.page.page import Page
from maintext.render.content import Content

TableChoice = Literal["pipe", "auto", "html"]
"""How Markdown has tables.

`pipe`: with pipes; cells are single lines. `auto`: with pipes where they can hold the table, else as HTML.
`html`: all as HTML.
"""


def to_markdown(
    page: Page, kept: BoolArray, base_url: str | None = None, tables: TableChoice = "pipe"
) -> str:
    r"""The kept blocks as Markdown; URLs are resolved against `base_url`.

    >>> from maintext.page.parse import parse
    >>> page = parse("<h1>Tea</h1><p>Take <b>hot</b><ul><li>water<li>1 * leaf</ul>")
    >>> to_markdown(page, page.blocks.chars > 0)
    '# Tea\n\nTake **hot**\n\n- water\n- 1 * leaf'
    """
    choices = get_args(TableChoice)
    check_choice("tables", tables, choices, "choice of tables")
    content = Content(page, kept, base_url)
    changed = content.changed(False, with_notes=True)
    rich = content.rich(with_notes=True)
    return page.table.write_markdown(content.kept, content.gaps, changed, rich, choices.index(tables))
