"""Documents and messages → standard output and standard error."""

import json
import sys
from collections.abc import Mapping
from typing import Any

from maintext.document import Document
from maintext.metadata import Metadata
from maintext.render import get_format

FOUND, UNREADABLE, NO_TEXT = 0, 2, 3
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
    body = document.render(form)
    return get_format(form).with_metadata(body, _known(document.metadata)) if metadata else body


def _known(metadata: Metadata) -> dict[str, Any]:
    """The fields with a value; sources and what the language is known by are in the JSON only."""
    left_out = ("sources", "language_probability", "language_declared")
    return {name: value for name, value in metadata.to_dict().items() if value and name not in left_out}
