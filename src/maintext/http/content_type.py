"""The `Content-Type` of a response, as servers really write it."""

import re

_TYPE = re.compile(r"[a-z0-9!#$&^_.+-]+/[a-z0-9!#$&^_.+-]+")
_CHARSET = re.compile(r"""charset\s*=\s*["']?\s*([\w.:-]+)""", re.IGNORECASE | re.ASCII)
_LONGEST = 1000


def read_content_type(header: str | None) -> tuple[str, str | None]:
    """Media type and charset. Quotes, repeats and missing semicolons are read; no type at all is HTML.

    >>> read_content_type("text/html, text/html; charset=utf-8")
    ('text/html', 'utf-8')
    >>> read_content_type('"image/png"'), read_content_type("charset=gbk"), read_content_type(None)
    (('image/png', None), ('text/html', 'gbk'), ('text/html', None))
    """
    text = (header or "")[:_LONGEST]
    kind = _TYPE.search(text.lower().partition("charset")[0])
    charset = _CHARSET.search(text)
    return kind[0] if kind else "text/html", charset[1].lower() if charset else None
