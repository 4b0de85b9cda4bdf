"""How many values a JSON body has, counted while it arrives: a few kilobytes can claim millions of objects.

Only strings and structure are distinguished, with searches that run in C. What is not JSON may be miscounted
after its first error, where the parser stops as well.
"""

import re

from maintext.serve.errors import Refusal, bad_request
from maintext.serve.settings import MAX_VALUES

BYTES_PER_VALUE = 100
"""Memory of a value beside its text: an empty object has 64 bytes, and the list or object that holds it 8 to
30."""
SNIFFED = 4096
"""Bytes in which a JSON object must begin to be recognised without a content type."""
_OBJECT = re.compile(rb'[\s\xef\xbb\xbf]*\{\s*["}]')


def looks_like_object(body: bytes | bytearray) -> bool:
    """Whether a body without a content type is a JSON object, by its first bytes.

    >>> looks_like_object(b' {"html": "<p>x"}'), looks_like_object(b"{{ title }}<p>x")
    (True, False)
    """
    return _OBJECT.match(body, 0, SNIFFED) is not None


class ValueCount:
    """Counts the values and keys of a body that comes in pieces.

    >>> count = ValueCount()
    >>> count.feed(b'{"a": [1, 2, "x,')
    5
    >>> count.feed(b'y", {}]}')
    2
    """

    def __init__(self, most: int = MAX_VALUES) -> None:
        self.most, self.values = most, 0
        self._in_string = False
        self._rest = b""
        """A backslash at the end of the last piece."""

    def feed(self, piece: bytes) -> int:
        """Values that begin in the piece; `Refusal` if there are too many in all, or if it is not UTF-8."""
        if b"\0" in piece:  # UTF-16 or UTF-32, in which the count of bytes would be wrong
            raise bad_request("the body is not JSON in UTF-8: it has null bytes")
        data = self._rest + piece
        backslashes = len(data) - len(data.rstrip(b"\\"))
        self._rest = b"\\" if backslashes % 2 else b""
        data = data[: len(data) - len(self._rest)]
        if b"\\" in data:  # escaped quotes do not end a string; of \\" the quote does
            data = data.replace(b"\\\\", b"").replace(b'\\"', b"")
        parts = data.split(b'"')
        outside = b"".join(parts[self._in_string :: 2])
        self._in_string ^= len(parts) % 2 == 0
        found = sum(map(outside.count, (b",", b":", b"[", b"{")))
        self.values += found
        if self.values > self.most:
            raise Refusal(413, "too_large", f"the JSON has more than {self.most:,} values")
        return found
