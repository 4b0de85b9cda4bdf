"""The page's title before the main text, or left out of it."""

from html import escape

import numpy as np

from maintext.arrays import BoolArray
from maintext.options import Output
from maintext.page.page import Page
from maintext.page.parse import parse
from maintext.page.tags import TAG_ID
from maintext.render.formats import Format
from maintext.text.words import squeeze

_FIRST_LINES = 8  # kept blocks in which copies of the title are looked for
_LONGEST_LINE = 300  # a longer block is a paragraph, where the text has begun
_LEAST_OF_HEADING = 0.5  # share of an h1 that the title takes; the rest is a sub-title
_H1 = TAG_ID["h1"]


def put_title(body: str, title: str, form: Format) -> str:
    """A main text, in a format, after the title as its first heading.

    >>> from maintext.render.formats import get_format
    >>> put_title("<p>Salt the water.</p>", "Tea & milk", get_format("html")).splitlines()
    ['<h1>Tea &amp; milk</h1>', '<p>Salt the water.</p>']
    """
    page = parse(f"<h1>{escape(title)}</h1>")  # the format's own writer escapes what it must
    heading = form.write(page, np.ones(len(page.blocks), dtype=np.bool_), None, Output())
    return f"{heading}{form.gap}{body}" if heading else body


def starts_with(text: str, title: str) -> bool:
    r"""Whether the first line of a text, or its first lines together, are the title.

    Only letters and digits count.

    >>> starts_with("TEA\n\nSalt the water.", "Tea!"), starts_with("Tea is a drink.", "Tea")
    (True, False)
    """
    wanted, found = squeeze(title), ""
    for line in text.splitlines():
        found += squeeze(line)
        if found == wanted or not wanted.startswith(found):
            break
    return found == wanted


def title_blocks(page: Page, kept: BoolArray, title: str) -> list[int]:
    r"""The kept blocks that are the title, or a copy of it in the first lines.

    A title may take several blocks. A heading that only adds a sub-title to it counts, too.

    >>> html = "<h1>Tea and milk <small>A story</small></h1><p>Tea and<br>milk<p>Salt it.<p>Tea and milk"
    >>> page = parse(html)
    >>> title_blocks(page, page.blocks.chars > 0, "Tea and milk")
    [0, 1, 2, 4]
    """
    wanted = squeeze(title)
    found: list[int] = []
    part: list[int] = []  # blocks that may be the start of the title
    text = ""
    for block in np.flatnonzero(kept)[:_FIRST_LINES].tolist():
        line = page.block_text(block)
        if not wanted or len(line) > max(_LONGEST_LINE, 2 * len(title)):
            break
        squeezed = squeeze(line)
        part, text = (
            ([*part, block], text + squeezed) if wanted.startswith(text + squeezed) else ([block], squeezed)
        )
        if text == wanted or _is_main_heading(page, block, squeezed, wanted):
            found += part
            part, text = [], ""
    return found


def _is_main_heading(page: Page, block: int, text: str, title: str) -> bool:
    """Whether a block is an h1 with the title and little more."""
    if not text.startswith(title) or len(title) < _LEAST_OF_HEADING * len(text):
        return False
    row = int(page.blocks.first_row[block])
    return any(page.tag[above] == _H1 for above in page.ancestors(row))
