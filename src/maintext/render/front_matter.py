"""Metadata before the text: a block of YAML, as static site generators read it."""

import json
from collections.abc import Mapping
from typing import Any


def front_matter(body: str, known: Mapping[str, Any]) -> str:
    r"""Put a block of names and values before the text; values are JSON, which is valid YAML.

    >>> front_matter("Salt the water.", {"title": "Tea"})
    '---\ntitle: "Tea"\n---\n\nSalt the water.'
    """
    if not known:
        return body
    lines = [f"{name}: {json.dumps(value, ensure_ascii=False, default=str)}" for name, value in known.items()]
    return "\n".join(["---", *lines, "---", "", body])
