"""The page's title before the main text."""

from html import escape
from typing import Literal

import numpy as np

from maintext.metadata.names import squeeze
from maintext.page.parse import parse
from maintext.render.formats import Format

TitleChoice = Literal["auto", "always"]
"""`auto`: the title is in the text if the method kept its block. `always`: the text starts with the title."""


def put_title(body: str, title: str, form: Format) -> str:
    """A main text, in a format, after the title as its first heading.

    >>> from maintext.render.formats import get_format
    >>> put_title("<p>Salt the water.</p>", "Tea & milk", get_format("html")).splitlines()
    ['<h1>Tea &amp; milk</h1>', '<p>Salt the water.</p>']
    """
    page = parse(f"<h1>{escape(title)}</h1>")  # the format's own writer escapes what it must
    heading = form.write(page, np.ones(len(page.blocks), dtype=np.bool_), None)
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
