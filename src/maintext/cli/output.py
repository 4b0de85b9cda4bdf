"""Documents and messages → standard output and standard error."""

import json
import sys
from collections.abc import Mapping
from typing import Any

from maintext.document import Document

FOUND, UNREADABLE, NO_TEXT, UNFINISHED = 0, 2, 3, 4
"""Exit codes."""


def write(text: str) -> None:
    """Write text and a final line end to standard output."""
    sys.stdout.write(text if text.endswith("\n") else text + "\n")


def to_json_line(value: Mapping[str, Any]) -> str:
    r"""JSON on one line: the line ends of Unicode are escaped, too.

    >>> print(to_json_line({"text": "one\ntwo\u2028three"}))
    {"text": "one\ntwo\u2028three"}
    """
    line = json.dumps(value, ensure_ascii=False)
    for end in "\x85\u2028\u2029":
        line = line.replace(end, f"\\u{ord(end):04x}")
    return line


def render(document: Document, form: str, *, metadata: bool) -> str:
    """The main text in a text format, after the metadata if requested."""
    return document.render(form, metadata=metadata)


def find_property(document: Document, name: str) -> str:
    """One property of a document, on a line; empty if the page does not have it."""
    values = {
        "author": document.author,
        "url": document.metadata.url or document.url,
        "status": document.status,
        "reason": document.reason,
        "kind": document.kind.name,
        "verdict": document.verdict.label,
        "probability": f"{document.verdict.probability:.4f}",
        "confidence": None if document.confidence is None else f"{document.confidence:.4f}",
        "encoding": document.encoding.name,
        "method": document.method,
    }
    value = values[name] if name in values else getattr(document.metadata, name)
    if isinstance(value, tuple):
        value = "; ".join(value)
    return " ".join(str(value or "").split())
