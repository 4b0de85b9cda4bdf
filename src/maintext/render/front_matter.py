"""Metadata before the text: a block of YAML, as static site generators read it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from maintext.document import Document

_ELSEWHERE = ("title", "authors", "date", "url", "sources", "language_probability", "language_declared")


def known_metadata(document: Document) -> dict[str, Any]:
    """The metadata of a document that is known: title, author, date and source first."""
    metadata = document.metadata
    authors = metadata.authors
    first: dict[str, Any] = {
        "title": metadata.title,
        "author": authors[0] if len(authors) == 1 else authors,
        "date": metadata.date,
        "source": document.url or metadata.url,
    }
    others = {name: value for name, value in metadata.to_dict().items() if name not in _ELSEWHERE}
    return {name: value for name, value in (first | others).items() if value}


def front_matter(body: str, known: Mapping[str, Any]) -> str:
    r"""Put a block of names and values before the text; values are JSON, which is valid YAML.

    >>> front_matter("Salt the water.", {"title": "Tea"})
    '---\ntitle: "Tea"\n---\n\nSalt the water.'
    """
    if not known:
        return body
    lines = [f"{name}: {json.dumps(value, ensure_ascii=False, default=str)}" for name, value in known.items()]
    return "\n".join(["---", *lines, "---", "", body])
