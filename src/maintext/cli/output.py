"""Documents and messages → standard output and standard error."""

import dataclasses
import json
import sys
from collections.abc import Mapping
from html import escape
from typing import Any

from maintext.cli.options import Format
from maintext.document import Document
from maintext.metadata import Metadata

FOUND, UNREADABLE, NO_TEXT = 0, 2, 3
"""Exit codes."""


def complain(name: str, message: str) -> None:
    """One line on standard error about an input."""
    shown = "standard input" if name == "-" else name
    print(f"maintext: {shown}: {' '.join(message.split())}", file=sys.stderr)


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


def render(document: Document, form: Format, *, metadata: bool) -> str:
    """The main text in a format for people, after the metadata if asked for."""
    known = _known(document.metadata) if metadata else {}
    if form == Format.HTML:
        return _html_page(document.html, known) if metadata else document.html
    body = document.markdown if form == Format.MARKDOWN else document.text
    if not known:
        return body
    front = [f"{name}: {json.dumps(value, ensure_ascii=False, default=str)}" for name, value in known.items()]
    return "\n".join(["---", *front, "---", "", body])


def _known(metadata: Metadata) -> dict[str, Any]:
    """The fields with a value, without their sources, which are in the JSON."""
    fields = dataclasses.asdict(metadata).items()
    return {name: value for name, value in fields if value and not isinstance(value, dict)}


def _html_page(body: str, known: Mapping[str, Any]) -> str:
    """A whole page around the main text, with the metadata in its head."""
    language = f' lang="{escape(str(known["language"]))}"' if "language" in known else ""
    head = ['<meta charset="utf-8">', f"<title>{escape(str(known.get('title', '')))}</title>"]
    for name, value in known.items():
        if name not in ("title", "language"):
            shown = ", ".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)
            head.append(f'<meta name="{escape(name)}" content="{escape(shown)}">')
    return "\n".join(["<!doctype html>", f"<html{language}>", *head, "<body>", body, "</body>", "</html>"])
