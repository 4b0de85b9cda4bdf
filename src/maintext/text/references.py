"""Character references such as `&amp;` in text that the parser has not read as HTML."""

import html


def unescape(text: str) -> str:
    """Replace references by their characters; a text with an endless number stays as it is.

    >>> unescape("Tea &amp; milk")
    'Tea & milk'
    """
    try:
        return html.unescape(text)
    except ValueError:  # Python converts no number of more than 4,300 digits
        return text
