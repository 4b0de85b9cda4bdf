"""Blocks and mask → text, Markdown, HTML, JSON."""

from typing import Any

from maintext.arrays import BoolArray
from maintext.blocks import Blocks


def to_text(blocks: Blocks, kept: BoolArray) -> str:
    return "\n".join(blocks.text(int(i)) for i in kept.nonzero()[0])


def to_markdown(blocks: Blocks, kept: BoolArray, base_url: str | None = None) -> str:
    return to_text(blocks, kept)


def to_html(blocks: Blocks, kept: BoolArray, base_url: str | None = None) -> str:
    return to_text(blocks, kept)


def to_dict(document: Any, *, blocks: bool, metadata: bool) -> dict[str, Any]:
    return {}


def to_json(document: Any, *, blocks: bool, metadata: bool, indent: int | None) -> str:
    return ""
