r"""Plain text: the words of the kept blocks in order, with only white space between them.

Paragraphs are separated by an empty line. Lines of a paragraph, list items and table rows are on lines of
their own; table cells are separated by tabs.
"""

import numpy as np

from maintext.arrays import BoolArray, IntArray
from maintext.page.gaps import find_gaps
from maintext.page.page import Page


def to_text(page: Page, kept: BoolArray) -> str:
    r"""The kept blocks as plain text.

    >>> from maintext.page.parse import parse
    >>> page = parse("<h1>Tea</h1><p>Take<ul><li>water<li>leaves</ul>")
    >>> to_text(page, page.blocks.chars > 0)
    'Tea\n\nTake\n\nwater\nleaves'
    """
    kept = np.ascontiguousarray(kept, dtype=np.bool_)
    return page.table.write_text(kept, find_gaps(page, kept), page.plain_marks)


def to_texts(page: Page, owner: IntArray, many: int) -> list[str]:
    r"""The texts of several parts of a page in one pass; `owner` is the part of each block, or -1.

    >>> import numpy as np
    >>> from maintext.page.parse import parse
    >>> to_texts(parse("<p>Tea?<p>Yes.<p>No."), np.array([0, 1, 0]), 2)
    ['Tea?\n\nNo.', 'Yes.']
    """
    owner = np.ascontiguousarray(owner, dtype=np.int64)
    kept = owner >= 0
    return page.table.write_texts(kept, find_gaps(page, kept), page.plain_marks, owner, many)
