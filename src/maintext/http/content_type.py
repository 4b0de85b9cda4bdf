"""The `Content-Type` of a response, as servers really write it."""

import re

_NAME = r"[a-z0-9!#$&^_.+*-]+"
_TYPE = re.compile(rf"{_NAME}/{_NAME}")
_CHARSET = re.compile(r"""charset\s*=\s*["']?\s*([\w.:-]+)""", re.IGNORECASE | re.ASCII)
_PARAMETER = re.compile(r"""charset.*?(?=[;,]|$)|(?<![\w/])[\w-]+\s*=\s*("[^"]*"|[^\s;,]*)""")
_LONGEST = 1000


def media_types(header: str | None) -> list[str]:
    """The media types in a header, without parameters; servers quote, repeat and run them together.

    >>> media_types('"text/html", text/html; charset=utf-8'), media_types("text/htmlcharset=gbk")
    (['text/html', 'text/html'], ['text/html'])
    """
    return _TYPE.findall(_PARAMETER.sub(" ", (header or "")[:_LONGEST].lower()))


def read_content_type(header: str | None) -> tuple[str, str | None]:
    """Media type and charset. Quotes, repeats and missing semicolons are read; no type at all is HTML.

    >>> read_content_type("text/html, text/html; charset=utf-8")
    ('text/html', 'utf-8')
    >>> read_content_type('"image/png"'), read_content_type("charset=gbk"), read_content_type(None)
    (('image/png', None), ('text/html', 'gbk'), ('text/html', None))
    """
    kinds = [kind for kind in media_types(header) if "*" not in kind]
    charset = _CHARSET.search((header or "")[:_LONGEST])
    return kinds[0] if kinds else "text/html", charset[1].lower() if charset else None
