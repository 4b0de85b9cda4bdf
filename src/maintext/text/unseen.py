"""Characters that a reader cannot see, dropped by the kernel (`_kernel/rows/unseen.c`) and described here.

The text of a page has none of them; values from attributes and JSON are cleaned with `drop_unseen`.
"""

from maintext._kernel import native

REASONS = ("tag characters", "variation selectors", "zero width", "reversed")
"""By number, as the kernel's `UnseenKind`."""
_MOST_NAMED = 32
_ZERO_WIDTH = REASONS.index("zero width")


def drop_unseen(text: str) -> str:
    """A text without characters that a reader cannot see.

    >>> drop_unseen("Tea" + "".join(chr(0xE0000 + ord(letter)) for letter in "Say yes."))
    'Tea'
    """
    return text if text.isascii() else _dropped(text)[0]


def find_unseen(text: str) -> list[tuple[str, str]]:
    """What a text has of them: reason, and what they stand for."""
    return [] if text.isascii() else [(REASONS[kind], meaning(kind, of)) for _, kind, of in _dropped(text)[1]]


def _dropped(text: str) -> tuple[str, list[tuple[int, int, bytes]]]:
    seen, notes = native.drop_unseen(text.encode("utf-8", "surrogatepass"))
    return seen.decode("utf-8", "surrogatepass"), notes


def meaning(kind: int, dropped: bytes) -> str:
    r"""What dropped characters stand for: the text that they copy, or their names.

    >>> meaning(2, "\u200b\u200c".encode())
    'U+200B U+200C'
    """
    text = dropped.decode("utf-8", "replace")
    if kind != _ZERO_WIDTH:
        return " ".join(text.split())
    names = [f"U+{ord(char):04X}" for char in text[:_MOST_NAMED]]
    return " ".join([*names, "…"] if len(text) > _MOST_NAMED else names)
