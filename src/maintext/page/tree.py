"""The node table as a tree of lxml: the same elements, so that the XPaths of blocks lead to them.

lxml's own parser is no HTML5 parser, and its tree differs on many pages.
"""

import re
from typing import Any

from maintext.page.attributes import NO_ATTRIBUTES
from maintext.page.page import Page
from maintext.page.tags import TEXT

UNWRITABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
"""Characters that XML does not have."""
_NAME = re.compile(r"[A-Za-z_][\w.-]*")


def to_lxml(page: Page) -> Any:
    """The root of the page's tree. Needs lxml.

    Names that XML does not allow become `x`, so that XPaths with them lead nowhere; such attributes are left
    out.
    """
    from lxml import html

    made: list[Any] = [None] * len(page)
    last: list[Any] = [None] * len(page)  # the last child element of each
    names = [name if _NAME.fullmatch(name) else "x" for name in page.tag_names]
    for row, (tag, parent) in enumerate(zip(page.tag.tolist(), page.parent.tolist(), strict=True)):
        if tag == TEXT:
            _add_text(made[parent], last[parent], UNWRITABLE.sub("\ufffd", page.row_text(row)))
            continue
        element = html.Element(names[tag])
        for name, value in page.attributes.get(row, NO_ATTRIBUTES).items():
            if _NAME.fullmatch(name):
                element.set(name, UNWRITABLE.sub("\ufffd", value))
        made[row] = element
        if parent >= 0:
            made[parent].append(element)
            last[parent] = element
    return made[0] if made else html.Element("html")


def _add_text(parent: Any, before: Any, text: str) -> None:
    if before is None:
        parent.text = (parent.text or "") + text
    else:
        before.tail = (before.tail or "") + text
